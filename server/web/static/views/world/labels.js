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
