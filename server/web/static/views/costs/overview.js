// What one wants to know first: what the world costs, and whether something is wrong.
import { useAnswer } from "tarn/asking.js";
import { html } from "tarn/html.js";
import { bytes, count, percent, plural, seconds, sum } from "tarn/views/costs/numbers.js";
import { AGAIN, SELDOM, SPOKEN } from "tarn/views/costs/requests.js";

// From this share of requests on, and from so many, failures are worth a word.
const MANY_FAILED = 0.05;
const FEW = 3;
// Whoever types notices a loop that is later than this, in seconds.
const LATE = 0.1;
// From this share of the disk on, somebody should make room.
const LITTLE = 0.03;

export function Overview({ health, span }) {
  const [total, error] = useAnswer(`/costs/requests?span=${span}&by=agent`, AGAIN[span] || SELDOM);
  if (error) return html`<p class="error" role="alert">${error}</p>`;
  if (!total || !health) return html`<p class="quiet">…</p>`;
  const problems = findProblems(health, total);
  return html`
    <section aria-label="In short" class="overview">
      ${total.total.answers && total.total.cost ? html`<${Figures} data=${total} />` : html`<p>${describeTotal(total, health)}</p>`}
      ${problems.length === 0
        ? html`<p class="well">Nothing is wrong now: ${describeFailed(total)}${health.lag.seconds.length ? ", the server answers in time" : ""}, and ${bytes(health.disk.free)} of the disk are free.</p>`
        : html`<div role="alert" aria-label="What is wrong"><ul>${problems.map((each) => html`<li key=${each} class="text error">${each}</li>`)}</ul></div>`}
    </section>
  `;
}

// What the period has cost, and for how much of what.
function Figures({ data }) {
  const { total, groups, currency, span } = data;
  const most = findMost(groups);
  return html`
    <ul class="figures">
      <li><b>${sum(total.cost, currency)}</b> this world has cost in ${SPOKEN[span]}</li>
      <li><b>${count(total.answers)}</b> ${total.answers === 1 ? "answer" : "answers"} of models</li>
      <li><b>${count(total.prompt_tokens + total.completion_tokens)}</b> tokens</li>
      ${most && html`<li><b>${percent(most.total.cost / total.cost)}</b> of the money for <span class="text">${most.name}</span></li>`}
    </ul>
  `;
}

function describeTotal({ total, span }, { models }) {
  if (!total.answers) return `No model has answered in ${SPOKEN[span]}: this world costs nothing.`;
  const asked = `${plural(total.answers, "answer")} of models, ${count(total.prompt_tokens + total.completion_tokens)} tokens`;
  const priced = models.some((each) => each.price);
  return `In ${SPOKEN[span]}: ${asked}. ${priced ? "They cost nothing." : "What they cost is not known: no model profile of config/llm.yaml has a price."}`;
}

// Failures that are too few to be a problem stand in the table below, so a word about them is due here.
function describeFailed({ total, span }) {
  return total.failures
    ? `every model answers again (in ${SPOKEN[span]} ${plural(total.failures, "request")} failed)`
    : "no model fails";
}

// The agent that cost most, of several.
function findMost(groups) {
  const agents = groups.filter((each) => each.name && !each.others);
  return agents.length < 2 ? null : agents.reduce((one, other) => (other.total.cost > one.total.cost ? other : one));
}

function findProblems({ models, lag, disk, trouble }, { total, span }) {
  const found = [];
  if (trouble) found.push(`Not everything can be written: ${trouble}. What happens waits in memory and is written once there is room; a stop before that loses it.`);
  for (const each of models) {
    if (each.circuit !== "closed") found.push(`${each.profile} keeps failing and rests; what it is for is done by rule meanwhile. ${each.why}`);
    if (each.daily_tokens && each.tokens_today >= each.daily_tokens) {
      found.push(`${each.profile} has used its ${count(each.daily_tokens)} tokens of today; until 00:00 UTC what it is for is done by rule.`);
    }
  }
  const tries = total.answers + total.failures;
  if (total.failures >= FEW && total.failures >= MANY_FAILED * tries) {
    found.push(`${count(total.failures)} of ${plural(tries, "request")} failed in ${SPOKEN[span]}.`);
  }
  if (lag.p95 > LATE) found.push(`The loop is late by up to ${seconds(lag.p95)}: everybody waits.`);
  if (disk.free < LITTLE * disk.size) found.push(`The disk is nearly full: ${bytes(disk.free)} of ${bytes(disk.size)} are free.`);
  return found;
}
