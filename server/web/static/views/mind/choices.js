// What an agent might have said: a table of the candidates with their scores, of which one was said; what a score is made of is told
// when it is asked for.
import { useState } from "preact/hooks";
import { html } from "tarn/html.js";
import { Term } from "tarn/term.js";
import { quote } from "tarn/when.js";
import { countCandidates } from "tarn/views/mind/words.js";

const OUT = "out";
// So high scores what fits perfectly, but for a model’s words, which may score higher.
const BEST = 4;
// So many are shown at first: the others are seldom near.
const SEEN = 5;

export function Choices({ turn }) {
  const [more, setMore] = useState(false);
  const [whole, setWhole] = useState(false);
  const choices = turn.choices.map(readChoice);
  const said = findSaid(choices, turn.command);
  const { model, others } = turn.good_enough;
  const all = countCandidates(turn);
  const isFitTold = choices.some(saysMore);
  const most = Math.max(BEST, ...choices.map((each) => Number(each.score) || 0));
  return html`
    <div class="caption">
      <h3>${all === 1 ? "The one thing that it could have said" : "What it could have said"}</h3>
      <span class="quiet hint">${describeKept(choices.length, all)}</span>
      <span class="quiet hint scale"><${Term} of="score">Score<//>: how well it fits what was heard, or how much sense it makes there, ${BEST} at most; what has ${others} or more may be said<span class="of-bars"> (the mark on each bar)</span></span>
      <button class="raw" aria-pressed=${more} onClick=${() => setMore(!more)}>What makes a score</button>
    </div>
    ${more && html`<p class="quiet hint">
      The higher the <${Term} of="score">score<//>, the better it fits; of equals the first is said. A line of its voice, or of what it
      remembers, scores how well it fits what was heard (0 to 1) times 4, and needs ${others} or more. Where replies were read with what was said before them, each scores by what it is worth there (0 to 1), from ${others} to 4. A model’s words score by what speaks for and against them, and need ${model} or more.
    </p>`}
    <table class="choices">
      <thead><tr><th scope="col" class="score">Score</th>${isFitTold && html`<th scope="col" class="number">Fits</th>`}<th scope="col">Words</th><th scope="col">From</th></tr></thead>
      <tbody>${(whole ? choices : choices.slice(0, SEEN)).map((each, number) => html`<${Choice} key=${number} choice=${each} most=${most} enough=${each.origin === "model" ? model : others} said=${each === said} more=${more} isFitTold=${isFitTold} />`)}</tbody>
    </table>
    ${choices.length > SEEN && html`<button class="raw rest-of-choices" onClick=${() => setWhole(!whole)}>${whole ? `The best ${SEEN} alone` : `${choices.length - SEEN} more`}</button>`}
  `;
}

function describeKept(kept, all) {
  if (all === 1) return "";
  return kept < all ? html`the best ${kept} of ${all} <${Term} of="candidate">candidates<//>, as the log keeps them` : html`${all} <${Term} of="candidate">candidates<//>, the best first`;
}

// Most scores are how well a line fits, times `BEST`: then a column of that would say each number twice.
const ROUNDED = 0.06;

function saysMore({ score, fits }) {
  return fits !== "" && score !== OUT && Math.abs(Number(score) - BEST * Number(fits)) > ROUNDED;
}

// The score is a number and a bar, as long as its part of the highest that there can be, `most`, with a mark where it is enough.
function Choice({ choice, most, enough, said, more, isFitTold }) {
  const { score, fits, words } = choice;
  return html`
    <tr class=${[score === OUT && "out", said && "chosen"].filter(Boolean).join(" ")}>
      <td class="score"><span class="points">${score}</span><span class="score-bar" aria-hidden="true" style=${{ "--enough": `${(100 * enough) / most}%` }}><i style=${{ width: `${(100 * Math.max(0, Number(score) || 0)) / (most || 1)}%` }}></i></span></td>
      ${isFitTold && html`<td class="number quiet fits">${fits}</td>`}
      <td class="words"><span class="text">“${quote(words)}”</span>${said && html` <b class="said">said</b>`}</td>
      <td class="quiet why text">${describeReasons(choice, more)}</td>
    </tr>
  `;
}

// Where it comes from and, in all detail, what speaks for it; and whether it may be said at all.
function describeReasons({ origin, score, reasons }, more) {
  const told = more ? reasons.replace(/ × /g, ", times ") : reasons.replace(/,? (?:fits [\d.]+ × [\d.]+|worth [\d.]+)/, "");
  const from = origin === "model" ? `the model: ${told}` : nameSource(told) || origin;
  return quote(score === OUT ? `${from}; may not be said` : from);
}

// What the log has in few words, as a whole one: what a line of a voice answers, or that it fits all lines of some kind.
export function nameSource(reasons) {
  return reasons.replace(/^its voice, to /, "a line of its voice, for ").replace(/^a line for its kind: (\w+)/, "a ready line for all of the kind “$1”");
}

// As the log has it: [origin score] "words" (reasons), or the beginning of that.
function readChoice(line) {
  const [, origin, score, rest] = line.match(/^\[(\w+) ([^\]]*)\] "(.*)$/s) || ["", "", "", line];
  const [, words, reasons] = rest.match(/^(.*)" \((.*)\)$/s) || ["", rest, ""];
  const [, fits] = reasons.match(/fits ([\d.]+) × /) || ["", ""];
  return { origin, score, fits, words, reasons };
}

// The best, if its words are in the line; else something that is no candidate was done.
function findSaid([best], command) {
  return best && best.score !== OUT && command.includes(best.words) ? best : null;
}
