// The lines that a prompt has and the one before had not, and those that went.
import { html } from "tarn/html.js";
import { formatPlace } from "tarn/place.js";
import { formatCount } from "tarn/views/mind/words.js";

const MARKS = { added: ["+", "ins"], removed: ["−", "del"], same: [" ", "span"] };

export function Difference({ difference, name }) {
  const { turn, added, removed, parts, whole } = difference;
  return html`
    <section class="difference" aria-label="Difference">
      <h3>Difference to <a href=${formatPlace("mind", [name], { turn })}>turn ${turn}</a>:${" "}
        ${formatCount(added)} lines added, ${formatCount(removed)} removed in all</h3>
      ${added + removed > 0 && html`<div class="lines">
        ${parts.map((part, number) => part.kind === "skipped"
          ? html`<p key=${number} class="quiet skipped">…</p>`
          : html`<${Part} key=${number} part=${part} />`)}
        ${!whole && html`<p class="quiet">and more</p>`}
      </div>`}
    </section>
  `;
}

function Part({ part }) {
  const [mark, Element] = MARKS[part.kind];
  return part.lines.map((line, number) => html`
    <${Element} key=${number} class=${`diff ${part.kind}`}><span class="mark">${mark}</span><span class="text">${line || " "}</span></${Element}>
  `);
}
