// Names on the map: how wide they are, and in which lines.

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
export const PERSON_FONT = "600 14px";
// So high is a line of a room's name, and a row of its list of people, before whose name stands a sign.
export const LABEL_LINE = 16;
export const ROW = 18;
export const SIGN = 15;
// Half of what the mark of a room takes.
export const MARK = 11;

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
