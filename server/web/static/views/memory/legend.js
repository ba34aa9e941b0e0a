// What is seen on the strip, in few words.
import { html } from "tarn/html.js";
import { count } from "tarn/views/memory/parts.js";

const ROWS = [
  ["Memories", [["own", "it did"], ["thought", "it thought"], ["heard", "others said"], ["seen", "it saw"]]],
  ["Summaries", [["stands", "stands now"], ["replaced", "replaced since"], ["ruled", "written by rule, not by a model"], ["by-hand", "written by a person"], ["hearsay-share", "line at its foot: how much of it others said"]]],
  ["Marks", [["mark-compaction", "compaction: summaries were written"], ["mark-edit", "edit by a person"], ["mark-mask", "masked: a short note stands for its long output in prompts"]]],
];

export function Legend() {
  return html`
    <dl class="legend">
      ${ROWS.map(([title, entries]) => html`
        <div key=${title}><dt>${title}</dt>${entries.map(([name, words]) => html`<dd key=${name} class=${name}>${words}</dd>`)}</div>
      `)}
    </dl>
  `;
}

const STRATEGIES = {
  waterfall: "old memories become a recent summary; the next compaction takes it into one long-term summary of all before.",
  tree: "old memories become leaves, several leaves a summary of level 1, several of those one of level 2; one is written again only to say what has changed since.",
  sleep: "fills its model's context, and sums up all but the newest while it sleeps.",
  layered: "old output is masked; then one text of fixed sections takes the place of old memories.",
  rolling: "one short account of its own steps, and the newest steps word for word.",
  window: "no summaries; old memories leave the prompt, and one line says where they are.",
};

// How this agent remembers: what a compaction is, and what its strategy makes of the past.
export function Explanation({ life }) {
  const newest = life.memories - life.summed_up;
  const older = life.standing ? `${count(life.standing, "summary", "summaries")} of the older ones` : "no summaries yet";
  const ready = `the newest ${count(newest, "memory", "memories")} word for word, and ${older}`;
  return html`
    <p class="quiet how">
      All that ${life.name} ever lived through, from the first memory at the left to the newest at the right. No model can read all
      of it at every turn, so old memories are summed up: a compaction writes a summary, drawn above the memories that it stands
      for; the archive keeps every memory. ${life.prompting === "whole" ? "Its prompt now has" : "A whole prompt would have"} ${ready}.${" "}
      ${life.prompting !== "whole" && `${life.name} gets no whole prompts but scenes: of all this only what fits the moment. `} Its strategy is <b>${life.strategy}</b>: ${STRATEGIES[life.strategy] || `compacts ${life.compacts}; for the past stands ${life.stands}.`}
    </p>
  `;
}
