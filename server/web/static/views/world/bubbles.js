// Where a bubble stands: near its speaker, where neither it nor its tail hides anything; ways only where nothing near is free.
import { cross, isInside, measureInside, meet, runsThrough, widen } from "tarn/views/world/boxes.js";
import { measureText } from "tarn/views/world/labels.js";

// As world.css has them: letters, lines and the room around them.
const FONT = "14px";
const NAME_FONT = "600 14px";
const LINE = 18;
const [PAD_X, PAD_Y] = [9, 5];
const MOST_LINES = 3;
const WIDEST = 186;
const NARROWEST = 44;
const NAME_GAP = 5;
const SPARE = 3;

// How large a bubble may be, the usual size first: its words stand in as few lines as they need, of about the same length, or in one or two more.
export function measureBubble({ name, words }) {
  const parts = [measureText(name, NAME_FONT) + NAME_GAP, ...words.split(/\s+/).map((word) => measureText(word, FONT))];
  const lines = Math.min(MOST_LINES, countLines(parts, WIDEST));
  const sizes = [0, 1, 2].map((more) => lines + more).map((each) => ({ lines: each, width: findWidth(parts, each), height: each * LINE + 2 * PAD_Y }));
  return sizes.filter((each, n) => n === 0 || each.width < sizes[n - 1].width);
}

// The least width in which words take no more than so many lines; what is longer is cut.
function findWidth(parts, lines) {
  let [least, most] = [NARROWEST, WIDEST];
  while (most - least > 4) {
    const middle = (least + most) / 2;
    if (countLines(parts, middle) <= lines) most = middle;
    else least = middle;
  }
  return Math.ceil(most) + 2 * PAD_X + SPARE;
}

function countLines(parts, width) {
  const space = measureText(" ", FONT);
  let [lines, used] = [1, 0];
  for (const part of parts) {
    if (used > 0 && used + space + part > width) [lines, used] = [lines + 1, 0];
    lines += Math.max(0, Math.ceil(part / width) - 1);
    used += (used ? space : 0) + (part % width);
  }
  return lines;
}

const STEP = 12;
// A bubble stands no farther than this from its speaker.
export const REACH = { x: 210, y: 170 };
const GAP = 9;
const TOUCH = 2;
const CORNER = 13;
// Around what may not be hidden so much stays free.
const FREE = 4;
// How much worse it is if a tail is longer by one, the more so if it is long already, if it stands upright, if a way runs below the
// bubble – worse than any tail of usual length – or its tail crosses one, and if something is hidden: then it is no place, unless
// there is none.
const LONGER = 4;
const LONG = 1 / 30;
const UPRIGHT = 1.2;
const WAY = { any: 9000, each: 8, crossed: 400 };
const HIDING = 100_000;
// And if it has not its usual size.
const UNUSUAL = 60;
// A tail to somebody out of sight shows where they are, and ends soon.
const LONGEST_AFAR = 24;

// `speaker` is a box, that of a name in a list or of the mark of a room; `there` has what stands near: `hard`, boxes that are not
// hidden, `names`, what a tail does not cross, `tails` of other bubbles, and `ways`; `window` is the part of the map in sight.
// Returns the bubble's box, the edge that the tail leaves, and the tail; `isClean`: it hides nothing; `isOffWays`: not even a way.
export function placeBubble(sizes, speaker, there, window) {
  const isAfar = !isInside({ x: speaker.left + speaker.width / 2, y: speaker.top + speaker.height / 2 }, window);
  const tips = listTips(speaker);
  const list = (find) => sizes.flatMap((size, unusual) => [...find(size)].map(([left, top]) => joinTail({ left, top, ...size }, tips, isAfar, unusual * UNUSUAL))).filter(Boolean);
  const near = isAfar ? null : chooseBest(list((size) => listPlaces(speaker, size, window)), there);
  if (near && near.cost < WAY.any) return near;
  // Wherever it is free in sight, before it lies on a way.
  const far = chooseBest(list((size) => listAll(size, window)), there);
  return near && (!far || near.cost <= far.cost) ? near : far;
}

// The place that costs least. How long its tail is each knows at once, and what it hides only those are asked that can still be best.
function chooseBest(found, there) {
  let best = null;
  for (const each of found.sort((one, other) => one.cost - other.cost)) {
    if (best && each.cost >= best.cost) break;
    const hidden = countHidden(each, there);
    const cost = each.cost + HIDING * hidden + weighWays(each, there.ways);
    if (!best || cost < best.cost) best = { ...each, cost, isClean: hidden === 0, isOffWays: cost < WAY.any };
  }
  return best;
}

