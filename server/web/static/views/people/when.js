// A moment in one form, here and in Costs: "23 Nov, 08:20".
import { html } from "tarn/html.js";
import { formatHour, formatShortDay, formatSince, formatUTC } from "tarn/time.js";

export function formatWhen(at) {
  return `${formatShortDay(at)}, ${formatHour(at)}`;
}

// Pointed at, it tells how long ago that was, and UTC.
export function When({ at }) {
  return html`<time dateTime=${at} title=${`${formatSince(at)}, ${formatUTC(at)}`}>${formatWhen(at)}</time>`;
}

export function WhenDay({ at }) {
  return html`<time dateTime=${at} title=${formatUTC(at)}>${formatShortDay(at)}</time>`;
}
