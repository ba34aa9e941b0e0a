// Where names stand on the map: that of each room, and the list of those who are there, off the ways and off each other.
import { findCovered, indexBoxes, measureInside, meet, widen } from "tarn/views/world/boxes.js";
import { LABEL_LINE, MARK, ROOM_FONT, ROW, SIGN, measureText, wrapName } from "tarn/views/world/labels.js";

const BESIDE = 15;
const BELOW = 26;
const ABOVE = -17;
// Askew of the mark a name stands nearer to it.
const ASKEW = { x: 11, below: 22, above: -12 };
const ASCENT = 12;
const PAD = 3;
// A list stands so far from the mark, if it stands beside that and not at the name.
const ASIDE = 4;
// A name and its list reach so far from their mark.
const REACH = { x: 300, y: 140 };
const SQUARE = 200;
// Another room's name and list stand no farther from its mark.
const FARTHEST = { x: 260, y: 100 };
// A list is mostly of so many rows, and so wide.
const USUAL = { width: 74, height: 2 * ROW + 4 };
// How much worse a place is where a way runs through it, and for each pixel of that, and where something else stands: for a name,
// and for a list, which hides the way and is read on its own ground.
const NAME = { crossed: 30, long: 1.5, covered: 60, free: 1 };
const LIST = { crossed: 5, long: 0.12, covered: 80, free: 1 };
// Nobody seems to swim: a list on the water is worse than one across many ways.
const WET = 70;
const BEYOND = 1000;
export const EVERYWHERE = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
// How much worse the sides are at which a list may stand, seen from its room.
const SPOTS = { below: 0, above: 2, right: 3, left: 3, corner: 4, beyond: 6 };
const SHIFTED = 0.5;
// And if it is not the one that is kept for it.
const MOVED = 3;
// Of a small map each name is looked at again once all the others stand.
const FEW = 80;
const PASSES = 3;

// For each id the lines of the room's name, where they begin, the rectangle around them, and the `spot` of the list.
export function placeNames(rooms, at, ways, isWet = () => false) {
  const marks = indexBoxes([...at].map(([id, { x, y }]) => ({ id, left: x - MARK, top: y - MARK, width: 2 * MARK, height: 2 * MARK })), SQUARE);
  const lines = indexWays(ways);
  const chosen = new Map();
  const all = rooms.map((room) => {
    const sides = listSides(room, at.get(room.id));
    const reach = reachOf(sides);
    // What cannot be met by the name or its list, wherever they stand, is not looked at again.
    const far = { left: reach.left - FARTHEST.x, top: reach.top - FARTHEST.y, width: reach.width + 2 * FARTHEST.x, height: reach.height + 2 * FARTHEST.y };
    return { room, reach, lines: lines.near(reach).filter((each) => meet(each, reach)), marks: marks.near(far).filter((each) => each.id !== room.id && meet(each, far)), sides };
  });
  let isSettled = false;
  for (let pass = 0; pass < (rooms.length > FEW ? 1 : PASSES) && !isSettled; pass += 1) {
    isSettled = true;
    for (const { room, reach, lines: near, marks: others, sides } of all) {
      const taken = others.flatMap(({ id }) => (chosen.has(id) ? [chosen.get(id).box, chosen.get(id).list] : []));
      const best = findSide(sides, at.get(room.id), near, [...others, ...taken].filter((each) => meet(each, reach)), isWet);
      const before = chosen.get(room.id);
      if (!before || before.box !== best.box || before.spot !== best.spot) isSettled = false;
      chosen.set(room.id, best);
    }
  }
  return chosen;
}

// Ways, of which those near a box are found.
export function indexWays(ways) {
  return indexBoxes(ways.map(({ line }) => ({ ...boundLine(line), line })), SQUARE);
}

// All that a name and its list may cover.
function reachOf(sides) {
  const [left, top] = [Math.min(...sides.map(({ box }) => box.left)), Math.min(...sides.map(({ box }) => box.top))];
  const right = Math.max(...sides.map(({ box }) => box.left + box.width));
  const bottom = Math.max(...sides.map(({ box }) => box.top + box.height));
  const [wide, high] = [USUAL.width + ASIDE + 1, USUAL.height + MARK + 2];
  return { left: left - wide, top: top - high, width: right - left + 2 * wide, height: bottom - top + 2 * high };
}

export function around({ x, y }) {
  return { left: x - REACH.x, top: y - REACH.y, width: 2 * REACH.x, height: 2 * REACH.y };
}

function boundLine({ x1, y1, x2, y2 }) {
  return { left: Math.min(x1, x2), top: Math.min(y1, y2), width: Math.abs(x1 - x2) + 1, height: Math.abs(y1 - y2) + 1 };
}

