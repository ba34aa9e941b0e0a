// Who decided how many of the latest turns, as a bar and in words.
import { html } from "tarn/html.js";
import { Explained } from "tarn/term.js";
import { listShares } from "tarn/views/mind/words.js";

// How many each decided, below a bar.
export function ShareList({ decided }) {
  return html`<ul class="share-key counted">${listShares(decided).map(([key, count, words]) => html`<li key=${key}><i class=${key}></i><${Explained} text=${`${count} ${words}`} /></li>`)}</ul>`;
}

export function ShareBar({ decided }) {
  return html`<div class="shares" aria-hidden="true">${listShares(decided).map(([key, count, words]) => html`<span key=${key} class=${key} style=${{ flexGrow: count }} title=${`${count} ${words}`}></span>`)}</div>`;
}
