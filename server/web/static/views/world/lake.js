// The water of the map: between rooms that lie at some and are near each other, and beside one that is alone. Rooms and the ways to
// others are land; a ferry goes over water. It is a field on a grid, above 0 where there is water.
import { indexPlaces } from "tarn/views/world/nearby.js";

// A cell of the grid is so wide; of a map with more cells than these they are wider, and its shores rounder.
const STEP = 16;
const MOST_CELLS = 24_000;
const MARGIN = 60;
// Rooms that are no farther apart may have water between them; of each room so many of the next are looked at.
const REACH = 340;
const MOST_NEXT = 6;
// A pond's middle is so far from its room, and a pond so wide.
const POND = { away: 78, wide: 66 };
// So much around these stays dry, and so far on both sides of a ferry it is not.
const DRY = { shore: 20, room: 44, way: 14 };
const FERRY = 46;
// The shore lies so far within what might be water, and the water is deep so much farther on.
const INSET = 18;
const DEPTH = 45;
const SMOOTH = 2;
// Of the parts of a water those stay that are so large a share of the largest.
const LEAST_PART = 0.5;

export function makeGrid([left, top, width, height]) {
  const step = STEP * Math.max(1, Math.sqrt((width * height) / (STEP * STEP * MOST_CELLS)));
  const columns = Math.ceil((width + 2 * MARGIN) / step);
  const rows = Math.ceil((height + 2 * MARGIN) / step);
  return { left: left - MARGIN, top: top - MARGIN, step, columns, rows, values: new Float32Array(columns * rows) };
}

// Where a cell is said to be: shores are not drawn with a ruler.
export function waver(x, y) {
  return [x + 9 * Math.sin(y / 29) + 4 * Math.sin(y / 11 + x / 40), y + 9 * Math.sin(x / 31 + 2) + 4 * Math.sin(x / 13 + y / 37)];
}

// Null: no room lies at water.
export function makeLake(rooms, at, ways, box) {
  return prepareLake(rooms, at, ways, box)([]);
}

// The same in two steps: what is returned makes the water with land across it, below the ways that it is given.
export function prepareLake(rooms, at, ways, box) {
  const wet = rooms.filter((room) => room.ground === "water").map((room) => at.get(room.id));
  if (wet.length === 0) return () => null;
  const dry = rooms.filter((room) => room.ground !== "water").map((room) => at.get(room.id));
  const grid = makeGrid(box);
  const paint = makeBrush(grid);
  const shores = new Set(wet.map(namePlace));
  const isLand = ({ x1, y1, x2, y2 }) => !shores.has(namePlace({ x: x1, y: y1 })) || !shores.has(namePlace({ x: x2, y: y2 }));
  const triangles = listTriangles(wet, dry, ways.filter((each) => isLand(each.line)));
  for (const corners of triangles) paint(boundAll(corners, 0), (x, y) => isInTriangle(x, y, corners), 1);
  const bathed = new Set(triangles.flat());
  const from = groupWays(ways);
  for (const room of wet.filter((each) => !bathed.has(each))) paintDisc(paint, findPond(room, from.get(namePlace(room)) || []), POND.wide, 1);
  for (const { line, kind } of ways) if (kind === "ferry") paintBand(paint, line, FERRY, 1);
  for (const { line } of ways) if (isLand(line)) paintBand(paint, line, DRY.way, 0);
  for (const room of wet) paintDisc(paint, room, DRY.shore, 0);
  for (const room of dry) paintDisc(paint, room, DRY.room, 0);
  return (cut) => {
    if (cut.length) cutApart(grid, () => cut.forEach(({ line }) => paintBand(paint, line, DRY.way, 0)));
    return smooth(measureDepth(grid));
  };
}

// Of a water that is cut into several the larger ones stay.
function cutApart(grid, cut) {
  const { names: before } = nameWaters(grid);
  cut();
  const { names, sizes } = nameWaters(grid);
  const largest = new Map();
  names.forEach((name, cell) => name && largest.set(before[cell], Math.max(largest.get(before[cell]) || 0, sizes.get(name))));
  names.forEach((name, cell) => {
    if (name && sizes.get(name) < LEAST_PART * largest.get(before[cell])) grid.values[cell] = 0;
  });
}

// Each cell of water with the number of the one that it belongs to, and how large each is.
function nameWaters({ columns, values }) {
  const names = new Int32Array(values.length);
  const sizes = new Map();
  values.forEach((wet, start) => {
    if (!wet || names[start]) return;
    const name = sizes.size + 1;
    const waiting = [start];
    names[start] = name;
    let size = 0;
    while (waiting.length) {
      const cell = waiting.pop();
      size += 1;
      for (const next of [cell - 1, cell + 1, cell - columns, cell + columns]) {
        if (!values[next] || names[next]) continue;
        names[next] = name;
        waiting.push(next);
      }
    }
    sizes.set(name, size);
  });
  return { names, sizes };
}

