// The time as a line: how much of what happened when, and where one is in it.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { html } from "tarn/html.js";
import { keepDrawn } from "tarn/kept.js";
import { describeClock, formatLength, formatLocal, formatLongDay } from "tarn/time.js";
import { KINDS, findStep, useAmounts } from "tarn/views/replay/amounts.js";
import { Ticks } from "tarn/views/replay/ticks.js";
import { findPiece, findTime, findX, makeScale } from "tarn/views/replay/time_scale.js";
import { formatFromTo, formatWhen } from "tarn/when.js";

const STEPS = 1000;
const HEIGHT = 64;
// The lowest bar that is seen.
const LEAST = 4;
// As replay.css has it.
const THUMB = 16;
// So long after the last change of its width the line is drawn anew.
const SETTLED = 150;

const MOVES = { ArrowLeft: -1, ArrowDown: -1, PageDown: -1, ArrowRight: 1, ArrowUp: 1, PageUp: 1 };

// `measure` is asked how much happened (amounts.js).
export function Scrubber({ begin, end, at, measure, onSeek }) {
  const [element, width] = useWidth();
  const amounts = useAmounts(measure, begin, end, width);
  // Until the time that is asked for is known, the line is that of the time before.
  const scale = useMemo(() => makeScale(amounts.begin, amounts.end, amounts.stood, width || 1), [amounts, width]);
  const move = useRef(0);
  const still = findStill(amounts.stood, at);
  const point = (event) => {
    const { left, width: whole } = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - left - THUMB / 2) / (whole - THUMB)) * scale.width;
    const found = findPiece(scale, x).still;
    event.currentTarget.title = found ? describeStill(found) : describeBar(amounts, findTime(scale, x));
  };
  return html`
    <div class="time-line">
      <div class="scrubber" ref=${element}>
        ${width > 0 && html`
          <${Bars} amounts=${amounts} width=${width} />
          <${Gaps} amounts=${amounts} width=${width} />
        `}
        <input type="range" min="0" max=${STEPS} value=${Math.round((findX(scale, at) / scale.width) * STEPS)} aria-label="Moment" onPointerMove=${point}
          aria-valuetext=${`${formatMoment(at)}${still ? `, ${describeStill(still)}` : ""}`}
          onPointerDown=${() => { move.current = 0; }} onKeyDown=${(event) => { move.current = MOVES[event.key] || 0; }}
          onInput=${(event) => onSeek(findWanted(scale, findPlace(scale, event), move.current))}
          onChange=${(event) => move.current || leaveLine(scale, findPlace(scale, event), onSeek)} />
        <div class="ticks quiet" aria-hidden="true">
          ${width > 0 && html`<${Ticks} scale=${scale} at=${at} />`}
        </div>
      </div>
      <p class="told quiet"><span class="line-words">${describeLine(amounts)}</span>${amounts.hasKinds && html`<span class="kinds" aria-hidden="true">${KINDS.map((kind) => html`<i key=${kind} class=${kind}>${kind}</i>`)}</span>`}</p>
    </div>
  `;
}

// What the line is, in words: how long a bar is, how much the highest tells, and what is left out.
export function describeLine({ bars, hasKinds, stood }) {
  const step = formatStep(findStep(bars));
  const most = Math.max(0, ...bars.map((each) => each.total));
  const what = hasKinds && most > 0 ? `A bar is ${/^\d/.test(step) ? step : `one ${step}`}, the highest ${countHappenings(Math.ceil(most))}` : "How much happened when";
  return stood.length > 0 ? `${what}. In the gaps the world stood still.` : `${what}.`;
}

function countHappenings(number) {
  return number === 1 ? "1 event" : `${number.toLocaleString("en")} events`;
}

// "50 seconds", "minute", "2 hours": about so long.
export function formatStep(milliseconds) {
  const [unit, size] = STEP_UNITS.find(([, each]) => milliseconds >= 0.95 * each) || ["second", 1000];
  const exact = milliseconds / size;
  const number = exact < 10 ? Math.round(exact) : Math.round(exact / 5) * 5;
  return number <= 1 ? unit : `${number} ${unit}s`;
}

