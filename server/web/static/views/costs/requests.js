// What the models were asked over time: a chart, and the same as a table.
import { useMemo } from "preact/hooks";
import { useAnswer } from "tarn/asking.js";
import { html } from "tarn/html.js";
import { formatPlace } from "tarn/place.js";
import { Chart } from "tarn/views/costs/chart.js";
import { count, money, plural, seconds, short, sum } from "tarn/views/costs/numbers.js";
import { PURPOSES } from "tarn/views/costs/purposes.js";

// Seconds; what is many days long costs the server more, and changes little.
const AGAIN = { day: 15 };
const SELDOM = 60;
const SPANS = { day: "Day", week: "Week", month: "Month", year: "Year" };
const SPOKEN = { day: "the last 24 hours", week: "the last 7 days", month: "the last 30 days", year: "the last year" };
const GROUPS = { agent: "Agent", purpose: "Purpose", model: "Model", profile: "Profile" };

const mean = (at) => (totals) => (totals.answers[at] ? totals.seconds[at] / totals.answers[at] : null);
const MEASURES = {
  tokens: { title: "Tokens", read: (at) => (v) => v.prompt_tokens[at] + v.completion_tokens[at], format: short },
  requests: { title: "Requests", read: (at) => (v) => v.answers[at], format: short },
  cost: { title: "Money", read: (at) => (v) => v.cost[at], format: money },
  latency: { title: "Latency", read: mean, format: seconds, lines: true },
  failures: { title: "Errors", read: (at) => (v) => v.failures[at], format: short },
};

export function Requests({ place }) {
  const span = SPANS[place.values.span] ? place.values.span : "day";
  const by = GROUPS[place.values.by] ? place.values.by : "agent";
  const show = MEASURES[place.values.show] ? place.values.show : "tokens";
  const [data, error] = useAnswer(`/costs/requests?span=${span}&by=${by}`, AGAIN[span] || SELDOM);
  const link = (changes) => formatPlace("costs", [], { span, by, show, ...changes });
  return html`
    <section aria-label="Requests to models">
      <h2>What the models were asked</h2>
      <div class="choices">
        <${Choice} label="Time" options=${SPANS} chosen=${span} link=${(each) => link({ span: each })} />
        <${Choice} label="By" options=${GROUPS} chosen=${by} link=${(each) => link({ by: each })} />
        <${Choice} label="Show" options=${titles(MEASURES)} chosen=${show} link=${(each) => link({ show: each })} />
      </div>
      ${error && html`<p class="error" role="alert">${error}</p>`}
      ${data && html`<${Shown} data=${data} by=${by} show=${show} />`}
    </section>
  `;
}

function titles(measures) {
  return Object.fromEntries(Object.entries(measures).map(([name, { title }]) => [name, title]));
}

function Choice({ label, options, chosen, link }) {
  return html`
    <p><span class="quiet">${label}</span>
      ${Object.entries(options).map(([name, title]) => html`
        <a key=${name} href=${link(name)} aria-current=${name === chosen ? "true" : null}>${title}</a>
      `)}
    </p>
  `;
}

function Shown({ data, by, show }) {
  const measure = MEASURES[show];
  const { times, columns } = useMemo(() => beginWithData(data.times, data.groups.map(({ values, others }, n) => ({
    values: data.times.map((_, at) => measure.read(at)(values)),
    color: others ? "--other" : `--series-${n}`,
  }))), [data, show]);
  const { total } = data;
  if (!data.groups.length) return html`<p class="quiet">Nothing was asked in ${SPOKEN[data.span]}.</p>`;
  return html`
    <p>
      In ${SPOKEN[data.span]}: ${plural(total.answers, "answer")}, ${count(total.prompt_tokens)} tokens
      read${total.cached_tokens ? ` (${count(total.cached_tokens)} of them from the cache)` : ""} and
      ${" "}${count(total.completion_tokens)} written${total.cost ? `, at a cost of ${sum(total.cost, data.currency)}` : ""};
      ${" "}${plural(total.failures, "attempt")} failed. ${["day", "week"].includes(data.span) && html`<span class="quiet">Hours are those of your clock.</span>`}
    </p>
    ${measure === MEASURES.cost && html`<p class="quiet">Money is in ${data.currency}.</p>`}
    ${columns.some((each) => each.values.some(Boolean))
      ? html`<${Chart} label=${`${nameMeasure(measure, data)} by ${by}; the table has the numbers`} times=${times}
        columns=${columns} format=${measure.format} lines=${Boolean(measure.lines)} />`
      : html`<p class="quiet">${measure.title}: none in ${SPOKEN[data.span]}.</p>`}
    <div class="wide" tabindex="0" role="region" aria-label="Numbers">
      <table>
        <thead><tr>
          <th scope="col">${GROUPS[by]}</th>
          ${["Answers", "Tokens read", "Tokens written", `Money, ${data.currency}`, "Mean time", "Slowest", "Errors"].map((each) => html`<th scope="col" class="number" key=${each}>${each}</th>`)}
        </tr></thead>
        <tbody>${data.groups.map((group, n) => html`<${Row} key=${group.name} group=${group} n=${n} by=${by} />`)}</tbody>
      </table>
    </div>
  `;
}

// From the first time on that has a number.
export function beginWithData(times, columns) {
  const first = Math.max(0, times.findIndex((_, at) => columns.some((each) => each.values[at])));
  return { times: times.slice(first), columns: columns.map((each) => ({ ...each, values: each.values.slice(first) })) };
}

function nameMeasure(measure, { currency }) {
  return measure === MEASURES.cost ? `${measure.title} in ${currency}` : measure.title;
}

function Row({ group, n, by }) {
  const { total, others } = group;
  const cells = [
    count(total.answers), count(total.prompt_tokens), count(total.completion_tokens),
    total.cost ? money(total.cost) : "–",
    total.answers ? seconds(total.seconds / total.answers) : "–",
    total.answers ? seconds(total.longest) : "–", count(total.failures),
  ];
  return html`
    <tr>
      <th scope="row"><span class="mark" style=${{ background: `var(${others ? "--other" : `--series-${n}`})` }}></span>${others ? `${others} others` : html`<${Name} name=${group.name} by=${by} />`}</th>
      ${cells.map((each, at) => html`<td class="number" key=${at}>${each}</td>`)}
    </tr>
  `;
}

function Name({ name, by }) {
  if (by === "purpose") return PURPOSES[name] || name;
  if (by !== "agent") return html`<span class="text">${name}</span>`;
  if (!name) return html`<span class="quiet">nobody</span>`;
  return html`<a class="text" href=${formatPlace("mind", [name])}>${name}</a>`;
}
