// The time as a strip: how much happened when, and where one is in it.
import { html } from "tarn/html.js";
import { describeClock, formatLocal, formatTime, formatWeekday } from "tarn/time.js";

const STEPS = 1000;
const HEIGHT = 36;

// What is given between its tags stands below it, in the middle.
export function Scrubber({ begin, end, at, parts, onSeek, children }) {
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
      <div class="ends quiet"><span>${formatTime(begin)}</span><span><span class="told">how much happened when${children && ", one "}</span>${children}</span><span>${formatTime(end)}</span></div>
    </div>
  `;
}

// "Saturday 2026-02-28 06:15:20 UTC": with the zone of the clock that it goes by, which is that of whoever looks on.
export function formatMoment(at) {
  return `${formatWeekday(at)} ${formatLocal(at).slice(11, 19)} ${describeClock(new Date(at))}`;
}
