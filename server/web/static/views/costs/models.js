// The models: what each was asked for since the start, how quick it is, and whether it is asked now.
import { html } from "tarn/html.js";
import { count, money, percent, seconds } from "tarn/views/costs/numbers.js";
import { formatTime } from "tarn/time.js";
import { PURPOSES } from "tarn/views/costs/purposes.js";

const COLUMNS = ["Answers", "Tokens read", "From cache", "Tokens written", "Money", "Half within", "99 % within", "Errors"];
const STATES = { closed: "works", open: "no: it keeps failing", "half-open": "tried once" };
const NEVER = { answers: 0, failures: 0, prompt_tokens: 0, cached_tokens: 0, completion_tokens: 0, cost: 0 };

export function Models({ models, currency }) {
  return html`
    <section aria-label="Models">
      <h2>Models <span class="quiet since">since the server's start</span></h2>
      <div class="wide" tabindex="0" role="region" aria-label="Models since the start">
        <table class="models">
          <thead><tr>
            <th scope="col">Profile and model</th><th scope="col">State</th><th scope="col">Asked for</th>
            ${COLUMNS.map((each) => html`<th scope="col" class="number" key=${each}>${each === "Money" ? `Money, ${currency}` : each}</th>`)}
          </tr></thead>
          <tbody>${models.map((model) => html`<${Rows} key=${model.profile} model=${model} />`)}</tbody>
        </table>
      </div>
      <p class="quiet">
        From cache: tokens read that the model's server knew already. Times are of the latest 200 answers: half of them, and 99 of 100, came within these. A model that keeps failing is not asked for a while, and those whom it plays act by rule; then it is tried with one request.${models.some((each) => each.price) ? ` Money is in ${currency}, as the prices: another currency is set above the profiles of config/llm.yaml.` : " Money is counted where a profile of config/llm.yaml has a price."}
      </p>
      <h3>Today (from 00:00 UTC), now, and prices</h3>
      <div class="wide" tabindex="0" role="region" aria-label="Models today">
        <table class="loads">
          <thead><tr>
            <th scope="col">Profile</th>
            ${["Tokens today", "Most a day", "Under way", "Waiting", `${currency} per million read`, `${currency} per million written`].map((each) => html`<th scope="col" class="number" key=${each}>${each}</th>`)}
          </tr></thead>
          <tbody>${models.map((model) => html`<${Load} key=${model.profile} model=${model} />`)}</tbody>
        </table>
      </div>
      <ul class="failing">${models.map((model) => html`<${Failures} key=${model.profile} model=${model} />`)}</ul>
    </section>
  `;
}

function Rows({ model }) {
  const purposes = model.purposes.length ? model.purposes : [{ ...NEVER, model: "", purpose: "" }];
  return purposes.map((each, n) => html`
    <tr key=${`${each.model} ${each.purpose}`} class=${n === 0 ? "first" : ""}>
      ${n === 0 && html`
        <th scope="rowgroup" rowspan=${purposes.length}><b class="text">${model.profile}</b> <span class="text quiet">${model.label}</span></th>
        <td rowspan=${purposes.length} class=${model.circuit === "closed" ? "" : "error"}>${STATES[model.circuit] || model.circuit}</td>
      `}
      <td>${each.purpose ? PURPOSES[each.purpose] || each.purpose : html`<span class="quiet">nothing yet</span>`}
        ${each.model && !isNamed(model, each.model) && html` <span class="text quiet">${each.model}</span>`}</td>
      ${listCells(each).map((cell, at) => html`<td class="number" key=${at}>${cell}</td>`)}
    </tr>
  `);
}

// A profile may have asked other models before.
function isNamed({ label }, name) {
  return label.split(" ").includes(name);
}

function listCells(each) {
  return [
    count(each.answers), count(each.prompt_tokens), each.prompt_tokens ? percent(each.cached_tokens / each.prompt_tokens) : "–",
    count(each.completion_tokens), each.cost ? money(each.cost) : "–",
    each.answers ? seconds(each.median) : "–", each.answers ? seconds(each.p99) : "–", count(each.failures),
  ];
}

function Load({ model }) {
  const { price } = model;
  const cells = [
    count(model.tokens_today), model.daily_tokens ? count(model.daily_tokens) : "no cap", count(model.in_flight), count(model.waiting),
    price ? price.input : "–", price ? price.output : "–",
  ];
  return html`
    <tr>
      <th scope="row"><b class="text">${model.profile}</b></th>
      ${cells.map((cell, at) => html`<td class="number" key=${at}>${cell}</td>`)}
    </tr>
  `;
}

function Failures({ model }) {
  const failed = model.failures.map(({ error, count: n }) => `${error} ${n}`).join(", ");
  if (model.circuit === "closed" && !failed && !model.last_error) return null;
  return html`
    <li>
      <b class="text">${model.profile}</b>
      ${model.circuit !== "closed" && html`<p class="error"><${Rest} model=${model} /></p>`}
      ${failed && html`<p>Errors: <span class="text">${failed}</span>.</p>`}
      ${model.last_error && html`<p class="quiet text">The last, ${formatTime(model.last_error_at)}: ${model.last_error}</p>`}
    </li>
  `;
}

function Rest({ model }) {
  const again = model.retry_in > 0 ? `; it is asked again in ${seconds(Math.ceil(model.retry_in))}` : "";
  return html`It keeps failing and rests${again}: <span class="text">${model.why}</span>`;
}
