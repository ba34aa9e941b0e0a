// What is seen on the strip, in few words.
import { html } from "tarn/html.js";

const ROWS = [
  ["Memories", [["own", "own acts"], ["thought", "thoughts"], ["heard", "heard from others"], ["seen", "seen"]]],
  ["Summaries", [["stands", "in the prompt now"], ["replaced", "replaced since"], ["ruled", "written by rule"], ["by-hand", "by a person"], ["hearsay-share", "share of hearsay"]]],
  ["Marks", [["mark-compaction", "compaction"], ["mark-edit", "edit by a person"], ["mark-mask", "output masked"]]],
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
  tree: "old memories become leaves, several leaves a summary of level 1, several of those one of level 2; none is written twice.",
  sleep: "fills its model's context, and sums up all but the newest while it sleeps.",
  layered: "old output is masked; then one text of fixed sections takes the place of old memories.",
  rolling: "one short account of its own steps, and the newest steps word for word.",
  window: "no summaries; old memories leave the prompt, and one line says where they are.",
};

// How this agent remembers: what a compaction is, and what its strategy makes of the past.
export function Explanation({ life }) {
  return html`
    <p class="quiet how">
      A prompt has the newest memories word for word, and summaries of those before, which a compaction writes. The archive keeps
      every memory. <b>${life.strategy}</b>: ${STRATEGIES[life.strategy] || `compacts ${life.compacts}; for the past stands ${life.stands}.`}
    </p>
  `;
}
