// What an agent might have said: each candidate with a bar for how well it fits, and which was chosen; when it is asked for, its
// score and what that is made of.
import { useState } from "preact/hooks";
import { html } from "tarn/html.js";
import { Term } from "tarn/term.js";
import { quote } from "tarn/views/memory/when.js";
import { countCandidates } from "tarn/views/mind/words.js";

const OUT = "out";
// So many are shown at first: the others are seldom near.
const SEEN = 5;

export function Choices({ turn }) {
  const [more, setMore] = useState(false);
  const [whole, setWhole] = useState(false);
  const choices = turn.choices.map(readChoice);
  const most = Math.max(1, ...choices.map((each) => Number(each.score) || 0));
  const said = findSaid(choices, turn.command);
  const { model, others } = turn.good_enough;
  const all = countCandidates(turn);
  return html`
    <h3>${all === 1 ? "The one thing that it could have said" : "What it could have said"}</h3>
    <p class="quiet hint">${describeKept(choices.length, all)} <button class="raw" aria-pressed=${more} onClick=${() => setMore(!more)}>What makes a score</button></p>
    ${more && html`<p class="quiet hint">
      The higher the <${Term} of="score">score<//>, the better it fits; of equals the first is said. A line that is written for it, or that it
      remembers, scores how well it fits what was heard (0 to 1) times 4, and needs ${others} or more. A model’s words score by what speaks for and against them, and need ${model} or more.
    </p>`}
    <ol class=${more ? "choices scored" : "choices"}>${(whole ? choices : choices.slice(0, SEEN)).map((each, number) => html`<${Choice} key=${number} choice=${each} most=${most} said=${each === said} more=${more} />`)}</ol>
    ${choices.length > SEEN && html`<button class="raw rest-of-choices" onClick=${() => setWhole(!whole)}>${whole ? `The best ${SEEN} alone` : `${choices.length - SEEN} more`}</button>`}
  `;
}

function describeKept(kept, all) {
  const bar = "The longer the bar, the better it fits.";
  if (all === 1) return "";
  return kept < all ? html`The best ${kept} of ${all} <${Term} of="candidate">candidates<//>, as the log keeps them. ${bar}` : html`${all} <${Term} of="candidate">candidates<//>, the best first. ${bar}`;
}

function Choice({ choice, most, said, more }) {
  const { score, words } = choice;
  const share = Math.max(0, Math.min(1, Number(score) / most || 0));
  const name = [score === OUT && "out", said && "chosen"].filter(Boolean).join(" ");
  return html`
    <li class=${name}>
      ${more && html`<span class="score">${score}</span>`}
      <span class="bar"><span style=${{ width: `${100 * share}%` }}></span></span>
      <span>
        <span class="text">“${words}”</span>${said && html` <b class="said">chosen</b>`}
        <span class="quiet why text">${describeReasons(choice, more)}</span>
      </span>
    </li>
  `;
}

// Where it comes from and, in all detail, what speaks for it; and whether it may be said at all.
function describeReasons({ origin, score, reasons }, more) {
  const told = more ? reasons.replace(/ × /g, ", times ") : reasons.replace(/,? fits [\d.]+ × [\d.]+/, "").replace(/^its voice, to /, "its voice, in answer to ");
  const from = origin === "model" ? `the model: ${told}` : told || origin;
  return quote(score === OUT ? `${from}; may not be said` : from);
}

// As the log has it: [origin score] "words" (reasons), or the beginning of that.
function readChoice(line) {
  const [, origin, score, rest] = line.match(/^\[(\w+) ([^\]]*)\] "(.*)$/s) || ["", "", "", line];
  const [, words, reasons] = rest.match(/^(.*)" \((.*)\)$/s) || ["", rest, ""];
  return { origin, score, words, reasons };
}

// The best, if its words are in the line; else something that is no candidate was done.
function findSaid([best], command) {
  return best && best.score !== OUT && command.includes(best.words) ? best : null;
}
