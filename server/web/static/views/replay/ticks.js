// The words below the line of time.
import { useMemo } from "preact/hooks";
import { html } from "tarn/html.js";
import { formatHour, formatShortDay } from "tarn/time.js";
import { findX } from "tarn/views/replay/time_scale.js";

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const STEPS = [MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 30 * MINUTE, 60 * MINUTE, 180 * MINUTE, 360 * MINUTE, DAY, 7 * DAY, 28 * DAY, 91 * DAY, 364 * DAY];
const MOST = 9;
// Between two of them, in letters.
const FREE = 2;

// Where there are words: at `x` their tick, from `left` on the words themselves. Each stretch in which the world ran has its beginning, as
// far as there is room; the rest of the room is for full days or hours. A `letter` is as wide as letters are on average.
export function listTicks(scale, letter) {
  const stretches = scale.pieces.filter((each) => !each.still);
  const starts = scale.pieces.length > 1 ? nameStarts(scale, stretches, letter) : [];
  const ticks = [...starts];
  for (const each of stretches) {
    const room = scale.pieces.length > 1 ? Math.floor((each.right - each.left) / (12 * letter)) : MOST;
    for (const tick of listFullTimes(each, Math.min(MOST, room), letter)) {
      if (isWithin(tick, scale) && ticks.every((other) => isApart(tick, other, letter))) ticks.push(tick);
    }
  }
  return ticks.sort((a, b) => a.x - b.x);
}

// "24 Nov 19:14", the day alone where there is no room for both, or the hour alone after one of the same day.
function nameStarts(scale, stretches, letter) {
  const ticks = [];
  let day = "";
  stretches.forEach(({ from, left: x }, number) => {
    const [own, hour] = [formatShortDay(from), formatHour(from)];
    const end = number + 1 < stretches.length ? stretches[number + 1].left - FREE * letter : scale.width;
    const found = own === day ? [hour] : [`${own} ${hour}`, own];
    const words = found.find((each) => x + each.length * letter <= end) || found[0];
    const width = words.length * letter;
    const tick = { x, left: Math.min(x, scale.width - width), width, words };
    if (tick.left >= 0 && (!ticks.length || isApart(tick, ticks[ticks.length - 1], letter))) {
      ticks.push(tick);
      day = own;
    }
  });
  return ticks;
}

// Days of a stretch, or hours of a short one, by the clock of whoever looks on.
function listFullTimes({ from, to, left, right }, most, letter) {
  if (most < 1) return [];
  const step = STEPS.find((each) => (to - from) / each <= most) || STEPS[STEPS.length - 1];
  const offset = new Date(from).getTimezoneOffset() * MINUTE;
  const ticks = [];
  for (let at = Math.ceil((from - offset) / step) * step + offset; at < to && ticks.length < most; at += step) {
    const isDay = step >= DAY || (at - offset) % DAY === 0;
    const words = isDay ? formatShortDay(at) : formatHour(at);
    const x = left + ((right - left) * (at - from)) / (to - from);
    ticks.push({ x, left: x - (words.length * letter) / 2, width: words.length * letter, words });
  }
  return ticks;
}

function isWithin({ left, width }, scale) {
  return left >= 0 && left + width <= scale.width;
}

function isApart(one, other, letter) {
  return one.left >= other.left + other.width + FREE * letter || other.left >= one.left + one.width + FREE * letter;
}

// A letter's share of a rem.
const LETTER = 0.44;
// Beside its words.
const FLAG_PAD = 0.75;

// The words; and, while the mark is moved, below it the hour of the moment that is shown.
export function Ticks({ scale, at }) {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const ticks = useMemo(() => listTicks(scale, LETTER * rem), [scale, rem]);
  const words = formatHour(at);
  const width = (words.length * LETTER + FLAG_PAD) * rem;
  const left = Math.max(0, Math.min(scale.width - width, findX(scale, at) - width / 2));
  return html`
    ${ticks.map((each) => html`
      <i key=${`at ${each.x}`} style=${{ left: `${Math.round(each.x)}px` }}></i><span key=${`${each.words} ${each.x}`} style=${{ left: `${Math.round(each.left)}px` }}>${each.words}</span>
    `)}
    <b key="flag" class="flag" style=${{ left: `${Math.round(left)}px`, width: `${Math.ceil(width)}px` }}>${words}</b>
  `;
}
