// The server folds lines at the width of a screen, and what follows a fold stands further in: here a line is made whole
// again, for the browser to fold as it likes.
import { cut, textOf } from "tarn/views/play/escapes.js";

export const HANGING = 2;
// As the server counts, at the most: these may take two columns.
const WIDE = /[\u1100-\u115f\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/gu;

// Returns the line that `next` goes on with, as one; null: `next` is a line of its own. `columns` is the width at which they were folded.
export function unfold(line, next, columns) {
  const [text, more] = [line.tail ?? textOf(line), textOf(next)];
  const indent = line.indent ?? countSpaces(text);
  if (next.own || countSpaces(more) !== indent + HANGING) return null;
  const [word] = more.trimStart().split(" ", 1);
  if (!word || countColumns(text) + 1 + countColumns(word) <= columns) return null;
  // A word that is longer than a line was cut without a space.
  const gap = text.trim().includes(" ") || countColumns(text) < columns - HANGING ? " " : "";
  const [, rest] = cut(next.runs, indent + HANGING);
  rest[0] = { ...rest[0], words: gap + rest[0].words };
  return { runs: [...line.runs, ...rest], own: line.own, tail: more, indent };
}

export function countSpaces(text) {
  return text.length - text.trimStart().length;
}

export function countColumns(text) {
  return [...text].length + (text.match(WIDE) || []).length;
}
