// Between two rows of a tree: a bracket from each summary to those of the row below that it was made of.

// Narrower ones have no bracket, and parts that are nearer to each other no lines of their own.
const LEAST_JOINED = 7;
const LEAST_APART = 3;
// So far above the parts runs the beam: below the title of their row, where that stands in the drawing.
const ABOVE = 9;

// `above`: where the bars of the row above lie; `toX` tells where a memory does.
export function drawJoins(context, view, above, lane, top, toX, colors) {
  const foot = top + lane.head + lane.joins;
  const parts = lane.rows.flat().sort((one, other) => one.first - other.first);
  let at = 0;
  for (const { summary, left, right, bottom } of [...above].sort((one, other) => one.left - other.left)) {
    const middles = [];
    while (at < parts.length && parts[at].first < summary.first) at += 1;
    for (; at < parts.length && parts[at].last <= summary.last; at += 1) middles.push((toX(parts[at].first) + toX(parts[at].last + 1)) / 2);
    if (right - left < LEAST_JOINED || !middles.length) continue;
    context.fillStyle = colors.summary;
    context.globalAlpha = isWithin(summary, view.example) ? 1 : 0.6;
    drawBracket(context, { stem: (left + right) / 2, top: bottom - 1, middles, foot });
  }
  context.globalAlpha = 1;
}

function isWithin(summary, example) {
  return Boolean(example) && summary.first >= example.first && summary.last <= example.last;
}

// A stem from above, a beam over all parts, and a line down to each.
function drawBracket(context, { stem, top, middles, foot }) {
  const beam = Math.round(foot - ABOVE);
  const [first, last] = [middles[0], middles[middles.length - 1]];
  context.fillRect(Math.round(stem), top, 1, beam - top);
  context.fillRect(Math.round(first), beam, Math.round(last) - Math.round(first) + 1, 1);
  const apart = middles.length > 1 ? (last - first) / (middles.length - 1) : LEAST_APART;
  for (const middle of apart < LEAST_APART ? [first, last] : middles) context.fillRect(Math.round(middle), beam, 1, foot - beam);
}
