// What an agent might have said: each candidate with its score, what that is made of, and which was chosen.
import { useState } from "preact/hooks";
import { html } from "tarn/html.js";
import { Term } from "tarn/term.js";
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
  const kept = choices.length < all ? `The best ${choices.length} of ${all} candidates, as the log keeps them` : `${all} candidates, the best first`;
  return html`
    <details open>
      <summary>${all === 1 ? "One candidate" : kept}</summary>
      <p class="quiet hint">What it could have said, with its <${Term} of="score">score<//>: the higher, the better it fits. Of equals the first is said. <button class="raw" aria-pressed=${more} onClick=${() => setMore(!more)}>What makes a score</button></p>
      ${more && html`<p class="quiet hint">
        A line that is written for it, or that it
        remembers, scores how well it fits what was heard (0 to 1) times 4, and needs ${others} or more. A model's words score by what speaks for and against them, and need ${model} or more.
      </p>`}
      <ol class="choices">${(whole ? choices : choices.slice(0, SEEN)).map((each, number) => html`<${Choice} key=${number} choice=${each} most=${most} said=${each === said} />`)}</ol>
      ${choices.length > SEEN && html`<button class="raw rest-of-choices" onClick=${() => setWhole(!whole)}>${whole ? `The best ${SEEN} alone` : `${choices.length - SEEN} more`}</button>`}
    </details>
  `;
}

function Choice({ choice, most, said }) {
  const { score, words } = choice;
  const share = Math.max(0, Math.min(1, Number(score) / most || 0));
  return html`
    <li class=${score === OUT ? "out" : ""}>
      <span class="score">${score}</span>
      <span class="bar"><span style=${{ width: `${100 * share}%` }}></span></span>
      <span>
        <span class="text">${words}</span>${said && html` <b class="said">chosen</b>`}
        <span class="quiet why text">${describeReasons(choice)}</span>
      </span>
    </li>
  `;
}

// Where it comes from and what speaks for it, and whether it may be said at all.
function describeReasons({ origin, score, reasons }) {
  const from = origin === "model" ? `the model: ${reasons}` : reasons || origin;
  return score === OUT ? `${from}; may not be said` : from;
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
