// The time as a line: how much of what happened when, when the world stood still, and where one is in it.
import { html } from "tarn/html.js";
import { keepDrawn } from "tarn/kept.js";
import { describeClock, formatLocal, formatTime, formatWeekday } from "tarn/time.js";

const STEPS = 1000;
const HEIGHT = 36;
// The lowest bar that is seen.
const LEAST = 4;
const KINDS = ["talk", "deeds", "moves"];

// `line` has the `parts` of the time, how much happened in each; `kinds`, how much of each kind, or null; and when the world `stood` still.
export function Scrubber({ begin, end, at, line, onSeek, windows }) {
  const share = Math.max(0, Math.min(1, (at - begin) / (end - begin || 1)));
  const still = findStill(line.stood, at);
  const point = (event) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const pointed = begin + (end - begin) * Math.max(0, Math.min(1, (event.clientX - left - THUMB / 2) / (width - THUMB)));
    const found = findStill(line.stood, pointed);
    event.currentTarget.title = found ? describeStill(found) : formatTime(pointed);
  };
  return html`
    <div class="time-line">
      <div class="scrubber">
        <${Bars} line=${line} begin=${begin} end=${end} />
        <input type="range" min="0" max=${STEPS} value=${Math.round(share * STEPS)} aria-label="Moment" onPointerMove=${point}
          aria-valuetext=${`${formatMoment(at)}${still ? `, ${describeStill(still)}` : ""}`}
          onInput=${(event) => onSeek(begin + (end - begin) * (event.target.value / STEPS))} />
        <div class="ticks quiet" aria-hidden="true">${listTicks(begin, end).map(({ share: left, words }) => html`<span key=${words} style=${{ left: `${100 * left}%` }}>${words}</span>`)}</div>
      </div>
      <div class="beside">
        ${windows}
        <p class="kinds quiet">
          ${line.kinds && KINDS.map((kind) => html`<span key=${kind} class=${kind}>${kind}</span>`)}
          ${line.stood.length > 0 && html`<span class="still">stood still</span>`}
          ${!line.kinds && !line.stood.length && "higher: more happened"}
        </p>
      </div>
    </div>
  `;
}

// As replay.css has it.
const THUMB = 16;

const Bars = keepDrawn(({ line, begin, end }) => {
  const { parts, kinds, stood } = line;
  const totals = kinds ? parts.map((_, n) => KINDS.reduce((sum, kind) => sum + kinds[kind][n], 0)) : parts;
  const most = Math.max(1, ...totals);
  const place = (moment) => Math.max(0, Math.min(1, (Date.parse(moment) - begin) / (end - begin || 1))) * parts.length;
  return html`
    <svg viewBox=${`0 0 ${parts.length || 1} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      ${totals.map((total, n) => {
        const height = total ? Math.max(LEAST, Math.sqrt(total / most) * HEIGHT) : 0;
        return stack(kinds ? KINDS.map((kind) => [kind, kinds[kind][n]]) : [["talk", total]], total, height)
          .map(([kind, top, high]) => html`<rect key=${`${kind} ${n}`} class=${kind} x=${n + 0.06} width="0.88" y=${top} height=${high} />`);
      })}
    </svg>
    ${stood.map((each) => html`<span key=${each.from} class="still" style=${{ left: `${100 * place(each.from) / parts.length}%`, width: `${100 * (place(each.to) - place(each.from)) / parts.length}%` }}></span>`)}
  `;
});

// The pieces of a bar, from its foot: kind, top and height of each.
function stack(amounts, total, height) {
  let foot = HEIGHT;
  return amounts.filter(([, amount]) => amount > 0).map(([kind, amount]) => {
    const high = (amount / total) * height;
    foot -= high;
    return [kind, foot, high];
  });
}

function findStill(stood, at) {
  return stood.find((each) => at >= Date.parse(each.from) && at <= Date.parse(each.to));
}

export function describeStill({ from, to }) {
  return `the world stood still from ${formatTime(from)} to ${formatTime(to)}`;
}

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const TICKS = [10 * MINUTE, 60 * MINUTE, 180 * MINUTE, 360 * MINUTE, DAY, 7 * DAY, 28 * DAY, 91 * DAY, 364 * DAY];
const MOST_TICKS = 9;
// A tick's words have room within the line.
const EDGE = 0.04;

// Days of the line, or hours of a short one, by the clock of whoever looks on: `share` of the line, and words.
export function listTicks(begin, end) {
  const step = TICKS.find((each) => (end - begin) / each <= MOST_TICKS) || TICKS[TICKS.length - 1];
  const offset = new Date(begin).getTimezoneOffset() * MINUTE;
  const ticks = [];
  for (let at = Math.ceil((begin - offset) / step) * step + offset; at < end; at += step) {
    const share = (at - begin) / (end - begin);
    if (share > EDGE && share < 1 - EDGE) ticks.push({ share, words: formatLocal(at).slice(...(step < DAY ? [11, 16] : [0, 10])) });
  }
  return ticks.slice(0, MOST_TICKS);
}

// "Saturday 2026-02-28 06:15:20 UTC": with the zone of the clock that it goes by, which is that of whoever looks on.
export function formatMoment(at) {
  return `${formatWeekday(at)} ${formatLocal(at).slice(11, 19)} ${describeClock(new Date(at))}`;
}
