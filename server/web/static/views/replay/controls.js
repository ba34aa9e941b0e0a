// What moves the past, and what is needed more seldom.
import { useState } from "preact/hooks";
import { html } from "tarn/html.js";
import { SPEEDS, describeTime } from "tarn/views/replay/player.js";
import { formatMoment } from "tarn/views/replay/scrubber.js";
import { describeClock, describePace, formatLocal, formatLongDay } from "tarn/time.js";

const SIGNS = { play: "M2 1L13 8L2 15Z", pause: "M2 1H6V15H2ZM9 1H13V15H9Z", next: "M1 1L10 8L1 15ZM11 1H14V15H11Z" };

function Sign({ name }) {
  return html`<svg class="sign" viewBox="0 0 15 16" aria-hidden="true"><path d=${SIGNS[name]} /></svg>`;
}

// `turn` starts and pauses, `step` goes on to what happens next; `children` are what else moves the line of time. All of it is one row.
export function Bar({ player, draw, turn, step, children }) {
  return html`
    <div class="bar">
      <button class="primary" onClick=${turn} disabled=${player.ended}><${Sign} name=${player.playing ? "pause" : "play"} />${player.playing ? "Pause" : "Start"}</button>
      <button class="step" aria-label="Next happening" onClick=${step} disabled=${player.ended || !player.ready} title="Go to what happens next, over any quiet time"><${Sign} name="next" /></button>
      <${When} player=${player} />
      <span class="labelled"><span class="quiet" aria-hidden="true">Speed</span><span role="group" class="joined speeds" aria-label="Speed" title="How many times faster than it happened">
        ${SPEEDS.map((speed) => html`
          <button key=${speed} aria-pressed=${speed === player.speed} onClick=${() => { player.speed = speed; draw(); }}>${speed}×</button>
        `)}
      </span></span>
      <label class="skips" title="A quiet time that would take longer than half a minute is left out, and a line says how long it was">
        <input type="checkbox" checked=${player.skips} onChange=${(event) => { player.skips = event.target.checked; draw(); }} /> Skip quiet
      </label>
      ${children}
    </div>
  `;
}

// What is needed more seldom, below it all once it is asked for; `options` are what else can be done, or null.
export function useMore(options) {
  const [isOpen, open] = useState(false);
  const button = html`<button class="more leads" aria-expanded=${isOpen} onClick=${() => open(!isOpen)} title=${options ? "Go to a moment, link to it, save it" : "What is shown"}>More</button>`;
  const more = isOpen && html`<div class="options">
    ${options}
    <p class="quiet">Where people stood is worked out from their coming and going, and from what happened in their sight. What was said in private is not part of it.</p>
  </div>`;
  return [button, more];
}

// The day and the hour here, and the hour that it was in the world.
function When({ player }) {
  const at = new Date(player.at);
  return html`
    <p class="when" title=${`${describeTime(Math.max(0, Date.now() - at))} ago`}>
      <time dateTime=${at.toISOString()} title=${formatMoment(at)}>${formatLongDay(at)} <b>${formatLocal(at).slice(11, 19)}</b> <span class="quiet">${describeClock(at)}</span></time>${" "}
      <span class="quiet"><span class="state" role="status">${describeState(player)}</span>${player.hour && html`<span class="between"> · </span><span class="in-world" title=${describePace(player.hourMinutes)}><b>${player.hour}</b> in the world</span>`}</span>
    </p>
  `;
}

function describeState(player) {
  if (!player.ready && !player.failed) return "reading the past";
  if (player.ended) return "the end of what is known";
  return player.playing ? "playing" : "paused";
}
