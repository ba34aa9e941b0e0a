// What stands for the past, to be read: the summaries in use, each with what the checks say before its sentences.
import { html } from "tarn/html.js";
import { Checks } from "tarn/views/memory/details.js";
import { Folded } from "tarn/views/memory/folded.js";
import { nameSummary } from "tarn/views/memory/lanes.js";
import { lifePath } from "tarn/views/memory/life.js";
import { Pending, count, linkTo, nameSpan, useData, versionOf } from "tarn/views/memory/parts.js";

// Of more summaries the oldest and the newest are read here.
const MOST = 12;
// So many lines of a summary are seen, and so many tokens are about one of them.
const MOST_LINES = 12;
const LINE_TOKENS = 16;

export function InWords({ life, place }) {
  const standing = life.amounts;
  const shown = standing.length > MOST ? [...standing.slice(0, MOST / 2), ...standing.slice(-MOST / 2)] : standing;
  if (shown.length === 0) return null;
  return html`
    <${Folded} name="in-words" title=${`What ${life.name} knows of the past, in words`} hint=${count(life.standing, "summary in use", "summaries in use")}>
    <section class="in-words" aria-label="The past in words">
      <div class="cards">${shown.map((each) => html`<${Standing} key=${each.id} life=${life} place=${place} summary=${each} />`)}</div>
      ${life.standing > shown.length && html`<p class="quiet small">And <a href=${linkTo(place, { show: "summaries" })}>${count(life.standing - shown.length, "summary", "summaries")} more</a> besides these.</p>`}
    </section>
    <//>
  `;
}

function Standing({ life, place, summary }) {
  const { data, error } = useData(lifePath(life.name, `/summaries/${encodeURIComponent(summary.id)}`), versionOf(life));
  // What comes has its room already, so that nothing below it moves.
  const room = data ? null : { minHeight: `calc(${Math.min(MOST_LINES, Math.ceil(summary.tokens / LINE_TOKENS))} * 1.45em + 4rem)` };
  return html`
    <article style=${room}>
      <h4><a href=${linkTo(place, { summary: summary.id })}>${nameSummary(summary.lane)}</a> <span class="quiet">${nameSpan(summary)}</span></h4>
      ${data ? html`<${Checks} sentences=${data.sentences} /><p class="text">${data.sentences.map((each, n) => html`<${Sentence} key=${n} sentence=${each} />`)}</p>` : html`<${Pending} error=${error} />`}
    </article>
  `;
}

// Behind what does not bear a check, in short; how many these are stands above.
const SIGNS = { contradicts: ["contradicted", "✗ contradicted"], "cannot tell": ["unsupported", "? cannot be told"] };

function Sentence({ sentence }) {
  const [kind, words] = SIGNS[sentence.verdict] || [];
  return html`${sentence.text} ${words && html`<b class=${`verdict ${kind}`}>${words}</b><span class="reason">${sentence.why}</span> `}`;
}
