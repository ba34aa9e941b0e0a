// Where a bubble stands: near its speaker, where it and its tail hide the fewest labels.
import { measureText, shortenName } from "tarn/views/world/labels.js";

export const BUBBLE_WIDTH = 190;

const LINE = 18;
const PADDING = 12;
const CHARACTERS = 24;
const MOST_LINES = 4;

// The dots and names of people stand in rows above their room, the lowest first.
export const ROW = 17;
export const FIRST_ROW = 20;
const DOT = { x: -24, y: -4 };
const NAME_LEFT = -15;

const STEP = 20;
const REACH = { left: 330, right: 150, above: 190, below: 130 };
const GAP = 6;
const CORNER = 14;
// How much worse it is if a tail crosses a label, and if it is longer by one.
const CROSSING = 120;
const LONGER = 4;
// How much worse it is if the tail ends at the room, or at the name of somebody else who is there: worse than to hide a name.
const INDIRECT = 2500;
const SAMPLES = 8;

// Around each label so much stays free, and it is so much worse to hide a part of it.
export const FREE = 5;
const HIDING = 600;

// `row` is the speaker's, and -1 if they are not seen; below its middle the room and its name take `foot`; `findLabels` returns, for a
// box, what should not be hidden there: rectangles, some with a `weight`; `box` is the part of the map in sight, in which it stands
// also if its speaker does not. Returns the rectangle, the edge that the tail leaves, and the tail.
export function placeBubble(text, { name, foot, at, row, rows }, findLabels, box) {
  const height = countLines(text) * LINE + PADDING;
  const tips = listTips(name, foot, at, row, rows);
  return chooseBest([...listPlaces(at, height, box)], height, tips, findLabels)
    || chooseBest([...listAll(height, box)], height, tips, findLabels)
    || joinTail({ left: at.x - BUBBLE_WIDTH / 2, top: tips.above.y - GAP - height, width: BUBBLE_WIDTH, height }, tips);
}

// The place that costs least. How long its tail is each knows at once, and what it hides only those are asked that can still be the best.
function chooseBest(places, height, tips, findLabels) {
  const found = places
    .map(([left, top]) => joinTail({ left, top, width: BUBBLE_WIDTH, height }, tips)).filter(Boolean)
    .map((each) => ({ ...each, cost: weighTail(each) })).sort((one, other) => one.cost - other.cost);
  if (found.length === 0) return null;
  const labels = findLabels(bound(found, height));
  let best = null;
  for (const each of found) {
    if (best && each.cost >= best.cost) break;
    const cost = each.cost + weighHidden(each, labels);
    if (!best || cost < best.cost) best = { ...each, cost };
  }
  return best;
}

// The box around all places of a bubble and as much of its tails as is near them.
function bound(found, height) {
  const xs = found.flatMap((each) => [each.left, each.left + BUBBLE_WIDTH]);
  const ys = found.flatMap((each) => [each.top, each.top + height]);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return [left, top, Math.max(...xs) - left, Math.max(...ys) - top];
}

function countLines(text) {
  let [lines, room] = [1, CHARACTERS];
  for (const word of text.split(/\s+/)) {
    if (word.length > room && room < CHARACTERS) [lines, room] = [lines + 1, CHARACTERS];
    lines += Math.max(0, Math.ceil(word.length / CHARACTERS) - 1);
    room -= (word.length % CHARACTERS) + 1;
  }
  return Math.min(lines, MOST_LINES);
}

// Where a tail ends that comes from each side: at the speaker's name, or at the room without one.
function listTips(name, foot, at, row, rows) {
  const y = row < 0 ? at.y : at.y - FIRST_ROW - row * ROW + DOT.y;
  const right = row < 0 ? at.x + 9 : at.x + NAME_LEFT + measureText(shortenName(name));
  return {
    left: { x: right + 4, y },
    right: { x: (row < 0 ? at.x - 9 : at.x + DOT.x) - 8, y },
    above: { x: row < 0 ? at.x : at.x + DOT.x, y: at.y - 16 - rows * ROW, indirect: row >= 0 && row < rows - 1 },
    below: { x: at.x, y: at.y + foot + 4, indirect: row >= 0 },
  };
}

