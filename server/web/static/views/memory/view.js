// The view Memory: one life from its first memory to its newest, and what rests on what.
import { useEffect, useState } from "preact/hooks";
import { html } from "tarn/html.js";
import { formatPlace, goTo } from "tarn/place.js";
import { request } from "tarn/session.js";
import { Term } from "tarn/term.js";
import { formatDay, formatSpan } from "tarn/time.js";
import { MemoryDetail, SummaryDetail } from "tarn/views/memory/details.js";
import { Amounts, describeShare, formatLived, sumUp } from "tarn/views/memory/amounts.js";
import { Checked } from "tarn/views/memory/checked.js";
import { InWords } from "tarn/views/memory/in_words.js";
import { Explanation, InShort } from "tarn/views/memory/legend.js";
import { lifePath } from "tarn/views/memory/life.js";
import { Changed, Compactions, Facts, Found, Memories, SearchForm, SummaryList } from "tarn/views/memory/lists.js";
import { Pending, count, linkTo, useData } from "tarn/views/memory/parts.js";
import { Questioned } from "tarn/views/memory/questioned.js";
import { Strip } from "tarn/views/memory/strip.js";

const SOON = 1000;
const LATER = 8000;

export function View({ place }) {
  const { data, error } = useData("/memory");
  const [name] = place.parts;
  const lives = data ? data.lives : [];
  const chosen = name || (lives[0] && lives[0].name);
  return html`
    <main id="main" class="plain memory-view" tabindex="-1">
      ${!data && html`<${Pending} error=${error} />`}
      ${data && lives.length === 0 && html`<p>There are no agents. In the world, <b>@spawn</b> makes one.</p>`}
      ${lives.length > 0 && html`
        <nav class="lives tabs" aria-label="Lives">
          ${lives.map((each) => html`<a key=${each.name} class="name" href=${formatPlace("memory", [each.name])} aria-current=${each.name === chosen ? "page" : null}>${each.name}</a>`)}
        </nav>
      `}
      ${chosen && html`<${Life} key=${chosen} name=${chosen} place=${{ ...place, parts: [chosen] }} />`}
    </main>
  `;
}

// The numbers of a life, again and again: more often while its archive is being read.
function useLife(name) {
  const [state, setState] = useState({ life: null, error: "" });
  useEffect(() => {
    let timer = null;
    let over = false;
    async function look() {
      let wait = LATER;
      if (!document.hidden) {
        try {
          const life = await request(lifePath(name));
          if (life.reading) wait = SOON;
          if (!over) setState({ life, error: "" });
        } catch (problem) {
          if (!over) setState((before) => ({ ...before, error: problem.message }));
        }
      }
      if (!over) timer = setTimeout(look, wait);
    }
    look();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [name]);
  return state;
}

function Life({ name, place }) {
  const { life, error } = useLife(name);
  if (!life) return html`<${Pending} error=${error} />`;
  if (life.memories === 0) return html`<p>${name} remembers nothing yet.</p>`;
  const { from, to, memory, summary, show } = place.values;
  const open = (values) => goTo(linkTo(place, values));
  const move = (first, last) => goTo(formatPlace("memory", place.parts, { ...place.values, from: first, to: last }), { replace: true });
  return html`
    <${Numbers} life=${life} place=${place} error=${error || life.trouble} />
    <${Strip} life=${life} marks=${show || ""} from=${toNumber(from)} to=${toNumber(to)} chosen=${{ memory: toNumber(memory), summary: summary || null }}
      onMove=${move} onSummary=${(id) => open({ summary: id })} onMemory=${(seq) => open({ memory: seq })} />
    <div class="folded">
      ${!life.reading && html`<${InWords} life=${life} place=${place} />`}
      ${!life.reading && html`<${Amounts} life=${life} place=${place} />`}
      <${Explanation} life=${life} />
    </div>
    <${Ways} place=${place} />
    <section class="opened card" aria-label="Opened"><${Opened} life=${life} place=${place} /></section>
  `;
}

function toNumber(text) {
  return /^[0-9]{1,15}$/.test(text || "") ? Number(text) : null;
}

function Numbers({ life, place, error }) {
  return html`
    <h2 class="whose"><span class="name">${life.name}</span>
      <span class="links"><a href=${formatPlace("mind", [life.name])}>Mind</a> · <a href=${formatPlace("edit", ["agents", life.name, "profile.md"])}>Edit profile.md</a></span></h2>
    ${!life.reading && html`<${Checked} life=${life} place=${place} />`}
    <${HowMuch} life=${life} />
    <${InShort} life=${life} />
    ${life.reading && html`<${Reading} life=${life} />`}
    ${life.unreadable > 0 && html`<p class="error">${count(life.unreadable, "line")} of the archive cannot be read.</p>`}
    ${error && html`<p class="error" role="alert">${error}</p>`}
  `;
}

// How much there is, in three or four numbers.
function HowMuch({ life }) {
  const [begin, end] = [life.first_at, life.last_at].map((at) => at && formatDay(at));
  const { lived, told, isSure } = sumUp(life);
  return html`
    <ul class="numbers">
      <li><b>${life.memories.toLocaleString()}</b> <${Term} of="memory">${life.memories === 1 ? "memory" : "memories"}<//></li>
      <li title=${begin === end ? begin : `${begin} to ${end}`}><b>${countDays(begin, end).toLocaleString()}</b> ${begin === end ? "day" : "days"} <span class="quiet">${formatSpan(life.first_at, life.last_at)}</span></li>
      ${!life.reading && html`<li><b>${formatLived({ lived, isSure })}</b> <${Term} of="token">tokens<//> as lived</li>`}
      ${!life.reading && lived > told && html`<li><b>${told.toLocaleString()}</b> tokens for a model to read <span class="quiet">${describeShare(told / lived)}</span></li>`}
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

const LISTS = { memories: "Memories", summaries: "Summaries", questioned: "Sentences in question", compactions: "When summed up", facts: "Facts noted", changed: "Edited or shortened" };

function Ways({ place }) {
  const { memory, summary, q, show } = place.values;
  const opened = (memory && "memories") || (summary && "summaries") || (q && "search");
  const shown = opened || show || "memories";
  return html`
    <div class="ways bar">
      <nav class="tabs" aria-label="Lists">
        ${Object.entries(LISTS).map(([key, title]) => html`<a key=${key} href=${linkTo(place, { show: key })} aria-current=${shown === key ? "true" : null}>${title}</a>`)}
      </nav>
      <${SearchForm} place=${place} />
    </div>
  `;
}

function Opened({ life, place }) {
  const { memory, summary, q, show } = place.values;
  if (memory) return html`<${MemoryDetail} life=${life} place=${place} seq=${memory} />`;
  if (summary) return html`<${SummaryDetail} life=${life} place=${place} id=${summary} />`;
  if (q) return html`<${Found} life=${life} place=${place} />`;
  if (show === "summaries") return html`<${SummaryList} life=${life} place=${place} />`;
  if (show === "questioned") return html`<${Questioned} life=${life} place=${place} />`;
  if (show === "compactions") return html`<${Compactions} life=${life} place=${place} />`;
  if (show === "facts") return html`<${Facts} life=${life} place=${place} />`;
  if (show === "changed") return html`<${Changed} life=${life} place=${place} />`;
  return html`<${Memories} life=${life} place=${place} />`;
}
