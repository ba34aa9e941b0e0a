// How the line of a turn was chosen.
import { html } from "tarn/html.js";
import { Explained } from "tarn/term.js";
import { Choices } from "tarn/views/mind/choices.js";
import { describeDecider, describeOutcome, formatCount } from "tarn/views/mind/words.js";

export function Shown({ shown }) {
  const past = Boolean(shown.number);
  return html`
    <section class="shown" hidden=${!past} aria-label=${past ? `Turn ${shown.number}` : "Now"}>
      ${past && html`<h3>How it was chosen</h3><${Outcome} turn=${shown} />`}
    </section>
  `;
}

function Outcome({ turn }) {
  const share = turn.prompt_tokens ? Math.round((100 * turn.cached_tokens) / turn.prompt_tokens) : 0;
  const samples = turn.reply && turn.reply !== turn.command && !turn.command.startsWith(turn.reply);
  const detail = turn.choices.length === 0 && turn.outcome ? describeOutcome(turn) : "";
  return html`
    <div class="outcome">
      <dl>
        <div><dt>Decided by</dt><dd class="text"><${Explained} text=${describeDecider(turn)} /></dd></div>
        ${detail && html`<div><dt>In detail</dt><dd class="text"><${Explained} text=${detail} /></dd></div>`}
        ${samples && html`<div><dt>Model’s reply</dt><dd class="text">${turn.reply}</dd></div>`}
        <div><dt>Whole turn</dt><dd>${turn.seconds < 0.01 ? "less than 0.01" : turn.seconds.toFixed(2)} s${turn.model && turn.completion_tokens > 0 && html`<span class="quiet">; the model wrote ${formatCount(turn.completion_tokens)} <${Explained} text="tokens" />, and had ${share} % of what it read in its cache</span>`}</dd></div>
      </dl>
      ${turn.choices.length > 0 && html`<${Choices} turn=${turn} />`}
    </div>
  `;
}
