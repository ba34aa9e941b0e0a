// A text to write in, with numbers beside its lines.
//
// The lines stand once more behind the field, unseen but for their numbers: they wrap as the field's do,
// and so each number is as high as its line, and the field as long as its text.
import { useEffect, useMemo, useRef } from "preact/hooks";
import { html } from "tarn/html.js";

// `wrong` are lines to be marked; `shown` is {line}, another one each time a line is to be shown.
export function NumberedText({ text, label, wrong, shown, onInput, onKeyDown }) {
  const lines = useMemo(() => text.split("\n"), [text]);
  const field = useRef(null);
  const behind = useRef(null);
  const ready = lines.length > 0;

  useEffect(() => {
    if (!shown || shown.line < 1) return;
    const line = Math.min(shown.line, lines.length);
    const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
    field.current.focus({ preventScroll: true });
    field.current.setSelectionRange(start, start + lines[line - 1].length);
    behind.current.children[line - 1].scrollIntoView({ block: "center" });
  }, [shown, ready]);

  return html`
    <div class="numbered">
      <div class="sheet">
        <div class="behind" ref=${behind} aria-hidden="true">
          ${lines.map((line, n) => html`<span key=${n} class=${wrong.has(n + 1) ? "wrong" : null}>${line || " "}</span>`)}
        </div>
        <textarea ref=${field} aria-label=${label} spellcheck="false" value=${text}
          onInput=${(event) => onInput(event.target.value)} onKeyDown=${onKeyDown}></textarea>
      </div>
    </div>
  `;
}
