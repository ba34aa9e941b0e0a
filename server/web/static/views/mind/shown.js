// What an agent was shown in a turn, or would be shown now, and what it made of it.
import { html } from "tarn/html.js";
import { Bands } from "tarn/views/mind/bands.js";
import { Choices } from "tarn/views/mind/choices.js";
import { Difference } from "tarn/views/mind/difference.js";
import { describeDecider, formatCount } from "tarn/views/mind/words.js";

export function Shown({ shown, name, root, room }) {
  const past = Boolean(shown.number);
  const { prompt } = shown;
  return html`
    <section class="shown" aria-label=${past ? `Turn ${shown.number}` : "Now"}>
      <h3>${past ? "How it was chosen" : `The prompt that ${name} would get now`}</h3>
      ${past && html`<${Outcome} turn=${shown} />`}
      ${past && html`<h3>The prompt of ${name}, turn ${formatCount(shown.number)}</h3>`}
      <p class="quiet">
        ${past && shown.model ? "All that the model was told" : "All that a model would be told"}:${" "}
        ${formatCount(prompt.tokens)} tokens; there is room for ${formatCount(room)}.${shown.after > 0 && ` Memory #${formatCount(shown.after)} is the newest in it.`}${" "}
        ${past && html`<${Proof} turn=${shown} />${" "}<a href=${`/api/v1${root}/turns/${shown.number}/text`}>As plain text</a>`}
      </p>
      ${shown.difference && html`<${Difference} difference=${shown.difference} name=${name} />`}
      <${Bands} prompt=${prompt} name=${name} />
    </section>
  `;
}

function Proof({ turn }) {
  if (turn.agrees && turn.model) return "To the byte what the model was given.";
  if (turn.agrees) return turn.model_unused ? "To the byte what the model was to be given." : "No model was asked for this turn.";
  return html`<span class="error">${turn.agrees === null
    ? "The log has no digest that proves it."
    : "This is not what was given: the log has been changed, or lines of it cannot be read."}</span>`;
}

function Outcome({ turn }) {
  const share = turn.prompt_tokens ? Math.round((100 * turn.cached_tokens) / turn.prompt_tokens) : 0;
  const samples = turn.reply && turn.reply !== turn.command;
  return html`
    <div class="outcome">
      <dl>
        ${samples && html`<div><dt>Reply</dt><dd class="text">${turn.reply}</dd></div>`}
        <div><dt>Decided by</dt><dd class="text">${describeDecider(turn)}</dd></div>
        <div><dt>Took</dt><dd>${turn.seconds.toFixed(2)} s</dd></div>
        ${turn.model && html`<div><dt>Tokens</dt><dd>
          ${formatCount(turn.prompt_tokens)} read, ${share} % of them from the model server's cache; ${formatCount(turn.completion_tokens)} written
        </dd></div>`}
      </dl>
      ${turn.choices.length > 0 && html`<${Choices} turn=${turn} />`}
    </div>
  `;
}
