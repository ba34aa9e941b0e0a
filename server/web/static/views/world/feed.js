// What happens, as lines that can be filtered and searched.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { html } from "tarn/html.js";
import { keepDrawn } from "tarn/kept.js";
import { describeClock, formatHour, formatTime, formatUTC, formatWeekday } from "tarn/time.js";

const FILTERS = {
  Everything: () => true,
  Talk: (event) => event.kind.endsWith("speech") || event.kind === "gesture",
  Moves: (event) => event.kind === "movement" || event.kind === "rest",
  Deeds: (event) => !FILTERS.Talk(event) && !FILTERS.Moves(event),
};
const NEAR_END = 40;

export function Feed({ world, choose, empty = "Nothing has happened yet." }) {
  const [filter, setFilter] = useState("Everything");
  const [words, setWords] = useState("");
  const wanted = words.trim().toLowerCase();
  const shown = useMemo(
    () => world.events.filter((event) => FILTERS[filter](event) && contains(event, wanted)),
    [world.events, filter, wanted],
  );
  const list = useFollowing(shown);
  const people = useMemo(() => new Map([...world.people.values()].map((each) => [each.name, each.id])), [world.people]);
  return html`
    <section class="feed" id="feed" aria-label="What happens" tabindex="-1">
      <div class="tools">
        <span class="joined" role="group" aria-label="Show">
          ${Object.keys(FILTERS).map((name) => html`
            <button key=${name} aria-pressed=${name === filter} onClick=${() => setFilter(name)}>${name}</button>
          `)}
        </span>
        <input type="search" placeholder="Search" aria-label="Search what happened" value=${words}
          onInput=${(event) => setWords(event.target.value)} />
        <p class="quiet">Times are by your clock, ${describeClock()}.</p>
      </div>
      <div class="lines" ref=${list} role="log" tabindex="0" aria-label="Lines"><ol>
        ${shown.flatMap((event, n) => {
          const line = html`<${Line} key=${event.key} event=${event} id=${people.get(event.actor)} choose=${choose} />`;
          return isNewDay(event, shown[n - 1]) ? [html`<li class="day quiet" key=${`day before ${event.key}`}>${formatWeekday(event.at)}</li>`, line] : [line];
        })}
        ${shown.length === 0 && html`<li class="quiet">${wanted ? "Nothing found." : empty}</li>`}
      </ol></div>
    </section>
  `;
}

// What is of today alone needs no day.
function isNewDay(event, before) {
  return findDay(event) !== (before ? findDay(before) : new Date().toDateString());
}

const days = new WeakMap();

// The day of an event, which is worked out once.
function findDay(event) {
  if (!days.has(event)) days.set(event, new Date(event.at).toDateString());
  return days.get(event);
}

function contains(event, wanted) {
  return !wanted || `${event.text}\n${event.room}\n${event.actor}`.toLowerCase().includes(wanted);
}

// Stays at the newest line unless the reader has scrolled back.
function useFollowing(shown) {
  const list = useRef(null);
  const follows = useRef(true);
  const before = useRef(0);
  // Lines may have come since a scrolling of which is told late: only a way back is the reader's.
  const look = (element) => {
    const isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END;
    follows.current = isAtEnd || (follows.current && element.scrollTop >= before.current);
    before.current = element.scrollTop;
  };
  const goOn = (element) => {
    look(element);
    if (follows.current) showWhole(element);
    before.current = element.scrollTop;
  };
  useEffect(() => {
    const element = list.current;
    const scrolled = () => look(element);
    element.addEventListener("scroll", scrolled);
    const sizes = new ResizeObserver(() => goOn(element));
    sizes.observe(element);
    return () => {
      element.removeEventListener("scroll", scrolled);
      sizes.disconnect();
    };
  }, []);
  useLayoutEffect(() => goOn(list.current), [shown]);
  return list;
}

// Goes to the end, and as much further as the uppermost line would be cut.
function showWhole(element) {
  element.style.paddingBottom = "";
  element.scrollTop = element.scrollHeight;
  const { top } = element.getBoundingClientRect();
  const lines = [...element.querySelectorAll("li")];
  const cut = lines.findLast((line) => line.getBoundingClientRect().top < top);
  const left = cut ? cut.getBoundingClientRect().bottom - top : 0;
  if (left <= 0) return;
  element.style.paddingBottom = `${parseFloat(getComputedStyle(element).paddingBottom) + left}px`;
  element.scrollTop = element.scrollHeight;
}

const Line = keepDrawn(({ event, id, choose }) => {
  const [before, name, after] = split(event);
  return html`
    <li class=${`line ${event.by || ""}${event.private ? " private" : ""}`}>
      <time dateTime=${event.at} title=${`${formatTime(event.at)}, ${formatUTC(event.at)}`}>${formatHour(event.at)}</time>
      <p>
        ${before}${name && (id
          ? html`<button class="name" onClick=${() => choose({ person: id })}>${name}</button>`
          : html`<b class="name">${name}</b>`)}${after}
        ${event.private && event.to && html`<span class="quiet"> (to ${event.to.join(", ")} alone)</span>`}
        ${event.room && html`<span class="quiet place">${event.room}</span>`}
      </p>
    </li>
  `;
});

function split({ text, actor }) {
  const at = actor ? text.indexOf(actor) : -1;
  return at < 0 ? [text, "", ""] : [text.slice(0, at), actor, text.slice(at + actor.length)];
}
