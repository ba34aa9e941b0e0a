// The ground of the map: water where rooms lie at some, green, and heights; all else is plain land. It is worked out
// from the rooms and the ways alone, so that the same world has the same ground. On it run the ways.
import { html } from "tarn/html.js";
import { traceContours } from "tarn/views/world/contours.js";
import { makeGrid, makeLake, waver } from "tarn/views/world/lake.js";
import { indexPlaces } from "tarn/views/world/nearby.js";
import { drawBoat, drawOverpasses, drawRails } from "tarn/views/world/routes.js";

// What is farther from a point than this has no say in it.
const FAR = 240;
const DEPTHS = [0.3, 0.65];
const GREEN = { wide: 62, levels: [0.42] };
const HEIGHT = { wide: 84, levels: [0.3, 0.5, 0.7, 0.86] };

// `at` are the places of rooms by id, `ways` the lines between them, `box` all of the map. Of what is returned `extents` are the boxes
// around all water, all green and all heights that there are.
export function makeGround(rooms, at, ways, box, lake = makeLake(rooms, at, ways, box)) {
  const extents = lake ? [findExtent(lake, 0)] : [];
  const of = (kind) => rooms.filter((room) => room.ground === kind).map((room) => at.get(room.id));
  const swell = ({ wide, levels }, places) => {
    if (places.length === 0) return [];
    const near = indexPlaces(places, FAR);
    const dry = (cell) => (lake ? Math.min(1, Math.max(0, -2.5 * lake.values[cell])) : 1);
    const grid = sample(box, (x, y, cell) => dry(cell) && dry(cell) * Math.exp(-findNearest(near(x, y), x, y) / (2 * wide * wide)));
    extents.push(findExtent(grid, levels[0]));
    return levels.flatMap((level) => traceContours(grid, level));
  };
  return {
    water: lake ? traceContours(lake, 0) : [], depths: lake ? DEPTHS.flatMap((level) => traceContours(lake, level)) : [],
    green: swell(GREEN, of("green")), heights: swell(HEIGHT, of("height")), isWet: (x, y) => isInWater(lake, x, y),
    // Known once all of the above is made.
    extents: extents.filter(Boolean),
  };
}

function sample(box, field) {
  const grid = makeGrid(box);
  for (let row = 0; row < grid.rows; row += 1) {
    for (let column = 0; column < grid.columns; column += 1) {
      const [x, y] = waver(grid.left + column * grid.step, grid.top + row * grid.step);
      grid.values[row * grid.columns + column] = field(x, y, row * grid.columns + column);
    }
  }
  return grid;
}

// The box around all that is as high as a level, a cell wider on each side; null: nothing is.
function findExtent({ left, top, step, columns, values }, level) {
  let [first, last, upper, lower] = [Infinity, -Infinity, Infinity, -Infinity];
  values.forEach((value, cell) => {
    if (value < level) return;
    const [column, row] = [cell % columns, Math.floor(cell / columns)];
    [first, last, upper, lower] = [Math.min(first, column), Math.max(last, column), Math.min(upper, row), Math.max(lower, row)];
  });
  if (last < first) return null;
  return { left: left + (first - 1) * step, top: top + (upper - 1) * step, width: (last - first + 2) * step, height: (lower - upper + 2) * step };
}

// Whether a place lies in the water; between the points of the grid the nearest says it.
function isInWater(lake, x, y) {
  if (!lake) return false;
  const [column, row] = [Math.round((x - lake.left) / lake.step), Math.round((y - lake.top) / lake.step)];
  return column >= 0 && row >= 0 && column < lake.columns && row < lake.rows && lake.values[row * lake.columns + column] > 0;
}

// The square of the distance to the nearest of some places.
function findNearest(places, x, y) {
  let least = Infinity;
  for (const place of places) least = Math.min(least, (place.x - x) ** 2 + (place.y - y) ** 2);
  return least;
}

// The ground lies as it was worked out, and is spread with the rooms.
export function Ground({ ground, paths, spread }) {
  const draw = (name) => ground[name].length > 0 && html`<path class=${name} d=${ground[name].join("")} />`;
  // Each line of equal height is an area of its own, so that what lies higher or deeper is darker.
  const layer = (name) => html`<g class=${name}>${ground[name].map((d, number) => html`<path key=${number} d=${d} />`)}</g>`;
  const over = drawOverpasses(paths);
  return html`
    <g class="ground" aria-hidden="true" transform=${`scale(${spread.join(" ")})`}>
      <pattern id="tufts" width="18" height="16" patternUnits="userSpaceOnUse"><circle cx="4" cy="4" r="1.1" /><circle cx="13" cy="12" r="1.1" /></pattern>
      ${layer("heights")}${draw("green")}${draw("green") && html`<path class="tufts" fill="url(#tufts)" d=${ground.green.join("")} />`}
      ${ground.water.length > 0 && html`<path class="shore" d=${ground.water.join("")} />`}${draw("water")}${layer("depths")}
    </g>
    <g class="ways">
      ${paths.map(({ key, kind, d }) => html`<path class=${`bank ${kind}`} key=${`bank ${key}`} d=${d} />`)}
      ${paths.map(({ key, kind, d }) => html`<path class=${kind} key=${key} d=${d} />`)}
      ${over.map((d) => html`<path class="bank over" key=${`edges ${d}`} d=${d} /><path class="over" key=${d} d=${d} />`)}
      ${paths.map((way) => way.kind === "bridge" && html`<path class="rails" key=${`rails ${way.key}`} d=${drawRails(way.points)} />`)}
      ${paths.map((way) => way.kind === "ferry" && html`<path class="boat" key=${`boat ${way.key}`} d=${drawBoat(way.points)} />`)}
    </g>
  `;
}
