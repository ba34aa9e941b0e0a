// Three tabs, and below the one that is open what can be seen of it: each list of a life has a place of its own in the address.
import { html } from "tarn/html.js";
import { countUnsupported } from "tarn/views/memory/checked.js";
import { SearchForm } from "tarn/views/memory/lists.js";
import { linkTo } from "tarn/views/memory/parts.js";

// [title, its lists by their names in the address]; the first list is what a press on the tab opens.
const TABS = [
  ["Summaries", { words: "In use", questioned: "Not supported", summaries: "All, with replaced ones", compactions: "When they were written" }],
  ["Memories", { memories: "All", changed: "Edited or shortened" }],
  ["Notes", { facts: "All" }],
];
const LISTS = Object.assign({}, ...TABS.map(([, lists]) => lists));

// What is shown of itself is what the summaries in use say; if nothing is summed up yet, the memories.
export function findShown(life, { memory, summary, q, show }) {
  const first = life.amounts.length ? "words" : "memories";
  return (memory && "memory") || (summary && "summary") || (q && "search") || (Object.hasOwn(LISTS, show || "") && show !== "words" ? show : first);
}

function findTab(shown) {
  return TABS.find(([, lists]) => Object.hasOwn(lists, shown))[0];
}

// The list that what is opened belongs to: one of them is always chosen.
export function findChosen(life, values) {
  const shown = findShown(life, values);
  if (shown === "summary") return life.amounts.some((each) => each.id === values.summary) ? "words" : "summaries";
  return shown === "memory" || shown === "search" ? "memories" : shown;
}

export function Tabs({ life, checks, place }) {
  const shown = findChosen(life, place.values);
  const open = findTab(shown);
  const missing = checks ? countUnsupported(checks) : 0;
  // What there is nothing of has no place here, but where the address leads there.
  const isThere = (key) => key === shown || (key === "words" ? life.amounts.length > 0 : key !== "questioned" || missing > 0);
  return html`
    <div class="ways bar">
      <nav class="tabs" aria-label="Lists">
        ${TABS.map(([title, lists]) => html`<a key=${title} href=${linkTo(place, { show: Object.keys(lists).find(isThere) })} aria-current=${title === open ? "true" : null}>${title}</a>`)}
      </nav>
      <${SearchForm} place=${place} />
    </div>
    ${TABS.filter(([title, lists]) => title === open && Object.keys(lists).length > 1).map(([title, lists]) => html`
      <nav key=${title} class="joined" aria-label=${`Which ${title.toLowerCase()}`}>${Object.entries(lists).filter(([key]) => isThere(key)).map(([key, words]) => html`
        <a key=${key} href=${linkTo(place, { show: key })} aria-current=${key === shown ? "true" : null}>${words}${key === "questioned" && checks && ` · ${missing.toLocaleString()}`}</a>`)}</nav>`)}
  `;
}
