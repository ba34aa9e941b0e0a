// The map: rooms, ways between them, who is where, and what they say.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { html } from "tarn/html.js";
import { keepDrawn } from "tarn/kept.js";
import { FIRST_ROW, ROW, drawTail } from "tarn/views/world/bubbles.js";
import { BubblePlaces } from "tarn/views/world/bubble_places.js";
import { groupPeople } from "tarn/views/world/gathered.js";
import { LABEL_LINE, measureText, placeNames, shortenName } from "tarn/views/world/labels.js";
import { Ground, makeGround } from "tarn/views/world/ground.js";
import { useScale } from "tarn/views/world/scale.js";

const UNIT_X = 130;
// Higher than wide: people stand above their room.
const UNIT_Y = 165;
const MARGIN_X = 110;
const MARGIN_TOP = 120;
// Room for a name of two lines.
const MARGIN_BOTTOM = 80;
const MOST_NAMES = 6;
const BUBBLE_SECONDS = 7;

export function Map({ world, chosen, choose }) {
  const places = useMemo(() => place(world.rooms), [world.rooms]);
  const speech = useSpeech(world.events);
  const here = useHere(world.people);
  const bubbles = useMemo(() => new BubblePlaces(world.rooms, places.at, places.names, MOST_NAMES), [places]);
  const spoken = [...speech.values()].filter((event) => isStillThere(world.people.get(event.who), event));
  const scale = useScale(places.box, useMemo(() => findBusiest(here, places.at), [here, places]));
  const placed = bubbles.placeAll(spoken, here, (room) => chooseShown(here.get(room) || NOBODY, speech), scale.window);
  return html`
    <section class="map" aria-label="Map">
      <div class="tools">
        <button aria-label="Larger" onClick=${scale.enlarge}>+</button>
        <button aria-label="Smaller" onClick=${scale.reduce}>−</button>
      </div>
      <p class="legend quiet"><span class="visitor">who visits</span> <span class="agent">who lives here</span> <span class="pale">asleep or away</span> <span class="house"><svg viewBox="-12 -12 24 24" aria-hidden="true"><path d=${HOUSE} /></svg>under a roof</span> <span class="full">somebody is there</span> <em>click to look closer</em></p>
      <div class="canvas" ref=${scale.canvas}>
        <svg viewBox=${scale.box.join(" ")} style=${scale.style}>
          <${DrawnGround} ground=${places.ground} ways=${places.ways} />
          ${places.parts.map((rooms, number) => html`
            <${Rooms} key=${`part ${number}`} rooms=${rooms} places=${places} counts=${rooms.map((room) => (here.get(room.id) || NOBODY).length).join(" ")}
              chosen=${chosen && rooms.some((room) => room.id === chosen.room) ? chosen.room : null} choose=${choose} />
          `)}
          ${[...here].map(([room, people]) => html`
            <${People} key=${`in ${room}`} people=${people} at=${places.at.get(room)} chosen=${chosen && people.some((each) => each.id === chosen.person) ? chosen.person : null}
              speakers=${nameSpeakers(people, speech)} choose=${choose} />
          `)}
          ${placed.map(({ event, at }) => html`<${Bubble} key=${event.key} text=${event.text} at=${at} />`)}
        </svg>
      </div>
    </section>
  `;
}

const NOBODY = [];
const DrawnGround = keepDrawn(Ground);

// Some of the rooms; `counts` are of those who are in each.
const Rooms = keepDrawn(({ rooms, places, counts, chosen, choose }) => {
  const numbers = counts.split(" ").map(Number);
  return rooms.map((room, n) => html`
    <${RoomMark} key=${room.id} room=${room} at=${places.at.get(room.id)} name=${places.names.get(room.id)} isEmpty=${numbers[n] === 0}
      more=${Math.max(0, numbers[n] - MOST_NAMES)} chosen=${chosen === room.id} choose=${choose} />
  `);
});

// Those of one room, of whom those who are seen have rows; `speakers` are those of a crowd who speak.
const People = keepDrawn(({ people, at, chosen, speakers, choose }) => at && chooseNamed(people, speakers.split(" ")).map((person, row) => html`
  <${PersonMark} key=${person.id} id=${person.id} name=${person.name} kind=${person.kind} isAway=${Boolean(person.mark)} x=${at.x} y=${at.y - FIRST_ROW - row * ROW}
    chosen=${chosen === person.id} choose=${choose} />
`));

// Only of a crowd it matters who speaks.
function nameSpeakers(people, speech) {
  return people.length > MOST_NAMES ? people.filter((each) => speech.has(each.id)).map((each) => each.id).join(" ") : "";
}

function place(rooms) {
  const at = new globalThis.Map(rooms.map((room) => [room.id, { x: room.x * UNIT_X, y: room.y * UNIT_Y }]));
  const all = [...at.values()];
  const xs = all.map((each) => each.x);
  const ys = all.map((each) => each.y);
  const left = Math.min(0, ...xs) - MARGIN_X;
  const top = Math.min(0, ...ys) - MARGIN_TOP;
  const box = [
    left, top,
    Math.max(0, ...xs) + MARGIN_X - left,
    Math.max(0, ...ys) + MARGIN_BOTTOM - top,
  ].map(Math.round);
  const ways = new globalThis.Map();
  for (const room of rooms) {
    for (const { to } of room.exits) {
      const key = [room.id, to].sort((a, b) => a - b).join("-");
      if (at.has(to) && to !== room.id) ways.set(key, { key, line: line(at.get(room.id), at.get(to)) });
    }
  }
  const lines = [...ways.values()];
  return { at, box, parts: split(rooms), ways: lines, names: placeNames(rooms, at, lines), ground: makeGround(rooms, at, lines, box) };
}

