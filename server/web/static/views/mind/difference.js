// The lines that a prompt has and the one before had not, and those that went; folded, as few need them.
import { html } from "tarn/html.js";
import { formatPlace } from "tarn/place.js";
import { readLine } from "tarn/readable.js";
import { quote } from "tarn/when.js";
import { formatCount } from "tarn/views/mind/words.js";

const MARKS = { added: ["+", "ins"], removed: ["−", "del"], same: [" ", "span"] };

export function Difference({ difference, name, raw }) {
  const { turn, added, removed, parts, whole } = difference;
  return html`
    <section class="difference" aria-label="Difference">
      <details>
      <summary><h3>What changed since turn ${turn}</h3> <span class="quiet size">${formatCount(added)} lines added, ${formatCount(removed)} removed</span></summary>
      <p class="quiet hint"><a href=${formatPlace("mind", [name], { turn })}>Open turn ${turn}</a></p>
      ${added + removed > 0 && html`<div class="lines">
        ${parts.map((part, number) => part.kind === "skipped"
          ? html`<p key=${number} class="quiet skipped">…</p>`
          : html`<${Part} key=${number} part=${part} raw=${raw} />`)}
        ${!whole && html`<p class="quiet">and more</p>`}
      </div>`}
      </details>
    </section>
  `;
}

function Part({ part, raw }) {
  const [mark, Element] = MARKS[part.kind];
  return part.lines.map((line, number) => html`
    <${Element} key=${number} class=${`diff ${part.kind}`}><span class="mark">${mark}</span><span class="text">${(raw ? line : quote(readLine(line)[1])) || " "}</span></${Element}>
  `);
}
