// Who decided how many of the latest turns, as a bar and in words.
import { html } from "tarn/html.js";
import { listShares } from "tarn/views/mind/words.js";

export function ShareKey({ decided }) {
  return html`<span class="share-key" aria-hidden="true">${listShares(decided).map(([key, , words]) => html`<span key=${key}><i class=${key}></i>${words}</span>`)}</span>`;
}

export function ShareBar({ decided }) {
  return html`<div class="shares" aria-hidden="true">${listShares(decided).map(([key, count, words]) => html`<span key=${key} class=${key} style=${{ flexGrow: count }} title=${`${count} ${words}`}></span>`)}</div>`;
}
