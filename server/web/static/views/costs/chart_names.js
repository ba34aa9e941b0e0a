// What is drawn over a chart: a name beside each part of its last column or line, a sum above each column, and their ground.

// Which part of its place a column takes, and how wide it is at most.
export const COLUMN = [0.72, 64];

const SIZE = 14;
const LINE = 18;
const LEADER = 14;
const GAP = 4;
// Without names half of the last time on the axis has room.
const PADDING = 24;
// Names take at most so much of the width.
const MOST_SHARE = 0.26;
const MOST_SUMS = 14;
// Other names than those of persons may be long; their ends tell more than nothing.
const ELLIPSIS = "…";

// The room to the right of the columns, in pixels of the page.
export function measureNames(chart, columns, { family }) {
  if (!columns.some((each) => each.name)) return PADDING;
  const { ctx } = chart;
  ctx.save();
  ctx.font = `${SIZE}px ${family}`;
  const widest = Math.max(...columns.map((each) => ctx.measureText(each.name || "").width));
  ctx.restore();
  return Math.ceil(Math.min(widest, MOST_SHARE * chart.width)) + LEADER + GAP;
}

const MARK_GAP = 6;

// The room to the left of the columns: as much as the marks of the axis need, so that they begin where all else begins.
export function measureMarks({ family }) {
  return (chart, marks) => {
    const { ctx } = chart;
    ctx.save();
    ctx.font = `${SIZE}px ${family}`;
    const widest = Math.max(0, ...(marks || []).map((each) => ctx.measureText(each).width));
    ctx.restore();
    return Math.ceil(widest) + MARK_GAP;
  };
}

// Below each other with room for their letters, as near as may be to where they belong; `wanted` is sorted.
export function spread(wanted, distance, low, high) {
  const placed = [];
  for (const y of wanted) placed.push(Math.max(y, low, (placed[placed.length - 1] ?? -Infinity) + distance));
  for (let n = placed.length - 1, most = high; n >= 0; n -= 1, most = placed[n + 1] - distance) placed[n] = Math.min(placed[n], most);
  return placed;
}

export function drawNames(chart, columns, lines, { family, color }) {
  if (!columns.some((each) => each.name)) return;
  const { ctx, bbox } = chart;
  const ratio = bbox.width / chart.over.clientWidth || 1;
  const ends = findEnds(chart, columns, lines, ratio).sort((one, other) => one.y - other.y);
  const half = (LINE * ratio) / 2;
  const places = spread(ends.map((each) => each.y), LINE * ratio, bbox.top + half / 2, bbox.top + bbox.height - 1.25 * half);
  const right = bbox.left + bbox.width;
  ctx.save();
  ctx.font = `${SIZE * ratio}px ${family}`;
  ctx.textBaseline = "middle";
  ctx.textAlign = "left";
  ctx.lineWidth = 1.5 * ratio;
  ends.forEach((end, n) => {
    ctx.strokeStyle = color(end.color);
    ctx.beginPath();
    ctx.moveTo(end.x, end.y);
    ctx.lineTo(right, end.y);
    ctx.lineTo(right + (LEADER - 4) * ratio, places[n]);
    ctx.stroke();
    ctx.fillStyle = color("--ink");
    ctx.fillText(cut(ctx, end.name, chart.width * MOST_SHARE * ratio), right + LEADER * ratio, places[n]);
  });
  ctx.restore();
}

// Where the last column or point of each is, in pixels of the canvas; what has none has no name here.
function findEnds(chart, columns, lines, ratio) {
  const times = chart.data[0];
  const toY = (value) => chart.valToPos(value, "y", true);
  const toX = (at) => chart.valToPos(times[at], "x", true);
  if (lines) {
    return columns.flatMap((each) => {
      const at = each.values.findLastIndex((value) => value !== null);
      return at < 0 ? [] : [{ ...each, x: toX(at), y: toY(each.values[at]) }];
    });
  }
  const at = times.findLastIndex((_, n) => columns.some((each) => each.values[n]));
  if (at < 0) return [];
  const wide = Math.min((COLUMN[0] * chart.bbox.width) / times.length, COLUMN[1] * ratio);
  let below = 0;
  return columns.map((each) => {
    const y = toY(below + each.values[at] / 2);
    below += each.values[at];
    return { ...each, x: toX(at) + wide / 2, y };
  });
}

function cut(ctx, name, width) {
  if (ctx.measureText(name).width <= width) return name;
  let letters = [...name].slice(0, 200);
  while (letters.length > 1 && ctx.measureText(letters.join("") + ELLIPSIS).width > width) letters = letters.slice(0, -1);
  return letters.join("") + ELLIPSIS;
}

// The line on which columns stand, which their edges would cut. It ends where the table below ends.
export function drawGround({ ctx, bbox }, { color }) {
  ctx.fillStyle = color("--quiet");
  ctx.fillRect(bbox.left, bbox.top + bbox.height - 1, ctx.canvas.width - bbox.left, 1);
}

// If there is room for all of them, and few enough to be read.
export function drawSums(chart, tell, { family, color }) {
  const [times, sums] = chart.data;
  if (times.length > MOST_SUMS) return;
  const { ctx, bbox } = chart;
  const ratio = bbox.width / chart.over.clientWidth || 1;
  ctx.save();
  ctx.font = `${SIZE * ratio}px ${family}`;
  const words = sums.map((sum, at) => (sum ? tell(sum, at) : ""));
  if (Math.max(...words.map((each) => ctx.measureText(each).width)) < bbox.width / times.length) {
    ctx.textAlign = "center";
    ctx.textBaseline = "bottom";
    ctx.fillStyle = color("--ink");
    words.forEach((each, at) => ctx.fillText(each, chart.valToPos(times[at], "x", true), chart.valToPos(sums[at], "y", true) - 3 * ratio));
  }
  ctx.restore();
}