// So many rooms are looked at together, if one of them has changed.
const PART = 40;

function split(rooms) {
  return Array.from({ length: Math.ceil(rooms.length / PART) }, (_, number) => rooms.slice(number * PART, (number + 1) * PART));
}

function line(from, to) {
  return { x1: from.x, y1: from.y, x2: to.x, y2: to.y };
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

// The newest words of each speaker, for a few seconds.
function useSpeech(events) {
  const [speech, setSpeech] = useState(new globalThis.Map());
  const last = useRef(0);
  const newest = events[events.length - 1];
  useEffect(() => {
    const said = events.filter((event) => event.key > last.current && isSaidNow(event));
    last.current = newest ? newest.key : 0;
    if (said.length === 0) return;
    setSpeech((before) => new globalThis.Map([...before, ...said.map((event) => [event.who, event])]));
    setTimeout(() => {
      setSpeech((before) => new globalThis.Map([...before].filter(([, event]) => !said.includes(event))));
    }, BUBBLE_SECONDS * 1000);
  }, [newest]);
  return speech;
}

// Of a crowd so many are named, and those who speak among them.
function chooseShown(people, speech) {
  return people.length <= MOST_NAMES ? people : chooseNamed(people, people.filter((each) => speech.has(each.id)).map((each) => String(each.id)));
}

function chooseNamed(people, speakers) {
  if (people.length <= MOST_NAMES) return people;
  const speaks = (person) => speakers.includes(String(person.id));
  const sorted = [...people].sort((one, other) => speaks(other) - speaks(one));
  const chosen = new Set(sorted.slice(0, MOST_NAMES));
  return people.filter((each) => chosen.has(each));
}

// Words do not hang in a room that their speaker has left.
function isStillThere(speaker, event) {
  return !speaker || speaker.room === event.place;
}

// What is played again is said `now`, whenever it was.
function isSaidNow(event) {
  if (event.kind !== "speech" || !event.seq || event.private) return false;
  return event.now || Date.now() - Date.parse(event.at) <= BUBBLE_SECONDS * 1000;
}

function pressable(run) {
  return {
    role: "button",
    tabindex: 0,
    onClick: run,
    onKeyDown: (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        run();
      }
    },
  };
}

// A gable: what is under a roof.
const HOUSE = "M-10 9.5V-2L0 -11L10 -2V9.5Z";

function move(x, y) {
  return { transform: `translate(${x}px, ${y}px)` };
}

const RoomMark = keepDrawn(({ room, at, name, isEmpty, more, chosen, choose }) => {
  const { lines, anchor, x, y, box } = name;
  return html`
    <g class=${`room${chosen ? " chosen" : ""}${isEmpty ? " empty" : ""}`} style=${move(at.x, at.y)}
      aria-label=${room.name} ...${pressable(() => choose({ room: room.id }))}>
      <rect class="reach" x="-16" y="-14" width="32" height="28" />
      <rect class="plate" x=${box.left - at.x} y=${box.top - at.y} width=${box.width} height=${box.height} rx="3" />
      ${room.indoors ? html`<path class="mark" d=${HOUSE} />` : html`<circle class="mark" r="9" />`}
      ${lines.join(" ") !== room.name && html`<title>${room.name}</title>`}
      <text x=${x} y=${y} text-anchor=${anchor}>${lines.map((line, number) => html`<tspan key=${number} x=${x} dy=${number ? LABEL_LINE : 0}>${line}</tspan>`)}</text>
      ${more > 0 && html`<text class="more" text-anchor="middle" y=${-18 - MOST_NAMES * ROW}>and ${more} more</text>`}
    </g>
  `;
});

const PersonMark = keepDrawn(({ id, name, kind, isAway, x, y, chosen, choose }) => {
  const shown = shortenName(name);
  return html`
    <g class=${`person ${kind}${isAway ? " away" : ""}${chosen ? " chosen" : ""}`} style=${move(x, y)}
      aria-label=${name} ...${pressable(() => choose({ person: id }))}>
      <rect class="plate reach" x="-32" y="-13" width=${22 + measureText(shown)} height=${ROW} />
      ${kind === "agent" ? html`<circle class="who" cx="-24" cy="-4" r="4" />` : html`<path class="who" d="M-24 -9.5 l5.5 5.5 l-5.5 5.5 l-5.5 -5.5z" />`}
      ${shown !== name && html`<title>${name}</title>`}
      <text x="-15">${shown}</text>
    </g>
  `;
});

const Bubble = keepDrawn(({ text, at }) => html`
    <g class="speech">
      <foreignObject x=${at.left} y=${at.top} width=${at.width} height=${at.height}>
        <div class=${`bubble ${at.edge} ${at.base.y > at.top + at.height / 2 ? "low" : ""}`}><p><span>${text}</span></p></div>
      </foreignObject>
      <path class="tail" d=${drawTail(at)} />
    </g>
`);
