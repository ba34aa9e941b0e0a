// What is sent to terminals, read as lines of words with a look. What moves a cursor is dropped: nothing in this world does.

// Colours and the like; links and marks; other sequences; the end of a line; words; any other control.
const TOKENS = /\x1b\[([0-?]*)[ -/]*([@-~])|\x1b\](\d+);([^\x07\x1b]*)(?:\x07|\x1b\\)|\x1b[PX^_][^\x1b]*\x1b\\|\x1b[ -/]*[0-~]|(\n)|([^\x00-\x1f\x7f-\x9f]+)|[\x00-\x1f\x7f-\x9f]/g;
// A sequence whose end has not come yet.
const TORN = /\x1b(?:\[[0-?]*[ -/]*|[\]PX^_][^\x07\x1b]*\x1b?|[ -/]*)$/;
const LONGEST_SEQUENCE = 4096;

const LINK = "8";
// Marks what somebody has typed, as shells do; text of the world has no such signs.
const TYPED = "133";
export const TYPED_MARK = `\x1b]${TYPED};C\x07`;

const PLAIN = { colour: 0, bold: false, dim: false };

// A line is {runs, own}, and a run {words, colour, bold, dim, link}.
export class Escapes {
  constructor() {
    this.torn = "";
    this.look = PLAIN;
    this.link = "";
    this.begin();
  }

  begin() {
    this.line = { runs: [], own: false };
  }

  // Returns the lines that have ended; `line` is the one that has not.
  read(text) {
    const whole = this.torn + text;
    const [torn = ""] = whole.match(TORN) || [];
    this.torn = torn.length > LONGEST_SEQUENCE ? "" : torn;
    const lines = [];
    for (const token of whole.slice(0, whole.length - torn.length).matchAll(TOKENS)) {
      if (token[5]) {
        lines.push(this.line);
        this.begin();
      } else {
        this.take(token);
      }
    }
    return lines;
  }

  take([, numbers, end, code, body, , words]) {
    if (words) this.line.runs.push({ words, ...this.look, link: this.link });
    else if (end === "m") this.look = readLook(this.look, numbers);
    else if (code === LINK) this.link = body.slice(body.indexOf(";") + 1);
    else if (code === TYPED) this.line.own = true;
  }
}

function readLook(look, numbers) {
  const list = numbers.split(";").map(Number);
  let next = look;
  while (list.length) {
    const number = list.shift();
    if (number === 0) next = PLAIN;
    else if (number === 1) next = { ...next, bold: true };
    else if (number === 2) next = { ...next, dim: true };
    else if (number === 22) next = { ...next, bold: false, dim: false };
    else if (number === 38 || number === 48) list.splice(0, list[0] === 2 ? 4 : 2);
    else if (number === 39) next = { ...next, colour: 0 };
    else if ((number >= 30 && number <= 37) || (number >= 90 && number <= 97)) next = { ...next, colour: number };
  }
  return next;
}

export function textOf({ runs }) {
  return runs.map((each) => each.words).join("");
}

// Returns the runs before and after so many characters.
export function cut(runs, length) {
  const before = [];
  const after = [];
  let left = length;
  for (const run of runs) {
    const [first, rest] = [run.words.slice(0, left), run.words.slice(left)];
    if (first) before.push({ ...run, words: first });
    if (rest) after.push({ ...run, words: rest });
    left -= first.length;
  }
  return [before, after];
}
