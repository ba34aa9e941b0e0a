// The sentences of all summaries in use that are not supported: what contradicts a memory first, and beside each sentence why.
import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "tarn/html.js";
import { countUnsupported, useChecks } from "tarn/views/memory/checked.js";
import { joinEqual, listUnsupported } from "tarn/views/memory/joined_sentences.js";
import { nameSummary } from "tarn/views/memory/lanes.js";
import { lifePath } from "tarn/views/memory/life.js";
import { Sentences } from "tarn/views/memory/prose.js";
import { Pending, count, linkTo, nameMemories, useData, versionOf } from "tarn/views/memory/parts.js";

// So many summaries are looked into at a time.
const AT_ONCE = 12;

export function Questioned({ life, place }) {
  const { checks, error } = useChecks(life);
  const [most, setMost] = useState(AT_ONCE);
  const head = useRef(null);
  // Who comes from the verdict, which stands above the strip, is brought here.
  useEffect(() => head.current.focus(), []);
  const doubted = checks ? sortDoubted(checks) : [];
  const spans = new Map(life.amounts.map((each) => [each.id, each]));
  return html`
    <h2 ref=${head} tabindex="-1">Sentences that are not supported</h2>
    ${!checks && html`<${Pending} error=${error} />`}
    ${checks && html`<p class="quiet">${doubted.length ? "Of the summaries in use; what is contradicted comes first. Words are compared, so that a true sentence in other words may be among them." : "There are none."}</p>`}
    ${doubted.slice(0, most).map((each) => html`<${Doubted} key=${each.id} life=${life} place=${place} summary=${spans.get(each.id)} checks=${each} />`)}
    ${doubted.length > most && html`<p><button onClick=${() => setMost(most + AT_ONCE)}>More</button></p>`}
  `;
}

function sortDoubted(checks) {
  return checks.filter((each) => countUnsupported([each])).sort((one, other) => other.contradicted - one.contradicted || other.unsupported - one.unsupported);
}

function Doubted({ life, place, summary, checks }) {
  const { data, error } = useData(lifePath(life.name, `/summaries/${encodeURIComponent(checks.id)}`), versionOf(life));
  const found = data ? listUnsupported(joinEqual(data.sentences)) : [];
  return html`
    <article>
      ${summary && html`<h3><a href=${linkTo(place, { summary: summary.id })}>${nameSummary(summary.lane)}, ${nameMemories(summary)}</a>: ${countUnsupported([checks])} of ${count(checks.sentences, "sentence")}</h3>`}
      ${data ? html`<${Sentences} place=${place} sentences=${found} />` : html`<${Pending} error=${error} />`}
    </article>
  `;
}
