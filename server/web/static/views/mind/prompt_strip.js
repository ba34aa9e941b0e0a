// A prompt: a bar of how much of it each part takes, and below it the parts with their text. It is folded where no model was asked.
import { useState } from "preact/hooks";
import { html } from "tarn/html.js";
import { Bands, tellShares } from "tarn/views/mind/bands.js";
import { Difference } from "tarn/views/mind/difference.js";
import { nameBand, paintBand } from "tarn/views/mind/parts.js";
import { formatCount } from "tarn/views/mind/words.js";

// Whether it is unfolded stays from turn to turn, once somebody has said so; and so does how it is read.
const kept = { open: null, raw: false };

// A piece of the bar has its share written in it from this one on.
const LABELLED = 0.075;

// `decides`: who decides its turns now; where rules do, no model is given anything.
export function PromptStrip({ shown, name, root, decides }) {
  const { prompt, number } = shown;
  const [, draw] = useState(0);
  const keep = (values) => {
    Object.assign(kept, values);
    draw((count) => count + 1);
  };
  const all = prompt.bands.reduce((sum, each) => sum + each.tokens, 0);
  const shares = tellShares(prompt.bands);
  const isAsked = number ? Boolean(shown.model) || Boolean(shown.model_unused) : decides !== "rules";
  const isOpen = kept.open ?? isAsked;
  return html`
    <details class="prompt" aria-label="The prompt" open=${isOpen}>
      <summary onClick=${(event) => { event.preventDefault(); keep({ open: !isOpen }); }}>
        <h3>${number ? `What the model ${isAsked ? "read" : "would have read"}` : `What a model would read for ${name} now`}</h3>
        <span class="quiet size">${formatCount(prompt.tokens)} tokens${isAsked ? "" : number ? " · no model was asked" : ` · none is asked: ${name} is played by rules`}</span>
      </summary>
      <p class="proof"><span class="joined" role="group" aria-label="How the text is shown">${[["Readable", false], ["As the model sees it", true]].map(([words, raw]) => html`<button key=${words} class="raw" aria-pressed=${kept.raw === raw} onClick=${() => keep({ raw })}>${words}</button>`)}</span>
        <span class="quiet"><${Proof} turn=${shown} raw=${kept.raw} />${number && html` <a href=${`/api/v1${root}/turns/${number}/text`}>Bare text</a>`}</span></p>
      <div class="strip-of-bands" aria-hidden="true">
        ${prompt.bands.map((band, at) => html`
          <span key=${at} class=${`piece ${paintBand(band)}`} style=${{ flexGrow: Math.max(band.tokens, 1) }}
            title=${`${nameBand(band)}: ${formatCount(band.tokens)} tokens`} onClick=${() => open(at)}>${band.tokens / all >= LABELLED && shares[at]}</span>
        `)}
      </div>
      <${Bands} prompt=${prompt} name=${name} raw=${kept.raw} />
      ${shown.difference && html`<${Difference} difference=${shown.difference} name=${name} raw=${kept.raw} />`}
    </details>
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

// That it is what was given is told beside the text of which that is so; that it is not, always.
function Proof({ turn, raw }) {
  if (!turn.number || (turn.agrees && !raw)) return "";
  if (turn.agrees && turn.model) return "This is, to the byte, what the model was given.";
  if (turn.agrees) return turn.model_unused ? "This is, to the byte, what the model was to be given." : "";
  return html`<span class="error">${turn.agrees === null
    ? "The log has no digest that proves it."
    : "This is not what was given: the log has been changed, or lines of it cannot be read."}</span>`;
}
