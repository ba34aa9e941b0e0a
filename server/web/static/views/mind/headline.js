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
    ${(why || reason) && html`<p class="why text">${why && html`<${Explained} text=${why} />`}${reason && html` Its reason: <q>${quote(reason)}</q>`}</p>`}
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

// Who or what decided, in few words; of what is written or remembered it is said that it fitted best.
const DECIDED = {
  model: "The model chose this",
  voice: "A line of its voice, which a person wrote: the best fit to what was said",
  memory: "From its memory, the best fit to what was said",
  profile: "A sentence of its profile, the best fit to what was said",
  plain: "A plain answer, by rule",
  intention: "It tells of its intention",
  manners: "By rule: residents answer each other so",
  fallback: "By rule: nothing better was at hand",
};

export function explainTurn(turn, name) {
  if (!turn) return "";
  const { decided_by: decider, outcome, model, model_unused: unused, refused } = turn;
  const said = refused ? "What the model wrote was of no use" : explainDecider({ decider, outcome, model, name });
  return `${said}.${unused ? ` ${describeUnused(unused)}.` : ""}`;
}

function explainDecider({ decider, outcome, model, name }) {
  if (decider === "model" && model) return `The model ${model} chose this`;
  if (decider === "intention" && outcome.startsWith("of its own accord")) return "Nobody asked: a step of its intention";
  return DECIDED[decider] || `The log of ${name} is of an older version and does not tell what decided`;
}
