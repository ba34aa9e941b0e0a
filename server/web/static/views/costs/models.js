// The models: what each was asked for since the start, how quick it is, and whether it is asked now.
import { html } from "tarn/html.js";
import { count, money, percent, plural, seconds } from "tarn/views/costs/numbers.js";
import { PURPOSES } from "tarn/views/costs/purposes.js";

const COLUMNS = ["Answers", "Tokens read", "From cache", "Tokens written", "Money", "p50", "p99", "Errors"];
const STATES = { closed: "as usual", open: "no: it keeps failing", "half-open": "tried once" };
const NEVER = { answers: 0, failures: 0, prompt_tokens: 0, cached_tokens: 0, completion_tokens: 0, cost: 0 };

export function Models({ models, currency }) {
  return html`
    <section aria-label="Models">
      <h2>Models</h2>
      <div class="wide" tabindex="0" role="region" aria-label="Models since the start">
        <table class="models">
          <thead><tr>
            <th scope="col">Profile and model</th><th scope="col">In use</th><th scope="col">Asked for</th>
            ${COLUMNS.map((each) => html`<th scope="col" class="number" key=${each}>${each === "Money" ? `Money, ${currency}` : each}</th>`)}
          </tr></thead>
          <tbody>${models.map((model) => html`<${Rows} key=${model.profile} model=${model} />`)}</tbody>
        </table>
      </div>
      <p class="quiet">
        Since the server's start. From cache: tokens read that the model's server knew already. Half of the latest 200 answers
        came within p50, 99 of 100 within p99. A model that keeps failing is not asked for a while
        (its breaker is open), and its agents act by rule; then it is tried with one request.${models.some((each) => each.price) ? ` Money is in ${currency}, as the prices: another currency is set above the profiles of config/llm.yaml.` : " Money is counted where a profile of config/llm.yaml has a price."}
      </p>
      <ul class="loads">${models.map((model) => html`<${Load} key=${model.profile} model=${model} currency=${currency} />`)}</ul>
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

function Load({ model, currency }) {
  const failed = model.failures.map(({ error, count: n }) => `${error} ${n}`).join(", ");
  return html`
    <li>
      <b class="text">${model.profile}</b>${" "}
      ${count(model.tokens_today)} tokens today${model.daily_tokens ? ` of ${count(model.daily_tokens)}` : ", without a cap"};
      ${" "}${plural(model.in_flight, "request")} under way, ${count(model.waiting)} waiting.
      ${model.price && html` Price: ${model.price.input} ${currency} for a million tokens read, ${model.price.output} ${currency} for a million written.`}
      ${model.circuit !== "closed" && html`<p class="error"><${Rest} model=${model} /></p>`}
      ${failed && html`<p>Errors: <span class="text">${failed}</span>.</p>`}
      ${model.last_error && html`<p class="quiet text">The last, ${new Date(model.last_error_at).toLocaleString()}: ${model.last_error}</p>`}
    </li>
  `;
}

function Rest({ model }) {
  const again = model.retry_in > 0 ? `; it is asked again in ${seconds(Math.ceil(model.retry_in))}` : "";
  return html`It keeps failing and rests${again}: <span class="text">${model.why}</span>`;
}
