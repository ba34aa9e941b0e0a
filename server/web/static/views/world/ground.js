// The ground of the map: water where rooms lie at some, green, and heights; all else is plain land. It is worked out
// from the rooms and the ways alone, so that the same world has the same ground.
import { html } from "tarn/html.js";
import { traceContours } from "tarn/views/world/contours.js";
import { indexPlaces } from "tarn/views/world/nearby.js";

// A cell of the grid is so wide; of a map with more cells than these they are wider, and its shores rounder.
const STEP = 16;
const MOST_CELLS = 24_000;
const MARGIN = 60;
// What is farther from a point than this has no say in it.
const FAR = 240;

// Of what is nearest a place is most: so far apart it blends.
const BLEND = 44;
const LAND = -1;
const WATER = 1;
const SHORE = -0.4;
const SHALLOW = 0.45;
// Farther from all that is known there is land.
const WIDEST = 50;
const FADING = 50;
// Three rooms at the same water have it between them, two have none; of each room so many of the next are looked at.
const REACH = 340;
const MOST_NEXT = 10;
const POND = 78;
const NEAR = 150;

const GREEN = { wide: 62, levels: [0.42] };
const HEIGHT = { wide: 84, levels: [0.3, 0.5, 0.7, 0.86] };

// `at` are the places of rooms by id, `ways` the lines between them, `box` all of the map.
export function makeGround(rooms, at, ways, box) {
  const of = (kind) => rooms.filter((room) => room.ground === kind).map((room) => at.get(room.id));
  const step = STEP * Math.max(1, Math.sqrt((box[2] * box[3]) / (STEP * STEP * MOST_CELLS)));
  const sites = of("water").length ? indexPlaces(listSites(rooms, at, ways), FAR) : null;
  const wet = sites && sample(box, step, (x, y) => blend(sites(x, y), x, y));
  const swell = ({ wide, levels }, places) => {
    if (places.length === 0) return [];
    const near = indexPlaces(places, FAR);
    const dry = (cell) => (wet ? Math.min(1, Math.max(0, -2.5 * wet.values[cell])) : 1);
    const grid = sample(box, step, (x, y, cell) => dry(cell) && dry(cell) * Math.exp(-findNearest(near(x, y), x, y) / (2 * wide * wide)));
    return levels.flatMap((level) => traceContours(grid, level));
  };
  return {
    water: wet ? traceContours(wet, 0) : [], shallow: wet ? traceContours(wet, SHALLOW) : [],
    green: swell(GREEN, of("green")), heights: swell(HEIGHT, of("height")),
  };
}

function sample([left, top, width, height], step, field) {
  const columns = Math.ceil((width + 2 * MARGIN) / step);
  const rows = Math.ceil((height + 2 * MARGIN) / step);
  const grid = { left: left - MARGIN, top: top - MARGIN, step, columns, rows, values: new Float32Array(columns * rows) };
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const [x, y] = waver(grid.left + column * step, grid.top + row * step);
      grid.values[row * columns + column] = field(x, y, row * columns + column);
    }
  }
  return grid;
}

// Shores are not drawn with a ruler.
function waver(x, y) {
  return [x + 9 * Math.sin(y / 29) + 4 * Math.sin(y / 11 + x / 40), y + 9 * Math.sin(x / 31 + 2) + 4 * Math.sin(x / 13 + y / 37)];
}

// What is land and what is water for certain.
function listSites(rooms, at, ways) {
  const wet = new Set(rooms.filter((room) => room.ground === "water").map((room) => at.get(room.id)));
  const sites = rooms.map((room) => ({ ...at.get(room.id), value: room.ground === "water" ? SHORE : LAND }));
  const shores = new Set([...wet].map(namePlace));
  for (const { line: { x1, y1, x2, y2 } } of ways) {
    const isAtWater = shores.has(namePlace({ x: x1, y: y1 })) && shores.has(namePlace({ x: x2, y: y2 }));
    if (!isAtWater) sites.push({ x: (x1 + x2) / 2, y: (y1 + y2) / 2, value: LAND });
  }
  return [...sites, ...listWaters([...wet], sites, ways)];
}

