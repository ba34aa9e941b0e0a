// The verdict on all summaries in use together, in one figure that leads to the sentences that are not supported.
import { html } from "tarn/html.js";
import { Term } from "tarn/term.js";
import { lifePath } from "tarn/views/memory/life.js";
import { count, linkTo, useData, versionOf } from "tarn/views/memory/parts.js";

// What the checks say of each summary in use; null while they are carried out, and while there is no life yet or it is being read.
export function useChecks(life) {
  // They change only where other summaries are in use.
  const inUse = life && !life.reading ? life.amounts.map((each) => each.id).join(" ") : "";
  const { data, error } = useData(inUse && lifePath(life.name, "/checks"), inUse && `${versionOf(life)} ${inUse}`);
  return { checks: inUse ? data && data.checks : [], error };
}

// `found` is what `useChecks` has found.
export function Checked({ found: { checks, error }, place }) {
  if (error) return html`<p class="checked error" role="alert">${error}</p>`;
  if (checks && checks.length === 0) return null;
  return html`<p class="checked" aria-busy=${!checks || null}>${checks ? html`<${Told} checks=${checks} place=${place} />` : html`<b>…</b> <span>sentences are compared with their memories</span>`}</p>`;
}

// The figure, and below it what it counts.
function Told({ checks, place }) {
  const sums = addChecks(checks);
  const [figure, words] = splitVerdict(describeVerdict(sums, describeEach(checks)));
  if (!words) return null;
  const missing = nameUnsupported(sums);
  // What the figure counts, and below it, paler, all others.
  const [what, ...others] = words.replace(/, none contradicted$/, "").split(", ");
  return html`
    <b class=${sums.contradicted ? "wrong" : "well"}>${figure}</b>
    <span class="what">${what}</span>
    ${sums.contradicted > 0 && html`<span>${others.filter((each) => / supported$/.test(each)).join(", ")}</span>`}
    ${missing && html`<span><a href=${linkTo(place, { show: "questioned" })}>${sums.contradicted ? `Show ${missing}` : missing}</a></span>`}
    <span class="means"><${Term} of="supported">Supported<//>: its memories bear it out, by rules that compare words.</span>
  `;
}

// Of so many summaries it is said how many sentences each has: then the number above a list that is read agrees with this one.
const FEW = 3;

// "2 summaries (12 + 3)"
export function describeEach(checks) {
  const sizes = checks.map((each) => each.sentences.toLocaleString());
  return `${count(checks.length, "summary", "summaries")}${sizes.length > 1 && sizes.length <= FEW ? ` (${sizes.join(" + ")})` : ""}`;
}

export function addChecks(checks) {
  const add = (name) => checks.reduce((sum, each) => sum + each[name], 0);
  return Object.fromEntries(["sentences", "supported", "contradicted", "unsupported"].map((name) => [name, add(name)]));
}

// "1 contradicted, 2 not confirmed": how many of those that are not supported there are of each kind.
function nameUnsupported({ sentences, supported, contradicted, unsupported }) {
  const unknown = sentences - supported - contradicted - unsupported;
  const kinds = [[contradicted, "contradicted"], [unsupported, "not confirmed"], [unknown, "without recorded memories"]];
  return kinds.filter(([number]) => number > 0).map(([number, words]) => `${number.toLocaleString()} ${words}`).join(", ");
}

// How many sentences their memories do not bear out, or have none that are recorded.
export function countUnsupported(checks) {
  return checks.reduce((sum, each) => sum + each.sentences - each.supported, 0);
}

// The verdict in one sentence, whose numbers add up; empty: there is nothing to judge. `where` says in which summaries.
export function describeVerdict({ sentences: all, supported, contradicted, unsupported }, where = "summaries") {
  if (!all) return "";
  const unknown = all - supported - contradicted - unsupported;
  if (supported === all) return all === 1 ? `✓ The one sentence in ${where} supported` : `✓ All ${all.toLocaleString()} sentences in ${where} supported`;
  const some = `of ${count(all, "sentence")} in ${where}`;
  const told = contradicted ? [[contradicted, "contradicted"], [supported, "supported"]] : [[supported, "supported"]];
  const rest = [...told, [unsupported, "not confirmed"], [unknown, "without recorded memories"]].filter(([number], at) => number || at === 0);
  const [[first, what], ...others] = rest.map(([number, words]) => [number ? number.toLocaleString() : "None", words]);
  return `${contradicted ? "✗ " : ""}${first} ${some} ${what}${others.map(([number, words]) => `, ${number} ${words}`).join("")}${contradicted ? "" : ", none contradicted"}`;
}

// "✓ All 214 sentences …" as its number and its words.
function splitVerdict(told) {
  return told.split(/ (?=sentences?\b)/);
}
