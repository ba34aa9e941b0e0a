// Where one is, beside what is told: the room, its ways out, who is there and what; a click says it to the world.
import { useAnswer } from "tarn/asking.js";
import { useEdges } from "tarn/edges.js";
import { html } from "tarn/html.js";

// The map knows who stands where; a guest's character may have a name that the page does not know.
export function Here({ world, account, isOpen, onCommand, onBegin }) {
  const people = [...world.people.values()];
  const own = people.find((each) => each.name === account.name);
  const room = own && world.rooms.find((each) => each.id === own.room);
  const row = useEdges(() => null, room);
  if (!room) return null;
  const others = people.filter((each) => each.room === room.id && each !== own);
  const name = (id) => world.rooms.find((each) => each.id === id)?.name || "?";
  return html`
    <section class="here edges" ref=${row} aria-label="Where you are">
      <h3>${room.name}</h3>
      <${Row} title="Exits" items=${room.exits.map((way) => [way.name, name(way.to), () => onCommand(`go ${way.name}`)])} isOpen=${isOpen} />
      ${others.length === 0 && html`<div class="nobody"><h4>Also here</h4><p class="quiet small">nobody else</p></div>`}
      <${Row} title="Also here" items=${others.map((each) => [each.name, each.mark || "", () => onBegin(`tell ${each.name} `)])} isOpen=${isOpen} />
      ${account.role !== "guest" && html`<${Things} room=${room} isOpen=${isOpen} onCommand=${onCommand} />`}
    </section>
  `;
}

function Things({ room, isOpen, onCommand }) {
  const [seen] = useAnswer(`/rooms/${room.id}`);
  const things = seen && seen.id === room.id ? seen.things : [];
  return html`<${Row} title="Things here" items=${[...new Set(things)].map((each) => [each, "", () => onCommand(`examine ${each}`)])} isOpen=${isOpen} />`;
}

function Row({ title, items, isOpen }) {
  if (items.length === 0) return null;
  return html`
    <h4>${title}</h4>
    <ul>${items.map(([words, more, run]) => html`
      <li key=${words}><button disabled=${!isOpen} onClick=${run}>${words}${more && html`<span class="quiet"> ${more}</span>`}</button></li>
    `)}</ul>
  `;
}
