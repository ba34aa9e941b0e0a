// Below a text: the line that the caret is on, and what its key means. It has a state of its own, so that no text is
// drawn again where a caret moves.
import { useEffect, useState } from "preact/hooks";
import { html } from "tarn/html.js";
import { explain } from "tarn/views/edit/meanings.js";

const MOVES = ["input", "keyup", "click", "select", "focus"];

// `field` refers to the text's field, `kind` is the file's.
export function CaretLine({ id, field, rows, kind }) {
  const [caret, setCaret] = useState(null);
  useEffect(() => {
    const area = field.current;
    const read = () => setCaret(findCaret(area));
    MOVES.forEach((each) => area.addEventListener(each, read));
    return () => MOVES.forEach((each) => area.removeEventListener(each, read));
  }, []);
  const { line, column } = caret || { line: 0, column: 0 };
  const [key, meaning] = (line > 0 && explain(kind, rows, line, column)) || [];
  return html`<p class="caret" id=${id}>
    <span>${line > 0 ? `Line ${line} of ${rows.length}` : `${rows.length} ${rows.length === 1 ? "line" : "lines"}`}</span>
    ${meaning && html`<span>${key && html`<b>${key}</b>: `}${meaning}</span>`}
    ${line === 0 && rows[0].state !== "yaml" && html`<span>Click on a line to read here what it means.</span>`}
  </p>`;
}

function findCaret(area) {
  const before = area.value.slice(0, area.selectionStart);
  const start = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: before.length - start };
}
