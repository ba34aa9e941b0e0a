// What the parts of the view have in common.
import { html } from "tarn/html.js";
import { formatPlace } from "tarn/place.js";

export function makePath(...parts) {
  return `/${parts.map(encodeURIComponent).join("/")}`;
}

export function Waiting({ error }) {
  return error ? html`<p class="error" role="alert">${error}</p>` : html`<p class="quiet">…</p>`;
}

export function Way({ agent, last }) {
  return html`
    <nav class="way" aria-label="Way">
      <a href=${formatPlace("people")}>People</a> › ${last ? html`<a class="text" href=${formatPlace("people", [agent])}>${agent}</a> › <span class="text">${last}</span>` : html`<span class="text">${agent}</span>`}
    </nav>
  `;
}

export function date(text) {
  return html`<time dateTime=${text} title=${new Date(text).toLocaleString()}>${text.slice(0, 10)}</time>`;
}
