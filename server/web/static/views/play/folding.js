// Folds for a terminal what the server has folded for a wider screen, between words and with further rows further in.
import { Escapes, cut, textOf } from "tarn/views/play/escapes.js";
import { HANGING, countColumns, countSpaces, unfold } from "tarn/views/play/unfolding.js";

const PLAIN = { colour: 0, bold: false, dim: false, link: "" };

// `from` is the width at which the text was folded, `columns` that of the terminal.
export function refold(text, from, columns) {
  const escapes = new Escapes();
  const whole = [];
  for (const line of [...escapes.read(text), escapes.line]) {
    const joined = whole.length ? unfold(whole.at(-1), line, from) : null;
    if (joined) whole[whole.length - 1] = joined;
    else whole.push(line);
  }
  return whole.flatMap((line) => fold(line.runs, columns)).map(writeRow).join("\r\n");
}

function fold(given, columns) {
  const hanging = countSpaces(textOf({ runs: given })) + HANGING;
  const rows = [];
  let runs = given;
  for (let end = findEnd(runs, columns); end !== null; end = findEnd(runs, columns)) {
    const [row, rest] = cut(runs, end);
    rows.push(row);
    runs = [{ ...PLAIN, words: " ".repeat(hanging) }, ...cut(rest, countSpaces(textOf({ runs: rest })))[1]];
  }
  return [...rows, runs];
}

// After how many letters a row ends, at a space if there is one behind its indent; null: all of it fits.
function findEnd(runs, columns) {
  const text = textOf({ runs });
  const indent = countSpaces(text);
  let [at, width, space] = [0, 0, 0];
  for (const letter of text) {
    width += countColumns(letter);
    if (letter === " " && at > indent) space = at;
    if (width > columns && at > indent) return space || at;
    at += letter.length;
  }
  return null;
}

function writeRow(runs) {
  return runs.map(({ words, colour, bold, dim, link }) => {
    const look = [bold && 1, dim && 2, colour].filter(Boolean).join(";");
    const shown = look ? `\x1b[${look}m${words}\x1b[0m` : words;
    return link ? `\x1b]8;;${link}\x1b\\${shown}\x1b]8;;\x1b\\` : shown;
  }).join("");
}
