// The parts of a line of YAML. A state is "yaml" or "front", and " >4" behind it in a block of text
// whose lines stand further to the right than 4.
import { markSlots } from "tarn/views/edit/slots.js";

const BLOCK = /^\s*(?:[&!]\S*\s+)*[|>][-+\d]*\s*(?:#.*)?$/;
const QUOTED = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')/;
// Within braces: a sign, a quoted text, a comment, a gap, or words up to the next sign.
const PIECES = /[{}[\],]|"(?:[^"\\]|\\.)*"?|'(?:[^']|'')*'?|\s+#.*|\s+|(?:[^\s{}[\],:#]|:(?=[^\s,}\]])|#|[ \t](?!\s*(?:#|$)))+|:/g;

export function readYaml(line, state) {
  const [base, edge] = state.split(" >");
  const indent = line.search(/\S/);
  if (edge !== undefined && (indent < 0 || indent > Number(edge))) return { parts: markSlots(line, ""), next: state };
  const lead = line.match(/^\s*(?:-(?:\s+|$))*/)[0];
  const rest = line.slice(lead.length);
  const key = findKey(rest);
  const value = rest.slice(key === null ? 0 : key.length + 1);
  const parts = [["mark", lead]];
  if (key !== null) parts.push(["key", key], ["mark", ":"]);
  if (!BLOCK.test(value)) return { parts: parts.concat(readValue(value)), next: base };
  const column = key === null && lead.includes("-") ? lead.lastIndexOf("-") : lead.length;
  return { parts: [...parts, ["mark", value]], next: `${base} >${column}` };
}

// The key that a text begins with, as it is written; null: it begins with none.
function findKey(text) {
  const quoted = text.match(QUOTED);
  if (quoted) return /^:(?:\s|$)/.test(text.slice(quoted[0].length)) ? quoted[0] : null;
  const end = text.search(/:(?:\s|$)/);
  return end > 0 && !/^[#{["'&*!|>%@`]|\s#/.test(text.slice(0, end)) ? text.slice(0, end) : null;
}

function readValue(text) {
  const start = text.search(/\S/);
  if (start < 0) return [["", text]];
  const gap = ["", text.slice(0, start)];
  const rest = text.slice(start);
  if (rest[0] === "#") return [gap, ["note", rest]];
  if (/^[{[]/.test(rest)) return [gap, ...readBraces(rest)];
  const quoted = rest.match(QUOTED);
  const comment = rest.slice(quoted ? quoted[0].length : 0).search(/\s#/);
  const end = comment < 0 ? rest.length : comment + (quoted ? quoted[0].length : 0);
  return [gap, ...readWords(rest.slice(0, end)), ["note", rest.slice(end)]];
}

function readBraces(text) {
  const pieces = text.match(PIECES) || [];
  return pieces.flatMap((piece, at) => {
    if (/^[{}[\],:]$/.test(piece)) return [["mark", piece]];
    if (/^\s+#/.test(piece)) return [["note", piece]];
    return pieces[at + 1] === ":" ? [["key", piece]] : readWords(piece);
  });
}

// A number, a time, a yes or no has a colour of its own; a unit may stand behind a number.
export function isNumber(text) {
  return /^\s*(?:[-+]?\d[\d.:,_TZ%/-]*(?: [a-z]+)?|true|false|yes|no|on|off|null|~)\s*$/.test(text);
}

function readWords(text) {
  return isNumber(text) ? [["number", text]] : markSlots(text, "");
}