function listSides({ name }, { x, y }) {
  const lines = wrapName(name);
  const width = Math.max(0, ...lines.map((each) => measureText(each, ROOM_FONT))) + 2 * PAD;
  const height = lines.length * LABEL_LINE + 2;
  const rest = (lines.length - 1) * LABEL_LINE;
  const middle = 5 - rest / 2;
  const side = (anchor, left, base, cost) => {
    const begin = anchor === "middle" ? left - width / 2 : anchor === "start" ? left - PAD : left + PAD - width;
    return { lines, anchor, x: left, y: base, cost, box: { left: x + begin, top: y + base - ASCENT, width, height } };
  };
  return [
    side("middle", 0, BELOW, 0), side("start", BESIDE, middle, 2), side("end", -BESIDE, middle, 3), side("middle", 0, ABOVE - rest, 4),
    side("start", ASKEW.x, ASKEW.below, 5), side("start", ASKEW.x, ASKEW.above - rest, 5),
    side("end", -ASKEW.x, ASKEW.below, 6), side("end", -ASKEW.x, ASKEW.above - rest, 6),
  ];
}

// The best side for a name, with the best spot for a list there. Sides come with the best first, and what cannot be best is not weighed.
function findSide(sides, at, lines, hard, isWet) {
  let best = null;
  for (const side of sides) {
    if (best && side.cost >= best.cost) break;
    const cost = side.cost + weigh(side.box, lines, hard, NAME);
    if (best && cost >= best.cost) continue;
    const own = [...hard, side.box, { left: at.x - MARK, top: at.y - MARK, width: 2 * MARK, height: 2 * MARK }];
    const found = findSpot(listSpots(side, at, USUAL), lines, own, isWet);
    if (!best || cost + found.cost < best.cost) best = { ...side, spot: found.spot, list: found.box, cost: cost + found.cost };
  }
  return best;
}

function findSpot(spots, lines, hard, isWet) {
  let best = null;
  for (const each of spots.sort((one, other) => one.cost - other.cost)) {
    if (best && each.cost >= best.cost) break;
    const cost = each.cost + weigh(each.box, lines, hard, LIST) + (touchesWater(each.box, isWet) ? WET : 0);
    if (!best || cost < best.cost) best = { ...each, cost };
  }
  return best;
}

function listSpots({ anchor, box }, at, { width, height }) {
  const [top, bottom] = [Math.min(box.top, at.y - MARK), box.top + box.height];
  const middle = at.y - height / 2;
  // Below or above a name that stands on the other side of the mark, a list is nearer to its mark.
  const isAbove = bottom < at.y;
  const below = isAbove ? at.y + MARK + 1 : bottom + 1;
  const above = (isAbove || anchor === "middle" ? top : box.top) - height - 1;
  const [left, right] = [box.left, box.left + box.width - width];
  const aligned = { start: [left, right, left + ASIDE * 4], middle: [(left + right) / 2, left, right], end: [right, left, right - ASIDE * 4] }[anchor];
  const beyond = anchor === "end" ? box.left - ASIDE - width : box.left + box.width + ASIDE;
  return [
    ["beyond", beyond, box.top + (box.height - height) / 2, 0],
    ...aligned.map((x, number) => ["below", x, below, number * SHIFTED]), ...aligned.map((x, number) => ["above", x, above, number * SHIFTED]),
    ["right", at.x + MARK + ASIDE, middle, 0], ["left", at.x - MARK - ASIDE - width, middle, 0],
    ...[at.x + MARK - ASIDE, at.x - MARK + ASIDE - width].flatMap((x) => [at.y + MARK - ASIDE, at.y - MARK + ASIDE - height].map((y) => ["corner", x, y, 0])),
  ].map(([spot, x, y, more]) => ({ spot, cost: SPOTS[spot] + more, box: { left: x, top: y, width, height } }));
}

// Looked at where its corners are, in the middle of its edges, and in its own.
function touchesWater({ left, top, width, height }, isWet) {
  return [0, 0.5, 1].some((x) => [0, 0.5, 1].some((y) => isWet(left + x * width, top + y * height)));
}

function weigh(box, lines, hard, { crossed, long, covered, free }) {
  const whole = widen(box, free);
  let cost = 0;
  for (const each of lines) {
    const inside = meet(each, whole) ? measureInside(each.line, whole) : 0;
    if (inside > 0) cost += crossed + long * inside;
  }
  for (const each of hard) if (meet(each, box)) cost += covered;
  return cost;
}

function isWithin({ left, top, width, height }, edges) {
  return left >= edges.left && top >= edges.top && left + width <= edges.right && top + height <= edges.bottom;
}

// The list of those who are in a room: at the spot that is kept for it, or, if it is too large for that, where it hides least, and
// within the `edges`; `taken` are lists of other rooms. `names` are the rows, as they are seen; each has a box of its own, as wide as the list, at whose edge a tail ends. `fixed` and `lines` are indexes of what is
// not hidden and of the ways.
export function placeList(name, at, names, { fixed, lines, edges = EVERYWHERE, isWet = () => false }, taken = []) {
  const lengths = names.map((each) => SIGN + measureText(each) + 6);
  const size = { width: Math.max(0, ...lengths) + 4, height: names.length * ROW + 4 };
  const spots = listSpots(name, at, size)
    .map((each) => ({ ...each, cost: each.cost + (each.spot === name.spot ? 0 : MOVED) + (isWithin(each.box, edges) ? 0 : BEYOND) }));
  const near = around(at);
  const { box } = findSpot(spots, lines.near(near), [...findCovered(fixed, near), ...taken], isWet);
  const rows = names.map((_, row) => ({ left: box.left + 2, top: box.top + 2 + row * ROW, width: box.width - 4, height: ROW }));
  return { ...box, rows };
}
