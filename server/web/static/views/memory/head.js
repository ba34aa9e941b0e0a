// The head of a life: whose it is, and in one row of figures whether its summaries can be trusted and how much there is.
import { html } from "tarn/html.js";
import { formatPlace } from "tarn/place.js";
import { Term } from "tarn/term.js";
import { formatDay, formatSpan } from "tarn/time.js";
import { Residents } from "tarn/who.js";
import { describeShare, formatLived, sumUp } from "tarn/views/memory/amounts.js";
import { Checked } from "tarn/views/memory/checked.js";
import { describeInShort } from "tarn/views/memory/how.js";
import { count } from "tarn/views/memory/parts.js";

// All lives; the one that is open is the heading.
export function Names({ lives, chosen }) {
  const names = lives.map((each) => each.name);
  return html`
    <${Residents} label="Lives" names=${names} open=${chosen} link=${(name) => formatPlace("memory", [name])}>
      ${names.includes(chosen) && html`<a href=${formatPlace("mind", [chosen])}>Mind</a> <a href=${formatPlace("edit", ["agents", chosen, "profile.md"])}>Edit profile.md</a>`}
    <//>
  `;
}

export function Head({ life, found, place, error }) {
  return html`
    <div class="figures figure-row">
      ${!life.reading && html`<${Checked} found=${found} place=${place} />`}
      <${HowMuch} life=${life} />
    </div>
    ${life.reading && html`<${Reading} life=${life} />`}
    ${life.unreadable > 0 && html`<p class="error">${count(life.unreadable, "line")} of the archive cannot be read.</p>`}
    ${error && html`<p class="error" role="alert">${error}</p>`}
  `;
}

// How much there is, in two or four numbers.
function HowMuch({ life }) {
  const [begin, end] = [life.first_at, life.last_at].map((at) => at && formatDay(at));
  const { lived, told, isSure } = sumUp(life);
  return html`
    <ul class="numbers">
      <li><b>${life.memories.toLocaleString()}</b> <span><${Term} of="memory">${life.memories === 1 ? "memory" : "memories"}<//></span></li>
      <li><b>${countDays(begin, end).toLocaleString()}</b> <span>${begin === end ? "day" : "days"}, ${formatSpan(life.first_at, life.last_at)}</span></li>
      ${!life.reading && html`<li><b>${formatLived({ lived, isSure })}</b> <span><${Term} of="token">tokens<//> as lived</span></li>`}
      ${!life.reading && lived > told && html`<li title=${describeInShort(life)}><b>${told.toLocaleString()}</b> <span>tokens for a model, ${describeShare(told / lived)}</span></li>`}
    </ul>
  `;
}

const DAY_MILLISECONDS = 86_400_000;

// From one day to another, both counted.
export function countDays(begin, end) {
  return Math.round((Date.parse(end) - Date.parse(begin)) / DAY_MILLISECONDS) + 1;
}

// The first look at a long life: its archive is read once, and then kept up.
function Reading({ life }) {
  const share = Math.floor((100 * life.read_up_to) / Math.max(1, life.memories));
  return html`
    <p class="reading" role="status">
      <progress max=${life.memories} value=${life.read_up_to} aria-label="Read so far"></progress>
      This life is read to be drawn: memory ${life.read_up_to.toLocaleString()} of ${life.memories.toLocaleString()}, ${share} %.
      <span class="quiet"> It is done once and beside the world; what is not read yet is grey, and not in the lists.</span>
    </p>
  `;
}
