// What one wants to know first: four figures of the period, and whether something is wrong.
import { useAnswer } from "tarn/asking.js";
import { html } from "tarn/html.js";
import { formatPlace } from "tarn/place.js";
import { ENOUGH } from "tarn/views/costs/health.js";
import { alike, bytes, count, haveManyFailed, percent, plural, seconds, sum, tellMoney } from "tarn/views/costs/numbers.js";
import { PURPOSES } from "tarn/views/costs/purposes.js";

// Whoever types notices a loop that is later than this, in seconds.
const LATE = 0.1;
const SELDOM = 60;
// From this share of the disk on, somebody should make room.
const LITTLE = 0.03;

// `data` is what was asked, by agent.
export function Overview({ health, data, error }) {
  if (error) return html`<p class="error" role="alert">${error}</p>`;
  if (!data || !health) return html`<p class="quiet">…</p>`;
  const problems = findProblems(health, data);
  const failing = listFailing(data.groups);
  return html`
    <section aria-label="In short" class="overview">
      <ul class="figures figure-row">
        <${Spent} data=${data} models=${health.models} />
        <${Asked} total=${data.total} />
        <${Failed} total=${data.total} />
        <${Waited} total=${data.total} />
      </ul>
      ${problems.length === 0
        ? html`<p class="well">${describeWell(data.total.failures, health)}</p>`
        : html`<div role="alert" class="wrong" aria-label="What is wrong"><ul>${problems.map((each) => html`<li key=${each} class="text error">${each}</li>`)}</ul></div>`}
      ${problems.length === 0 && data.total.failures > 0 && failing.length === 0 && html`<p class="text failing quiet">Before: <a href=${formatPlace("costs", [], { span: data.span, show: "failures" })}>${describeFailed(data)}</a>.</p>`}
      ${problems.length === 0 && failing.map((each) => html`<${Failing} key=${each.name} group=${each} span=${data.span} models=${health.models} />`)}
    </section>
  `;
}

// What is so now; where something failed in this period nobody says that nothing is wrong.
export function describeWell(failures, { lag, disk }) {
  const models = failures ? "Now every model answers" : "Nothing is wrong: no model fails";
  return `${models}${lag.seconds.length ? ", the server answers in time" : ""}, and ${bytes(disk.free)} of the disk are free.`;
}

// "6 of 775 requests failed (Wren 5, Hester 1)"
export function describeFailed({ total, groups }) {
  const failed = groups.filter((each) => each.name && !each.others && each.total.failures > 0).sort((one, other) => other.total.failures - one.total.failures);
  const whose = failed.map(({ name, total: { failures } }) => `${name} ${count(failures)}`).join(", ");
  return `${count(total.failures)} of ${plural(total.answers + total.failures, "request")} failed${whose && ` (${whose})`}`;
}

function Figure({ number, what, more, isWrong }) {
  const [digits, unit] = number.split("\u202f");
  return html`<li><b class=${isWrong ? "error" : ""}>${digits}${unit && html`<small>${"\u202f"}${unit}</small>`}</b> <span>${what}</span> <span class="quiet">${more || "\u00a0"}</span></li>`;
}

// Money; without a price, the tokens that it would be counted by.
function Spent({ data, models }) {
  const { total, groups, currency } = data;
  const tokens = total.prompt_tokens + total.completion_tokens;
  if (!total.cost) return html`<${Figure} number=${count(tokens)} what="tokens" more=${models.some((each) => each.price) ? "they cost nothing" : "no price in config/llm.yaml"} />`;
  const most = findMost(groups);
  return html`<${Figure} number=${tellSpent(total.cost, groups, currency)} what="this world has cost" more=${most && html`${percent(most.total.cost / total.cost)} of it for <span class="text">${most.name}</span>`} />`;
}

// With as many decimals as in the table below; of less than those tell, two digits.
function tellSpent(cost, groups, currency) {
  return cost < 0.001 ? sum(cost, currency) : `${tellMoney(groups.map((each) => each.total.cost))(cost)}\u202f${currency}`;
}

