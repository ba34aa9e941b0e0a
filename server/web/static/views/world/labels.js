// Names on the map: how wide they are, in which lines, and where they stand.
import { findCovered, indexBoxes, runsThrough } from "tarn/views/world/boxes.js";

const LINE = 18;
const LINES = 2;
const PERSON = 17;

// A room's name in lines, between words where there are any; what does not fit ends with an ellipsis.
export function wrapName(name) {
  const lines = [];
  let left = name;
  while (left && lines.length < LINES) {
    const at = left.length <= LINE ? left.length : left.lastIndexOf(" ", LINE);
    const end = at > 0 ? at : LINE;
    lines.push(left.slice(0, end));
    left = left.slice(end).trimStart();
  }
  if (left) lines[LINES - 1] = `${lines[LINES - 1].slice(0, LINE - 1)}…`;
  return lines;
}

export function shortenName(name) {
  return name.length <= PERSON ? name : `${name.slice(0, PERSON - 1)}…`;
}

// As world.css has them.
export const ROOM_FONT = "600 14px";
export const PERSON_FONT = "14px";
// So high is a line of a room's name, and a row of its list of people, before whose name stands a sign.
export const LABEL_LINE = 16;
export const ROW = 18;
export const SIGN = 15;

const MOST_KEPT = 5000;
const widths = new Map();
let pen = null;

// How wide a text is on the map. What is not loaded yet is measured as what stands for it: `forgetWidths` then measures anew.
export function measureText(text, font = PERSON_FONT) {
  const key = `${font} ${text}`;
  if (!widths.has(key)) {
    if (widths.size >= MOST_KEPT) widths.clear();
    pen = pen || document.createElement("canvas").getContext("2d");
    pen.font = `${font} ${getComputedStyle(document.documentElement).fontFamily}`;
    widths.set(key, pen.measureText(text).width);
  }
  return widths.get(key);
}

export function forgetWidths() {
  widths.clear();
}

const BESIDE = 15;
const BELOW = 26;
const ASCENT = 12;
const PAD = 3;
export const MARK = 11;
// How much worse a side is where a way runs through the name, where another room or name is, and if it is not below;
// and so for the list of those who are there, which stands below the name and is mostly of two rows.
const CROSSED = 10;
const COVERED = 30;
const LIST = { width: 74, rows: 2, crossed: 3, covered: 12 };
const NEAR = 200;

// Where each room's name stands, below or beside its mark, where the fewest ways run through it: for each id
// the lines, where they begin, and the rectangle around them.
export function placeNames(rooms, at, ways) {
  const marks = indexBoxes([...at].map(([id, { x, y }]) => ({ id, left: x - 10, top: y - 10, width: 20, height: 20 })), NEAR);
  const lines = indexBoxes(ways.map(({ line }) => ({ ...boundLine(line), line })), NEAR);
  const taken = indexBoxes([], NEAR);
  return new Map(rooms.map((room) => {
    const best = listSides(room, at.get(room.id))
      .map((side) => ({ ...side, cost: side.cost + weigh(side.box, room.id, lines, marks, taken) }))
      .reduce((one, other) => (other.cost < one.cost ? other : one));
    taken.add({ id: room.id, ...best.box });
    taken.add({ id: room.id, ...guessList(best.box) });
    return [room.id, best];
  }));
}

function boundLine({ x1, y1, x2, y2 }) {
  return { left: Math.min(x1, x2), top: Math.min(y1, y2), width: Math.abs(x1 - x2) + 1, height: Math.abs(y1 - y2) + 1 };
}

function listSides({ name }, { x, y }) {
  const lines = wrapName(name);
  const width = Math.max(0, ...lines.map((each) => measureText(each, ROOM_FONT))) + 2 * PAD;
  const height = lines.length * LABEL_LINE + 2;
  const middle = 5 - ((lines.length - 1) * LABEL_LINE) / 2;
  const box = (left, base) => ({ left: x + left, top: y + base - ASCENT, width, height });
  return [
    { lines, anchor: "middle", x: 0, y: BELOW, box: box(-width / 2, BELOW), cost: 0 },
    { lines, anchor: "start", x: BESIDE, y: middle, box: box(BESIDE - PAD, middle), cost: 2 },
    { lines, anchor: "end", x: -BESIDE, y: middle, box: box(PAD - BESIDE - width, middle), cost: 3 },
  ];
}

function guessList(box) {
  return { left: box.left, top: box.top + box.height, width: Math.max(box.width, LIST.width), height: LIST.rows * ROW };
}

function weigh(box, id, lines, marks, taken) {
  const count = (of) => [
    lines.near(of).filter(({ line }) => runsThrough(line, of)).length,
    [...findCovered(marks, of), ...findCovered(taken, of)].filter((each) => each.id !== id).length,
  ];
  const [[crossed, covered], [crossedList, coveredList]] = [count(box), count(guessList(box))];
  return CROSSED * crossed + COVERED * covered + LIST.crossed * crossedList + LIST.covered * coveredList;
}

// The list of those who are in a room: below its name, or, where that would be below `bottom`, above name and mark.
// `names` are the rows, as they are seen; each has a box of its own.
export function placeList({ anchor, box }, at, names, bottom = Infinity) {
  const lengths = names.map((name) => SIGN + measureText(name) + 6);
  const width = Math.max(0, ...lengths) + 4;
  const height = names.length * ROW + 4;
  const middle = anchor === "start" ? box.left + width / 2 : anchor === "end" ? box.left + box.width - width / 2 : box.left + box.width / 2;
  const below = box.top + box.height + 1;
  const top = below + height <= bottom ? below : Math.min(box.top, at.y - MARK) - height - 1;
  const left = middle - width / 2;
  const rows = lengths.map((length, row) => ({ left: left + 2, top: top + 2 + row * ROW, width: length, height: ROW }));
  return { left, top, width, height, rows };
}
