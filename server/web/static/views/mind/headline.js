// A turn in one sentence, and in a second one why: what is read first of it.
import { html } from "tarn/html.js";
import { Explained } from "tarn/term.js";
import { splitDeed } from "tarn/views/mind/line.js";
import { describeUnused } from "tarn/views/mind/words.js";
import { quote } from "tarn/when.js";

const IN_VAIN = /^(?:You tried: [^\n]*\n)?This failed because: /;

export function Headline({ name, command, result, turn, reason }) {
  const why = explainTurn(turn, name);
  return html`
    <h3 class="headline text command"><span class="name">${name}</span> <${Deed} command=${command} result=${result || ""} /></h3>
    ${(why || reason) && html`<p class="why text">${why && html`<${Explained} text=${why} />`}${reason && html` The reason that it gave: <q>${quote(reason)}</q>`}</p>`}
  `;
}

function Deed({ command, result }) {
  if (!command) return "does nothing.";
  const [deed, words] = splitDeed(command);
  if (words) return html`<span class="verb">${deed}:</span> <span class="spoken">${quote(words)}</span>`;
  if (IN_VAIN.test(result)) return `tries in vain: ${command}`;
  return endSentence(arrive(command, result) || deed);
}

// Of a way that was gone the world's answer begins with where it leads.
function arrive(command, result) {
  const [title] = result.split("\n", 1);
  return command.startsWith("go ") && title && title.length < 60 && !/[.!?]$/.test(title) ? `goes to ${title}` : "";
}

function endSentence(text) {
  return /[.!?…”"]$/.test(text) ? text : `${text}.`;
}

// Who or what decided, in one sentence; of what is written or remembered it is said that it fitted best.
const DECIDED = {
  model: "The model decided so",
  voice: "It is a line of its voice, written by a person: the one that fits best what was said",
  memory: "It is something that it remembers, and what fits best",
  profile: "It is a sentence of its profile, and what fits best",
  plain: "It is a plain answer, given by rule",
  intention: "It tells of its intention",
  manners: "A rule decided: agents answer each other so",
  fallback: "A rule decided, as nothing better was at hand",
};

export function explainTurn(turn, name) {
  if (!turn) return "";
  const { decided_by: decider, outcome, model, model_unused: unused, refused } = turn;
  const said = refused ? "What the model wrote was of no use" : explainDecider({ decider, outcome, model, name });
  return `${said}.${unused ? ` ${describeUnused(unused)}.` : ""}`;
}

function explainDecider({ decider, outcome, model, name }) {
  if (decider === "model" && model) return `It was decided by the model ${model}`;
  if (decider === "intention" && outcome.startsWith("of its own accord")) return "Nobody had asked: it is a step of its intention";
  return DECIDED[decider] || `What decided is not told by the log of ${name}, which is of an older version`;
}
