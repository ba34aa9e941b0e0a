// Times and days by the clock of whoever looks on, on every view alike; pointed at, they tell UTC.
import { html } from "tarn/html.js";

export const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

const MINUTE = 60_000;

// "2026-03-01"
export function formatDay(at) {
  return formatLocal(at).slice(0, 10);
}

const SHORT = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

// "1 Mar", with its year if that is not this one: on axes, and where many days stand together.
export function formatShortDay(at, now = Date.now()) {
  const day = formatDay(at);
  const short = SHORT.format(Date.parse(`${day}T00:00:00Z`));
  return day.slice(0, 4) === formatDay(now).slice(0, 4) ? short : `${short} ${day.slice(0, 4)}`;
}

// "1 Mar to 3 Mar", "1 Mar" if that is all.
export function formatSpan(first, last) {
  const [begin, end] = [formatShortDay(first), formatShortDay(last)];
  return begin === end ? begin : `${begin} to ${end}`;
}

const WEEKDAY = new Intl.DateTimeFormat("en", { weekday: "long" });

// "Sunday 1 Mar", as a heading.
export function formatLongDay(at) {
  return `${WEEKDAY.format(new Date(at))} ${formatShortDay(at)}`;
}

// "06:15"
export function formatHour(at) {
  return formatLocal(at).slice(11, 16);
}

export function formatUTC(at) {
  return `${new Date(at).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

// A time in the form of ISO 8601, by this clock.
export function formatLocal(at) {
  return new Date(new Date(at) - new Date(at).getTimezoneOffset() * MINUTE).toISOString();
}

// What each of some items is drawn as, with a line before the first of each day.
export function groupByDay(items, draw) {
  return items.flatMap((each, number) => {
    const isNew = number === 0 || formatDay(each.at) !== formatDay(items[number - 1].at);
    return isNew ? [html`<li class="day" key=${`day ${each.at}`}>${formatLongDay(each.at)}</li>`, draw(each)] : [draw(each)];
  });
}

// The same items with those of one day beside each other: a day stands where its first item stood.
export function gatherDays(items) {
  const days = [...new Set(items.map((each) => formatDay(each.at)))];
  return days.flatMap((day) => items.filter((each) => formatDay(each.at) === day));
}

// Each from so many seconds on: "1 d" would leave out up to a day, so that it is told in hours.
const UNITS = [["d", 86_400, 2 * 86_400], ["h", 3600, 2 * 3600], ["min", 60, 60]];

// "3 h" of 2 hours and 40 minutes, rounded alike wherever a length of time is told; empty: less than a minute.
export function formatLength(milliseconds) {
  const seconds = milliseconds / 1000;
  const found = UNITS.find(([, , least]) => seconds >= least);
  return found ? `${Math.round(seconds / found[1])} ${found[0]}` : "";
}

// "3 min ago"
export function formatSince(at, now = Date.now()) {
  const length = formatLength(now - Date.parse(at));
  return length ? `${length} ago` : "just now";
}

// "UTC+1", "UTC−3:30"
export function describeClock(now = new Date()) {
  const minutes = -now.getTimezoneOffset();
  if (minutes === 0) return "UTC";
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? "−" : "+"}${hours}${rest ? `:${String(rest).padStart(2, "0")}` : ""}`;
}

// How fast the world's clock runs: "one hour here is 2.5 minutes".
export function describePace(minutes) {
  if (!minutes) return "";
  if (minutes === 60) return "one hour here is one hour of yours";
  const seconds = minutes * 60;
  const [number, unit] = seconds < 60 ? [seconds, "second"] : minutes < 120 ? [minutes, "minute"] : [minutes / 60, "hour"];
  const shown = Number(number.toPrecision(3));
  return `one hour here is ${shown.toLocaleString("en")} ${unit}${shown === 1 ? "" : "s"}`;
}
