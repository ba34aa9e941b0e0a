// What else might have been said in a turn, and how long it took.
import { html } from "tarn/html.js";
import { Explained } from "tarn/term.js";
import { quote } from "tarn/when.js";
import { Choices } from "tarn/views/mind/choices.js";
import { describeOutcome, formatCount } from "tarn/views/mind/words.js";

// What is told of these is told above, in words.
const TOLD = ["intention", "manners"];

export function Shown({ shown }) {
  const past = Boolean(shown.number);
  return html`
    <section class="shown" hidden=${!past} aria-label=${past ? `Turn ${shown.number}` : "Now"}>
      ${past && html`<${Outcome} turn=${shown} />`}
    </section>
  `;
}

function Outcome({ turn }) {
  const samples = turn.reply && turn.reply !== turn.command && !turn.command.startsWith(turn.reply);
  const detail = turn.choices.length === 0 && turn.outcome && !TOLD.includes(turn.decided_by) && turn.decided_by !== "model" ? describeOutcome(turn) : "";
  return html`
    <div class="outcome">
      ${turn.choices.length > 0 && html`<${Choices} turn=${turn} />`}
      ${(detail || samples) && html`<dl>
        ${detail && html`<div><dt>In detail</dt><dd class="text"><${Explained} text=${detail} /></dd></div>`}
        ${samples && html`<div><dt>Model’s reply</dt><dd class="text">${quote(turn.reply)}</dd></div>`}
      </dl>`}
      <p class="quiet took"><${Explained} text=${describeWork(turn)} /></p>
    </div>
  `;
}

// Less than this the log does not tell apart from nothing, in seconds.
const AT_ONCE = 0.01;

// How long the turn took, and what the model did in it: some models, such as one that is made for tests, answer at once.
export function describeWork({ seconds, model, prompt_tokens: read, cached_tokens: cached, completion_tokens: written }) {
  const took = `The turn took ${seconds < AT_ONCE ? `less than ${AT_ONCE}` : seconds.toFixed(2)} s.`;
  if (!model || !written) return took;
  const answered = seconds < AT_ONCE ? `The model answered at once, in less than ${AT_ONCE} s.` : took;
  const share = read ? Math.round((100 * cached) / read) : 0;
  return `${answered} The model wrote ${formatCount(written)} ${written === 1 ? "token" : "tokens"}, and had ${share} % of what it read in its cache.`;
}
