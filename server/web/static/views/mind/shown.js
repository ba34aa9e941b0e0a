// What an agent was shown in a turn, or would be shown now, and what it made of it.
import { html } from "tarn/html.js";
import { Bands } from "tarn/views/mind/bands.js";
import { Choices } from "tarn/views/mind/choices.js";
import { Difference } from "tarn/views/mind/difference.js";
import { Since, formatCount } from "tarn/views/mind/words.js";

export function Shown({ shown, name, root, room }) {
  const past = Boolean(shown.number);
  const { prompt } = shown;
  return html`
    <section class="shown" aria-label=${past ? `Turn ${shown.number}` : "Now"}>
      <h3>${past ? `Turn ${shown.number}` : "The prompt that it would get now"}${past && html`, <${Since} at=${shown.at} />`}</h3>
      ${past && html`<${Outcome} turn=${shown} />`}
      <p class="quiet">
        Prompt: ${formatCount(prompt.tokens)} tokens of ${formatCount(room)}, after memory ${formatCount(shown.after)}.${" "}
        ${past && html`<${Proof} turn=${shown} />${" "}<a href=${`/api/v1${root}/turns/${shown.number}/text`}>As plain text</a>`}
      </p>
      ${shown.difference && html`<${Difference} difference=${shown.difference} name=${name} />`}
      <${Bands} prompt=${prompt} name=${name} />
    </section>
  `;
}

function Proof({ turn }) {
  if (turn.agrees) return turn.model ? "To the byte what the model was given." : "No model was asked: it would have been given this.";
  return html`<span class="error">${turn.agrees === null
    ? "The log has no digest that proves it."
    : "This is not what was given: the log has been changed, or lines of it cannot be read."}</span>`;
}

function Outcome({ turn }) {
  const share = turn.prompt_tokens ? Math.round((100 * turn.cached_tokens) / turn.prompt_tokens) : 0;
  const samples = turn.reply && turn.reply !== turn.command;
  return html`
    <div class="outcome">
      <p class="text command">${turn.command || html`<span class="quiet">no line</span>`}</p>
      ${turn.result && html`<p class="text result">${turn.result}</p>`}
      <dl>
        ${turn.outcome && html`<div><dt>Choice</dt><dd class="text">${describeOutcome(turn.outcome)}</dd></div>`}
        ${samples && html`<div><dt>Reply</dt><dd class="text">${turn.reply}</dd></div>`}
        <div><dt>Model</dt><dd class="text">${turn.model || "none"}</dd></div>
        <div><dt>Took</dt><dd>${turn.seconds.toFixed(2)} s</dd></div>
        <div><dt>Tokens</dt><dd>${turn.model
          ? `${formatCount(turn.prompt_tokens)} read, ${share} % of them from the cache; ${formatCount(turn.completion_tokens)} written`
          : "none: no model was asked"}</dd></div>
      </dl>
      ${turn.choices.length > 0 && html`<${Choices} turn=${turn} />`}
    </div>
  `;
}

const OUTCOMES = [["brain: ", "by its rules, without a model: "], ["no use: ", "the model's reply was of no use: "]];

function describeOutcome(outcome) {
  if (outcome === "brain: by rule") return "by its rules, without a model";
  const [mark, words] = OUTCOMES.find(([each]) => outcome.startsWith(each)) || ["", ""];
  return words + outcome.slice(mark.length);
}
