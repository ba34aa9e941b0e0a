// What is seen on the strip, in few words.
import { html } from "tarn/html.js";
import { Term } from "tarn/term.js";
import { isOfTree } from "tarn/views/memory/lanes.js";
import { count } from "tarn/views/memory/parts.js";

const KINDS = [["own", "what it did or thought"], ["heard", "what somebody else said"], ["seen", "what else it saw"]];

// The colours of the memories, and of the rest what is there to be seen. Marks are drawn beside the list that tells of them.
export function Legend({ life, lanes, marks }) {
  const all = lanes.flatMap((lane) => lane.rows.flat());
  const entries = [
    all.some((each) => each.standing) && ["stands", html`a summary <${Term} of="in use">in use<//>`],
    all.some((each) => !each.standing) && ["replaced", lanes.some(isOfTree) ? "a summary that was summed up once more, or replaced" : "one that was replaced"],
    all.some((each) => each.method === "human") && ["by-hand", "written by a person"],
    marks === "compactions" && life.compactions > 0 && ["mark-compaction", html`a <${Term} of="compaction">compaction<//>: memories were summed up`],
    marks === "changed" && life.edits > 0 && ["mark-edit", "edited by a person"],
    marks === "changed" && life.masked > 0 && ["mark-mask", html`<${Term} of="shortened">shortened<//> in prompts`],
  ].filter(Boolean);
  return html`<ul class="legend" aria-label="Legend">${[...KINDS, ...entries].map(([name, words]) => html`<li key=${name} class=${name}>${words}</li>`)}</ul>`;
}

const STRATEGIES = {
  waterfall: "old memories become a recent summary; the next compaction takes it into one long-term summary of all before.",
  tree: "some old memories at a time become a first-round summary, several of these a second-round summary, several of those a third-round one; one is written again only to say what has changed since.",
  sleep: "fills its model's context, and sums up all but the newest while it sleeps.",
  layered: "old output is masked; then one text of fixed sections takes the place of old memories.",
  rolling: "one short account of its own steps, and the newest steps word for word.",
  window: "no summaries; old memories leave the prompt, and one line says where they are.",
};

// How a life comes to be summed up; it is told when asked for.
export function Explanation({ life }) {
  return html`
    <details class="fold how">
      <summary><h3>How ${life.name} remembers</h3></summary>
      <p>No model can read a whole life. A <b>compaction</b> writes a summary of the oldest memories, which stands for
        them in prompts from then on; the archive keeps every memory. Until now ${count(life.summaries, "summary was", "summaries were")} written
        in ${count(life.compactions, "compaction")}.</p>
      <p>Its <${Term} of="strategy">strategy<//> is <b>${life.strategy}</b>: ${STRATEGIES[life.strategy] || `compacts ${life.compacts}; for the past stands ${life.stands}.`}</p>
      ${life.prompting !== "whole" && html`<p>${life.name} gets no <${Term} of="whole">whole prompts<//> but <${Term} of="scene"><b>scenes</b><//>: of all this only what fits the moment.</p>`}
    </details>
  `;
}

// How much of a life prompts have, in one sentence.
export function InShort({ life }) {
  const newest = life.memories - life.summed_up;
  const older = life.standing
    ? `, the ${life.summed_up.toLocaleString()} before ${newest === 1 ? "it" : "them"} as ${count(life.standing, "summary", "summaries")}`
    : "; no summaries yet";
  const has = `the newest ${count(newest, "memory", "memories")} word for word${older}`;
  if (life.prompting === "whole") return html`<p class="in-short">Its model is given <${Term} of="whole">whole prompts<//>: ${has}.</p>`;
  return html`<p class="in-short">Its model is given <${Term} of="scene">scenes<//>: only what fits the moment. A <${Term} of="whole">whole prompt<//> would have ${has}.</p>`;
}
