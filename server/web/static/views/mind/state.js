// What an agent is like at this moment, and orders to it.
import { useState } from "preact/hooks";
import { html } from "tarn/html.js";
import { formatPlace } from "tarn/place.js";
import { request } from "tarn/session.js";
import { Explained, Term } from "tarn/term.js";
import { ShareBar, ShareList } from "tarn/views/mind/shares.js";
import { Wrong } from "tarn/views/mind/went.js";
import { describeState, explainDecider, formatCount, nameDecider } from "tarn/views/mind/words.js";

// The word that explains each form of prompt, and how it is called here.
const FORMS = { whole: ["whole", "whole", "every memory, the old ones as summaries"], scene: ["scene", "scenes", "short ones: the moment, and the few memories that fit"] };

export const HEALTH = { OK: "all is well", WARNING: "a warning", ERROR: "an error" };

const ORDERS = {
  pause: "It takes no more turns until you say so",
  resume: "It takes turns again",
  step: "It takes one turn and is paused",
  think: "It takes its next turn at once",
};

// "openai Qwen3 at http://…" is the model Qwen3; the whole is told when it is pointed at.
export function nameModel(label) {
  const [, model] = label.match(/^\S+ (.+) at \S+$/) || ["", label];
  return model;
}

// The latest turns: who decided how many of them, and what went wrong.
function Lately({ mind }) {
  const { turns } = mind.decided;
  if (!turns) return html`<div><dt>Latest turns</dt><dd class="quiet">none yet</dd></div>`;
  return html`<div><dt>${turns === 1 ? "One turn" : `Last ${formatCount(turns)} turns`}</dt><dd class="text">
    <${ShareBar} decided=${mind.decided} /><${ShareList} decided=${mind.decided} /><${Wrong} mind=${mind} /></dd></div>`;
}

function Form({ form, isAsked }) {
  const [word, name, means] = FORMS[form] || FORMS.scene;
  return html`<span class="value"><${Term} of=${word}>${name}<//></span><span class="means">${means}${isAsked ? "" : "; if a model were asked"}</span>`;
}

export function State({ mind, root, onOrdered }) {
  const [said, setSaid] = useState("");
  const { model, memory, intention } = mind;

  async function order(name) {
    try {
      setSaid((await request(`${root}/${name}`, { method: "POST" })).done);
    } catch (refused) {
      setSaid(refused.message);
    }
    onOrdered();
  }

  const pausing = mind.paused ? ["resume", "Resume"] : ["pause", "Pause"];
  const orders = [pausing, ["step", "Step one turn"], ...(mind.paused ? [] : [["think", "Think now"]])].map(([name, words]) => [name, words, ORDERS[name]]);
  return html`
    <section class="state" aria-label="At this moment">
      <p class="when"><b class="live">Now</b></p>
      <h3><span class="name">${mind.name}</span>: ${describeState(mind)}</h3>
      <div class="orders" role="group" aria-label="Orders">
        ${orders.map(([name, words, title]) => html`<button key=${name} title=${title} onClick=${() => order(name)}>${words}</button>`)}
        <span role="status" class="quiet">${said}</span>
      </div>
      <p class="hint means">${mind.paused ? "Step: it takes one turn, and stays paused." : "Step: it takes one turn and is then paused. Think: its next turn comes at once."}</p>
      <dl>
        <div><dt><${Term} of="intention">Intention<//></dt><dd class="text">${intention
          ? html`<span class="value">${intention.name}</span><span class="means">step ${intention.step} of ${intention.steps}</span>`
          : html`<span class="quiet">nothing in particular</span>`}</dd></div>
        <div><dt>Who decides</dt><dd class="text decides value" title=${explainDecider(model)}><${Explained} text=${nameDecider(model, mind.decided)} /></dd></div>
        <${Lately} mind=${mind} />
        <div><dt><${Term} of="model">Model<//></dt><dd class="text">${model.by_rule ? html`<span class="value">none</span>` : html`<span class="value" title=${model.label}>${nameModel(model.label)}</span>`}
          <span class="means"><${Term} of="model settings">settings<//> “${model.profile}” of llm.yaml</span>
          ${model.circuit !== "closed" && html`<span class="error"> It is not asked for a while after failures: ${model.why}</span>`}</dd></div>
        <div><dt><${Term} of="memory">Memories<//></dt><dd><span class="value"><a href=${formatPlace("memory", [mind.name])}>${formatCount(memory.memories)}</a></span>${memory.summarised > 0 && html`<span class="means">${formatCount(memory.summarised)} of them in summaries</span>`}
          ${memory.health !== "OK" && html` <span class=${`health ${memory.health}`}>${HEALTH[memory.health] || memory.health}</span>`}</dd></div>
        <div><dt><${Term} of="prompt">Prompts<//></dt><dd><${Form} form=${mind.prompts.form} isAsked=${model.decides !== "rules"} /></dd></div>
        ${mind.error && html`<div><dt>Failed</dt><dd class="text error">${mind.error}</dd></div>`}
      </dl>
      ${memory.causes.length > 0 && html`
        <ul class="causes text">${memory.causes.map((cause) => html`<li key=${cause}>${cause}</li>`)}</ul>
      `}
    </section>
  `;
}
