// What the parts of the view have in common.
import { html } from "tarn/html.js";
import { formatPlace } from "tarn/place.js";
import { formatShortDay } from "tarn/time.js";
import { quote } from "tarn/when.js";

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

// "23 Nov" of "2026-11-23", which is a day already and belongs to no clock; what is no day stays as it is.
export function shortenDay(day) {
  const noon = `${day}T12:00:00`;
  return /^\d{4}-\d\d-\d\d$/.test(day) && Number.isFinite(Date.parse(noon)) ? formatShortDay(noon) : day;
}

export function countLines(number) {
  return number === 1 ? "1 line" : `${number.toLocaleString()} lines`;
}

export function countPairs(number) {
  return number === 1 ? "1 pair" : `${number.toLocaleString()} pairs`;
}

// A note as [who said it, their words]; of what is nobody's words there is the text alone.
export function splitNote(text) {
  const [, speaker, words] = text.match(/^([^"\n]{1,120}?) said: "([^]*)"$/) || [];
  return words === undefined ? ["", quote(text)] : [speaker, quote(`“${words}”`)];
}

const SECOND = 1000;

// In Replay: right behind a line, which is then the newest that the feed has.
export function momentAfter(at) {
  return formatPlace("replay", [], { t: new Date(Date.parse(at) + SECOND).toISOString() });
}
