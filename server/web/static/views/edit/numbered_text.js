// A text to write in, with numbers beside its lines and colours for what they are.
//
// The field's own letters are unseen. The lines stand once more behind it, in colours, and take no clicks: they wrap
// as the field's do, so that each letter is where the caret takes it to be, and each number as high as its line.
import { Component } from "preact";
import { useEffect, useId, useMemo, useRef } from "preact/hooks";
import { html } from "tarn/html.js";
import { CaretLine } from "tarn/views/edit/caret_line.js";
import { beginState } from "tarn/views/edit/highlight.js";
import { makeRows } from "tarn/views/edit/rows.js";

// `file` has the name and the kind of the file; `wrong` are lines to be marked; `shown` is {line, from, to, put}, another one each time a line
// is to be shown: `from` and `to` are the letters to be chosen, all of the line if left out, `put` is what takes their place.
export function NumberedText({ file, text, label, wrong, shown, onInput, onKeyDown }) {
  const field = useRef(null);
  const behind = useRef(null);
  const known = useRef([]);
  const id = useId();
  const rows = useMemo(() => { known.current = makeRows(known.current, text, beginState(file.path)); return known.current; }, [text]);

  useEffect(() => {
    if (!shown || shown.line < 1) return;
    const line = Math.min(shown.line, rows.length);
    const start = rows.slice(0, line - 1).reduce((sum, each) => sum + each.line.length + 1, 0);
    field.current.focus({ preventScroll: true });
    field.current.setSelectionRange(start + (shown.from ?? 0), start + (shown.to ?? rows[line - 1].line.length));
    behind.current.children[line - 1].scrollIntoView({ block: "center" });
    if (shown.put) write(field.current, shown.put, onInput);
  }, [shown]);

  return html`
    <div class="room"><div class="numbered">
      <div class="sheet">
        <div class="behind" ref=${behind} aria-hidden="true">
          ${rows.map((row, n) => html`<${Line} key=${row.id} row=${row} wrong=${wrong.has(n + 1)} />`)}
        </div>
        <textarea ref=${field} aria-label=${label} aria-describedby=${id} spellcheck="false" value=${text}
          onInput=${(event) => onInput(event.target.value)} onKeyDown=${onKeyDown}></textarea>
      </div>
    </div></div>
    <${CaretLine} id=${id} field=${field} rows=${rows} kind=${file.kind} />
  `;
}

// In place of what is chosen. By this command alone the browser can undo it; it is old, and may be missing some day.
function write(field, words, onInput) {
  const start = field.selectionStart;
  if (!document.execCommand("insertText", false, words)) {
    field.setRangeText(words);
    onInput(field.value);
  }
  field.setSelectionRange(start, start + words.length);
}

// Drawn again only if it is another one.
class Line extends Component {
  shouldComponentUpdate(next) {
    return next.row !== this.props.row || next.wrong !== this.props.wrong;
  }

  render({ row, wrong }) {
    return html`<span class=${wrong ? "wrong" : null}>${row.line === "" ? " " : row.parts.map(([kind, text]) => (kind ? html`<span class=${kind}>${text}</span>` : text))}</span>`;
  }
}
