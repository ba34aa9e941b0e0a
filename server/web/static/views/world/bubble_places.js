// Where all bubbles stand: what is said, and whose row it points at, decides it once.
import { FREE, ROW, placeBubble } from "tarn/views/world/bubbles.js";
import { measureText, shortenName } from "tarn/views/world/labels.js";
import { indexPlaces } from "tarn/views/world/nearby.js";

// Labels of a room reach no farther from it.
const FARTHEST = 260;
const MARK_FOOT = 12;
// Of those who are not in sight so many are heard, the latest: more would cover what is.
const MOST_AFAR = 3;
const LONGEST_AFAR = 24;
// How much worse it is to hide other words than to hide a label.
const WORDS = 3;

// The bubbles of one map. A bubble keeps its place as long as its speaker, the window and what it might hide stay: `at` are the places
// of rooms by id, `names` where their names stand, `most` how many people a room shows.
export class BubblePlaces {
  constructor(rooms, at, names, most) {
    Object.assign(this, { at, names, most, kept: new Map(), crowds: new WeakMap() });
    this.fixed = new Map(rooms.map((room) => [room.id, listFixed(at.get(room.id), names.get(room.id).box)]));
    this.near = indexPlaces(rooms.map((room) => ({ ...at.get(room.id), id: room.id })), FARTHEST);
  }

  // The places of what is `spoken`, oldest first; `window` is the part of the map in sight. The older words keep
  // their place; what is said next goes where it hides none of them.
  placeAll(spoken, here, findPeople, window) {
    const taken = [];
    const known = this.kept;
    this.kept = new Map();
    const placed = [];
    for (const event of this.choose(spoken, window)) {
      const was = known.get(event.key);
      const now = this.placeOne(event, was, here, findPeople(event.place), taken, window);
      this.kept.set(event.key, now);
      taken.push(now.words);
      placed.push({ event, at: now.words });
    }
    return placed;
  }

  choose(spoken, window) {
    const known = spoken.filter((event) => this.at.has(event.place)).sort((one, other) => one.key - other.key);
    const afar = known.filter((event) => !isInside(this.at.get(event.place), window));
    const left = new Set(afar.slice(0, -MOST_AFAR));
    return known.filter((event) => !left.has(event));
  }

  placeOne(event, was, here, people, taken, window) {
    const at = this.at.get(event.place);
    const row = people.findIndex((each) => each.id === event.who);
    const foot = findFoot(this.names.get(event.place), at);
    const where = [row, people.length, foot, ...window].join(" ");
    const find = (box) => [...this.listLabels(box, here), ...taken.filter((each) => meet(each, box))];
    if (was && was.where === where && was.region && find(was.region).every((each) => was.labels.has(each))) return was;
    const speaker = { name: event.actor, foot, at, row, rows: people.length };
    let [region, labels] = [null, new Set()];
    const words = placeBubble(event.text, speaker, (box) => {
      const found = find(box);
      [region, labels] = [box, new Set(found)];
      return found;
    }, window);
    return { where, region, labels, words: { ...words, tip: isInside(at, window) ? words.tip : shorten(words), weight: WORDS } };
  }

  // Rectangles of what should not be hidden in a box: of each room there its mark, its name, and the names of its people.
  listLabels([left, top, width, height], here) {
    const box = [left - FREE, top - FREE, width + 2 * FREE, height + 2 * FREE];
    const seen = new Set();
    const found = [];
    for (let y = top - FARTHEST; y <= top + height + FARTHEST; y += FARTHEST) {
      for (let x = left - FARTHEST; x <= left + width + FARTHEST; x += FARTHEST) {
        const square = this.near(x, y);
        if (seen.has(square)) continue;
        seen.add(square);
        for (const { id } of square) {
          if (seen.has(id)) continue;
          seen.add(id);
          found.push(...this.listOf(id, here).filter((each) => meet(each, box)));
        }
      }
    }
    return found;
  }

  listOf(id, here) {
    const people = here.get(id);
    if (!people) return this.fixed.get(id);
    if (!this.crowds.has(people)) this.crowds.set(people, [...this.fixed.get(id), boundPeople(this.at.get(id), people.slice(0, this.most))]);
    return this.crowds.get(people);
  }
}

// A tail to somebody out of sight shows where they are, and ends soon.
function shorten({ base, tip }) {
  const share = Math.min(1, LONGEST_AFAR / Math.hypot(tip.x - base.x, tip.y - base.y));
  return { ...tip, x: base.x + (tip.x - base.x) * share, y: base.y + (tip.y - base.y) * share };
}

function listFixed(at, label) {
  return [{ left: at.x - 10, top: at.y - 10, width: 20, height: 20 }, label];
}

function boundPeople(at, people) {
  const widest = Math.max(...people.map((each) => measureText(shortenName(each.name))));
  const height = people.length * ROW;
  return { left: at.x - 28, top: at.y - 16 - height, width: 14 + widest, height };
}

function isInside({ x, y }, [left, top, width, height]) {
  return x >= left && x <= left + width && y >= top && y <= top + height;
}

function meet(one, [left, top, width, height]) {
  return one.left < left + width && left < one.left + one.width && one.top < top + height && top < one.top + one.height;
}

function findFoot({ anchor, box }, at) {
  return anchor === "middle" ? box.top + box.height - at.y : MARK_FOOT;
}
