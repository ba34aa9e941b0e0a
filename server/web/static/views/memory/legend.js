// What is seen on the strip, in few words.
import { html } from "tarn/html.js";
import { count } from "tarn/views/memory/parts.js";

const ROWS = [
  ["Memories", [["own", "done"], ["thought", "thought"], ["heard", "said by others"], ["seen", "seen"]]],
  ["Summaries", [["stands", "in use"], ["replaced", "replaced"], ["ruled", "by rule, not by a model"], ["by-hand", "by a person"], ["hearsay-share", "line at the foot: how much of it others said"], ["opened-now", "opened"]]],
  ["Marks", [["mark-compaction", "summaries were written"], ["mark-edit", "edited by a person"], ["mark-mask", "long output cut short in prompts"]]],
];

export function Legend() {
  return html`
    <dl class="legend">
      ${ROWS.map(([title, entries]) => html`
        <div key=${title} class=${title.toLowerCase()}><dt>${title}</dt>${entries.map(([name, words]) => html`<dd key=${name} class=${name}>${words}</dd>`)}</div>
      `)}
    </dl>
  `;
}

const STRATEGIES = {
  waterfall: "old memories become a recent summary; the next compaction takes it into one long-term summary of all before.",
  tree: "old memories become summaries, several of them a summary of level 1, several of those one of level 2; one is written again only to say what has changed since.",
  sleep: "fills its model's context, and sums up all but the newest while it sleeps.",
  layered: "old output is masked; then one text of fixed sections takes the place of old memories.",
  rolling: "one short account of its own steps, and the newest steps word for word.",
  window: "no summaries; old memories leave the prompt, and one line says where they are.",
};

// How much of a life prompts have, and in what form; how that comes about is told when asked for.
export function Explanation({ life }) {
  const newest = life.memories - life.summed_up;
  const older = life.standing
    ? `, the ${life.summed_up.toLocaleString()} before ${newest === 1 ? "it" : "them"} as ${count(life.standing, "summary", "summaries")}`
    : "; no summaries yet";
  return html`
    <p class="in-short">${life.prompting === "whole" ? `A prompt of ${life.name}` : `A whole prompt of ${life.name}`} has the newest ${count(newest, "memory", "memories")} word for word${older}.</p>
    <details class="how">
      <summary>How ${life.name} remembers</summary>
      <p>No model can read a whole life at every turn. A <b>compaction</b> writes a summary of the oldest memories, which stands for
        them in prompts from then on; the archive keeps every memory. Until now ${count(life.summaries, "summary was", "summaries were")} written
        in ${count(life.compactions, "compaction")}.</p>
      <p>Its strategy is <b>${life.strategy}</b>: ${STRATEGIES[life.strategy] || `compacts ${life.compacts}; for the past stands ${life.stands}.`}</p>
      ${life.prompting !== "whole" && html`<p>${life.name} gets no whole prompts but <b>scenes</b>: of all this only what fits the moment.</p>`}
    </details>
  `;
}
