// What the parts of the view have in common.
import { html } from "tarn/html.js";
import { formatPlace } from "tarn/place.js";
import { Day, formatSince, formatTime, formatUTC } from "tarn/time.js";

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

export function Ago({ at }) {
  return html`<time dateTime=${at} title=${`${formatTime(at)}, ${formatUTC(at)}`}>${formatSince(at)}</time>`;
}

// Since when two talk, and when they did last.
export function Span({ first, last }) {
  return html`since <${Day} at=${first} />, most recently <${Ago} at=${last} />`;
}

export function countLines(number) {
  return number === 1 ? "one line" : `${number.toLocaleString()} lines`;
}

// What an agent has noted of somebody, in short.
export function Noted({ agent, of, noted }) {
  if (!noted) return null;
  return html`<p class="noted"><span class="quiet">${agent} has noted of ${of}:</span> <span class="text">${noted}</span></p>`;
}

const SECOND = 1000;

// In Replay: right behind a line, which is then the newest that the feed has.
export function momentAfter(at) {
  return formatPlace("replay", [], { t: new Date(Date.parse(at) + SECOND).toISOString() });
}
