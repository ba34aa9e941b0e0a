// A prompt: a bar of how much of it each part takes, and below it the parts with their text.
import { html } from "tarn/html.js";
import { Bands } from "tarn/views/mind/bands.js";
import { nameBand } from "tarn/views/mind/parts.js";
import { formatCount } from "tarn/views/mind/words.js";

export function PromptStrip({ shown, name, root, room }) {
  const { prompt, number } = shown;
  return html`
    <section class="prompt" aria-label="The prompt">
      <h3>${number ? `The prompt of turn ${formatCount(number)}` : `The prompt that ${name} would get now`}${" "}
        <span class="quiet size">${formatCount(prompt.tokens)} tokens, as this server counts them${room && `; at most ${formatCount(room)}`}</span></h3>
      <div class="strip-of-bands" aria-hidden="true">
        ${prompt.bands.map((band, at) => html`
          <span key=${at} class=${`piece ${band.kind}`} style=${{ flexGrow: Math.max(band.tokens, 1) }}
            title=${`${nameBand(band)}: ${formatCount(band.tokens)} tokens`} onClick=${() => open(at)}></span>
        `)}
      </div>
      <p class="quiet proof">${number && html`<${Proof} turn=${shown} /> <a href=${`/api/v1${root}/turns/${number}/text`}>As plain text</a> · `}Click a part to read it.${shown.after > 0 && ` Its newest memory is #${formatCount(shown.after)}.`}</p>
      <${Bands} prompt=${prompt} name=${name} />
    </section>
  `;
}

// A part that is closed is opened, and has the focus.
function open(at) {
  const band = document.getElementById(`band-${at}`);
  if (!band) return;
  band.open = true;
  band.querySelector("summary").focus({ preventScroll: true });
  requestAnimationFrame(() => band.scrollIntoView({ block: "start" }));
}

function Proof({ turn }) {
  if (turn.agrees && turn.model) return "To the byte what the model was given.";
  if (turn.agrees) return turn.model_unused ? "To the byte what the model was to be given." : "No model was asked for this turn; one would be told this.";
  return html`<span class="error">${turn.agrees === null
    ? "The log has no digest that proves it."
    : "This is not what was given: the log has been changed, or lines of it cannot be read."}</span>`;
}
