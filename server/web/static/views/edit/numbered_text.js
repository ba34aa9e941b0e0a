// A text to write in, with numbers beside its lines and colours for what they are.
//
// The field's own letters are unseen. The lines stand once more behind it, in colours, and take no clicks: they wrap
// as the field's do, so that each letter is where the caret takes it to be, and each number as high as its line.
import { Component } from "preact";
import { useEffect, useId, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { html } from "tarn/html.js";
import { keepDrawn } from "tarn/kept.js";
import { CaretLine } from "tarn/views/edit/caret_line.js";
import { beginState } from "tarn/views/edit/highlight.js";
import { makeRows, partRows } from "tarn/views/edit/rows.js";

// `file` has the name and the kind of the file; `wrong` are lines to be marked; `shown` is {line, from, to, put}, another one each time a line
// is to be shown: `from` and `to` are the letters to be chosen, all of the line if left out, `put` is what takes their place.
export function NumberedText({ file, text, label, wrong, shown, onInput, onKeyDown }) {
  const field = useRef(null);
  const behind = useRef(null);
  const known = useRef({ rows: [], parts: [] });
  const id = useId();
  const parts = useMemo(() => {
    const { rows, parts: before } = known.current;
    const next = makeRows(rows, text, beginState(file.path));
    known.current = { rows: next, parts: partRows(before, next) };
    return known.current.parts;
  }, [text]);
  const { rows } = known.current;
  useHeights(behind, field, parts);

  useEffect(() => {
    if (!shown || shown.line < 1) return;
    const line = Math.min(shown.line, rows.length);
    const start = rows.slice(0, line - 1).reduce((sum, each) => sum + each.line.length + 1, 0);
    field.current.focus({ preventScroll: true });
    field.current.setSelectionRange(start + (shown.from ?? 0), start + (shown.to ?? rows[line - 1].line.length));
    behind.current.querySelectorAll(":scope > div > span")[line - 1].scrollIntoView({ block: "center" });
    if (shown.put) write(field.current, shown.put, onInput);
  }, [shown]);

  return html`
    <div class="room"><div class="numbered">
      <div class="sheet">
        <div class="behind" ref=${behind} aria-hidden="true">
          ${placeParts(parts).map(({ part, first }) => html`<${Part} key=${part[0].id} part=${part} before=${first - 1} wrong=${listWrong(wrong, first, part.length)} />`)}
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

// Each part with the number of its first line.
function placeParts(parts) {
  let first = 1;
  return parts.map((part) => {
    const placed = { part, first };
    first += part.length;
    return placed;
  });
}

// Those of the lines of a part that are marked, counted from its first, as a text: alike ones are equal.
function listWrong(wrong, first, count) {
  return [...wrong].filter((line) => line >= first && line < first + count).map((line) => line - first).join();
}

const Part = keepDrawn(({ part, before, wrong }) => {
  const marked = wrong.split(",");
  return html`<div>${part.map((row, n) => html`<${Line} key=${row.id} row=${row} wrong=${marked.includes(String(n))} before=${n ? null : before} />`)}</div>`;
});

// Parts out of sight are neither laid out nor drawn, as a key in a long text would else cost as much as the text. For that it has to be
// known how high each is, which is looked up where it is new, or has changed by something else than a key, or the width has.
function useHeights(behind, field, parts) {
  const last = useRef(parts);
  const measure = (nodes) => {
    nodes.forEach((each) => each.classList.remove("known"));
    const heights = nodes.map((each) => each.getBoundingClientRect().height);
    nodes.forEach((each, n) => {
      each.style.containIntrinsicBlockSize = `auto ${heights[n]}px`;
      each.classList.add("known");
    });
  };
  useLayoutEffect(() => {
    const changed = parts.filter((each) => !last.current.includes(each));
    last.current = parts;
    const isTyped = changed.length === 1 && document.activeElement === field.current;
    const nodes = [...behind.current.children];
    measure(nodes.filter((each, n) => !each.classList.contains("known") || (!isTyped && changed.includes(parts[n]))));
  }, [parts]);
  useEffect(() => {
    let width = 0;
    const element = behind.current;
    const sizes = new ResizeObserver(([{ contentRect }]) => {
      if (contentRect.width === width) return;
      width = contentRect.width;
      measure([...element.children]);
    });
    sizes.observe(element);
    return () => sizes.disconnect();
  }, []);
}

// Drawn again only if it is another one. The first of a part counts on from those `before` it: a part knows of no other's numbers.
class Line extends Component {
  shouldComponentUpdate(next) {
    return next.row !== this.props.row || next.wrong !== this.props.wrong || next.before !== this.props.before;
  }

  render({ row, wrong, before }) {
    return html`<span class=${wrong ? "wrong" : null} style=${{ counterReset: before === null ? "" : `line ${before}` }}>${row.line === "" ? " " : row.parts.map(([kind, text]) => (kind ? html`<span class=${kind}>${text}</span>` : text))}</span>`;
  }
}
