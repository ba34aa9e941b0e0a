// Where all bubbles stand: what is said, and whose name it points at, decides it once.
import { findCovered, indexBoxes, isInside, meet, runsThrough, widen } from "tarn/views/world/boxes.js";
import { REACH, findTail, measureBubble, placeBubble } from "tarn/views/world/bubbles.js";
import { MARK, shortenName } from "tarn/views/world/labels.js";
import { EVERYWHERE, around, indexWays, placeList } from "tarn/views/world/name_places.js";
import { splitWords } from "tarn/views/world/speech.js";

// Of those who are not in sight so many are heard, the latest: more would cover what is.
const MOST_AFAR = 3;
const SQUARE = 260;
// A bubble and its tail reach so far beyond the speaker.
const LARGEST = { width: 220, height: 70 };
const FREE = 4;
// Windows that are narrower, in pixels, have room for few bubbles.
const SMALL = 480;

// The bubbles of one map. A bubble keeps its place as long as its speaker, the window and what it might hide stay: `at` are the places
// of rooms by id, `names` where their names stand, `most` how many people a room shows; lists do not reach beyond the `edges`.
export class BubblePlaces {
  constructor(rooms, at, names, most, ways = [], edges = EVERYWHERE, isWet = () => false) {
    Object.assign(this, { at, names, most, edges, ways, isWet, kept: new Map(), lists: new Map() });
    this.marks = new Map(rooms.map((room) => [room.id, markOf(at.get(room.id))]));
    this.lines = indexWays(ways);
    this.fixed = indexBoxes(rooms.flatMap((room) => [this.marks.get(room.id), names.get(room.id).box]), SQUARE);
  }

  // The places of what is `spoken`, for letters that are `size` times as large as the map; `window` is the part of the map in sight, of
  // which `covered` are boxes that something else lies on.
  // The older words keep their place, and what is said next goes where it hides none of them; if there is no such place, the older goes.
  placeAll(spoken, here, findPeople, window, size = 1, covered = []) {
    const known = this.kept;
    this.kept = new Map();
    const lists = this.listAll(here, findPeople);
    const standing = [];
    const waiting = [];
    for (const event of this.choose(spoken, window)) {
      const asked = this.ask(event, lists, findPeople(event.place), window, size);
      const was = known.get(event.key);
      if (was && was.where === asked.where && asked.hard.every((each) => was.labels.has(each))) standing.push({ event, ...was });
      else waiting.push({ event, ...asked });
    }
    for (const each of waiting) this.add(each, standing, window, covered, each === waiting[waiting.length - 1]);
    for (const { event, where, labels, words } of standing) this.kept.set(event.key, { where, labels, words });
    return standing.map(({ event, words }) => ({ event, at: words })).sort((one, other) => one.event.key - other.event.key);
  }

  choose(spoken, window) {
    const known = spoken.filter((event) => this.at.has(event.place)).sort((one, other) => one.key - other.key);
    const afar = known.filter((event) => !isInside(this.at.get(event.place), window));
    const left = new Set(afar.slice(0, -MOST_AFAR));
    return known.filter((event) => !left.has(event));
  }

  // All that decides where the words of somebody go.
  ask(event, lists, people, window, size) {
    const list = lists.get(event.place);
    const row = people.findIndex((each) => each.id === event.who);
    const speaker = row >= 0 && list ? list.rows[row] : this.marks.get(event.place);
    const isAfar = !isInside(this.at.get(event.place), window);
    const region = isAfar ? window : {
      left: speaker.left - REACH.x - LARGEST.width * size, top: speaker.top - REACH.y - LARGEST.height * size,
      width: speaker.width + 2 * (REACH.x + LARGEST.width * size), height: speaker.height + 2 * (REACH.y + LARGEST.height * size),
    };
    const near = [...lists.values()].filter((each) => meet(each, region));
    const hard = [...findCovered(this.fixed, region), ...near.map((each) => each.box)];
    const where = [speaker, window].map(({ left, top, width, height }) => [left, top, width, height].map(Math.round).join(" ")).join(" ") + ` ${size}`;
    return { where, hard, lists, speaker, size, labels: new Set(hard) };
  }

  // What stands in sight: where nothing near is free, words go elsewhere.
  look(lists, window) {
    const near = [...lists.values()].filter((each) => meet(each, window));
    return {
      near, hard: [...findCovered(this.fixed, window), ...near.map((each) => each.box)],
      ways: this.ways.filter(({ line }) => runsThrough(line, window)),
    };
  }

  add(asked, standing, window, covered, isNewest) {
    const { event, speaker, size, lists, labels, where } = asked;
    const { near, hard, ways } = this.look(lists, window);
    const sizes = measureBubble(splitWords(event)).map(({ lines, width, height }) => ({ lines, width: width * size, height: height * size }));
    const names = [...findCovered(this.fixed, window), ...near.flatMap((each) => each.rows)].filter((each) => each !== speaker);
    const find = (others) => placeBubble(sizes, speaker, {
      hard: [...hard, ...covered, ...others.map((each) => each.words)], names: [...names, ...others.map((each) => each.words)],
      tails: others.map((each) => findTail(each.words)), ways,
    }, window);
    let words = find(standing);
    if (words && !words.isClean) words = find([]);
    if (!words || (!words.isClean && !isNewest)) return;
    // What is said stands in the lines, too: in a small window a bubble that hides something is worth less than the map.
    if (window.width < SMALL * size && !(words.isClean && words.isOffWays)) return;
    const gone = standing.filter((each) => disturb(each.words, words));
    for (const each of gone) standing.splice(standing.indexOf(each), 1);
    standing.push({ event, where, labels, words });
  }

  // The list of each room that somebody is in, off those before it.
  listAll(here, findPeople) {
    const standing = indexBoxes([], SQUARE);
    const lists = new Map();
    for (const [room, people] of here) {
      if (!this.at.has(room)) continue;
      const list = this.listOf(room, findPeople(room), people.length, findCovered(standing, around(this.at.get(room))));
      standing.add(list.box);
      lists.set(room, list);
    }
    return lists;
  }

  // The list of a room, the same object as long as the same people are in it, and the lists around it, `taken`, stand where they did.
  listOf(room, people, all, taken) {
    const names = people.map((each) => shortenName(each.name));
    const key = [room, all, ...names, ...taken.map(({ left, top, width, height }) => `${left} ${top} ${width} ${height}`)].join("\n");
    const last = this.lists.get(room);
    if (last && last.key === key) return last;
    const shown = all > names.length ? [...names, describeMore(all - names.length)] : names;
    const list = placeList(this.names.get(room), this.at.get(room), shown, this, taken);
    const { left, top, width, height } = list;
    this.lists.set(room, { ...list, key, box: { left, top, width, height } });
    return this.lists.get(room);
  }
}

export function describeMore(number) {
  return `and ${number} more`;
}

function markOf(at) {
  return { left: at.x - MARK, top: at.y - MARK, width: 2 * MARK, height: 2 * MARK };
}

function disturb(one, other) {
  return meet(widen(one, FREE), other) || runsThrough(findTail(one), other) || runsThrough(findTail(other), one);
}
