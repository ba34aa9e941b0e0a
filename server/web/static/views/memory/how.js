// How an agent comes by its summaries, and how much of its life a model reads: told when it is asked for.
import { html } from "tarn/html.js";
import { Term } from "tarn/term.js";
import { Amounts } from "tarn/views/memory/amounts.js";
import { Folded } from "tarn/views/memory/folded.js";
import { count } from "tarn/views/memory/parts.js";

const STRATEGIES = {
  waterfall: "old memories become a recent summary; the next compaction takes it into one long-term summary of all before.",
  tree: "some old memories at a time become a first-round summary, several of these a second-round summary, several of those a third-round one; one is written again only to say what has changed since.",
  sleep: "fills its model’s context, and sums up all but the newest while it sleeps.",
  layered: "old output is masked; then one text of fixed sections takes the place of old memories.",
  rolling: "one short account of its own steps, and the newest steps word for word.",
  window: "no summaries; old memories leave the prompt, and one line says where they are.",
};

export function HowItRemembers({ life, place }) {
  return html`
    <${Folded} name="how" title=${`How ${life.name} remembers`}>
      <p>No model can read a whole life. A <b>compaction</b> writes a summary of the oldest memories, which stands for
        them in prompts from then on; the archive keeps every memory. Until now ${count(life.summaries, "summary was", "summaries were")} written
        in ${count(life.compactions, "compaction")}.</p>
      <p>Its <${Term} of="strategy">strategy<//> is <b>${life.strategy}</b>: ${STRATEGIES[life.strategy] || `compacts ${life.compacts}; for the past stands ${life.stands}.`}</p>
      <p>Whether a sentence of a summary is supported is told by Tarn’s own rules: they hold its words against the memories that it names. No model is asked.</p>
      <${InShort} life=${life} />
      ${!life.reading && html`<${Amounts} life=${life} place=${place} />`}
    <//>
  `;
}

// What of a life a whole prompt has.
function describeWhole(life) {
  const newest = life.memories - life.summed_up;
  const older = life.standing
    ? `, the ${life.summed_up.toLocaleString()} before ${newest === 1 ? "it" : "them"} as ${count(life.standing, "summary", "summaries")}`
    : "; no summaries yet";
  return `the newest ${count(newest, "memory", "memories")} word for word${older}`;
}

function InShort({ life }) {
  const has = describeWhole(life);
  if (life.prompting === "whole") return html`<p>Its model is given <${Term} of="whole">whole prompts<//>: ${has}.</p>`;
  return html`<p>${life.name} gets no <${Term} of="whole">whole prompts<//> but <${Term} of="scene"><b>scenes</b><//>: of all this only what fits the moment. A whole prompt would have ${has}.</p>`;
}

// The same without markup, for a title.
export function describeInShort(life) {
  return `${life.prompting === "whole" ? "Its whole prompts have" : "It is given scenes, only what fits the moment; a whole prompt would have"} ${describeWhole(life)}.`;
}
