// The verdict on all summaries in use together, in one figure that leads to the sentences in question.
import { html } from "tarn/html.js";
import { lifePath } from "tarn/views/memory/life.js";
import { count, linkTo, useData, versionOf } from "tarn/views/memory/parts.js";

// What the checks say of each summary in use; null while they are carried out.
export function useChecks(life) {
  // They change only where other summaries are in use.
  const inUse = life.amounts.map((each) => each.id).join(" ");
  const { data, error } = useData(inUse && lifePath(life.name, "/checks"), `${versionOf(life)} ${inUse}`);
  return { checks: inUse ? data && data.checks : [], error };
}

export function Checked({ life, place }) {
  const { checks, error } = useChecks(life);
  if (error) return html`<p class="checked error" role="alert">${error}</p>`;
  if (checks && checks.length === 0) return null;
  return html`<p class="checked" aria-busy=${!checks || null}>${checks ? html`<${Told} checks=${checks} place=${place} />` : html`<b>…</b> <span>sentences are compared with their memories</span>`}</p>`;
}

// The figure, and below it what it counts; of which summaries, and what nobody could check, is said where it is pointed at.
function Told({ checks, place }) {
  const sums = addChecks(checks);
  const [figure, words] = splitVerdict(describeVerdict(sums));
  if (!words) return null;
  const doubted = sums.contradicted + sums.unsupported;
  return html`
    <b class=${sums.contradicted ? "wrong" : "well"} title=${describeWhere(checks, sums)}>${figure}</b>
    <span>${words}${doubted > 0 && html` <a href=${linkTo(place, { show: "questioned" })}>Show ${doubted === 1 ? "it" : `these ${doubted.toLocaleString()}`}</a>`}</span>
  `;
}

function describeWhere(checks, { sentences, supported, contradicted, unsupported }) {
  const unknown = sentences - supported - contradicted - unsupported;
  const rest = unknown > 0 ? `; of ${unknown.toLocaleString()} it is not recorded on which memories they rest` : "";
  return `In the ${count(checks.length, "summary", "summaries")} in use${rest}.`;
}

export function addChecks(checks) {
  const add = (name) => checks.reduce((sum, each) => sum + each[name], 0);
  return Object.fromEntries(["sentences", "supported", "contradicted", "unsupported"].map((name) => [name, add(name)]));
}

// The verdict in one sentence; empty: there is nothing to judge.
export function describeVerdict({ sentences: all, supported, contradicted, unsupported }) {
  if (!all) return "";
  const unknown = all - supported - contradicted - unsupported;
  const rest = unsupported ? `, ${unsupported.toLocaleString()} cannot be told` : "";
  const some = `of ${count(all, "sentence")}`;
  if (contradicted) return `✗ ${contradicted.toLocaleString()} ${some} in summaries contradicted${rest}`;
  if (!unsupported && !unknown) return all === 1 ? "✓ The one sentence in summaries supported" : `✓ All ${all.toLocaleString()} sentences in summaries supported`;
  return supported ? `${supported.toLocaleString()} ${some} in summaries supported${rest}, none contradicted` : `None ${some} could be judged`;
}

// "✓ All 214 sentences …" as its number and its words.
function splitVerdict(told) {
  return told.split(/ (?=sentences?\b)/);
}
