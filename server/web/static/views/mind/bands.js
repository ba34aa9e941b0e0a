// A prompt in bands: how much of it each part takes, and the text of each.
import { useState } from "preact/hooks";
import { html } from "tarn/html.js";
import { formatPlace } from "tarn/place.js";
import { formatCount } from "tarn/views/mind/words.js";

const TITLES = {
  persona: "Persona and commands",
  verbatim: "Word for word",
  known: "Known of who and what is here",
  notes: "Notes",
  talk: "Earlier talk",
  recalled: "Recalled",
  examples: "Examples of its voice",
  moment: "Notes and recalled",
  situation: "Situation",
};
const SUMMARIES = { recent: "Recent summary", leaf: "Recent summary", longterm: "Long-term summary", node: "Long-term summary" };

export function nameBand(band) {
  const title = band.summary ? SUMMARIES[band.summary.type] : TITLES[band.kind] || band.kind;
  return band.from ? `${title}, ${formatCount(band.from)}–${formatCount(band.to)}` : title;
}

// Closed bands stay closed from turn to turn, so that one can be followed.
let closed = new Set(["persona"]);

export function Bands({ prompt, name }) {
  const [, draw] = useState(0);
  const toggle = (kind, open) => {
    const before = closed.has(kind);
    if (before !== open) return;
    closed = new Set(closed);
    if (open) closed.delete(kind);
    else closed.add(kind);
    draw((count) => count + 1);
  };
  const show = (kind, number) => {
    toggle(kind, true);
    requestAnimationFrame(() => document.getElementById(`band-${number}`)?.scrollIntoView({ block: "start" }));
  };
  return html`
    <div class="share" role="group" aria-label="Bands of the prompt by tokens">
      ${prompt.bands.map((band, number) => html`
        <button key=${number} class=${`piece ${band.kind}`} style=${{ flexGrow: Math.max(band.tokens, 1) }}
          title=${`${nameBand(band)}: ${formatCount(band.tokens)} tokens`}
          aria-label=${`${nameBand(band)}: ${formatCount(band.tokens)} tokens`} onClick=${() => show(band.kind, number)}></button>
      `)}
    </div>
    <div class="bands">
      ${prompt.bands.map((band, number) => html`
        <details key=${`${number} ${band.kind}`} id=${`band-${number}`} class="band" open=${!closed.has(band.kind)}
          onToggle=${(event) => toggle(band.kind, event.target.open)}>
          <summary>
            <span class=${`swatch ${band.kind}`}></span>
            <span class="title">${nameBand(band)}</span>
            <span class="quiet count">${formatCount(band.tokens)} tokens, ${Math.round((100 * band.tokens) / Math.max(1, prompt.tokens))} %</span>
          </summary>
          ${band.summary && html`<p class="quiet from">
            ${band.summary.method === "llm" ? `by ${band.summary.model || "a model"}` : band.summary.method === "human" ? "by a person" : "by rule"},${" "}
            <a href=${formatPlace("memory", [name], { from: band.from, to: band.to })}>its memories</a>
          </p>`}
          <pre class="text" tabindex="0">${band.text}</pre>
          ${band.cut > 0 && html`<p class="quiet">${formatCount(band.cut)} characters more are in the plain text.</p>`}
        </details>
      `)}
    </div>
  `;
}
