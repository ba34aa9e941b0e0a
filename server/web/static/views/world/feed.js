// What happens, as lines that can be filtered and searched.
import { Component } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { html } from "tarn/html.js";
import { keepDrawn } from "tarn/kept.js";
import { paint, usePersons } from "tarn/persons.js";
import { describeClock, describePace, formatHour, formatLongDay, formatUTC } from "tarn/time.js";
import { nameKind } from "tarn/views/world/kinds.js";
import { joinWalks, markChanges } from "tarn/views/world/feed_rows.js";
import { formatWhen, quote } from "tarn/when.js";

const FILTERS = {
  Everything: () => true,
  Talk: (event) => nameKind(event) === "talk",
  Moves: (event) => nameKind(event) === "moves",
  Deeds: (event) => nameKind(event) === "deeds",
};
const NEAR_END = 40;

// Of the past the newest line is the moment that is shown: `isPast`.
export function Feed({ world, choose, isPast = false, empty = "Nothing has happened yet." }) {
  const [filter, setFilter] = useState("Everything");
  const [words, setWords] = useState("");
  const wanted = words.trim().toLowerCase().replace(/[“”]/g, '"').replace(/[‘’]/g, "'");
  const shown = useMemo(
    () => markChanges(joinWalks(world.events.filter((event) => FILTERS[filter](event) && contains(event, wanted)))),
    [world.events, filter, wanted],
  );
  const newest = isPast && world.events.length ? world.events[world.events.length - 1].key : 0;
  const list = useFollowing(shown);
  const colorOf = usePersons();
  const pace = describePace(world.time?.hour_minutes);
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
      </div>
      <div class="lines" ref=${list} role="log" tabindex="0" aria-label="Lines"><div class="all">
        ${splitRows(shown).map((rows) => html`<${Stretch} key=${findStretch(rows[0])} rows=${rows} people=${people} colorOf=${colorOf} choose=${choose} newest=${newest} isPast=${isPast} />`)}
        ${shown.length === 0 && html`<ol><li class="quiet">${wanted ? "Nothing found." : empty}</li></ol>`}
      </div></div>
      <p class="clocks quiet">Times are by your clock, ${describeClock()}${pace && `; ${pace}`}.</p>
    </section>
  `;
}

function contains(event, wanted) {
  return !wanted || `${event.text}\n${event.room}\n${event.actor}`.toLowerCase().includes(wanted);
}

// The last of some elements that begins above a height.
function findAbove(elements, top) {
  return elements.findLast((each) => each.getBoundingClientRect().top < top);
}

// So many lines, by their numbers, are looked at, laid out and left out of sight together.
const STRETCH = 64;

function findStretch({ event }) {
  return Math.floor(event.key / STRETCH);
}

function splitRows(rows) {
  const stretches = [];
  for (const row of rows) {
    const last = stretches[stretches.length - 1];
    if (last && findStretch(last[0]) === findStretch(row)) last.push(row);
    else stretches.push([row]);
  }
  return stretches;
}

// Lines that stand together: where none of them has changed, none is looked at.
class Stretch extends Component {
  shouldComponentUpdate({ rows, people, colorOf, choose, newest }) {
    const before = this.props;
    return colorOf !== before.colorOf || choose !== before.choose || holds(rows, newest) !== holds(before.rows, before.newest) || holds(rows, newest) && newest !== before.newest
      || rows.length !== before.rows.length || rows.some((row, at) => !isAlike(row, before.rows[at]) || people.get(row.event.actor) !== before.people.get(row.event.actor));
  }

  render({ rows, people, colorOf, choose, newest, isPast }) {
    return html`<ol class="stretch">${rows.flatMap(({ event, isNewDay, minute, place, isApart, later }) => {
      const line = html`<${Line} key=${event.key} event=${event} minute=${minute} place=${place} isApart=${isApart} id=${people.get(event.actor)} color=${colorOf(event.actor)} choose=${choose}
        isPresent=${isNewest(event, newest)} />`;
      if (later && !isPast) return [html`<li class="day quiet" key=${`later ${event.key}`}>${later}</li>`, line];
      return isNewDay ? [html`<li class="day quiet" key=${`day before ${event.key}`}>${formatLongDay(event.at)}</li>`, line] : [line];
    })}</ol>`;
  }
}

function isNewest(event, newest) {
  return newest > 0 && (event.key === newest || event.last === newest);
}

function holds(rows, newest) {
  return rows.some(({ event }) => isNewest(event, newest));
}

function isAlike(one, other) {
  return one.event === other.event && one.minute === other.minute && one.place === other.place && one.isApart === other.isApart && one.later === other.later && one.isNewDay === other.isNewDay;
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
    // Stretches that come into sight are as high as they are, and not as was thought.
    sizes.observe(element.firstElementChild);
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
  const cut = findAbove([...element.querySelectorAll(".stretch")], top)?.children;
  const line = cut && findAbove([...cut], top);
  const left = line ? line.getBoundingClientRect().bottom - top : 0;
  if (left <= 0) return;
  element.style.paddingBottom = `${parseFloat(getComputedStyle(element).paddingBottom) + left}px`;
  element.scrollTop = element.scrollHeight;
}

// Where a line is, and in which minute, is said where either changes; the hour of each is seen when it is pointed at.
const Line = keepDrawn(({ event, minute, place, isApart, id, color, choose, isPresent }) => {
  const [before, name, after] = split(event);
  return html`
    <li class=${["line", event.by, event.private && "private", event.isWalk && "walk", (place || isApart) && "elsewhere", minute && "later", isPresent && "present"].filter(Boolean).join(" ")}
      style=${paint(color)} aria-current=${isPresent ? "true" : null}>
      <time class=${minute ? "" : "same"} dateTime=${event.at} title=${`${formatWhen(event.at)} by your clock, ${formatUTC(event.at)}`}>${formatHour(event.at)}</time>
      ${place && html`<span class="place">${place}</span>`}
      <p title=${event.private && event.to ? `to ${event.to.join(", ")} alone` : null}>
        ${before}${name && (id
          ? html`<button class="name" onClick=${() => choose({ person: id })}>${name}</button>`
          : html`<b class="name">${name}</b>`)}${after}
      </p>
    </li>
  `;
});

function split({ text: told, actor: named }) {
  const [text, actor] = [quote(told), named && quote(named)];
  const at = actor ? text.indexOf(actor) : -1;
  return at < 0 ? [text, "", ""] : [text.slice(0, at), actor, text.slice(at + actor.length)];
}
