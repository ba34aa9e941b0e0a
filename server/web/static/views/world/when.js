// Times and talk as they stand on a line: "25 Nov, 08:20", and what somebody says between curly quotes.
import { formatHour, formatShortDay } from "tarn/time.js";

const WEEKDAY = new Intl.DateTimeFormat("en", { weekday: "long" });

// "25 Nov, 08:20"
export function formatWhen(at) {
  return `${formatShortDay(at)}, ${formatHour(at)}`;
}

// "Wednesday 25 Nov", as a heading.
export function formatLongDay(at) {
  return `${WEEKDAY.format(new Date(at))} ${formatShortDay(at)}`;
}

// From when to when; the day once, if it is the same.
export function formatFromTo(from, to) {
  return `${formatWhen(from)} to ${formatShortDay(from) === formatShortDay(to) ? formatHour(to) : formatWhen(to)}`;
}

// What is said at the end of a line: 'Moss says, "Oats."'; what stands between the marks is as it was said.
const SAID = /^([^"]*, )"([^]*)"$/;
// Marks that begin a word and end one; others, as in what looks like code, stay as they were written.
const QUOTED = /(^|[\s([])"([^"]*)"(?=$|[\s.,;:!?)\]…])/g;

export function quote(text) {
  return SAID.test(text) ? text.replace(SAID, "$1“$2”") : text.replace(QUOTED, "$1“$2”");
}
