// What is seen on the strip, in few words.
import { html } from "tarn/html.js";
import { Term } from "tarn/term.js";
import { isOfTree } from "tarn/views/memory/lanes.js";

function listKinds({ name }) {
  return [["own", html`what <span class="name">${name}</span> did or thought`], ["heard", "what others said"], ["seen", "what else was seen"]];
}

// The colours of the memories, and of the rest what is there to be seen. Marks are drawn beside the list that tells of them.
export function Legend({ life, lanes, marks, replaced, denied }) {
  const all = lanes.flatMap((lane) => lane.rows.flat());
  const entries = [
    all.some((each) => each.standing) && ["stands", html`summary <${Term} of="in use">in use<//>`],
    all.some((each) => !each.standing) && ["replaced", lanes.some(isOfTree) ? `part of the summary above${replaced ? ", or replaced" : ""}` : "replaced"],
    all.some((each) => denied.has(each.id)) && ["denied", "a sentence is contradicted"],
    all.some((each) => each.method === "human") && ["by-hand", "written by a person"],
    marks === "compactions" && life.compactions > 0 && ["mark-compaction", html`<${Term} of="compaction">compaction<//>`],
    marks === "changed" && life.edits > 0 && ["mark-edit", "edited by a person"],
    marks === "changed" && life.masked > 0 && ["mark-mask", html`<${Term} of="shortened">shortened<//> in prompts`],
  ].filter(Boolean);
  return html`<ul class="legend" aria-label="Legend">${[...listKinds(life), ...entries].map(([name, words]) => html`<li key=${name} class=${name}>${words}</li>`)}</ul>`;
}
