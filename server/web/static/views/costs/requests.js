// What the models were asked over time: a chart, and the same as a table.
import { useMemo } from "preact/hooks";
import { useAnswer } from "tarn/asking.js";
import { html } from "tarn/html.js";
import { formatPlace } from "tarn/place.js";
import { Term } from "tarn/term.js";
import { Chart } from "tarn/views/costs/chart.js";
import { count, markAxis, short, tellMoney } from "tarn/views/costs/numbers.js";
import { Choice, SPOKEN, readAgain, readSpan } from "tarn/views/costs/period.js";
import { PURPOSES } from "tarn/views/costs/purposes.js";
import { Table } from "tarn/views/costs/table.js";
import { usePersons } from "tarn/persons.js";

const GROUPS = { agent: "Resident", purpose: "Purpose", model: "Model", profile: "Model settings" };

const DAY = 86400;
const LEAST_TIMES = 3;

// `unit` is what stands above the axis; of what is added up each column has its sum.
export const MEASURES = {
  tokens: { title: "Tokens", read: (at) => (v) => v.prompt_tokens[at] + v.completion_tokens[at], tell: () => short, whole: true },
  requests: { title: "Requests", read: (at) => (v) => v.answers[at] + v.failures[at], tell: () => count, whole: true },
  cost: { title: "Money", unit: (data) => data.currency, read: (at) => (v) => v.cost[at] },
  latency: { title: "Waiting time", unit: () => "Seconds for an answer, on average", read: (at) => (v) => (v.answers[at] ? v.seconds[at] / v.answers[at] : null), lines: true },
  failures: { title: "Errors", read: (at) => (v) => v.failures[at], tell: () => count, whole: true },
};

function read(place) {
  const { by, show } = place.values;
  return { span: readSpan(place), by: Object.hasOwn(GROUPS, by || "") ? by : "agent", show: Object.hasOwn(MEASURES, show || "") ? show : null };
}

// Unless something else is asked for, money is shown first where there is any.
export function Requests({ place }) {
  const { span, by, show: asked } = read(place);
  const [answer, error] = useAnswer(`/costs/requests?span=${span}&by=${by}`, readAgain(span));
  const colorOf = usePersons();
  // While something else is asked for, the answer of before is no answer.
  const data = answer && answer.span === span && answer.group === by ? answer : null;
  const show = asked || (data && data.total.cost ? "cost" : "tokens");
  const link = (changes) => formatPlace("costs", [], { span, by, show: asked, ...changes });
  return html`
    <section class="asked card" aria-label="Requests to models">
      <h2>What the <${Term} of="model">models<//> were asked</h2>
      <div class="controls">
        <${Choice} label="Show" options=${titles(MEASURES)} chosen=${show} link=${(each) => link({ show: each })} />
        <${Choice} label="by" shown options=${GROUPS} chosen=${by} link=${(each) => link({ by: each })} />
      </div>
      ${error && html`<p class="error" role="alert">${error}</p>`}
      ${data && html`<${Shown} data=${data} by=${by} show=${show} colorOf=${colorOf} />`}
    </section>
  `;
}

function titles(measures) {
  return Object.fromEntries(Object.entries(measures).map(([name, { title }]) => [name, title]));
}

function Shown({ data, by, show, colorOf }) {
  const measure = MEASURES[show];
  const ranked = useMemo(() => rank(steady(data.groups).map((group, n) => nameGroup(group, n, by, colorOf)), measure), [data, by, show, colorOf]);
  const { times, columns } = useMemo(() => beginWithData(data.times, stack(ranked).map(({ values, color, name }) => ({
    values: data.times.map((_, at) => measure.read(at)(values)), color, name,
  }))), [ranked]);
  if (!data.groups.length) return html`<p class="quiet">Nothing was asked in ${SPOKEN[data.span]}.</p>`;
  const unit = `${measure.unit ? measure.unit(data) : measure.title}, ${data.step < DAY ? "by hour" : "by day"}`;
  const sums = times.map((_, at) => columns.reduce((sum, each) => sum + (each.values[at] || 0), 0));
  return html`
    ${columns.some((each) => each.values.some(Boolean))
      ? html`<p class="unit quiet">${unit}</p>
        <${Chart} label=${`${unit} and ${GROUPS[by].toLowerCase()}; the table has the numbers`} times=${times} columns=${columns}
          mark=${markAxis} tell=${show === "cost" ? tellMoney(ranked.map((each) => each.total.cost), sums) : measure.tell?.()} whole=${measure.whole} lines=${Boolean(measure.lines)} />`
      : html`<p class="quiet">${measure.title}: none in ${SPOKEN[data.span]}.</p>`}
    <${Table} head=${GROUPS[by]} groups=${ranked} total=${data.total} currency=${data.currency} hasPlaces=${by === "agent"} />
  `;
}

// In one order whatever is shown, so that nothing changes its colour in the chart; what is told together stands last.
export function steady(groups) {
  return [...groups].sort((one, other) => Boolean(one.others) - Boolean(other.others) || one.name.localeCompare(other.name, "en"));
}

// The highest figure of what is shown first.
export function rank(groups, { read: find }) {
  const figure = ({ total }) => find(0)(Object.fromEntries(Object.entries(total).map(([name, number]) => [name, [number]]))) || 0;
  return [...groups].sort((one, other) => Boolean(one.others) - Boolean(other.others) || figure(other) - figure(one));
}

// The parts of a column from its foot on: from the top down they are as the rows of the table below it.
export function stack(ranked) {
  return [...ranked].reverse();
}

// A person's colour where it is one; else a shade, which says only which row of the table it is.
function nameGroup(group, n, by, colorOf) {
  if (group.others) return { ...group, name: `${group.others} others`, color: "--other", isRest: true };
  if (by === "agent") return group.name ? { ...group, color: colorOf(group.name) } : { ...group, name: "nobody", color: "--other", isRest: true };
  return { ...group, name: by === "purpose" ? PURPOSES[group.name] || group.name : group.name, color: `--shade-${n}` };
}

// From the first time on that has a number; but so many that a column is one of several.
export function beginWithData(times, columns) {
  const found = Math.max(0, times.findIndex((_, at) => columns.some((each) => each.values[at])));
  const first = Math.max(0, Math.min(found, times.length - LEAST_TIMES));
  return { times: times.slice(first), columns: columns.map((each) => ({ ...each, values: each.values.slice(first) })) };
}