function* listPlaces(at, height, [left, top, width, depth]) {
  for (let y = at.y - REACH.above - height; y <= at.y + REACH.below; y += STEP) {
    for (let x = at.x - REACH.left; x <= at.x + REACH.right; x += STEP) {
      if (x >= left && y >= top && x + BUBBLE_WIDTH <= left + width && y + height <= top + depth) yield [x, y];
    }
  }
}

// Everywhere in a box: for a speaker who is not in sight.
function* listAll(height, [left, top, width, depth]) {
  for (let y = top + GAP; y + height + GAP <= top + depth; y += STEP) {
    for (let x = left + GAP; x + BUBBLE_WIDTH + GAP <= left + width; x += STEP) yield [x, y];
  }
}

// The edge that faces the speaker, with the points of the tail; null: the bubble would stand on them.
function joinTail(bubble, tips) {
  const { left, top, width, height } = bubble;
  const upper = (top + height / 2) <= tips.left.y ? top + height - CORNER : top + CORNER;
  const middle = left + width / 2;
  if (left >= tips.left.x + GAP) return { ...bubble, edge: "left", base: { x: left, y: upper }, tip: tips.left };
  if (left + width <= tips.right.x - GAP) return { ...bubble, edge: "right", base: { x: left + width, y: upper }, tip: tips.right };
  const spread = width / 2 - 2 * CORNER;
  if (top + height <= tips.above.y - GAP) {
    return { ...bubble, edge: "bottom", base: { x: clamp(tips.above.x, middle - spread, middle + spread), y: top + height }, tip: tips.above };
  }
  if (top >= tips.below.y + GAP) {
    return { ...bubble, edge: "top", base: { x: clamp(tips.below.x, middle - spread, middle + spread), y: top }, tip: tips.below };
  }
  return null;
}

function weighTail({ base, tip }) {
  return (tip.indirect ? INDIRECT : 0) + LONGER * Math.hypot(base.x - tip.x, base.y - tip.y);
}

function weighHidden({ base, tip, ...bubble }, labels) {
  const hidden = labels.reduce((sum, label) => sum + overlap(bubble, label), 0);
  return hidden + CROSSING * labels.filter((label) => crosses(base, tip, label)).length;
}

function overlap(bubble, label) {
  const width = Math.min(bubble.left + bubble.width, label.left + label.width + FREE) - Math.max(bubble.left, label.left - FREE);
  const depth = Math.min(bubble.top + bubble.height, label.top + label.height + FREE) - Math.max(bubble.top, label.top - FREE);
  return width > 0 && depth > 0 ? HIDING + width * depth * (label.weight || 1) : 0;
}

function crosses(base, tip, { left, top, width, height }) {
  for (let part = 0; part < SAMPLES; part += 1) {
    const x = base.x + ((tip.x - base.x) * part) / SAMPLES;
    const y = base.y + ((tip.y - base.y) * part) / SAMPLES;
    if (x > left && x < left + width && y > top && y < top + height) return true;
  }
  return false;
}

function clamp(number, least, most) {
  return Math.min(Math.max(number, least), most);
}

const HALF = 5;

// The outline of a tail, open where it leaves its bubble, whose edge it hides there.
export function drawTail({ edge, base, tip }) {
  const inside = edge === "left" || edge === "top" ? 1.5 : -1.5;
  const points = edge === "left" || edge === "right"
    ? [[base.x + inside, base.y - HALF], [base.x + inside, base.y + HALF]]
    : [[base.x - HALF, base.y + inside], [base.x + HALF, base.y + inside]];
  return `M ${points[0].join(" ")} L ${tip.x} ${tip.y} L ${points[1].join(" ")}`;
}
