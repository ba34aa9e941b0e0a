// Names on the map: as much as fits between two neighbours.

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

// So high is a line of a room's name, and so wide are narrow, wide, large and other letters of it.
export const LABEL_LINE = 16;
const WIDTHS = [[/[ijltfr.,:;'’!|I]/g, 4.6], [/[mwMW@…]/g, 12], [/[A-Z]/g, 8.8], [/\s/g, 3.4]];
const LETTER = 7.9;

// How wide a text is on the map, about: a font that is not there yet cannot be measured.
export function measureText(text) {
  let [left, width] = [text, 0];
  for (const [letters, wide] of WIDTHS) {
    const rest = left.replace(letters, "");
    width += (left.length - rest.length) * wide;
    left = rest;
  }
  return width + left.length * LETTER;
}

const BESIDE = 16;
const BELOW = 27;
const ASCENT = 12;
const PAD = 4;
// How much worse a side is where a way runs through the name, where another room or name is, and if it is not below.
const CROSSED = 10;
const COVERED = 30;

// Where each room's name stands, below or beside its mark, where the fewest ways run through it: for each id
// the lines, where they begin, and the rectangle around them.
export function placeNames(rooms, at, ways) {
  const marks = [...at].map(([id, { x, y }]) => ({ id, left: x - 10, top: y - 10, width: 20, height: 20 }));
  const taken = [];
  return new Map(rooms.map((room) => {
    const best = listSides(room, at.get(room.id))
      .map((side) => ({ ...side, cost: side.cost + weigh(side.box, room.id, ways, marks, taken) }))
      .reduce((one, other) => (other.cost < one.cost ? other : one));
    taken.push({ id: room.id, ...best.box });
    return [room.id, best];
  }));
}

function listSides({ name }, { x, y }) {
  const lines = wrapName(name);
  const width = Math.max(0, ...lines.map(measureText)) + 2 * PAD;
  const height = lines.length * LABEL_LINE + 2;
  const middle = 5 - ((lines.length - 1) * LABEL_LINE) / 2;
  const box = (left, base) => ({ left: x + left, top: y + base - ASCENT, width, height });
  return [
    { lines, anchor: "middle", x: 0, y: BELOW, box: box(-width / 2, BELOW), cost: 0 },
    { lines, anchor: "start", x: BESIDE, y: middle, box: box(BESIDE - PAD, middle), cost: 2 },
    { lines, anchor: "end", x: -BESIDE, y: middle, box: box(PAD - BESIDE - width, middle), cost: 3 },
  ];
}

function weigh(box, id, ways, marks, taken) {
  const crossed = ways.filter(({ line }) => runsThrough(line, box)).length;
  const covered = [...marks, ...taken].filter((each) => each.id !== id && meet(box, each)).length;
  return CROSSED * crossed + COVERED * covered;
}

function meet(one, other) {
  return one.left < other.left + other.width && other.left < one.left + one.width
    && one.top < other.top + other.height && other.top < one.top + one.height;
}

// Whether a line has a part inside a rectangle (Liang and Barsky, 1984).
export function runsThrough({ x1, y1, x2, y2 }, { left, top, width, height }) {
  let [begin, end] = [0, 1];
  for (const [step, room] of [[x1 - x2, x1 - left], [x2 - x1, left + width - x1], [y1 - y2, y1 - top], [y2 - y1, top + height - y1]]) {
    if (step === 0 && room < 0) return false;
    if (step < 0) begin = Math.max(begin, room / step);
    if (step > 0) end = Math.min(end, room / step);
  }
  return begin < end;
}
