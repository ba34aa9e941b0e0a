// Numbers, times and states in words.
import { html } from "tarn/html.js";

const UNITS = [["d", 86400], ["h", 3600], ["min", 60]];

export function formatCount(number) {
  return number.toLocaleString("en");
}

export function formatSince(at, now = Date.now()) {
  const seconds = Math.max(0, (now - Date.parse(at)) / 1000);
  const found = UNITS.find(([, size]) => seconds >= size);
  return found ? `${Math.floor(seconds / found[1])} ${found[0]} ago` : "just now";
}

export function Since({ at }) {
  return html`<time class="quiet" dateTime=${at} title=${new Date(at).toLocaleString()}>${formatSince(at)}</time>`;
}

const STATES = {
  idle: "between turns",
  waiting: "waits for its model",
  thinking: "thinks",
  acting: "acts",
  paused: "paused",
};

export function describeState(mind) {
  const state = STATES[mind.state] || mind.state;
  const pausing = mind.paused && mind.state !== "paused" ? ", then pauses" : "";
  return `${state}${pausing}${mind.place ? `, in ${mind.place}` : ""}`;
}
