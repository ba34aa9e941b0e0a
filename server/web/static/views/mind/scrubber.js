// Goes through the turns of an agent, to any number; the right end is now.
import { useState } from "preact/hooks";
import { html } from "tarn/html.js";
import { formatCount } from "tarn/views/mind/words.js";

export function Scrubber({ count, turn, go }) {
  const at = turn || count + 1;
  const to = (number, replace) => go(number > count ? null : Math.max(1, number), replace);
  return html`
    <section class="scrubber" aria-label="Turns">
      <div class="time">
        <button class="first" disabled=${at === 1} onClick=${() => to(1)}>First</button>
        <button disabled=${at === 1} aria-label="Turn before" onClick=${() => to(at - 1)}>‹</button>
        <input type="range" min="1" max=${count + 1} value=${at} aria-label="Turn" disabled=${count === 0}
          aria-valuetext=${turn ? `turn ${turn} of ${count}` : "now"} onInput=${(event) => to(Number(event.target.value), true)} />
        <button disabled=${!turn} aria-label="Turn behind" onClick=${() => to(at + 1)}>›</button>
        <button disabled=${!turn} aria-pressed=${!turn} onClick=${() => go(null)}>Now</button>
      </div>
      <div class="number">
        <label>Turn <${NumberField} count=${count} turn=${turn} to=${to} /></label>
        <span class="quiet">of ${formatCount(count)}</span>
      </div>
    </section>
  `;
}

// What is being typed stays while the agent's state, which is asked for again and again, is drawn.
function NumberField({ count, turn, to }) {
  const [typed, setTyped] = useState(null);
  const enter = (event) => {
    setTyped(null);
    if (event.target.value) to(Math.trunc(Number(event.target.value)), true);
  };
  return html`<input type="number" min="1" max=${count} value=${typed ?? (turn || "")} placeholder="now" disabled=${count === 0}
    onInput=${(event) => setTyped(event.target.value)} onChange=${enter} />`;
}