// Where a tail ends that comes from each side.
function listTips({ left, top, width, height }) {
  const [x, y] = [left + Math.min(14, width / 2), top + height / 2];
  return {
    left: { x: left + width + TOUCH, y }, right: { x: left - TOUCH, y },
    above: { x, y: top - TOUCH }, below: { x, y: top + height + TOUCH },
  };
}

function* listPlaces(speaker, { width, height }, window) {
  for (let y = speaker.top - REACH.y - height; y <= speaker.top + speaker.height + REACH.y; y += STEP) {
    for (let x = speaker.left - REACH.x - width; x <= speaker.left + speaker.width + REACH.x; x += STEP) {
      if (fits(x, y, width, height, window)) yield [x, y];
    }
  }
}

// Everywhere in sight: for a speaker who is not, or around whom there is no place.
function* listAll({ width, height }, window) {
  for (let y = window.top + FREE; y + height <= window.top + window.height; y += STEP) {
    for (let x = window.left + FREE; x + width <= window.left + window.width; x += STEP) yield [x, y];
  }
}

function fits(x, y, width, height, window) {
  return x >= window.left + FREE && y >= window.top + FREE
    && x + width + FREE <= window.left + window.width && y + height + FREE <= window.top + window.height;
}

// The edge that faces the speaker, with the points of the tail; null: the bubble would stand on them.
function joinTail(bubble, tips, isAfar, unusual) {
  const { left, top, width, height } = bubble;
  const [right, bottom] = [left + width, top + height];
  const find = () => {
    const level = clamp(tips.left.y, top + CORNER, bottom - CORNER);
    if (left >= tips.left.x + GAP) return ["left", { x: left, y: level }, tips.left];
    if (right <= tips.right.x - GAP) return ["right", { x: right, y: level }, tips.right];
    const across = clamp(tips.above.x, left + CORNER, right - CORNER);
    if (bottom <= tips.above.y - GAP) return ["bottom", { x: across, y: bottom }, tips.above];
    if (top >= tips.below.y + GAP) return ["top", { x: across, y: top }, tips.below];
    return null;
  };
  const joined = find();
  if (!joined) return null;
  const [edge, base, whole] = joined;
  const long = Math.hypot(base.x - whole.x, base.y - whole.y);
  const tip = isAfar ? shorten(base, whole, long) : whole;
  return { ...bubble, edge, base, tip, cost: unusual + (LONGER + LONG * long) * long * (edge === "bottom" || edge === "top" ? UPRIGHT : 1) };
}

function shorten(base, tip, long) {
  const share = Math.min(1, LONGEST_AFAR / long);
  return { x: base.x + (tip.x - base.x) * share, y: base.y + (tip.y - base.y) * share };
}

// How much may not be hidden and would be, by the bubble or by its tail.
function countHidden(bubble, { hard, names, tails }) {
  const free = widen(bubble, FREE);
  const tail = findTail(bubble);
  return hard.filter((each) => meet(each, free)).length
    + names.filter((each) => runsThrough(tail, widen(each, 1))).length
    + tails.filter((each) => runsThrough(each, free) || cross(each, tail)).length;
}

export function findTail({ base, tip }) {
  return { x1: base.x, y1: base.y, x2: tip.x, y2: tip.y };
}

function weighWays(bubble, ways) {
  const tail = findTail(bubble);
  // A way is broader than its line.
  const free = widen(bubble, FREE);
  const below = ways.reduce((sum, { line }) => sum + measureInside(line, free), 0);
  return (below > 0 ? WAY.any + WAY.each * below : 0) + WAY.crossed * ways.filter(({ line }) => cross(line, tail)).length;
}

function clamp(number, least, most) {
  return Math.min(Math.max(number, least), Math.max(least, most));
}

const HALF = 5;

// The outline of a tail, open where it leaves its bubble, whose edge it hides there.
export function drawTail({ edge, base, tip }, size = 1) {
  const inside = (edge === "left" || edge === "top" ? 1.5 : -1.5) * size;
  const half = HALF * size;
  const points = edge === "left" || edge === "right"
    ? [[base.x + inside, base.y - half], [base.x + inside, base.y + half]]
    : [[base.x - half, base.y + inside], [base.x + half, base.y + inside]];
  return `M ${points[0].join(" ")} L ${tip.x} ${tip.y} L ${points[1].join(" ")}`;
}
