// Lists of a life: memories, summaries, compactions, facts, what was masked and edited, search.
import { useState } from "preact/hooks";
import { html } from "tarn/html.js";
import { goTo } from "tarn/place.js";
import { Remembered } from "tarn/readable.js";
import { request } from "tarn/session.js";
import { gatherDays, groupByDay } from "tarn/time.js";
import { nameSummaries } from "tarn/views/memory/lanes.js";
import { lifePath } from "tarn/views/memory/life.js";
import { When, quote } from "tarn/when.js";
import { Fact, Hearsay, Memory, MemoryLink, Pending, SummaryLink, count, linkTo, nameMethod, useData, versionOf } from "tarn/views/memory/parts.js";

// Shows the first page of a list, and further pages below it when they are asked for.
function Paged({ life, path, item, next, items, empty, className, byDay }) {
  const { data, error } = useData(path(null), versionOf(life));
  const [later, setLater] = useState({ of: null, pages: [] });
  const [failed, setFailed] = useState("");
  if (!data) return html`<${Pending} error=${error} />`;
  const pages = [data, ...(later.of === data ? later.pages : [])];
  const following = next(pages[pages.length - 1]);
  const all = pages.flatMap(items);

  async function more() {
    try {
      const page = await request(path(following));
      setLater({ of: data, pages: [...pages.slice(1), page] });
    } catch (problem) {
      setFailed(problem.message);
    }
  }

  return html`
    ${all.length === 0 && html`<p class="quiet">${empty}</p>`}
    <ul class=${className}>${byDay ? groupByDay(all, item) : all.map(item)}</ul>
    ${failed && html`<p class="error" role="alert">${failed}</p>`}
    ${following && html`<p><button onClick=${more}>More</button></p>`}
  `;
}

export function Memories({ life, place }) {
  const { from, to } = place.values;
  return html`
    <h2>Memories ${from ? `from ${Number(from).toLocaleString()} on` : "from the first on"}</h2>
    <${Paged} life=${life} key=${`${from}-${to}`} byDay className="memories" empty="There are none here."
      path=${(next) => lifePath(life.name, "/memories", { from: next || from, to })}
      next=${(page) => page.next} items=${(page) => page.memories}
      item=${(memory) => html`<${Memory} key=${memory.seq} place=${place} memory=${memory} dated />`} />
  `;
}

export function SummaryList({ life, place }) {
  const { from, to } = place.values;
  const { data, error } = useData(lifePath(life.name, "/summaries", { from, to }), versionOf(life));
  if (!data) return html`<${Pending} error=${error} />`;
  return html`
    <h2>Summaries of memories ${data.first.toLocaleString()} to ${data.last.toLocaleString()}</h2>
    ${data.lanes.length === 0 && html`<p class="quiet">Nothing is summed up here yet.</p>`}
    ${[...data.lanes].reverse().map((lane) => html`
      <h3>${nameSummaries(lane.lane)}: ${describeLane(lane)}</h3>
      <ul class="rows">
        ${groupByDay([...lane.summaries].reverse(), (each) => html`
          <li key=${each.id}>
            <${SummaryLink} place=${place} summary=${each} /> <span class="quiet"><${When} at=${each.at} dated />, ${nameMethod(each)}, ${count(each.tokens, "token")}${each.standing && ", in use"}</span> <${Hearsay} summary=${each} />
          </li>
        `)}
      </ul>
    `)}
  `;
}

// How many there are of a kind, and how many of them are in use or, of very many, listed.
function describeLane({ count: all, summaries }) {
  if (all > summaries.length) return `${all.toLocaleString()} written, ${summaries.length.toLocaleString()} of them here, evenly spread`;
  return `${all.toLocaleString()} written, ${summaries.filter((each) => each.standing).length.toLocaleString()} in use`;
}

export function Compactions({ life, place }) {
  return html`
    <h2>When summaries were written (compactions)</h2>
    <p class="quiet">Tokens, pieces of words, are those of all its summaries and its newest memories together, before and after.</p>
    <${Paged} life=${life} byDay className="rows" empty="There was none yet."
      path=${(upto) => lifePath(life.name, "/compactions", { upto })}
      next=${(page) => page.older} items=${(page) => page.compactions}
      item=${(each) => html`<${Compaction} key=${each.number} place=${place} change=${each} />`} />
  `;
}

function Compaction({ place, change }) {
  const saved = change.tokens_before - change.tokens_after;
  return html`
    <li>
      <p>
        <${When} at=${change.at} dated /> · ${change.cause || "cause not recorded"} · memories ${change.first.toLocaleString()} to ${change.last.toLocaleString()} · ${nameMethod(change)}
        <span class="quiet"> · ${change.strategy || "strategy unknown"}, ${change.seconds.toFixed(1)} s</span>
      </p>
      <p>${change.tokens_before.toLocaleString()} tokens became ${change.tokens_after.toLocaleString()} <span class="quiet">(${saved >= 0 ? "−" : "+"}${Math.abs(saved).toLocaleString()})</span></p>
      ${change.refusals === null && html`<p class="quiet small">refusals: not recorded</p>`}
      ${(change.refusals || []).map((why) => html`<p class="refused small">refused: <span class="text">${why}</span></p>`)}
      <p class="small ways">${change.summaries.map((each) => html`<${SummaryLink} place=${place} summary=${each} />`)}</p>
    </li>
  `;
}

