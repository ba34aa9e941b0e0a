// The lines of a text with what their parts are. What has not changed since the text before is taken from there:
// of a long file only the line that is typed in is read again, and those after it as far as it changes what they are.
import { readLine } from "tarn/views/edit/highlight.js";

let made = 0;

// `before` are the rows of the text before, `start` is the state of the first line, the same for both.
export function makeRows(before, text, start) {
  const lines = text.split("\n");
  const head = countAlike(before, lines, Math.min(before.length, lines.length), (at) => [at, at]);
  const most = Math.min(before.length, lines.length) - head;
  const tail = countAlike(before, lines, most, (at) => [before.length - 1 - at, lines.length - 1 - at]);
  const rows = before.slice(0, head);
  const shift = before.length - lines.length;
  let state = head > 0 ? before[head - 1].next : start;
  for (let at = head; at < lines.length; at += 1) {
    const isTail = at >= lines.length - tail;
    const old = isTail ? before[at + shift] : at < before.length - tail ? before[at] : null;
    if (isTail && old.state === state) return rows.concat(before.slice(at + shift));
    const row = { id: old ? old.id : (made += 1), line: lines[at], state, ...readLine(lines[at], state) };
    rows.push(row);
    state = row.next;
  }
  return rows;
}

function countAlike(before, lines, most, place) {
  let count = 0;
  for (; count < most; count += 1) {
    const [old, at] = place(count);
    if (before[old].line !== lines[at]) break;
  }
  return count;
}
