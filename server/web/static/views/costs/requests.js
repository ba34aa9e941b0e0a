// What the models were asked over time: a chart, and the same as a table.
import { useMemo } from "preact/hooks";
import { useAnswer } from "tarn/asking.js";
import { html } from "tarn/html.js";
import { formatPlace } from "tarn/place.js";
import { formatShortDay, formatTime } from "tarn/time.js";
import { Term } from "tarn/term.js";
import { Chart } from "tarn/views/costs/chart.js";
import { count, money, percent, plural, seconds, short } from "tarn/views/costs/numbers.js";
import { PURPOSES } from "tarn/views/costs/purposes.js";

// Seconds; what is many days long costs the server more, and changes little.
export const AGAIN = { day: 15 };
export const SELDOM = 60;
const SPANS = { day: "24 hours", week: "7 days", month: "30 days", year: "Year" };
export const SPOKEN = { day: "the last 24 hours", week: "the last 7 days", month: "the last 30 days", year: "the last year" };
const GROUPS = { agent: "Agent", purpose: "Purpose", model: "Model", profile: "Model profile" };

const DAY = 86400;
const LEAST_TIMES = 7;

const mean = (at) => (totals) => (totals.answers[at] ? totals.seconds[at] / totals.answers[at] : null);
const MEASURES = {
  tokens: { title: "Tokens", read: (at) => (v) => v.prompt_tokens[at] + v.completion_tokens[at], format: short },
  requests: { title: "Requests", read: (at) => (v) => v.answers[at], format: short },
  cost: { title: "Money", read: (at) => (v) => v.cost[at], format: money },
  latency: { title: "Waiting time", read: mean, format: seconds, lines: true },
  failures: { title: "Errors", read: (at) => (v) => v.failures[at], format: short },
};

export function readSpan(place) {
  return SPANS[place.values.span] ? place.values.span : "day";
}

function read(place) {
  const { by, show } = place.values;
  return { span: readSpan(place), by: GROUPS[by] ? by : "agent", show: MEASURES[show] ? show : null };
}

// The one choice of a period: all that is counted here is counted for it.
export function Period({ place }) {
  const { span, by, show } = read(place);
  return html`<div class="choices period"><${Choice} label="The last" options=${SPANS} chosen=${span} link=${(each) => formatPlace("costs", [], { span: each, by, show })} /></div>`;
}

// Unless something else is asked for, money is shown first where there is any.
export function Requests({ place }) {
  const { span, by, show: asked } = read(place);
  const [data, error] = useAnswer(`/costs/requests?span=${span}&by=${by}`, AGAIN[span] || SELDOM);
  const show = asked || (data && data.total.cost ? "cost" : "tokens");
  const link = (changes) => formatPlace("costs", [], { span, by, show: asked, ...changes });
  return html`
    <section class="asked" aria-label="Requests to models">
      <h2>What the <${Term} of="model">models<//> were asked</h2>
      <div class="choices">
        <${Choice} label="Show" options=${titles(MEASURES)} chosen=${show} link=${(each) => link({ show: each })} />
        <${Choice} label="by" options=${GROUPS} chosen=${by} link=${(each) => link({ by: each })} />
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
      <span class="joined">${Object.entries(options).map(([name, title]) => html`
        <a key=${name} href=${link(name)} aria-current=${name === chosen ? "true" : null}>${title}</a>
      `)}</span>
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
  const begin = findBegin(data);
  const days = data.times.length < 2 || data.times[1] - data.times[0] >= DAY;
  if (!data.groups.length) return html`<p class="quiet">Nothing was asked in ${SPOKEN[data.span]}.</p>`;
  return html`
    <p class="quiet">
      ${nameMeasure(measure, data)}${measure === MEASURES.tokens ? html` (pieces of words) that the models read and wrote` : ""}, by ${days ? "day" : "hour of your clock"}.${begin > data.times[0] && ` Before ${(days ? formatShortDay : formatTime)(begin * 1000)} nothing was asked.`}
      ${total.failures > 0 && ` ${plural(total.failures, "attempt")} failed.`}${total.cached_tokens > 0 && ` Of what was read, ${percent(total.cached_tokens / total.prompt_tokens)} came from the cache of a model's server.`}
    </p>
    ${columns.some((each) => each.values.some(Boolean))
      ? html`<${Chart} label=${`${nameMeasure(measure, data)} by ${by}; the table has the numbers`} times=${times}
        columns=${columns} format=${measure.format} lines=${Boolean(measure.lines)} />`
      : html`<p class="quiet">${measure.title}: none in ${SPOKEN[data.span]}.</p>`}
    <div class="wide" tabindex="0" role="region" aria-label="Numbers">
      <table>
        <thead><tr>
          <th scope="col">${GROUPS[by]}</th>
          ${["Answers", "Tokens read", "Tokens written", `Money, ${data.currency}`, "Mean answer", "Slowest answer", "Errors"].map((each) => html`<th scope="col" class="number" key=${each}>${each}</th>`)}
        </tr></thead>
        <tbody>${data.groups.map((group, n) => html`<${Row} key=${group.name} group=${group} n=${n} by=${by} />`)}</tbody>
        ${data.groups.length > 1 && html`<tfoot><tr><th scope="row">All</th>${listCells(total).map((each, at) => html`<td class="number" key=${at}>${each}</td>`)}</tr></tfoot>`}
      </table>
    </div>
  `;
}

// The first time at which something was asked, whichever measure is shown; in seconds.
export function findBegin({ times, groups }) {
  return times.find((_, at) => groups.some(({ values }) => values.answers[at] + values.failures[at] > 0));
}

// From the first time on that has a number; but so many that a column is one of several.
export function beginWithData(times, columns) {
  const found = Math.max(0, times.findIndex((_, at) => columns.some((each) => each.values[at])));
  const first = Math.max(0, Math.min(found, times.length - LEAST_TIMES));
  return { times: times.slice(first), columns: columns.map((each) => ({ ...each, values: each.values.slice(first) })) };
}

function nameMeasure(measure, { currency }) {
  return measure === MEASURES.cost ? `${measure.title} in ${currency}` : measure.title;
}

function listCells(total) {
  return [
    count(total.answers), count(total.prompt_tokens), count(total.completion_tokens),
    total.cost ? money(total.cost) : "–",
    total.answers ? seconds(total.seconds / total.answers) : "–",
    total.answers ? seconds(total.longest) : "–", count(total.failures),
  ];
}

function Row({ group, n, by }) {
  const { total, others } = group;
  const cells = listCells(total);
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
