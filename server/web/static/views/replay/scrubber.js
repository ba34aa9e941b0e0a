// The time as a strip: how much happened when, and where one is in it.
import { html } from "tarn/html.js";
import { describeClock, formatLocal, formatTime, formatWeekday } from "tarn/time.js";

const STEPS = 1000;
const HEIGHT = 36;

export function Scrubber({ begin, end, at, parts, onSeek }) {
  const most = Math.max(1, ...parts);
  const share = Math.max(0, Math.min(1, (at - begin) / (end - begin || 1)));
  return html`
    <div class="scrubber">
      <svg viewBox=${`0 0 ${parts.length || 1} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        ${parts.map((part, index) => {
          const height = part ? Math.max(2, Math.sqrt(part / most) * HEIGHT) : 0;
          return html`<rect key=${index} x=${index + 0.1} width="0.8" y=${HEIGHT - height} height=${height} />`;
        })}
      </svg>
      <input type="range" min="0" max=${STEPS} value=${Math.round(share * STEPS)} aria-label="Moment"
        aria-valuetext=${formatMoment(at)} onInput=${(event) => onSeek(begin + (end - begin) * (event.target.value / STEPS))} />
      <div class="ticks quiet" aria-hidden="true">${listTicks(begin, end).map(({ share: left, words }) => html`<span key=${words} style=${{ left: `${100 * left}%` }}>${words}</span>`)}</div>
      <div class="ends quiet"><span>${formatTime(begin)}</span><span class="told">Higher bars: more happened</span><span>${formatTime(end)}</span></div>
    </div>
  `;
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
