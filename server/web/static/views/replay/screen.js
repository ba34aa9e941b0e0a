// The past on map and feed, with what moves it. It asks its source alone, so that it also works in a file.
import { useEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import { html } from "tarn/html.js";
import { Bar, useMore } from "tarn/views/replay/controls.js";
import { Player, describeTime } from "tarn/views/replay/player.js";
import { Scrubber, formatMoment } from "tarn/views/replay/scrubber.js";
import { Feed } from "tarn/views/world/feed.js";
import { Map as WorldMap } from "tarn/views/world/map.js";

const DRAWN_EVERY = 100;

// `moment` is where to begin, in milliseconds; `onMoment` is told when another is chosen or kept. `newest` changes
// when more of the past has come, and `measure` tells how much happened when (amounts.js).
// `links` returns where more is told of somebody: pairs of a title and an address. `windows` stand above the line of time,
// and `options` returns what else can be done at a moment.
export function Screen({ source, begin, end, newest, measure, moment, onMoment, links = () => [], windows, options = null }) {
  const [, draw] = useReducer((count) => count + 1, 0);
  const player = useMemo(() => new Player(moment, draw), []);
  const [chosen, choose] = useState(null);
  useClock(player);
  const kept = useRef(null);

  function keep(at) {
    kept.current = Math.round(at);
    onMoment(kept.current);
  }

  // Another source is asked for the moment that is played; an address for its own.
  useEffect(() => {
    player.source = source;
    player.seek(player.at);
    kept.current = moment;
  }, [source]);
  useEffect(() => {
    if (moment !== kept.current) player.seek(moment);
    kept.current = moment;
  }, [moment]);
  useEffect(() => player.goOn(), [newest]);
  useEffect(() => () => player.leave(), [player]);

  const later = useRef(null);
  function seek(at) {
    player.at = at;
    draw();
    clearTimeout(later.current);
    later.current = setTimeout(() => {
      player.seek(at);
      keep(at);
    }, DRAWN_EVERY);
  }

  function turn() {
    if (player.ended) return;
    player.playing = !player.playing;
    if (!player.playing) keep(player.at);
    draw();
  }

  const [button, more] = useMore(options && options(player.at));

  async function step() {
    await player.goToNext();
    keep(player.at);
  }

  return html`
    <main id="main" tabindex="-1" class="replay" aria-label="The past" aria-busy=${!player.ready}>
      <div class="controls">
        <${Bar} player=${player} draw=${draw} turn=${turn} step=${step}>${windows}${button}<//>
        <${Scrubber} begin=${begin} end=${end} at=${player.at} measure=${measure} onSeek=${seek} />
        ${more}
        ${player.failed && html`<p class="error" role="alert">${player.failed}</p>`}
      </div>
      <div class="world">
        <${WorldMap} world=${player.world} chosen=${chosen} choose=${choose} />
        <${Feed} world=${player.world} choose=${choose} isPast empty=${player.ready ? "Nothing is known of before this moment. Press Start." : ""} />
      </div>
      ${chosen && html`<${Known} player=${player} chosen=${chosen} choose=${choose} links=${links} />`}
    </main>
  `;
}

function useClock(player) {
  useEffect(() => {
    let last = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      player.tick((now - last) / 1000);
      last = now;
    }, DRAWN_EVERY);
    return () => clearInterval(timer);
  }, [player]);
}

// What is known of who or what was chosen on the map, and by what.
function Known({ player, chosen, choose, links }) {
  const room = player.rooms.find((each) => each.id === chosen.room);
  const person = player.people.get(chosen.person);
  return html`
    <p class="known" role="status">
      ${person && describePerson(person, player.at)}
      ${room && describeRoom(room, player)}
      ${!person && !room && "Where they are is not known."}
      ${person && links(person).map(([title, address]) => html` <a key=${title} href=${address}>${title}</a>`)}
      ${" "}<button onClick=${() => choose(null)}>Close</button>
    </p>
  `;
}

function describePerson(person, at) {
  const seen = describeTime(Math.max(0, at - person.seen));
  const since = person.came ? `came at ${formatMoment(person.since)}` : "when they came is not known";
  return `${person.name}: ${person.place}; ${since}, last seen ${seen} before.`;
}

function describeRoom(room, player) {
  const here = [...player.people.values()].filter((each) => each.room === room.id).map((each) => each.name);
  return `${room.name}: ${here.join(", ") || "nobody is known to be there"}.`;
}
