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

// What an agent has noted of somebody, in short, and whether that is what it knows, overheard, or was told by a third. `from` is as
// the server says it.
export function Noted({ agent, of, noted, from }) {
  if (!noted) return null;
  const words = !from ? `${agent} has noted of ${of}:` : from === "overheard" ? `${agent} has overheard, of ${of}:` : `${agent} has noted of ${of} what ${from} told:`;
  return html`<p class=${from ? "noted aside" : "noted"}><span class="quiet">${words}</span> <span class="text">${noted}</span></p>`;
}

const SECOND = 1000;

// In Replay: right behind a line, which is then the newest that the feed has.
export function momentAfter(at) {
  return formatPlace("replay", [], { t: new Date(Date.parse(at) + SECOND).toISOString() });
}