function Asked({ total }) {
  const tries = total.answers + total.failures;
  const tokens = total.prompt_tokens + total.completion_tokens;
  return html`<${Figure} number=${count(tries)} what=${tries === 1 ? "request to a model" : "requests to models"} more=${total.cost > 0 && plural(tokens, "token")} />`;
}

function Failed({ total }) {
  const tries = total.answers + total.failures;
  return html`<${Figure} number=${count(total.failures)} what=${total.failures === 1 ? "error" : "errors"} more=${total.failures > 0 && `${percent(total.failures / tries)} of the requests`} isWrong=${haveManyFailed(total)} />`;
}

// The history has sums, and so the mean: no median can be made of them.
function Waited({ total }) {
  if (!total.answers) return html`<${Figure} number="–" what="no answer yet" />`;
  const mean = total.seconds / total.answers;
  const tell = (number) => `${alike([number], 1, 2)(number)}\u202fs`;
  return html`<${Figure} number=${tell(mean)} what="for an answer, on average" more=${`${tell(total.longest)} the slowest`} />`;
}

// Whose requests failed more often than now and then.
function listFailing(groups) {
  return groups.filter((each) => each.name && !each.others && haveManyFailed(each.total));
}

// "25 of Wren's 99 requests failed (25 %), all for summaries.", why as far as that is kept, and where one sees what came of it.
function Failing({ group: { name, total }, span, models }) {
  const [asked] = useAnswer(`/costs/requests?${new URLSearchParams({ span, by: "purpose", agent: name })}`, SELDOM);
  const tries = total.answers + total.failures;
  const groups = asked ? asked.groups : [];
  const isSummed = groups.some((each) => each.name === "summary" && each.total.failures > 0);
  return html`<p class="text failing quiet">Before: ${count(total.failures)} of ${name}’s ${plural(tries, "request")} failed (${percent(total.failures / tries)})${describePurposes(groups)}.
    ${" "}${describeReasons(models)}${isSummed && html` <a href=${formatPlace("memory", [name], { show: "compactions" })}>What was written instead</a>`}</p>`;
}

// ", all for summaries"
export function describePurposes(groups) {
  const failed = groups.filter((each) => each.total.failures > 0);
  const tell = ({ name }) => PURPOSES[name] || name;
  if (failed.length < 2) return failed.map((each) => `, all for ${tell(each)}`).join("");
  return `: ${failed.map((each) => `${count(each.total.failures)} for ${tell(each)}`).join(", ")}`;
}

// Reasons are counted from the server's start on, of all agents together.
export function describeReasons(models) {
  const reasons = models.flatMap(({ profile, failures }) => failures.map(({ error, count: number }) => `${profile}: ${error} ${count(number)}`));
  return reasons.length ? `Why, since the server’s start: ${reasons.join(", ")}.` : "None since the server’s start; of those before it, the reasons are not kept.";
}

// The agent that cost most, of several.
function findMost(groups) {
  const agents = groups.filter((each) => each.name && !each.others);
  return agents.length < 2 ? null : agents.reduce((one, other) => (other.total.cost > one.total.cost ? other : one));
}

function findProblems({ models, lag, disk, trouble }, { total }) {
  const found = [];
  if (trouble) found.push(`Not everything can be written: ${trouble}. What happens waits in memory and is written once there is room; a stop before that loses it.`);
  for (const each of models) {
    if (each.circuit !== "closed") found.push(`${each.profile} keeps failing and rests; what it is for is done by rule meanwhile. ${each.why}`);
    if (each.daily_tokens && each.tokens_today >= each.daily_tokens) {
      found.push(`${each.profile} has used its ${count(each.daily_tokens)} tokens of today; until 00:00 UTC what it is for is done by rule.`);
    }
  }
  if (haveManyFailed(total)) found.push(`${count(total.failures)} of ${plural(total.answers + total.failures, "request")} failed.`);
  if (lag.seconds.length >= ENOUGH && lag.p95 > LATE) found.push(`The loop is late by up to ${seconds(lag.p95)}: everybody waits.`);
  if (disk.free < LITTLE * disk.size) found.push(`The disk is nearly full: ${bytes(disk.free)} of ${bytes(disk.size)} are free.`);
  return found;
}
