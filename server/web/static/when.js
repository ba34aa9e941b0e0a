// Times and talk as they stand on a line, on every view alike: "25 Nov, 08:20", and what somebody says between curly quotes.
import { html } from "tarn/html.js";
import { formatHour, formatShortDay, formatSince, formatUTC } from "tarn/time.js";

// "25 Nov, 08:20"
export function formatWhen(at) {
  return `${formatShortDay(at)}, ${formatHour(at)}`;
}

// From when to when; the day once, if it is the same.
export function formatFromTo(from, to) {
  return `${formatWhen(from)} to ${formatShortDay(from) === formatShortDay(to) ? formatHour(to) : formatWhen(to)}`;
}

// Pointed at, it tells how long ago that was, and UTC. `dated`: its day stands above it, so that it is told by its hour.
export function When({ at, dated }) {
  return html`<time dateTime=${at} title=${`${formatSince(at)}, ${formatUTC(at)}`}>${dated ? formatHour(at) : formatWhen(at)}</time>`;
}

export function WhenDay({ at }) {
  return html`<time dateTime=${at} title=${formatUTC(at)}>${formatShortDay(at)}</time>`;
}

// What is said at the end of a line: 'Moss says, "Oats."'; double marks within it are as they were said.
const SAID = /^([^"]*, )"([^]*)"$/;
// Marks that begin a word and end one; others, as in what looks like code, stay as they were written.
const QUOTED = /(^|[\s([])"([^"]*)"(?=$|[\s.,;:!?)\]…])/g;
// What is cut has no end.
const BEGUN = /(, )"(?=[^"\s][^"]*$)/;
// Talk within talk; what else looks like its mark is an apostrophe.
const WITHIN = /(^|[\s“—–])'(?=\S)([^'\n]*(?:[\p{L}\d]'\p{L}[^'\n]*)*)'(?=$|[\s.,;:!?)”…])/gu;
const APOSTROPHE = /(?<=\p{L}|\d)'(?=$|[\p{L}\s.,;:!?)”…’])|(?<=^|[\s“‘—–])'(?=\p{L}|\d)/gu;

// The same letters with the marks that a book has, one for one.
export function curl(text) {
  const marked = SAID.test(text) ? text.replace(SAID, "$1“$2”") : text.replace(QUOTED, "$1“$2”").replace(BEGUN, "$1“");
  return marked.replace(WITHIN, "$1‘$2’").replace(APOSTROPHE, "’");
}

// A sentence ends once: what is quoted at its end has the stop within it, if either has one.
const ENDED_TWICE = /([.!?…]?)”\.(?=\s|$)/g;
const CUT_SHORT = /[.,;]…/g;
// Who did something, for a model; the words name them, too: "[Hester] Hester turns a page".
const SIGNED = /\[([^\]\n]+)\] (?=\1\b)/g;

export function quote(text) {
  return curl(text).replace(SIGNED, "").replace(CUT_SHORT, "…").replace(ENDED_TWICE, (_, end) => `${end || "."}”`);
}
