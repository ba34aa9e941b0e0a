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

// So many rows are one part, as long as none comes or goes within it.
const PART = 64;

// The rows in parts, of which those with the same rows as `before` are the same: whoever draws them looks at one part after a key.
// Where a part begins follows from the rows themselves, so that a new line moves no other part's.
export function partRows(before, rows) {
  const known = new Map(before.map((part) => [part[0].id, part]));
  const parts = [];
  let start = 0;
  for (let at = 1; at <= rows.length; at += 1) {
    if (at < rows.length && rows[at].id % PART !== 0) continue;
    const old = known.get(rows[start].id);
    const isSame = old && old.length === at - start && old.every((each, n) => each === rows[start + n]);
    parts.push(isSame ? old : rows.slice(start, at));
    start = at;
  }
  return parts;
}

function countAlike(before, lines, most, place) {
  let count = 0;
  for (; count < most; count += 1) {
    const [old, at] = place(count);
    if (before[old].line !== lines[at]) break;
  }
  return count;
}
