// The map: rooms, ways between them, who is where, and what they say.
import { useMemo, useRef } from "preact/hooks";
import { html } from "tarn/html.js";
import { keepDrawn } from "tarn/kept.js";
import { usePersons } from "tarn/persons.js";
import { BubblePlaces, describeMore } from "tarn/views/world/bubble_places.js";
import { groupPeople } from "tarn/views/world/gathered.js";
import { Ground } from "tarn/views/world/ground.js";
import { chart } from "tarn/views/world/layout.js";
import { Legend } from "tarn/views/world/legend.js";
import { HOUSE, PersonMark, RoomMark, SpeechMark } from "tarn/views/world/marks.js";
import { useMiddle, useScale } from "tarn/views/world/scale.js";
import { isStillThere, useSpeech } from "tarn/views/world/speech.js";

const MOST_NAMES = 6;
const NOBODY = [];
// So far from the edge of the map a list ends.
const EDGE = 6;
// The buttons in the corner, as world.css has them.
const TOOLS = { width: 52, height: 88 };

export function Map({ world, chosen, choose }) {
  const charted = useMemo(() => chart(world.rooms), [world.rooms]);
  const scale = useScale(charted);
  const here = useHere(world.people);
  useMiddle(scale, useMemo(() => scale.laid && findBusiest(here, scale.laid.at), [here, scale.laid]));
  return html`
    <section class="map" aria-label="Map">
      <div class="tools">
        <button aria-label="Larger" title="Larger" onClick=${scale.enlarge}>+</button>
        <button aria-label="Smaller" title="Smaller" onClick=${scale.reduce}>−</button>
      </div>
      <div class="canvas" ref=${scale.canvas}>
        <svg viewBox=${scale.box.join(" ")} style=${scale.style}>
          ${scale.laid && html`<${Drawn} world=${world} charted=${charted} scale=${scale} here=${here} chosen=${chosen} choose=${choose} />`}
        </svg>
      </div>
      <${Legend} house=${HOUSE} />
    </section>
  `;
}

// What is on the map, once it is known how large its pane is.
function Drawn({ world, charted, scale, here, chosen, choose }) {
  const { laid } = scale;
  const colorOf = usePersons();
  const speech = useSpeech(world.events);
  const parts = useMemo(() => split(world.rooms), [world.rooms]);
  const [left, top, wide, high] = scale.box;
  const bubbles = useMemo(
    () => new BubblePlaces(world.rooms, laid.at, laid.names, MOST_NAMES, laid.ways, { left: left + EDGE, top: top + EDGE, right: left + wide - EDGE, bottom: top + high - EDGE }, laid.isWet),
    [laid, left, top, wide, high],
  );
  const spoken = [...speech.values()].filter((event) => isStillThere(world.people.get(event.who), event));
  const show = (room) => chooseShown(here.get(room) || NOBODY, speech.get(room)?.who);
  const placed = bubbles.placeAll(spoken, here, show, scale.window, 1 / scale.shown, [findTools(scale)]);
  return html`
    <${DrawnGround} ground=${charted.ground} paths=${laid.paths} spread=${laid.spread} />
    ${parts.map((rooms, number) => html`
      <${Rooms} key=${`part ${number}`} rooms=${rooms} laid=${laid} full=${rooms.map((room) => (here.has(room.id) ? 1 : 0)).join("")}
        chosen=${chosen && rooms.some((room) => room.id === chosen.room) ? chosen.room : null} choose=${choose} />
    `)}
    ${[...here].filter(([room]) => laid.at.has(room)).map(([room, people]) => html`
      <${People} key=${`in ${room}`} people=${people} speaker=${speech.get(room)?.who} list=${bubbles.lists.get(room)} colorOf=${colorOf}
        chosen=${chosen && people.some((each) => each.id === chosen.person) ? chosen.person : null} choose=${choose} />
    `)}
    ${placed.map(({ event, at }) => html`<${SpeechMark} key=${event.key} event=${event} color=${colorOf(event.actor)} at=${at} size=${1 / scale.shown} />`)}
  `;
}

// What the two buttons lie on, by the map's measure.
function findTools({ window, shown }) {
  const [width, height] = [TOOLS.width / shown, TOOLS.height / shown];
  return { left: window.left + window.width - width, top: window.top, width, height };
}

const DrawnGround = keepDrawn(Ground);

// Some of the rooms; `full` says of each whether somebody is there.
const Rooms = keepDrawn(({ rooms, laid, full, chosen, choose }) => rooms.map((room, n) => html`
  <${RoomMark} key=${room.id} room=${room} at=${laid.at.get(room.id)} name=${laid.names.get(room.id)} isEmpty=${full[n] === "0"}
    chosen=${chosen === room.id} choose=${choose} />
`));

// Those of one room, in a list of which each has a row.
const People = keepDrawn(({ people, speaker, list, colorOf, chosen, choose }) => {
  const shown = chooseShown(people, speaker);
  const more = people.length - shown.length;
  const { left, top, width, height } = list.box;
  return html`
    <rect class="list" x=${left} y=${top} width=${width} height=${height} rx="5" />
    ${shown.map((person, row) => html`
      <${PersonMark} key=${person.id} id=${person.id} name=${person.name} kind=${person.kind} mark=${person.mark || ""} color=${colorOf(person.name)} x=${list.rows[row].left} y=${list.rows[row].top}
        width=${list.rows[row].width} chosen=${chosen === person.id} choose=${choose} />
    `)}
    ${more > 0 && html`<text class="more" x=${left + 5} y=${list.rows[shown.length].top + 13}>${describeMore(more)}</text>`}
  `;
});

// So many rooms are looked at together, if one of them has changed.
const PART = 40;

function split(rooms) {
  return Array.from({ length: Math.ceil(rooms.length / PART) }, (_, number) => rooms.slice(number * PART, (number + 1) * PART));
}

// Who is in each room; what has not changed since the last time is the same object.
function useHere(people) {
  const before = useRef(new globalThis.Map());
  return useMemo(() => {
    before.current = groupPeople(people, before.current);
    return before.current;
  }, [people]);
}

// Where most are; undefined: nobody is anywhere.
function findBusiest(here, at) {
  const rooms = [...here].sort(([, one], [, other]) => other.length - one.length);
  return rooms.map(([room]) => at.get(room)).find(Boolean);
}

// Of a crowd so many are named, and whoever speaks among them.
function chooseShown(people, speaker) {
  if (people.length <= MOST_NAMES) return people;
  const first = people.slice(0, MOST_NAMES);
  const said = people.find((each) => each.id === speaker);
  return !said || first.includes(said) ? first : [...first.slice(0, MOST_NAMES - 1), said];
}
