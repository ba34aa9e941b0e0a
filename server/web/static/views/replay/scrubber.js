// The time as a strip: how much happened when, and where one is in it.
import { html } from "tarn/html.js";

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
      <p class="ends quiet"><span>${formatEnd(begin)}</span><span>how much happened when</span><span>${formatEnd(end)}</span></p>
    </div>
  `;
}

const PARTS = { year: "numeric", month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const END = new Intl.DateTimeFormat(undefined, PARTS);
const MOMENT = new Intl.DateTimeFormat(undefined, { ...PARTS, weekday: "long", second: "2-digit", timeZoneName: "short" });

function formatEnd(at) {
  return END.format(new Date(at));
}

// With the zone of the clock that it goes by, which is that of whoever looks on.
export function formatMoment(at) {
  return MOMENT.format(new Date(at));
}
