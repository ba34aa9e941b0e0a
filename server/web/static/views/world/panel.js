// A room or a person, looked at closely.
import { useEffect, useState } from "preact/hooks";
import { askUntilAnswered } from "tarn/asking.js";
import { html } from "tarn/html.js";
import { formatPlace } from "tarn/place.js";

const LATEST = 8;

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
      ${room && html`<${Room} world=${world} room=${room} seen=${seen} choose=${choose} mayBuild=${mayEdit(account)} />`}
      ${person && html`<${Person} world=${world} person=${person} seen=${seen} choose=${choose} />`}
      ${person && person.kind === "agent" && account.role === "administrator" && html`<p><a href=${formatPlace("mind", [person.name])}>Its mind</a></p>`}
      ${person && person.kind === "agent" && account.role === "administrator" && html`<p><a href=${formatPlace("people", [person.name])}>Talk and journal</a></p>`}
      ${person && person.kind === "agent" && account.role === "administrator" && html`<p><a href=${formatPlace("memory", [person.name])}>Its memory</a></p>`}
      ${person && person.kind === "agent" && account.role === "administrator" && html`<p><a href=${formatPlace("edit", ["agents", person.name, "profile.md"])}>Its profile</a></p>`}
      ${!room && !person && html`<p class="quiet">That is gone.</p>`}
      ${account.role === "guest" && html`<p class="quiet">People with an account see more.</p>`}
    </aside>
  `;
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

function Room({ world, room, seen, choose, mayBuild }) {
  const here = [...world.people.values()].filter((each) => each.room === room.id);
  const name = (id) => (world.rooms.find((each) => each.id === id) || {}).name;
  return html`
    <h2>${room.name}</h2>
    ${seen && seen.description && html`<p>${seen.description}</p>`}
    ${seen && seen.things.length > 0 && html`<h3>Here lies</h3><p>${seen.things.join(", ")}</p>`}
    <h3>Who is here</h3>
    <${Links} items=${here.map((each) => [each.name, () => choose({ person: each.id })])} />
    <h3>Ways out</h3>
    <${Links} items=${room.exits.map((way) => [`${way.name} → ${name(way.to) || "?"}`, () => choose({ room: way.to })])} />
    ${mayBuild && seen && html`<p>${seen.note
      ? html`<a href=${formatPlace("edit", seen.note.split("/"))}>Its note</a>`
      : html`<a href=${formatPlace("edit", ["world", `${room.name}.md`], { new: 1 })}>Write its note</a>`}</p>`}
    <${Latest} events=${world.events.filter((event) => event.room === room.name)} />
  `;
}

function Person({ world, person, seen, choose }) {
  const room = world.rooms.find((each) => each.id === person.room);
  return html`
    <h2>${person.name}</h2>
    <p class="quiet">${person.kind === "agent" ? "lives here" : "visits"}${person.mark && `, ${person.mark}`}</p>
    ${seen && seen.doing && html`<p>${seen.doing}</p>`}
    ${seen && seen.description && html`<p>${seen.description}</p>`}
    <h3>Where</h3>
    <${Links} items=${room ? [[room.name, () => choose({ room: room.id })]] : []} />
    <${Latest} events=${world.events.filter((event) => event.actor === person.name)} />
  `;
}

function Links({ items }) {
  if (items.length === 0) return html`<p class="quiet">Nobody.</p>`;
  return html`
    <ul class="links">
      ${items.map(([name, run]) => html`<li><button onClick=${run}>${name}</button></li>`)}
    </ul>
  `;
}

function Latest({ events }) {
  if (events.length === 0) return null;
  return html`
    <h3>Of late</h3>
    <ul class="latest">${events.slice(-LATEST).map((event) => html`<li key=${event.key}>${event.text}</li>`)}</ul>
  `;
}