// Sets the cells of a box that are inside a shape.
function makeBrush({ left, top, step, columns, rows, values }) {
  const places = new Array(values.length);
  return (box, isInside, value) => {
    for (let row = Math.max(0, Math.floor((box.top - top) / step) - 1); row < Math.min(rows, (box.bottom - top) / step + 2); row += 1) {
      for (let column = Math.max(0, Math.floor((box.left - left) / step) - 1); column < Math.min(columns, (box.right - left) / step + 2); column += 1) {
        const cell = row * columns + column;
        if (values[cell] === value) continue;
        places[cell] ||= waver(left + column * step, top + row * step);
        if (isInside(places[cell][0], places[cell][1])) values[cell] = value;
      }
    }
  };
}

function boundAll(points, by) {
  const [xs, ys] = [points.map((each) => each.x), points.map((each) => each.y)];
  return { left: Math.min(...xs) - by, right: Math.max(...xs) + by, top: Math.min(...ys) - by, bottom: Math.max(...ys) + by };
}

function paintDisc(paint, place, wide, value) {
  paint(boundAll([place], wide), (x, y) => (x - place.x) ** 2 + (y - place.y) ** 2 < wide * wide, value);
}

function paintBand(paint, { x1, y1, x2, y2 }, wide, value) {
  const [long, far] = [Math.hypot(x2 - x1, y2 - y1) || 1, wide * wide];
  const isInside = (x, y) => {
    const along = Math.min(1, Math.max(0, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / (long * long)));
    return (x - x1 - along * (x2 - x1)) ** 2 + (y - y1 - along * (y2 - y1)) ** 2 < far;
  };
  paint(boundAll([{ x: x1, y: y1 }, { x: x2, y: y2 }], wide), isInside, value);
}

function isInTriangle(x, y, [a, b, c]) {
  const side = (one, other) => (other.x - one.x) * (y - one.y) - (other.y - one.y) * (x - one.x);
  const [first, second, third] = [side(a, b), side(b, c), side(c, a)];
  return (first >= 0 && second >= 0 && third >= 0) || (first <= 0 && second <= 0 && third <= 0);
}

function namePlace({ x, y }) {
  return `${x} ${y}`;
}

// Three rooms at water that are near each other, with nothing dry in their middle.
function listTriangles(wet, dry, landWays) {
  const triangles = [];
  const order = new Map(wet.map((room, number) => [room, number]));
  const isNear = (one, other, reach) => Math.hypot(one.x - other.x, one.y - other.y) < reach;
  const land = indexPlaces([...dry, ...landWays.map(({ line: { x1, y1, x2, y2 } }) => ({ x: (x1 + x2) / 2, y: (y1 + y2) / 2 }))], REACH);
  const near = indexPlaces(wet, REACH);
  for (const one of wet) {
    const next = near(one.x, one.y)
      .filter((other) => order.get(other) > order.get(one) && isNear(one, other, REACH))
      .sort((a, b) => Math.hypot(a.x - one.x, a.y - one.y) - Math.hypot(b.x - one.x, b.y - one.y))
      .slice(0, MOST_NEXT);
    next.forEach((two, number) => next.slice(number + 1).forEach((three) => {
      if (!isNear(two, three, REACH)) return;
      const middle = { x: (one.x + two.x + three.x) / 3, y: (one.y + two.y + three.y) / 3 };
      if (!land(middle.x, middle.y).some((each) => isNear(each, middle, 50))) triangles.push([one, two, three]);
    }));
  }
  return triangles;
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
  return { x: room.x + (x / long) * POND.away, y: room.y + (y / long) * POND.away };
}

// From what may be water, as 1 and 0, to how deep it would be: by the distance to the nearest land (in two passes, as Borgefors, 1986).
function measureDepth(grid) {
  const { columns, rows, step, values } = grid;
  const far = values.map((each) => (each ? 1e6 : 0));
  const pass = (cell, back) => {
    const [beside, behind] = [far[cell - back], far[cell - back * columns]];
    const askew = Math.min(far[cell - back * columns - 1], far[cell - back * columns + 1]) + Math.SQRT2;
    far[cell] = Math.min(far[cell], beside + 1, behind + 1, askew);
  };
  const isEdge = (column, row) => column === 0 || row === 0 || column === columns - 1 || row === rows - 1;
  for (let cell = 0; cell < far.length; cell += 1) {
    if (far[cell] && isEdge(cell % columns, Math.floor(cell / columns))) far[cell] = 0;
    if (far[cell]) pass(cell, 1);
  }
  for (let cell = far.length - 1; cell >= 0; cell -= 1) if (far[cell]) pass(cell, -1);
  return { ...grid, values: far.map((each) => Math.min(2, (each * step - INSET) / DEPTH)) };
}

// Each cell as the mean of those around it, so that shores have no corners.
function smooth(grid) {
  const { columns, rows } = grid;
  let { values } = grid;
  for (let pass = 0; pass < SMOOTH; pass += 1) {
    const next = values.slice();
    for (let row = 1; row < rows - 1; row += 1) {
      for (let column = 1; column < columns - 1; column += 1) {
        const cell = row * columns + column;
        next[cell] = (4 * values[cell] + 2 * (values[cell - 1] + values[cell + 1] + values[cell - columns] + values[cell + columns])
          + values[cell - columns - 1] + values[cell - columns + 1] + values[cell + columns - 1] + values[cell + columns + 1]) / 16;
      }
    }
    values = next;
  }
  return { ...grid, values };
}