// As the interface calls them, and as they are called here.
const SOURCES = { "": "All", heard: "Heard", seen: "Seen", own: "Own deeds and thoughts", recalled: "Recalled", human: "Written by people" };

export function Facts({ life, place }) {
  const source = place.values.source || "";
  return html`
    <h2>Notes in the journal, the most important first</h2>
    <p class="quiet">What was worth keeping, taken from memories before they are summed up. The number says how important it is, trust how far ${life.name} believes it.</p>
    <p class="joined">${Object.entries(SOURCES).map(([each, words]) => html`<a key=${each} href=${linkTo(place, { show: "facts", source: each })} aria-current=${each === source ? "true" : null}>${words}</a>`)}</p>
    <${Paged} life=${life} key=${source} className="facts" empty="There are none."
      path=${(skip) => lifePath(life.name, "/facts", { source, skip })}
      next=${(page) => page.next} items=${(page) => page.facts}
      item=${(fact) => html`<${Fact} place=${place} fact=${fact} />`} />
  `;
}

export function Changed({ life, place }) {
  return html`
    <h2>What people wrote</h2>
    <${Edits} life=${life} place=${place} />
    <h2>Shortened output</h2>
    <p class="quiet">Of these memories prompts have a short line in place of the long output. The archive keeps all of it.</p>
    <${Paged} life=${life} byDay className="rows" empty="Nothing is shortened."
      path=${(before) => lifePath(life.name, "/masks", { before })}
      next=${(page) => page.older} items=${(page) => page.masks}
      item=${(each) => html`<li key=${each.seq}><${MemoryLink} place=${place} seq=${each.seq} /> <span class="text">${each.text || "(the mask was not recorded)"}</span> <span class="quiet small">since <${When} at=${each.at} dated /></span></li>`} />
  `;
}

function Edits({ life, place }) {
  const { data, error } = useData(lifePath(life.name, "/edits"), versionOf(life));
  if (!data) return html`<${Pending} error=${error} />`;
  return html`
    ${data.edits.length + data.pages.length === 0 && html`<p class="quiet">Nothing.</p>`}
    <ul class="rows">
      ${data.edits.map((each) => html`<li key=${each.number}><${When} at=${each.at} /> · ${each.summaries.map((one) => html`<${SummaryLink} place=${place} summary=${one} />`)}</li>`)}
      ${data.pages.map((page) => html`
        <li key=${page.page}>
          <${When} at=${page.at} /> · page ${page.page}
          ${[page.above, page.below].filter(Boolean).map((text) => html`<p class="text">${text}</p>`)}
          ${page.struck.map((text) => html`<p class="text struck">${text}</p>`)}
        </li>
      `)}
    </ul>
    ${data.older && html`<p class="quiet">There are older edits: the interface has them all.</p>`}
  `;
}

export function SearchForm({ place }) {
  function submit(event) {
    event.preventDefault();
    const q = new FormData(event.target).get("q").trim();
    if (q) goTo(linkTo(place, { q }));
  }
  return html`
    <form class="search" role="search" onSubmit=${submit}>
      <input name="q" aria-label="Search as the resident recalls" placeholder="Search these memories" maxlength="400" defaultValue=${place.values.q || ""} key=${place.values.q} />
      <button>Search</button>
    </form>
  `;
}

export function Found({ life, place }) {
  const { q } = place.values;
  const { data, error } = useData(lifePath(life.name, "/search", { q, count: 30 }));
  if (!data) return html`<${Pending} error=${error} />`;
  return html`
    <h2>What it would recall for “${q}”</h2>
    ${data.remarks.map((each) => html`<p class="quiet">${each}</p>`)}
    ${data.hits.length === 0 && html`<p class="quiet">Nothing.</p>`}
    ${data.hits.length > 1 && html`<p class="quiet">The best is number 1. Its day stands first, with all that was found of it.</p>`}
    <ol class="memories">${groupByDay(gatherDays(data.hits), (hit) => html`<${Hit} key=${hit.seq} place=${place} hit=${hit} number=${data.hits.indexOf(hit) + 1} />`)}</ol>
  `;
}

const CIRCUMSTANCES = {
  recency: "how new it is",
  speaker: "the speaker is named",
  kind: "it has the kind of answer",
  date: "the date is named",
  importance: "importance",
};

function Hit({ place, hit, number }) {
  const parts = [
    hit.words && `words ${hit.words.toFixed(2)}${hit.matched.length ? ` (${hit.matched.join(", ")})` : ""}`,
    hit.meaning && `meaning ${hit.meaning.toFixed(2)}`,
    hit.neighbours && `memories around it ${hit.neighbours.toFixed(2)}`,
    ...hit.circumstances.filter((each) => Math.abs(each.share) >= 0.005).map((each) => `${CIRCUMSTANCES[each.name] || each.name} ${each.share > 0 ? "+" : "−"}${Math.abs(Math.round(each.share * 100))} %`),
  ].filter(Boolean);
  return html`
    <li class=${hit.speaker ? "memory heard" : "memory"}>
      <${MemoryLink} place=${place} seq=${hit.seq} />
      <div>
        <p class="text"><${Remembered} text=${quote(hit.text)} /></p>
        <div class="quiet small">
          <p><${When} at=${hit.at} dated />${hit.place && ` · ${hit.place}`}${hit.speaker && ` · heard from ${hit.speaker}`}</p>
          <details class="why-found"><summary>number ${number}: why it is found</summary>score ${hit.score.toFixed(2)}: ${parts.join(", ")}</details>
        </div>
      </div>
    </li>
  `;
}