function namePlace({ x, y }) {
  return `${x} ${y}`;
}

function listWaters(wet, land, ways) {
  const waters = [];
  const order = new Map(wet.map((room, number) => [room, number]));
  const isNear = (one, other, reach) => Math.hypot(one.x - other.x, one.y - other.y) < reach;
  const nearLand = indexPlaces(land, REACH);
  const nearWet = indexPlaces(wet, REACH);
  const listNext = (room) => nearWet(room.x, room.y)
    .filter((other) => order.get(other) > order.get(room) && isNear(room, other, REACH))
    .sort((one, other) => Math.hypot(one.x - room.x, one.y - room.y) - Math.hypot(other.x - room.x, other.y - room.y))
    .slice(0, MOST_NEXT);
  for (const one of wet) {
    const next = listNext(one);
    next.forEach((two, number) => next.slice(number + 1).forEach((three) => {
      if (!isNear(two, three, REACH)) return;
      const middle = { x: (one.x + two.x + three.x) / 3, y: (one.y + two.y + three.y) / 3, value: WATER };
      if (!nearLand(middle.x, middle.y).some((each) => isNear(each, middle, 50))) waters.push(middle);
    }));
  }
  const nearWaters = indexPlaces(waters, REACH);
  const waysFrom = groupWays(ways);
  for (const room of wet) {
    if (!nearWaters(room.x, room.y).some((each) => isNear(each, room, NEAR))) waters.push(findPond(room, waysFrom.get(namePlace(room)) || []));
  }
  return waters;
}

// For each place the ends of the ways from there.
function groupWays(ways) {
  const from = new Map();
  for (const { line: { x1, y1, x2, y2 } } of ways) {
    for (const [start, end] of [[{ x: x1, y: y1 }, { x: x2, y: y2 }], [{ x: x2, y: y2 }, { x: x1, y: y1 }]]) {
      const key = namePlace(start);
      if (!from.has(key)) from.set(key, []);
      from.get(key).push(end);
    }
  }
  return from;
}

// Beside a room at a water of its own, away from where its ways lead.
function findPond(room, ends) {
  let [x, y] = [0, 0.01];
  for (const end of ends) {
    const long = Math.hypot(end.x - room.x, end.y - room.y) || 1;
    x -= (end.x - room.x) / long;
    y -= (end.y - room.y) / long;
  }
  const long = Math.hypot(x, y);
  return { x: room.x + (x / long) * POND, y: room.y + (y / long) * POND, value: WATER };
}

// The mean of the sites, of which the nearest counts most.
function blend(sites, x, y) {
  const least = findNearest(sites, x, y);
  if (least > FAR * FAR) return LAND;
  let [sum, weights] = [0, 0];
  for (const site of sites) {
    const weight = Math.exp((least - (site.x - x) ** 2 - (site.y - y) ** 2) / (2 * BLEND * BLEND));
    sum += weight * site.value;
    weights += weight;
  }
  return sum / weights - Math.max(0, Math.sqrt(least) - WIDEST) / FADING;
}

// The square of the distance to the nearest of some places.
function findNearest(places, x, y) {
  let least = Infinity;
  for (const place of places) least = Math.min(least, (place.x - x) ** 2 + (place.y - y) ** 2);
  return least;
}

// The ground lies as it was worked out, and is spread with the rooms.
export function Ground({ ground, ways, spread }) {
  const draw = (name) => ground[name].length > 0 && html`<path class=${name} d=${ground[name].join("")} />`;
  return html`
    <g class="ground" aria-hidden="true" transform=${`scale(${spread.join(" ")})`}>
      ${draw("green")}${draw("heights")}${draw("water")}${draw("shallow")}
    </g>
    <g class="ways">
      ${ways.map((way) => html`<line class="bank" key=${`bank ${way.key}`} ...${way.line} />`)}
      ${ways.map((way) => html`<line key=${way.key} ...${way.line} />`)}
    </g>
  `;
}
