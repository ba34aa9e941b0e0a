// What an agent knows of its past, to be read: the summaries in use, sentence by sentence, with the memories of each beside it.
import { html } from "tarn/html.js";
import { nameSummary } from "tarn/views/memory/lanes.js";
import { lifePath } from "tarn/views/memory/life.js";
import { Prose } from "tarn/views/memory/prose.js";
import { Pending, count, linkTo, nameMemories, useData, versionOf } from "tarn/views/memory/parts.js";

// Of more summaries the oldest and the newest are read here.
const MOST = 12;
// So many sentences are seen at once, of each summary as many, but some of each.
const MOST_SENTENCES = 40;
const LEAST_SENTENCES = 6;
const SENTENCE_TOKENS = 18;

// `checks`: what is found of each, or null; what is contradicted stands first.
export function InWords({ life, checks, place }) {
  const denied = new Set((checks || []).filter((each) => each.contradicted).map((each) => each.id));
  const standing = [...life.amounts].sort((one, other) => denied.has(other.id) - denied.has(one.id));
  const shown = standing.length > MOST ? [...standing.slice(0, MOST / 2), ...standing.slice(-MOST / 2)] : standing;
  const most = Math.max(LEAST_SENTENCES, Math.floor(MOST_SENTENCES / shown.length));
  if (life.reading) return html`<${Pending} />`;
  return html`
    <div class="in-words">
      <div class="texts">${shown.map((each) => html`<${Standing} key=${each.id} life=${life} place=${place} summary=${each} most=${most} />`)}</div>
      ${life.standing > shown.length && html`<p class="quiet small">And <a href=${linkTo(place, { show: "summaries" })}>${count(life.standing - shown.length, "summary", "summaries")} more</a> besides these.</p>`}
    </div>
  `;
}

function Standing({ life, place, summary, most }) {
  const { data, error } = useData(lifePath(life.name, `/summaries/${encodeURIComponent(summary.id)}`), versionOf(life));
  // What comes has its room already, so that nothing below it moves.
  const room = data ? null : { minHeight: `calc(${Math.min(most, Math.ceil(summary.tokens / SENTENCE_TOKENS))} * 1.75rem + 3rem)` };
  return html`
    <article style=${room}>
      <h3><a href=${linkTo(place, { summary: summary.id })}>${nameSummary(summary.lane)}</a><span class="quiet">, ${nameMemories(summary)}</span></h3>
      ${data ? html`<${Prose} place=${place} summary=${data} most=${most} />` : html`<${Pending} error=${error} />`}
    </article>
  `;
}
