// A prompt in bands: the text of each part, which can be folded.
import { useState } from "preact/hooks";
import { html } from "tarn/html.js";
import { formatPlace } from "tarn/place.js";
import { readLine } from "tarn/readable.js";
import { quote } from "tarn/when.js";
import { explainBand, nameBand, paintBand } from "tarn/views/mind/parts.js";
import { formatCount } from "tarn/views/mind/words.js";

// Which parts are open stays from turn to turn, so that one can be followed; at first it is the longest.
let opened = null;

function findLongest(bands) {
  return bands.reduce((one, other) => (other.tokens > one.tokens ? other : one), bands[0])?.kind;
}

export function Bands({ prompt, name, raw }) {
  const [, draw] = useState(0);
  if (!opened && prompt.bands.length) opened = new Set([findLongest(prompt.bands)]);
  const toggle = (kind, open) => {
    if (opened.has(kind) === open) return;
    if (open) opened.add(kind);
    else opened.delete(kind);
    draw((count) => count + 1);
  };
  const shares = tellShares(prompt.bands);
  return html`
    <div class="bands">
      ${prompt.bands.map((band, number) => html`
        <details key=${`${number} ${band.kind}`} id=${`band-${number}`} class="band" open=${opened.has(band.kind)}
          onToggle=${(event) => toggle(band.kind, event.target.open)}>
          <summary>
            <span class=${`swatch ${paintBand(band)}`}></span>
            <span class="title" title=${explainBand(band)[1]}>${nameBand(band)}</span>
            <span class="quiet count">${formatCount(band.tokens)} tokens</span><span class="quiet share">${shares[number]}</span>
          </summary>
          ${band.summary && html`<p class="quiet from">
            ${band.summary.method === "llm" ? `by ${band.summary.model || "a model"}` : band.summary.method === "human" ? "by a person" : "by rule"},${" "}
            <a href=${formatPlace("memory", [name], { from: band.from, to: band.to })}>the memories that it stands for</a>
          </p>`}
          ${raw ? html`<${Text} text=${band.text} />` : html`<${Plain} text=${band.text} name=${name} />`}
          ${band.cut > 0 && html`<p class="quiet">${formatCount(band.cut)} characters more are in the plain text.</p>`}
        </details>
      `)}
    </div>
  `;
}

// Shares are told in so many parts of all: with one decimal none differs by a tenth from what it is, though together they are 100.
const PARTS_OF_ALL = 1000;

// "62.4 %" of each part, rounded so that together they are 100: down, and then up for those that lose most by it.
export function tellShares(bands) {
  const all = bands.reduce((sum, each) => sum + each.tokens, 0);
  const exact = bands.map(({ tokens }) => (PARTS_OF_ALL * tokens) / Math.max(1, all));
  const whole = exact.map(Math.floor);
  const left = all ? PARTS_OF_ALL - whole.reduce((sum, each) => sum + each, 0) : 0;
  const order = [...exact.keys()].sort((one, other) => exact[other] - whole[other] - (exact[one] - whole[one]));
  for (const at of order.slice(0, left)) whole[at] += 1;
  return whole.map((each, at) => (each === 0 && exact[at] > 0 ? "< 0.1 %" : `${((100 * each) / PARTS_OF_ALL).toFixed(1)} %`));
}

// Without the signs that are for the model alone; what the coloured lines are stands above those, where there are any.
function Plain({ text, name }) {
  const lines = text.trim().split("\n").map(readLine).filter(([kind]) => kind !== "rule");
  const isDone = lines.some(([kind]) => kind === "did");
  return html`${isDone && html`<p class="key"><span class="did">■</span> what ${name} did</p>`}<div class="plain-text" tabindex="0">${lines.map(([kind, words], number) => html`<p key=${number} class=${words ? `text ${kind}` : "gap"}>${quote(words)}</p>`)}</div>`;
}

// To the byte; the empty lines at its end are there, and not seen.
function Text({ text }) {
  const seen = text.trimEnd();
  return html`<pre class="text" tabindex="0">${seen}<span hidden>${text.slice(seen.length)}</span></pre>`;
}
