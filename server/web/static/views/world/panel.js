// A room or a person, looked at closely.
import { useEffect, useState } from "preact/hooks";
import { askUntilAnswered } from "tarn/asking.js";
import { html } from "tarn/html.js";
import { formatPlace } from "tarn/place.js";
import { formatDay, formatHour, formatShortDay, formatUTC } from "tarn/time.js";
import { joinWalks } from "tarn/views/world/feed_rows.js";
import { PersonSign } from "tarn/views/world/legend.js";
import { formatWhen, quote } from "tarn/when.js";

const LATEST = 4;
// In letters, about as many as world.css shows of a longer description.
const SHORT = 240;

function mayEdit({ role }) {
  return role === "builder" || role === "administrator";
}

export function Panel({ world, account, chosen, choose }) {
  const room = world.rooms.find((each) => each.id === chosen.room);
  const person = world.people.get(chosen.person);
  const seen = useDetails(account, chosen, person);
  return html`
    <aside class="panel" aria-label="Chosen">
      <button class="close" aria-label="Close" onClick=${() => choose(null)}>×</button>
      ${room && html`<${Room} key=${`room ${room.id}`} world=${world} room=${room} seen=${seen} choose=${choose} />`}
      ${person && html`<${Person} key=${`person ${person.id}`} world=${world} person=${person} seen=${seen} choose=${choose} />`}
      <${Onward} links=${[...(room && seen && mayEdit(account) ? [linkNote(room, seen)] : []), ...(person && person.kind === "agent" && account.role === "administrator" ? linkAgent(person) : [])]} />
      ${!room && !person && html`<p class="quiet">That is gone.</p>`}
      ${account.role === "guest" && html`<p class="quiet">People with an account see more.</p>`}
    </aside>
  `;
}

function linkNote(room, { note }) {
  return note ? ["Its file", formatPlace("edit", note.split("/"))] : ["Write its file", formatPlace("edit", ["world", `${room.name}.md`], { new: 1 })];
}

function linkAgent({ name }) {
  return [
    ["Its mind", formatPlace("mind", [name])], ["Its memory", formatPlace("memory", [name])],
    ["Talk and journal", formatPlace("people", [name])], ["Its profile", formatPlace("edit", ["agents", name, "profile.md"])],
  ];
}

// Where more is told of it.
function Onward({ links }) {
  return links.length > 0 && html`<p class="onward">${links.map(([title, address]) => html`<a key=${title} href=${address}>${title}</a>`)}</p>`;
}

function useDetails(account, chosen, person) {
  const [found, setFound] = useState({ path: "", seen: null });
  const path = chosen.room ? `/rooms/${chosen.room}` : `/people/${chosen.person}`;
  useEffect(() => {
    const stop = new AbortController();
    setFound({ path, seen: null });
    if (account.role !== "guest") askUntilAnswered(path, stop.signal).then((seen) => setFound({ path, seen }), () => null);
    return () => stop.abort();
  }, [path, person && person.room]);
  // What is known of a person is drawn as no room's, nor the other way round.
  return found.path === path ? found.seen : null;
}

// What changes stands above what stays: who is there and what they did, then what the place is like.
function Room({ world, room, seen, choose }) {
  const here = [...world.people.values()].filter((each) => each.room === room.id);
  const name = (id) => (world.rooms.find((each) => each.id === id) || {}).name;
  return html`
    <h2>${room.name}</h2>
    <p class="quiet">${room.indoors ? "under a roof" : "in the open"}</p>
    <h3>Who is here</h3>
    <${Links} items=${here.map((each) => [html`<${PersonSign} name=${each.name} kind=${each.kind} mark=${each.mark} />${each.name}`, () => choose({ person: each.id })])} />
    <${Latest} events=${world.events.filter((event) => event.room === room.name)} />
    <h3>Exits</h3>
    <${Links} items=${room.exits.map((way) => [html`<span class="way">${way.name} →</span> ${name(way.to) || "?"}`, () => choose({ room: way.to })])} />
    ${seen && seen.things.length > 0 && html`<h3>Things here</h3><p>${seen.things.join(", ")}</p>`}
    ${seen && seen.description && html`<h3>What one sees</h3><${Description} text=${seen.description} />`}
  `;
}

function Person({ world, person, seen, choose }) {
  const room = world.rooms.find((each) => each.id === person.room);
  return html`
    <h2>${person.name}</h2>
    <p class="quiet">${person.kind === "agent" ? "lives here" : "visits"}${person.mark && `, ${person.mark}`}</p>
    ${seen && seen.doing && html`<p>${quote(seen.doing)}</p>`}
    <h3>Where</h3>
    <${Links} items=${room ? [[room.name, () => choose({ room: room.id })]] : []} none="Nowhere that is known." />
    <${Latest} events=${joinWalks(world.events.filter((event) => event.actor === person.name))} />
    ${seen && seen.description && html`<h3>What one sees</h3><${Description} text=${seen.description} />`}
  `;
}

function Links({ items, none = "Nobody." }) {
  if (items.length === 0) return html`<p class="quiet">${none}</p>`;
  return html`
    <ul class="links">
      ${items.map(([name, run]) => html`<li><button class="leads" onClick=${run}>${name}</button></li>`)}
    </ul>
  `;
}

// A long text begins, and is whole at a press.
function Description({ text }) {
  const [isWhole, setWhole] = useState(false);
  const isLong = text.length > SHORT;
  return html`
    <p class=${isLong && !isWhole ? "seen begun" : "seen"}>${quote(text)}</p>
    ${isLong && html`<button class="more leads" aria-expanded=${isWhole} onClick=${() => setWhole(!isWhole)}>${isWhole ? "Less" : "All of it"}</button>`}
  `;
}

function Latest({ events }) {
  if (events.length === 0) return null;
  return html`
    <h3>Of late</h3>
    <ul class="latest">${events.slice(-LATEST).map((event) => html`<li key=${event.key}>
      <time dateTime=${event.at} title=${`${formatWhen(event.at)} by your clock, ${formatUTC(event.at)}`}>${isToday(event.at) ? formatHour(event.at) : formatShortDay(event.at)}</time>
      <span>${quote(event.text)}</span>
    </li>`)}</ul>
  `;
}

function isToday(at) {
  return formatDay(at) === formatDay(Date.now());
}
