// The ground of the map: water where rooms lie at some, green, and heights; all else is plain land. It is worked out
// from the rooms and the ways alone, so that the same world has the same ground.
import { html } from "tarn/html.js";
import { traceContours } from "tarn/views/world/contours.js";

const STEP = 16;
// Beyond so much work the map has no ground.
const MOST_CELLS = 12_000;
const MOST_WORK = 1_500_000;
const MARGIN = 60;

// Of what is nearest a place is most: so far apart it blends.
const BLEND = 44;
const LAND = -1;
const WATER = 1;
const SHORE = -0.4;
const SHALLOW = 0.45;
// Farther from all that is known there is land.
const WIDEST = 50;
const FADING = 50;
// Three rooms at the same water have it between them, two have none; so many threes are looked at.
const REACH = 340;
const MOST_THREES = 400;
const POND = 78;
const NEAR = 150;

const GREEN = { wide: 62, levels: [0.42] };
const HEIGHT = { wide: 84, levels: [0.3, 0.5, 0.7, 0.86] };

// `at` are the places of rooms by id, `ways` the lines between them, `box` all of the map.
export function makeGround(rooms, at, ways, box) {
  const cells = (box[2] / STEP) * (box[3] / STEP);
  if (cells > MOST_CELLS || cells * rooms.length > MOST_WORK) return { water: [], shallow: [], green: [], heights: [] };
  const of = (kind) => rooms.filter((room) => room.ground === kind).map((room) => at.get(room.id));
  const sites = of("water").length ? listSites(rooms, at, ways) : [];
  const wet = sites.length ? sample(box, (x, y) => blend(sites, x, y)) : null;
  const swell = ({ wide, levels }, places) => {
    if (places.length === 0) return [];
    const dry = (cell) => (wet ? Math.min(1, Math.max(0, -2.5 * wet.values[cell])) : 1);
    const grid = sample(box, (x, y, cell) => dry(cell) && dry(cell) * Math.exp(-findNearest(places, x, y) / (2 * wide * wide)));
    return levels.flatMap((level) => traceContours(grid, level));
  };
  return {
    water: wet ? traceContours(wet, 0) : [], shallow: wet ? traceContours(wet, SHALLOW) : [],
    green: swell(GREEN, of("green")), heights: swell(HEIGHT, of("height")),
  };
}

function sample([left, top, width, height], field) {
  const columns = Math.ceil((width + 2 * MARGIN) / STEP);
  const rows = Math.ceil((height + 2 * MARGIN) / STEP);
  const grid = { left: left - MARGIN, top: top - MARGIN, step: STEP, columns, rows, values: new Float32Array(columns * rows) };
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const [x, y] = waver(grid.left + column * STEP, grid.top + row * STEP);
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
  for (const { line: { x1, y1, x2, y2 } } of ways) {
    const ends = [...at.values()].filter((place) => (place.x === x1 && place.y === y1) || (place.x === x2 && place.y === y2));
    if (!ends.every((place) => wet.has(place))) sites.push({ x: (x1 + x2) / 2, y: (y1 + y2) / 2, value: LAND });
  }
  return [...sites, ...listWaters([...wet], sites, ways)];
}

function listWaters(wet, land, ways) {
  const waters = [];
  const near = (one, other, reach) => Math.hypot(one.x - other.x, one.y - other.y) < reach;
  let threes = 0;
  wet.forEach((one, first) => wet.slice(first + 1).forEach((two, second) => {
    if (!near(one, two, REACH)) return;
    for (const three of wet.slice(first + second + 2)) {
      threes += 1;
      if (threes > MOST_THREES || !near(one, three, REACH) || !near(two, three, REACH)) continue;
      const middle = { x: (one.x + two.x + three.x) / 3, y: (one.y + two.y + three.y) / 3, value: WATER };
      if (!land.some((each) => near(each, middle, 50))) waters.push(middle);
    }
  }));
  for (const room of wet) {
    if (!waters.some((each) => near(each, room, NEAR))) waters.push(findPond(room, ways));
  }
  return waters;
}

// Beside a room at a water of its own, away from the ways that lead there.
function findPond(room, ways) {
  let [x, y] = [0, 0.01];
  for (const { line } of ways) {
    for (const [from, to] of [[[line.x1, line.y1], [line.x2, line.y2]], [[line.x2, line.y2], [line.x1, line.y1]]]) {
      if (from[0] !== room.x || from[1] !== room.y) continue;
      const long = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
      x -= (to[0] - from[0]) / long;
      y -= (to[1] - from[1]) / long;
    }
  }
  const long = Math.hypot(x, y);
  return { x: room.x + (x / long) * POND, y: room.y + (y / long) * POND, value: WATER };
}

// The mean of the sites, of which the nearest counts most.
function blend(sites, x, y) {
  const least = findNearest(sites, x, y);
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

export function Ground({ ground, ways }) {
  const draw = (name) => ground[name].length > 0 && html`<path class=${name} d=${ground[name].join("")} />`;
  return html`
    <g class="ground" aria-hidden="true">
      ${draw("green")}${draw("heights")}${draw("water")}${draw("shallow")}
    </g>
    <g class="ways">
      ${ways.map((way) => html`<line class="bank" key=${`bank ${way.key}`} ...${way.line} />`)}
      ${ways.map((way) => html`<line key=${way.key} ...${way.line} />`)}
    </g>
  `;
}
