// What went wrong in the latest turns, in one line that stands where one looks first: of one agent, or of all together.
import { html } from "tarn/html.js";
import { Explained } from "tarn/term.js";
import { formatCount } from "tarn/views/mind/words.js";

export function Went({ minds }) {
  const { turns, waiting } = describeWent(minds);
  if (!turns) return null;
  return html`<p class="went">In ${turns === 1 ? "this turn" : "these turns"}: <${Told} minds=${minds} />.${waiting && ` Now ${waiting}.`}</p>`;
}

// The same of one agent, below what its turns are; nothing where nothing went wrong.
export function Wrong({ mind }) {
  const { waiting, bad, notes } = describeWent([mind]);
  const isWell = bad.length + notes.length === 0;
  if (isWell && !waiting) return null;
  return html`<span class="went">${!isWell && html`<${Told} minds=${[mind]} />`}${!isWell && waiting && "; "}${waiting && html`<span class="bad">${waiting}</span>`}</span>`;
}

function Told({ minds }) {
  const { bad, notes, well } = describeWent(minds);
  const said = [...bad.map((each) => ["bad", each]), ...notes.map((each) => ["note", each])];
  return said.length ? said.map(([kind, each], n) => html`${n > 0 && "; "}<span class=${kind}><${Explained} text=${each} /></span>`) : html`<${Explained} text=${well} />`;
}

// What is told of the turns of some agents: each thing that went wrong, with whose it was (`bad`: an answer was lost by it;
// `notes`: it was slow, or cost more than it need), or else that nothing did.
export function describeWent(minds) {
  const turns = minds.reduce((sum, { decided }) => sum + decided.turns, 0);
  const waiting = minds.flatMap(({ name, went }) => went.waiting.map((who) => `${who} waits for an answer of ${name}`));
  const [limit] = minds.map(({ went }) => went.slow_seconds);
  const bad = [
    told(minds, ({ decided }) => decided.late, (n, of) => `the model was too late in ${n}${of}`),
    told(minds, ({ decided }) => decided.unavailable, (n, of) => `the model did not answer in ${n}${of}`),
    told(minds, ({ decided }) => decided.refused, (n, of) => `nothing that the model said was good enough in ${n}${of}`),
  ].filter(Boolean);
  const notes = [
    told(minds, ({ went }) => went.slow, (n, of) => `${n} took longer than ${limit}\u00a0s${of}, the longest ${longest(minds)}${describeUnasked(minds)}`),
    told(minds, ({ went }) => (isUncached(went) ? went.read : 0), (n, of) => `of the ${n} tokens that models read none came from a cache${of}`),
  ].filter(Boolean);
  return { turns, waiting: waiting.join(", "), bad, notes, well: `nothing went wrong: no model that was asked failed or was too late, and no turn took longer than ${limit} s` };
}

// A number of all agents, with whose it is where there are several; empty where it is 0.
function told(minds, count, tell) {
  const counted = minds.map((mind) => [mind.name, count(mind)]).filter(([, number]) => number > 0);
  if (!counted.length) return "";
  const names = counted.map(([name, number]) => (counted.length > 1 ? `${name} ${formatCount(number)}` : name));
  const whose = minds.length > 1 ? ` (${names.join(", ")})` : "";
  return tell(formatCount(counted.reduce((sum, [, number]) => sum + number, 0)), whose);
}

function longest(minds) {
  return `${Math.max(...minds.map(({ went }) => went.longest)).toFixed(1)}\u00a0s`;
}

function describeUnasked(minds) {
  const count = minds.reduce((sum, { went }) => sum + went.slow_unasked, 0);
  const slow = minds.reduce((sum, { went }) => sum + went.slow, 0);
  return count ? `, ${count === slow ? "all" : formatCount(count)} of them without asking a model` : "";
}

// Whether of what was read so little came from a cache that it rounds to nothing.
function isUncached({ read, cached }) {
  return read > 0 && Math.round((100 * cached) / read) === 0;
}
