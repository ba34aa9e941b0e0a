// Where everything of the map stands, in pixels: rooms move apart as far as the pane has room, and letters keep their size.
import { join, widen } from "tarn/views/world/boxes.js";
import { makeGround } from "tarn/views/world/ground.js";
import { prepareLake } from "tarn/views/world/lake.js";
import { MARK } from "tarn/views/world/labels.js";
import { placeNames } from "tarn/views/world/name_places.js";
import { cutWays, drawPath, leadAll, listRails, nameWay } from "tarn/views/world/routes.js";

// So far are rooms apart that lie beside and above each other, before anything is spread.
const UNIT_X = 130;
const UNIT_Y = 165;
// What is known of the ground reaches so far beyond the outermost rooms.
const AROUND = 120;

// Closer together than this nothing can be read; where a map would have to be, it is seen in part, at READABLE.
const LEAST = 0.6;
const READABLE = 0.85;
// Of a small map all is seen, on a phone too: its rooms lie closer, for their names have room beside each other.
export const SMALL = 20;
const LEAST_OF_SMALL = 0.3;
const MOST = 1.8;
// A map is not drawn out: one direction is spread so many times as far as the other at most.
const ODDS = 1.5;
// Where it is narrow, height gives names their room.
const ODDS_OF_CLOSE = 2.4;
const PAD = 16;
const PAD_TOP = 30;
// The ground ends so far within the map: no hill is cut by its edge.
const PAD_GROUND = 6;
// A larger world does not fit anyway.
const MOST_FITTED = 80;
const PASSES = 3;

// Rooms and ways as they lie before they are spread, with the ground below them.
export function chart(rooms) {
  const at = new Map(rooms.map((room) => [room.id, { x: room.x * UNIT_X, y: room.y * UNIT_Y }]));
  const [xs, ys] = [[...at.values()].map((each) => each.x), [...at.values()].map((each) => each.y)];
  const [left, top] = [Math.min(...xs, Infinity), Math.min(...ys, Infinity)].map((each) => (Number.isFinite(each) ? each : 0));
  const range = [Math.max(left, ...xs) - left, Math.max(top, ...ys) - top];
  const ways = new Map();
  for (const room of rooms) {
    for (const { name, to } of room.exits) {
      const key = [room.id, to].sort((a, b) => a - b).join("-");
      if (!at.has(to) || to === room.id) continue;
      if (!ways.has(key)) ways.set(key, { key, names: [], line: draw(at.get(room.id), at.get(to)) });
      ways.get(key).names.push(name);
    }
  }
  const lines = [...ways.values()].map(({ key, names, line }) => ({ key, line, kind: nameWay(names) }));
  const box = [left - AROUND, top - AROUND, range[0] + 2 * AROUND, range[1] + 2 * AROUND].map(Math.round);
  const { lake, led } = leadAll(lines, prepareLake(rooms, at, lines, box), [...at.values()]);
  return { rooms, at, range, ways: led, ground: makeGround(rooms, at, lines, box, lake) };
}

function draw(from, to) {
  return { x1: from.x, y1: from.y, x2: to.x, y2: to.y };
}

// How far a map is spread in a pane of a size, so that it fills it; in each direction.
export function findSpread(charted, size) {
  let margins = [2 * 80, 2 * 60];
  const least = charted.rooms.length > SMALL ? LEAST : LEAST_OF_SMALL;
  let spread = fit(charted.range, size, margins, least);
  if (charted.rooms.length > MOST_FITTED) return spread;
  for (let pass = 0; pass < PASSES; pass += 1) {
    const { box } = spreadOut(charted, ...spread);
    margins = [box.width - charted.range[0] * spread[0], box.height - charted.range[1] * spread[1]];
    spread = fit(charted.range, size, margins, least);
  }
  return least < LEAST ? drawCloser(charted, spread, size) : spread;
}

// Where there is a little too little room for the lists at the edge, rooms lie so close that none is kept for them: letters keep their size.
function drawCloser(charted, spread, size) {
  const { box } = spreadOut(charted, ...spread);
  return spread.map((each, way) => ([box.width, box.height][way] > size[way] + 1 ? Math.min(each, LEAST - 0.01) : each));
}

function fit(range, size, margins, least) {
  const [x, y] = range.map((each, way) => limit((size[way] - margins[way]) / (each || 1), least));
  const odds = Math.min(x, y) < LEAST ? ODDS_OF_CLOSE : ODDS;
  return [Math.min(x, y * odds), Math.min(y, x * odds)].map((each) => Math.floor(each * 100) / 100);
}

function limit(spread, least) {
  return spread < least ? (least < LEAST ? least : READABLE) : Math.min(spread, MOST);
}

// The map spread so far: places of rooms by id, where their names stand, the ways as lines and as they are drawn, and the box around it all.
export function spreadOut({ rooms, at: before, ways: led, ground }, x, y) {
  const at = new Map([...before].map(([id, each]) => [id, { x: each.x * x, y: each.y * y }]));
  const courses = led.map(({ key, kind, points }) => ({ key, kind, points: points.map(([left, top]) => [left * x, top * y]) }));
  const ways = cutWays(courses);
  const isWet = (left, top) => ground.isWet(left / x, top / y);
  const names = placeNames(rooms, at, [...ways, ...listRails(courses)], isWet);
  return { at, ways, isWet, paths: courses.map((each) => ({ ...each, d: drawPath(each.points) })), names, box: bound(at, names, ground.extents.map((each) => stretch(each, x, y)), Math.min(x, y) < LEAST), spread: [x, y] };
}

function stretch({ left, top, width, height }, x, y) {
  return { left: left * x, top: top * y, width: width * x, height: height * y };
}

// Where rooms lie close no room is kept at the edge for lists: they find theirs within it.
function bound(at, names, grounds, isClose) {
  const boxes = [...at].map(([, { x, y }]) => ({ left: x - MARK, top: y - MARK, width: 2 * MARK, height: 2 * MARK }));
  for (const { box, list } of names.values()) boxes.push(...(isClose ? [box] : [box, list]));
  if (boxes.length === 0) return { left: 0, top: 0, width: 1, height: 1 };
  const { left, top, width, height } = join(boxes);
  return join([{ left: left - PAD, top: top - PAD_TOP, width: width + 2 * PAD, height: height + PAD_TOP + PAD }, ...grounds.map((each) => widen(each, PAD_GROUND))]);
}
