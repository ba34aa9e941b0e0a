// What one wants to know first: four figures of the period, and whether something is wrong.
import { html } from "tarn/html.js";
import { ENOUGH } from "tarn/views/costs/health.js";
import { alike, bytes, count, haveManyFailed, percent, plural, seconds, sum } from "tarn/views/costs/numbers.js";

// Whoever types notices a loop that is later than this, in seconds.
const LATE = 0.1;
// From this share of the disk on, somebody should make room.
const LITTLE = 0.03;

// `data` is what was asked, by agent.
export function Overview({ health, data, error }) {
  if (error) return html`<p class="error" role="alert">${error}</p>`;
  if (!data || !health) return html`<p class="quiet">…</p>`;
  const problems = findProblems(health, data);
  return html`
    <section aria-label="In short" class="overview">
      <ul class="figures figure-row">
        <${Spent} data=${data} models=${health.models} />
        <${Asked} total=${data.total} />
        <${Failed} total=${data.total} />
        <${Waited} total=${data.total} />
      </ul>
      ${problems.length === 0
        ? html`<p class="well">Nothing is wrong now: ${data.total.failures ? "every model answers again" : "no model fails"}${health.lag.seconds.length ? ", the server answers in time" : ""}, and ${bytes(health.disk.free)} of the disk are free.</p>`
        : html`<div role="alert" class="wrong" aria-label="What is wrong"><ul>${problems.map((each) => html`<li key=${each} class="text error">${each}</li>`)}</ul></div>`}
      ${problems.length === 0 && describeFailed(data.groups)}
    </section>
  `;
}

function Figure({ number, what, more, isWrong }) {
  return html`<li><b class=${isWrong ? "error" : ""}>${number}</b> <span>${what}</span> <span class="quiet">${more || "\u00a0"}</span></li>`;
}

// Money; without a price, the tokens that it would be counted by.
function Spent({ data, models }) {
  const { total, groups, currency } = data;
  const tokens = total.prompt_tokens + total.completion_tokens;
  if (!total.cost) return html`<${Figure} number=${count(tokens)} what="tokens" more=${models.some((each) => each.price) ? "they cost nothing" : "no price in config/llm.yaml"} />`;
  const most = findMost(groups);
  return html`<${Figure} number=${sum(total.cost, currency)} what="this world has cost" more=${most && html`${percent(most.total.cost / total.cost)} of it for <span class="text">${most.name}</span>`} />`;
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

// Whose requests failed more often than now and then: "In this time 16 of Wren's 132 requests failed, 12 %."
function describeFailed(groups) {
  const named = groups.filter((each) => each.name && !each.others && haveManyFailed(each.total));
  const tell = ({ name, total: { answers, failures } }) => `In this time ${count(failures)} of ${name}’s ${plural(answers + failures, "request")} failed, ${percent(failures / (answers + failures))}.`;
  return named.map((each) => html`<p key=${each.name} class="text error">${tell(each)}</p>`);
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
