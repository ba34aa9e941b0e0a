// What an agent knows of its past, to be read: the summaries in use, sentence by sentence, with the memories of each behind a click.
import { useState } from "preact/hooks";
import { html } from "tarn/html.js";
import { Sentence, describeChecks } from "tarn/views/memory/details.js";
import { nameSummary } from "tarn/views/memory/lanes.js";
import { lifePath } from "tarn/views/memory/life.js";
import { Pending, count, linkTo, nameMemories, useData, versionOf } from "tarn/views/memory/parts.js";

// Of more summaries the oldest and the newest are read here.
const MOST = 12;
// So many sentences are seen at once, of each summary as many, but some of each.
const MOST_SENTENCES = 40;
const LEAST_SENTENCES = 6;
const SENTENCE_TOKENS = 18;

export function InWords({ life, place }) {
  const standing = life.amounts;
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
      ${data ? html`<${Words} place=${place} summary=${data} most=${most} />` : html`<${Pending} error=${error} />`}
    </article>
  `;
}

function Words({ place, summary, most }) {
  const [isWhole, showAll] = useState(false);
  const { sentences } = summary;
  const shown = isWhole ? sentences : sentences.slice(0, most);
  // That all are supported is said once, above.
  const wrong = describeChecks(sentences).filter(([kind]) => kind !== "supported");
  return html`
    ${wrong.length > 0 && html`<p class="of">${wrong.map(([kind, words]) => html`<span key=${kind} class=${`verdict ${kind}`}>${words}</span> `)}</p>`}
    <ol class="sentences">${shown.map((each, n) => html`<${Sentence} key=${n} place=${place} sentence=${each} />`)}</ol>
    ${sentences.length > shown.length && html`<p><button onClick=${() => showAll(true)}>All ${sentences.length.toLocaleString()} sentences</button></p>`}
  `;
}