const STEP_UNITS = [["day", 86_400_000], ["hour", 3_600_000], ["minute", 60_000]];

// "25 Nov, 08:20: 3 talk, 1 moves" of the bar that is pointed at.
function describeBar({ bars, hasKinds }, at) {
  const bar = hasKinds && bars.find((each) => at >= each.from && at < each.to);
  if (!bar) return formatWhen(at);
  const kinds = bar.amounts.filter(([, amount]) => amount >= 0.5).map(([kind, amount]) => `${kind} ${Math.round(amount)}`);
  return `${formatWhen(at)}${kinds.length ? `: ${kinds.join(", ")}` : ""}`;
}

function findPlace(scale, { target }) {
  return (target.value / STEPS) * scale.width;
}

// Whoever lets go of the mark in a gap at the end is led on to what comes next; while it is dragged, the line stays the same.
function leaveLine(scale, x, onSeek) {
  const { still, to } = findPiece(scale, x);
  if (still && to >= scale.end) onSeek(still.to);
}

// A key does not stay in a gap: it leads over it, backwards to where the world had run last.
function findWanted(scale, x, move) {
  const { still } = findPiece(scale, x);
  if (!still || !move) return findTime(scale, x);
  return move > 0 ? still.to : still.from - 1;
}

function useWidth() {
  const element = useRef(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const shown = element.current;
    if (!shown) return undefined; // who went on before this was drawn
    let timer = null;
    const look = () => setWidth(shown.clientWidth);
    const sizes = new ResizeObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(look, SETTLED);
    });
    look();
    sizes.observe(shown);
    return () => {
      clearTimeout(timer);
      sizes.disconnect();
    };
  }, []);
  return [element, width];
}

function scaleOf({ begin, end, stood }, width) {
  return makeScale(begin, end, stood, width);
}

// Whole pixels, so that bars are as sharp as letters.
const Bars = keepDrawn(({ amounts, width }) => {
  const scale = scaleOf(amounts, width);
  const most = Math.max(1, ...amounts.bars.map((each) => each.total));
  return html`
    <svg aria-hidden="true">
      ${scale.pieces.filter((each) => !each.still).map(({ left, right }) => {
        const [x, wide] = [Math.round(left), Math.max(1, Math.round(right) - Math.round(left))];
        return html`<rect key=${`ran ${left}`} class="ran" x=${x} width=${wide} height=${HEIGHT} /><rect key=${`base ${left}`} class="base" x=${x} y=${HEIGHT - 1} width=${wide} height="1" />`;
      })}
      ${amounts.bars.map(({ from, to, amounts: kinds, total }) => {
        const x = Math.round(findX(scale, from));
        const wide = Math.max(1, Math.round(findX(scale, to)) - x - 1);
        return stack(kinds, total, Math.max(LEAST, (total / most) * HEIGHT))
          .map(([kind, top, high]) => html`<rect key=${`${kind} ${from}`} class=${kind} x=${x} width=${wide} y=${top} height=${high} />`);
      })}
    </svg>
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

// The line is broken where the world stood still.
const Gaps = keepDrawn(({ amounts, width }) => {
  const scale = scaleOf(amounts, width);
  return scale.pieces.filter((each) => each.still).map(({ still, left, right }) => html`
    <span key=${still.from} class="still quiet" aria-hidden="true" style=${{ left: `${left}px`, width: `${right - left}px` }}>
      ${scale.isWorded ? html`<span>${formatLength(still.to - still.from) || "< 1 min"}</span><span>still</span>` : html`<svg viewBox="0 0 10 12"><path d="M1 11L5 1M5 11L9 1" /></svg>`}
    </span>
  `);
});

function findStill(stood, at) {
  return stood.find((each) => at >= Date.parse(each.from) && at < Date.parse(each.to));
}

export function describeStill({ from, to }) {
  return `the world stood still from ${formatFromTo(from, to)}`;
}

// "Saturday 28 Feb, 06:15:20 UTC": with the zone of the clock that it goes by, which is that of whoever looks on.
export function formatMoment(at) {
  return `${formatLongDay(at)}, ${formatLocal(at).slice(11, 19)} ${describeClock(new Date(at))}`;
}
