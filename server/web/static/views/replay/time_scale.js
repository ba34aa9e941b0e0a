// From a time to a place on the line of time and back. The line has no room for a time in which the world stood
// still: each is a narrow gap, and the stretches in which the world ran share what is left by their lengths.

// A gap with words in it, and one without; so much of the line all gaps have at most, with words and at all.
const WORDED = 44;
const NARROW = 14;
const WORDED_SHARE = 0.25;
const MOST_SHARE = 0.4;
// The shortest stretch is seen.
const LEAST = 8;

// Pieces of the line from left to right, without a hole: from when to when, from where to where, and, of a gap, the
// whole `still` time, which may go beyond the line. Times are milliseconds, places are pixels of `width`.
// `stood` are the still times, as the server tells them.
export function makeScale(begin, end, stood, width) {
  const cut = cutTime(begin, Math.max(begin + 1, end), stood);
  const gaps = cut.filter((each) => each.still).length;
  const gap = findGap(gaps, cut.length - gaps, width);
  const widths = shareOut(cut.filter((each) => !each.still).map(({ from, to }) => to - from), width - gaps * gap);
  let right = 0;
  const pieces = cut.map((each) => {
    const left = right;
    right += each.still ? gap : widths.shift();
    return { ...each, left, right };
  });
  return { begin, end, width, pieces, isWorded: gap >= WORDED };
}

export function findX(scale, at) {
  const { from, to, left, right } = scale.pieces.find((each) => at < each.to) || scale.pieces[scale.pieces.length - 1];
  return left + (right - left) * Math.max(0, Math.min(1, (at - from) / (to - from || 1)));
}

// A place in a gap is the beginning of what comes next; in one at the end, of which that is not in sight, the last moment of the line.
export function findTime(scale, x) {
  const { from, to, left, right, still } = findPiece(scale, x);
  if (still) return Math.min(to, scale.end - 1);
  return from + (to - from) * Math.max(0, Math.min(1, (x - left) / (right - left || 1)));
}

export function findPiece(scale, x) {
  return scale.pieces.find((each) => x < each.right) || scale.pieces[scale.pieces.length - 1];
}

// Still times that touch are one; a clock that was set back may even have them overlap.
function cutTime(begin, end, stood) {
  const pieces = [];
  let at = begin;
  const times = stood.map((each) => ({ from: Date.parse(each.from), to: Date.parse(each.to) })).sort((a, b) => a.from - b.from);
  for (const still of times.filter((each) => each.from < each.to && each.to > begin && each.from < end)) {
    const last = pieces[pieces.length - 1];
    const to = Math.min(end, still.to);
    if (to <= at) continue;
    if (last && still.from <= at) Object.assign(last, { to, still: { from: last.still.from, to: still.to } });
    else {
      if (still.from > at) pieces.push({ from: at, to: still.from, still: null });
      pieces.push({ from: Math.max(at, still.from), to, still });
    }
    at = to;
  }
  if (at < end) pieces.push({ from: at, to: end, still: null });
  return pieces;
}

function findGap(gaps, stretches, width) {
  if (!gaps) return 0;
  if (!stretches) return width / gaps;
  return gaps * WORDED <= width * WORDED_SHARE ? WORDED : Math.min(NARROW, (width * MOST_SHARE) / gaps);
}

// Each its part by its length, but none less than can be seen, as far as there is room for that.
function shareOut(lengths, width) {
  const least = Math.min(LEAST, width / (lengths.length || 1));
  let short = new Set();
  for (;;) {
    const rest = lengths.reduce((sum, each, n) => sum + (short.has(n) ? 0 : each), 0);
    const room = width - short.size * least;
    const share = (each, n) => (short.has(n) ? least : (each / (rest || 1)) * room);
    const found = lengths.map(share);
    const next = new Set(found.flatMap((each, n) => (each <= least ? [n] : [])));
    if (next.size === short.size) return found;
    short = next;
  }
}
