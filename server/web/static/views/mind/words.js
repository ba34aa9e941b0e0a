// Numbers, times and states in words.
import { html } from "tarn/html.js";
import { formatSince, formatUTC } from "tarn/time.js";
import { formatWhen } from "tarn/when.js";

export function formatCount(number) {
  return number.toLocaleString("en");
}

export function Since({ at }) {
  return html`<time class="quiet" dateTime=${at} title=${`${formatWhen(at)}; ${formatUTC(at)}`}>${formatSince(at)}</time>`;
}

const ORIGINS = {
  model: "words of the model",
  voice: "a line of its voice",
  memory: "what it remembers",
  intention: "what it is about",
  plain: "a plain answer",
  profile: "a sentence of its profile",
  manners: "good manners",
};
const BEGINNINGS = [
  ["brain: by rule", "by its rules, without a model"],
  ["brain: ", "by its rules: "],
  ["no use: ", "the model’s reply was of no use: "],
  ["nothing good enough", "no words were good enough to be said"],
  ["by good manners", "by its rules, without a model: residents answer each other so"],
  ["of its own accord", "by its rules, without a model, of its own accord"],
];

const UNUSED = {
  late: "the model was asked and was too late",
  refused: "the model was asked, and nothing it said was good enough",
  unavailable: "the model was to be asked and could not be had",
};

// That the model was asked in vain, and why.
export function describeUnused(unused) {
  const told = UNUSED[unused] || unused;
  return told[0].toUpperCase() + told.slice(1);
}

// How a line was chosen, in words.
export function describeOutcome(turn) {
  const unused = turn.model_unused && `; ${UNUSED[turn.model_unused] || turn.model_unused}`;
  return `${describeChoice(turn)}${unused || ""}`;
}

function describeChoice({ outcome, model }) {
  const [, best, top, good, all] = outcome.match(/^(\w+) ([\d.]+), the best of (\d+) that may be said, (\d+) in all$/) || [];
  if (best && all === "1") return `${ORIGINS[best] || best}, the only words at hand: score ${top}`;
  if (best) return `${ORIGINS[best] || best}: score ${top}, the best of the ${good} that may be said, of ${all} candidates`;
  const [, origin, others, score, next] = outcome.match(/^(\w+), before (\d+) others: ([\d.]+), the next (.+)$/) || [];
  if (origin) return `${ORIGINS[origin] || origin} fitted best of ${Number(others) + 1} candidates: score ${score}, the next ${next}`;
  const [, alone, only] = outcome.match(/^(\w+), the only one: (.+)$/) || [];
  if (alone) return `${ORIGINS[alone] || alone}, the only words at hand: score ${only}`;
  const [mark, words] = BEGINNINGS.find(([each]) => outcome.startsWith(each)) || ["", ""];
  if (mark.endsWith(" ")) return words + outcome.slice(mark.length);
  return words || outcome || (model ? `as ${model} replied` : "");
}

// The same without scores, for a list.
export function describeOutcomeShort(turn) {
  return describeOutcome(turn).replace(/: score [^;]*/, "").replace("by its rules, without a model", "by rule");
}

// How many candidates there were for a turn: the log keeps the best of many.
export function countCandidates({ outcome, choices }) {
  const [, all] = outcome.match(/ may be said, (\d+) in all$/) || [];
  const [, others] = outcome.match(/^\w+, before (\d+) others: /) || [];
  return Math.max(choices.length, Number(all) || 0, others ? Number(others) + 1 : 0);
}

const SHARES = [
  ["rule", "by rule"],
  ["voice", "from its voice"],
  ["memory", "from its memory"],
  ["profile", "from its profile"],
  ["model", "by the model"],
];

// Who decided some turns: [key, how many, words].
export function listShares(decided) {
  const counts = { ...decided, rule: (decided.rule || 0) + (decided.plain || 0) };
  return SHARES.map(([key, words]) => [key, counts[key] || 0, words]).filter(([, count]) => count > 0);
}

// Who decided the latest turns, and in how many the model was asked in vain, if in any.
export function listDeciders(decided) {
  const told = listShares(decided).map(([, count, words]) => `${formatCount(count)} ${words}`);
  const vain = decided.late + decided.refused + decided.unavailable;
  return [...told, ...(vain ? [`${formatCount(vain)} asked in vain`] : [])].join(" · ") || "no turn yet";
}

export function addShares(shares) {
  return shares.reduce((sum, each) => Object.fromEntries(Object.keys(each).map((key) => [key, (sum[key] || 0) + each[key]])), {});
}

// Who decides the turns of an agent, as it is set: in a word, and in a sentence. What decided those of late is counted beside it.
const DECIDES = {
  rules: ["rules and its voice", "rules, and the lines of its voice; no model is asked"],
  both: ["rules and its voice, at times the model", "rules, and the lines of its voice; the model is asked only where a person wants a yes or no and no line of its voice answers"],
  model: ["the model", "the model, turn by turn; rules where it fails or has used up its day"],
};

// Where the model may decide, in how many of the latest turns it did.
export function nameDecider({ decides }, decided) {
  const [name] = DECIDES[decides] || [decides];
  if (decides !== "both" || !decided?.turns) return name;
  const latest = decided.turns === 1 ? "its last turn" : `its last ${formatCount(decided.turns)} turns`;
  return `${DECIDES.rules[0]}; ${decided.model ? `the model in ${formatCount(decided.model)} of` : "not the model in"} ${latest}`;
}

export function explainDecider({ decides }) {
  return (DECIDES[decides] || ["", decides])[1];
}

const STATES = {
  idle: "between turns",
  waiting: "waits for its model",
  thinking: "thinks",
  acting: "acts",
  paused: "paused",
};

export function describeState(mind) {
  const state = STATES[mind.state] || mind.state;
  const pausing = mind.paused && mind.state !== "paused" ? ", then pauses" : "";
  return `${state}${pausing}${mind.place ? `, in ${mind.place}` : ""}`;
}
