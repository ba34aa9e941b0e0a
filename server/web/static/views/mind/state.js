// What an agent is like at this moment, and orders to it.
import { useState } from "preact/hooks";
import { html } from "tarn/html.js";
import { formatPlace } from "tarn/place.js";
import { request } from "tarn/session.js";
import { describeState, formatCount } from "tarn/views/mind/words.js";

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
  const orders = [pausing, ["step", "Step one turn"], ...(mind.paused ? [] : [["think", "Think now"]])];
  return html`
    <section class="state" aria-label="At this moment">
      <dl>
        <div><dt>Now</dt><dd>${describeState(mind)}</dd></div>
        <div><dt>Intention</dt><dd class="text">${intention
          ? html`${intention.name} <span class="quiet">step ${intention.step} of ${intention.steps}</span>`
          : html`<span class="quiet">nothing in particular</span>`}</dd></div>
        <div><dt>Model</dt><dd class="text">${model.by_rule ? "none: it acts by rule" : model.label}
          <span class="quiet"> profile ${model.profile}${!model.by_rule && `, asked with ${model.prompting === "scene" ? "short scenes" : "whole prompts"}`}</span>
          ${model.circuit !== "closed" && html`<span class="error"> rests after failures: ${model.why}</span>`}</dd></div>
        <div><dt>Memory</dt><dd><span class=${`health ${memory.health}`}>${memory.health}</span>${" "}
          <a href=${formatPlace("memory", [mind.name])}>${formatCount(memory.memories)} memories</a>,
          ${memory.summarised ? ` ${formatCount(memory.summarised)} of them summarised` : " none of them summarised"}
          <span class="quiet"> ${memory.strategy}</span></dd></div>
        ${mind.error && html`<div><dt>Failed</dt><dd class="text error">${mind.error}</dd></div>`}
      </dl>
      ${memory.causes.length > 0 && html`
        <ul class="causes text">${memory.causes.map((cause) => html`<li key=${cause}>${cause}</li>`)}</ul>
      `}
      <div class="orders" role="group" aria-label="Orders">
        ${orders.map(([name, words]) => html`<button key=${name} onClick=${() => order(name)}>${words}</button>`)}
        <span role="status" class="quiet">${said}</span>
      </div>
    </section>
  `;
}
