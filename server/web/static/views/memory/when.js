// Times and talk as they stand on a line: "23 Nov, 08:20", and what somebody says between curly quotes.
import { html } from "tarn/html.js";
import { formatHour, formatShortDay, formatUTC } from "tarn/time.js";

export function formatWhen(at) {
  return `${formatShortDay(at)}, ${formatHour(at)}`;
}

// `dated`: its day stands above it, so that it is told by its hour.
export function When({ at, dated }) {
  return html`<time datetime=${at} title=${formatUTC(at)}>${dated ? formatHour(at) : formatWhen(at)}</time>`;
}

// Marks that begin a word and end one; others, as in what looks like code, stay as they were written.
const QUOTED = /(^|[\s([])"([^"]*)"(?=$|[\s.,;:!?)\]…])/g;

export function quote(text) {
  return text.replace(QUOTED, "$1“$2”");
}
