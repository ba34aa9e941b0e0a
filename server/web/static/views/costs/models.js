// The models: what each was asked for since the start, how quick it is, and whether it is asked now.
import { html } from "tarn/html.js";
import { alike, count, percent, seconds } from "tarn/views/costs/numbers.js";
import { PURPOSES } from "tarn/views/costs/purposes.js";
import { formatWhen } from "tarn/when.js";

const COLUMNS = ["Answers", "Tokens read", "From cache", "Tokens written", "Money", "Half within, s", "99 % within, s", "Errors"];
// Of fewer answers, 99 of 100 are all of them.
const ENOUGH = 20;
const STATES = { closed: "works", open: "no: it keeps failing", "half-open": "tried once" };
const NEVER = { answers: 0, failures: 0, prompt_tokens: 0, cached_tokens: 0, completion_tokens: 0, cost: 0 };

export function Models({ models, currency }) {
  const all = models.flatMap((each) => each.purposes);
  const tell = { money: alike(all.map((each) => each.cost), 2, 4), seconds: alike(all.flatMap((each) => (each.answers ? [each.median, each.p99] : [])), 1, 2) };
  return html`
    <section aria-label="Models">
      <details>
      <summary>What each model was asked since the server’s start, and how quick it was</summary>
      <div class="wide" tabindex="0" role="region" aria-label="Models since the start">
        <table class="models">
          <thead><tr>
            <th scope="col">Model settings and model</th><th scope="col">State</th><th scope="col">Asked for</th>
            ${COLUMNS.map((each) => html`<th scope="col" class="number" key=${each}>${each === "Money" ? `Money, ${currency}` : each}</th>`)}
          </tr></thead>
          <tbody>${models.map((model) => html`<${Rows} key=${model.profile} model=${model} tell=${tell} />`)}</tbody>
        </table>
      </div>
      <p class="quiet">
        From cache: tokens read that the model’s server knew already. Seconds are of the latest 200 answers: half of them, and 99 of 100, came within these.
      </p>
      </details>
    </section>
  `;
}

// What each model is at, and how much of its limit it has used.
export function Loads({ models, currency }) {
  return html`
    <section class="card" aria-label="Models now">
      <h2>Models now</h2>
      <ul class="loads">${models.map((model) => html`<${Load} key=${model.profile} model=${model} currency=${currency} />`)}</ul>
      ${models.every((each) => !each.price) && html`<p class="quiet">Money is counted where the model settings in config/llm.yaml have a price.</p>`}
    </section>
  `;
}

function Rows({ model, tell }) {
  const purposes = model.purposes.length ? model.purposes : [{ ...NEVER, model: "", purpose: "" }];
  return purposes.map((each, n) => html`
    <tr key=${`${each.model} ${each.purpose}`} class=${n === 0 ? "first" : ""}>
      ${n === 0 && html`
        <th scope="rowgroup" rowspan=${purposes.length}><b class="text">${model.profile}</b> <span class="text quiet">${model.label}</span></th>
        <td rowspan=${purposes.length} class=${model.circuit === "closed" ? "" : "error"}>${STATES[model.circuit] || model.circuit}</td>
      `}
      <td>${each.purpose ? PURPOSES[each.purpose] || each.purpose : html`<span class="quiet">nothing yet</span>`}
        ${each.model && !isNamed(model, each.model) && html` <span class="text quiet">${each.model}</span>`}</td>
      ${listCells(each, tell).map((cell, at) => html`<td class="number" key=${at}>${cell}</td>`)}
    </tr>
  `);
}

// The same settings may have asked other models before.
function isNamed({ label }, name) {
  return label.split(" ").includes(name);
}

function listCells(each, tell) {
  return [
    count(each.answers), count(each.prompt_tokens), each.prompt_tokens ? percent(each.cached_tokens / each.prompt_tokens) : "–",
    count(each.completion_tokens), each.cost ? tell.money(each.cost) : "–",
    each.answers ? tell.seconds(each.median) : "–", each.answers >= ENOUGH ? tell.seconds(each.p99) : "–", count(each.failures),
  ];
}

function Load({ model, currency }) {
  const { price, daily_tokens: most, tokens_today: used } = model;
  const failed = model.failures.map(({ error, count: n }) => `${error} ${n}`).join(", ");
  const name = model.label.match(/^\S+ (.+) at \S+$/)?.[1] || model.label;
  const isSpent = most > 0 && used >= most;
  const isWell = model.circuit === "closed" && !isSpent;
  return html`
    <li class=${isSpent ? "spent" : ""}>
      <p><b class="text" title=${[model.label, price && `${price.input} ${currency} per million tokens read, ${price.output} per million written`].filter(Boolean).join("; ")}>${name}</b> <span class="text quiet">settings “${model.profile}”</span> ${!isWell && html`<span class="state error">${model.circuit === "closed" ? "used up today" : STATES[model.circuit] || model.circuit}</span>`}</p>
      ${most > 0 && html`<div class="limit" aria-hidden="true">${used > 0 && html`<span style=${{ width: `${Math.min(100, (100 * used) / most)}%` }}></span>`}</div>`}
      <p class="quiet">${most ? `${count(used)} of today’s ${count(most)} tokens (UTC)` : `${count(used)} tokens today (UTC), no limit`}${model.in_flight + model.waiting > 0 && `; ${count(model.in_flight)} under way, ${count(model.waiting)} waiting`}</p>
      ${model.circuit !== "closed" && html`<p class="error"><${Rest} model=${model} /></p>`}
      ${failed && html`<p class="quiet">Errors since the start: <span class="text">${failed}</span>${model.last_error && html`; the last ${formatWhen(model.last_error_at)}: <span class="text">${model.last_error}</span>`}</p>`}
    </li>
  `;
}

function Rest({ model }) {
  const again = model.retry_in > 0 ? `; it is asked again in ${seconds(Math.ceil(model.retry_in))}` : "";
  return html`It keeps failing and rests${again}, and those whom it plays act by rule meanwhile: <span class="text">${model.why}</span>`;
}
