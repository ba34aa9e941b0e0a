// Who decided how many of the latest turns, as a bar and in words.
import { html } from "tarn/html.js";
import { Explained } from "tarn/term.js";
import { listShares } from "tarn/views/mind/words.js";

export function ShareKey({ decided }) {
  return html`<span class="share-key" aria-hidden="true">${listShares(decided).map(([key, , words]) => html`<span key=${key}><i class=${key}></i>${words}</span>`)}</span>`;
}

// The same with how many each decided, below a bar.
export function ShareList({ decided }) {
  return html`<ul class="share-key counted">${listShares(decided).map(([key, count, words]) => html`<li key=${key}><i class=${key}></i><${Explained} text=${`${count} ${words}`} /></li>`)}</ul>`;
}

export function ShareBar({ decided }) {
  return html`<div class="shares" aria-hidden="true">${listShares(decided).map(([key, count, words]) => html`<span key=${key} class=${key} style=${{ flexGrow: count }} title=${`${count} ${words}`}></span>`)}</div>`;
}
