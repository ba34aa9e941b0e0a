// The past as one file: what is played stands in the page.
import { render } from "preact";
import { useState } from "preact/hooks";
import { html } from "tarn/html.js";
import { Persons, nameColors } from "tarn/persons.js";
import { formatPlace, goTo, readPlace } from "tarn/place.js";
import { Player, isStill } from "tarn/views/replay/player.js";
import { Screen } from "tarn/views/replay/screen.js";
import { nameKind } from "tarn/views/world/kinds.js";

const BEFORE = 60;

const data = JSON.parse(document.getElementById("stretch").textContent);
const begin = Date.parse(data.from);
const end = Date.parse(data.to);
// A file has no numbers of those who live here, so that their names have the order.
const residents = data.people.filter((each) => each.kind === "agent").map((each) => each.name).sort();
const colorOf = nameColors(residents.map((name, id) => ({ id, name })));

const source = {
  // Whoever was where at a moment follows from the beginning and from what happened since.
  async moment(at) {
    const until = Date.parse(at);
    const player = new Player(until, () => null);
    player.begin({ rooms: data.rooms, people: data.people, events: [] }, { events: [], next: "" });
    const past = data.stretch.filter((event) => Date.parse(event.at) < until);
    past.forEach((event) => player.apply(event));
    const people = [...player.people.values()].map((each) => ({ ...each, room: each.place, seen: new Date(each.seen).toISOString() }));
    const shown = [...data.events, ...past.filter((event) => event.text || isStill(event))];
    return { rooms: data.rooms, people, events: shown.slice(-BEFORE), clock: data.clock };
  },
  async events({ from }) {
    const since = Date.parse(from);
    return { events: data.stretch.filter((event) => Date.parse(event.at) >= since), next: "" };
  },
};

// As the server tells it of any time.
async function measure(from, to, parts) {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  const kinds = { talk: Array(parts).fill(0), moves: Array(parts).fill(0), deeds: Array(parts).fill(0) };
  for (const event of data.stretch.filter((each) => each.kind !== "start" && each.kind !== "stop")) {
    const at = Date.parse(event.at);
    const part = Math.floor(((at - first) / (last - first)) * parts);
    if (at >= first && at <= last) kinds[nameKind(event)][Math.min(parts - 1, part)] += 1;
  }
  const stood = data.stretch.filter(isStill).map(({ stopped, at }) => ({ from: stopped, to: at }));
  return { parts: kinds.talk.map((each, n) => each + kinds.moves[n] + kinds.deeds[n]), kinds, stood };
}

function Page() {
  const asked = Date.parse(readPlace().values.t || "");
  const [moment, setMoment] = useState(asked >= begin && asked < end ? asked : begin);
  function keep(at) {
    setMoment(at);
    goTo(formatPlace("replay", [], { t: new Date(at).toISOString() }), { replace: true });
  }
  return html`
    <header><h1>Tarn</h1><span class="quiet">A stretch of the past, kept in this file.</span></header>
    <${Persons.Provider} value=${colorOf}><${Screen} source=${source} begin=${begin} end=${end} measure=${measure} moment=${moment} onMoment=${keep} /><//>
  `;
}

render(html`<${Page} />`, document.getElementById("page"));
