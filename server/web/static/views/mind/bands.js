// A prompt in bands: how much of it each part takes, and the text of each.
import { useState } from "preact/hooks";
import { html } from "tarn/html.js";
import { formatPlace } from "tarn/place.js";
import { formatCount } from "tarn/views/mind/words.js";

// What each part is, and what it is for.
const PARTS = {
  persona: ["Who it is", "its profile, and the commands that it has"],
  verbatim: ["Memories, word for word", "the newest, as it lived through them"],
  known: ["Who and what is here", "what its journal says of those present and of this place"],
  notes: ["Its notes", "what it has written down for itself"],
  talk: ["Earlier talk", "what was said last with those who are here"],
  recalled: ["Recalled memories", "older ones that were searched for because they fit this moment"],
  examples: ["How it talks", "lines of its voice, as examples"],
  moment: ["Notes and recalled memories", "the log does not tell them apart"],
  situation: ["This moment", "where it is, who is there, and what it shall write now"],
};
const RECENT = ["Recent summary", "in short, what was before the memories word for word"];
const OLD = ["Long-term summary", "in short, the oldest of its life, made from earlier summaries"];
const SUMMARIES = { recent: RECENT, leaf: RECENT, longterm: OLD, node: OLD };

function explainBand(band) {
  return (band.summary ? SUMMARIES[band.summary.type] : PARTS[band.kind]) || [band.kind, ""];
}

export function nameBand(band) {
  const [title] = explainBand(band);
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
            <span class="title">${nameBand(band)} <span class="quiet hint">${explainBand(band)[1]}</span></span>
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
