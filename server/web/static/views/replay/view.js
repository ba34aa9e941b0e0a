// The view Replay: the past, from the server.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { askUntilAnswered, useAnswer } from "tarn/asking.js";
import { html } from "tarn/html.js";
import { formatPlace, goTo } from "tarn/place.js";
import { VIEWS, mayOpen } from "tarn/views.js";
import { readTime } from "tarn/views/replay/asked_time.js";
import { Screen } from "tarn/views/replay/screen.js";
import { formatWhen } from "tarn/when.js";

// So many seconds after an answer it is asked whether there is more of the past.
const AGAIN = 5;

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;
const WINDOWS = { hour: HOUR, day: 24 * HOUR, week: 7 * 24 * HOUR, all: Infinity };
const LENGTHS = { "10 minutes": 10 * MINUTE, "1 hour": HOUR, "6 hours": 6 * HOUR, "1 day": 24 * HOUR };
const BACK = 10 * MINUTE;

export function View({ account, place }) {
  const [span, failed] = useAnswer("/replay/span", AGAIN);
  if (!span && failed) return plain(html`<p class="error" role="alert">${failed}</p>`);
  if (!span) return plain(html`<p class="quiet">Reading the past.</p>`);
  if (!span.first) return plain(html`<p>Nothing is written down yet. What happens in public is kept in the chronicle, if <code>config/server.yaml</code> does not switch it off.</p>`);
  return html`<${Past} first=${Date.parse(span.first)} last=${Date.parse(span.last) + 1000} account=${account} place=${place} />`;
}

function plain(content) {
  return html`<main id="main" tabindex="-1" class="plain">${content}</main>`;
}

function Past({ first, last, account, place }) {
  const admin = account.role === "administrator";
  const [minds, setMinds] = useState(false);
  const [size, setSize] = useState(last - first > WINDOWS.day ? "day" : "all");
  const source = useMemo(() => makeSource(minds), [minds]);
  const asked = Date.parse(place.values.t || "");
  const start = useRef(Math.max(first, last - BACK));
  const moment = Number.isNaN(asked) ? start.current : asked;
  const [begin, end] = findWindow(first, last, moment, WINDOWS[size]);

  function keep(at) {
    goTo(formatPlace("replay", [], { t: new Date(at).toISOString() }), { replace: true });
  }

  return html`
    <${Screen} source=${source} begin=${begin} end=${end} newest=${last} measure=${measure} moment=${moment} onMoment=${keep}
      links=${(person) => listLinks(person, account)}
      windows=${html`
        <span class="labelled"><span class="quiet" aria-hidden="true">Show</span><span role="group" class="joined" aria-label="Time shown" title="How much of the past the line shows">
          ${Object.keys(WINDOWS).map((name) => html`<button key=${name} aria-pressed=${name === size} onClick=${() => setSize(name)}>${name}</button>`)}
        </span></span>
      `}
      options=${(at) => html`
        <${Go} at=${at} keep=${keep} />
        ${admin && html`<label title="What each resident thought, dreamt and noted, between the events"><input type="checkbox" checked=${minds} onChange=${() => setMinds(!minds)} /> Thoughts</label>`}
        <${Share} at=${at} />
        <${Save} at=${at} last=${last} />
        ${!admin && html`<span class="quiet">What people said and did is shown to those who were there.</span>`}
      `} />
  `;
}

// Goes to a moment that is named.
function Go({ at, keep }) {
  const [words, setWords] = useState(null);
  const field = useRef(null);
  function go(event) {
    event.preventDefault();
    const wanted = readTime(field.current.value, at);
    field.current.setCustomValidity(wanted === null ? `Write it so: ${formatWhen(at)}` : "");
    if (wanted === null) field.current.reportValidity();
    else keep(wanted);
    setWords(null);
  }
  return html`
    <form class="go" onSubmit=${go} noValidate>
      <label>Day and hour <input class="moment" ref=${field} title="By your clock" value=${words ?? formatWhen(at)}
        onInput=${(event) => { event.target.setCustomValidity(""); setWords(event.target.value); }} /></label>
      <button>Go there</button>
    </form>
  `;
}

function listLinks(person, account) {
  const views = { mind: "Mind", memory: "Memory", people: "People" };
  const open = VIEWS.filter((view) => views[view.name] && person.kind === "agent" && mayOpen(view, account));
  return open.map((view) => [views[view.name], formatPlace(view.name, [person.name])]);
}

// A window of the whole that has the moment in it, and stays where it is while that holds; the newest ends where the whole does, so that
// hardly any of it is time to come.
export function findWindow(first, last, moment, size) {
  const end = Math.max(last, moment);
  if (size >= last - first) return [Math.min(first, moment), end];
  const newest = roundUp(end, first, size / 24) - size;
  if (moment >= newest) return [newest, roundUp(end, first, size / 1440)];
  const begin = first + Math.floor((moment - first) / size) * size;
  return [begin, begin + size];
}

function roundUp(at, first, step) {
  return first + Math.ceil((at - first) / step) * step;
}

function measure(from, to, parts, ...how) {
  return askUntilAnswered(`/replay/density?${new URLSearchParams({ from, to, parts })}`, ...how);
}

function makeSource(minds) {
  return {
    moment: (at, ...how) => askUntilAnswered(`/replay/moment?${new URLSearchParams({ at })}`, ...how),
    events: async (where, ...how) => {
      const stretch = await askUntilAnswered(`/replay/events?${new URLSearchParams(where)}`, ...how);
      return minds && stretch.events.length ? addThoughts(stretch, where.from, how) : stretch;
    },
  };
}

// Thoughts between the events, those of their own time.
async function addThoughts(stretch, from, how) {
  const first = from || stretch.events[0].at;
  const last = new Date(Math.min(Date.parse(stretch.events[stretch.events.length - 1].at) + 1, Date.parse(first) + WINDOWS.day));
  const times = new URLSearchParams({ from: first, to: last.toISOString() });
  const { events } = await askUntilAnswered(`/replay/thoughts?${times}`, ...how);
  const all = [...stretch.events, ...events.map((each) => ({ ...each, private: true, text: `${each.actor}: ${each.text}` }))];
  return { ...stretch, events: all.sort((a, b) => Date.parse(a.at) - Date.parse(b.at)) };
}

function Share({ at }) {
  const [done, setDone] = useState(false);
  const place = formatPlace("replay", [], { t: new Date(at).toISOString() });
  async function copy(event) {
    event.preventDefault();
    goTo(place, { replace: true });
    await navigator.clipboard.writeText(new URL(place, location.href).href).then(() => setDone(true), () => setDone(false));
  }
  return html`<a href=${place} onClick=${copy}>${done ? "Copied" : "Link to this moment"}</a>`;
}

function Save({ at, last }) {
  const [length, setLength] = useState("1 hour");
  const end = Math.max(at + 1, Math.min(at + LENGTHS[length], last));
  const times = new URLSearchParams({ from: new Date(at).toISOString(), to: new Date(end).toISOString() });
  return html`
    <label>Save from here <select value=${length} onChange=${(event) => setLength(event.target.value)}>
      ${Object.keys(LENGTHS).map((name) => html`<option key=${name}>${name}</option>`)}
    </select></label>
    <a href=${`/api/v1/replay/file?${times}`} download>Save as a file</a>
  `;
}
