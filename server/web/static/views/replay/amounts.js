// How much happened when, as bars of the line of time: asked for the whole line, which says when the world stood still, and
// if it did, then for each stretch in which the world ran, as the bars of the whole would be far too long for them.
import { useEffect, useRef, useState } from "preact/hooks";
import { makeScale } from "tarn/views/replay/time_scale.js";

export const KINDS = ["talk", "deeds", "moves"];

// A bar, with the pixel that is free beside it.
const PITCH = 6;
// As many as are answered at once.
const MOST_BARS = 400;
// Stretches that are asked for by themselves, as nobody may ask without end; of more, all are told as the whole line is.
const MOST_ASKED = 24;

// `measure(from, to, parts, ...how)` returns how much happened in each of the `parts` of a time (ISO texts), how much of each
// of the `kinds`, if that is known, and when the world `stood` still. Returned is the answer with the times that it is of.
export function useAmounts(measure, begin, end, width) {
  const [amounts, setAmounts] = useState({ begin, end, stood: [], bars: [], hasKinds: true });
  const known = useRef(new Map());
  useEffect(() => {
    if (!width) return () => null;
    const stop = new AbortController();
    const ask = (from, to, parts) => measure(new Date(from).toISOString(), new Date(to).toISOString(), parts, stop.signal);
    const take = (found) => stop.signal.aborted || setAmounts({ begin, end, ...found });
    askForBars(ask, begin, end, width, known.current).then(take, () => take({ stood: [], bars: [], hasKinds: true }));
    return () => stop.abort();
  }, [measure, begin, end, width]);
  return amounts;
}

async function askForBars(ask, begin, end, width, known) {
  const whole = await ask(begin, end, countBars(width));
  const stood = whole.stood || [];
  const pieces = makeScale(begin, end, stood, width).pieces.filter((each) => !each.still);
  const all = [{ ...whole, from: begin, to: end }];
  const asked = stood.length === 0 || pieces.length > MOST_ASKED ? all : await Promise.all(pieces.map((each) => askForPiece(ask, each, end, known))).catch(() => all);
  const hasKinds = asked.every((each) => each.kinds);
  return { stood, hasKinds, bars: asked.flatMap((each) => listBars(each, hasKinds)).flatMap((each) => cutBar(each, pieces)) };
}

// What is over does not change, and is not asked for again.
async function askForPiece(ask, { from, to, left, right }, end, known) {
  const parts = countBars(right - left);
  const name = `${from} ${to} ${parts}`;
  const found = known.get(name) || { ...await ask(from, to, parts), from, to };
  if (to < end) known.set(name, found);
  return found;
}

function countBars(width) {
  return Math.max(1, Math.min(MOST_BARS, Math.round(width / PITCH)));
}

// Those in which something happened: from when to when, and how much of each kind, or of anything.
export function listBars({ from, to, parts, kinds }, hasKinds) {
  const step = (to - from) / parts.length;
  return parts.flatMap((size, n) => {
    const amounts = hasKinds ? KINDS.map((kind) => [kind, kinds[kind][n]]) : [["talk", size]];
    const total = amounts.reduce((sum, [, amount]) => sum + amount, 0);
    return total ? [{ from: from + n * step, to: from + (n + 1) * step, amounts, total }] : [];
  });
}

// A bar of the whole line may reach over a gap: each stretch has its share of it.
export function cutBar(bar, pieces) {
  const cut = pieces.map((each) => ({ from: Math.max(each.from, bar.from), to: Math.min(each.to, bar.to) })).filter((each) => each.from < each.to);
  const ran = cut.reduce((sum, each) => sum + each.to - each.from, 0);
  return cut.map(({ from, to }) => {
    const share = (to - from) / ran;
    return { from, to, amounts: bar.amounts.map(([kind, amount]) => [kind, amount * share]), total: bar.total * share };
  });
}

// How long a bar is: about as long in each stretch, but where a gap cuts one.
export function findStep(bars) {
  const lengths = bars.map(({ from, to }) => to - from).sort((one, other) => one - other);
  return lengths.length ? lengths[Math.floor(lengths.length / 2)] : 0;
}
