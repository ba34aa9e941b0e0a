// What an agent was shown in a turn, or would be shown now, and what it made of it.
import { html } from "tarn/html.js";
import { Choices } from "tarn/views/mind/choices.js";
import { Difference } from "tarn/views/mind/difference.js";
import { describeDecider, formatCount } from "tarn/views/mind/words.js";

export function Shown({ shown, name }) {
  const past = Boolean(shown.number);
  return html`
    <section class="shown" aria-label=${past ? `Turn ${shown.number}` : "Now"}>
      ${past && html`<h3>How it was chosen</h3><${Outcome} turn=${shown} />`}
      ${shown.difference && html`<${Difference} difference=${shown.difference} name=${name} />`}
    </section>
  `;
}

function Outcome({ turn }) {
  const share = turn.prompt_tokens ? Math.round((100 * turn.cached_tokens) / turn.prompt_tokens) : 0;
  const samples = turn.reply && turn.reply !== turn.command;
  return html`
    <div class="outcome">
      <dl>
        ${samples && html`<div><dt>Reply</dt><dd class="text">${turn.reply}</dd></div>`}
        <div><dt>Decided by</dt><dd class="text">${describeDecider(turn)}</dd></div>
        <div><dt>Took</dt><dd>${turn.seconds < 0.01 ? "less than 0.01" : turn.seconds.toFixed(2)} s</dd></div>
        ${turn.model && html`<div><dt>Tokens</dt><dd>
          ${formatCount(turn.prompt_tokens)} read and ${formatCount(turn.completion_tokens)} written, as the model's server counts them; ${share} % of those read came from its cache
        </dd></div>`}
      </dl>
      ${turn.choices.length > 0 && html`<${Choices} turn=${turn} />`}
    </div>
  `;
}
