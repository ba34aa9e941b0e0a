// The view Memory: one life from its first memory to its newest, and what rests on what.
import { useEffect, useState } from "preact/hooks";
import { html } from "tarn/html.js";
import { formatPlace, goTo } from "tarn/place.js";
import { paint, usePersons } from "tarn/persons.js";
import { request } from "tarn/session.js";
import { useChecks } from "tarn/views/memory/checked.js";
import { MemoryDetail, SummaryDetail } from "tarn/views/memory/details.js";
import { Head, Names } from "tarn/views/memory/head.js";
import { HowItRemembers } from "tarn/views/memory/how.js";
import { InWords } from "tarn/views/memory/in_words.js";
import { lifePath } from "tarn/views/memory/life.js";
import { Changed, Compactions, Facts, Found, Memories, SummaryList } from "tarn/views/memory/lists.js";
import { Pending, linkTo, useData } from "tarn/views/memory/parts.js";
import { Questioned } from "tarn/views/memory/questioned.js";
import { Strip } from "tarn/views/memory/strip.js";
import { Tabs, findShown } from "tarn/views/memory/tabs.js";

const SOON = 1000;
const LATER = 8000;

export function View({ place }) {
  const { data, error } = useData("/memory");
  const [name] = place.parts;
  const lives = data ? data.lives : [];
  const chosen = name || (lives[0] && lives[0].name);
  const colorOf = usePersons();
  return html`
    <main id="main" class="plain memory-view" tabindex="-1" style=${paint(colorOf(chosen))}>
      ${!data && html`<${Pending} error=${error} />`}
      ${data && lives.length === 0 && html`<p>There are no residents. In the world, <b>@spawn</b> makes one.</p>`}
      ${lives.length > 0 && html`<${Names} lives=${lives} chosen=${chosen} />`}
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
  const found = useChecks(life);
  if (!life) return html`<${Pending} error=${error} />`;
  if (life.memories === 0) return html`<p>${name} remembers nothing yet.</p>`;
  const { from, to, memory, summary, show } = place.values;
  const open = (values) => goTo(linkTo(place, values));
  const move = (first, last) => goTo(formatPlace("memory", place.parts, { ...place.values, from: first, to: last }), { replace: true });
  return html`
    <${Head} life=${life} found=${found} place=${place} error=${error || life.trouble} />
    <${Strip} life=${life} checks=${found.checks} marks=${show || ""} from=${toNumber(from)} to=${toNumber(to)} chosen=${{ memory: toNumber(memory), summary: summary || null }}
      onMove=${move} onSummary=${(id) => open({ summary: id })} onMemory=${(seq) => open({ memory: seq })} />
    <div class="card lists">
      <${Tabs} life=${life} checks=${found.checks} place=${place} />
      <section class="opened" aria-label="Opened"><${Opened} life=${life} checks=${found.checks} place=${place} /></section>
    </div>
    <${HowItRemembers} life=${life} place=${place} />
  `;
}

function toNumber(text) {
  return /^[0-9]{1,15}$/.test(text || "") ? Number(text) : null;
}

function Opened({ life, checks, place }) {
  const { memory, summary, q } = place.values;
  if (memory) return html`<${MemoryDetail} life=${life} place=${place} seq=${memory} />`;
  if (summary) return html`<${SummaryDetail} life=${life} place=${place} id=${summary} />`;
  if (q) return html`<${Found} life=${life} place=${place} />`;
  const List = PARTS[findShown(life, place.values)];
  return html`<${List} life=${life} checks=${checks} place=${place} />`;
}

const PARTS = { words: InWords, memories: Memories, summaries: SummaryList, questioned: Questioned, compactions: Compactions, facts: Facts, changed: Changed };
