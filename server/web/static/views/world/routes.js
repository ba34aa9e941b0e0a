// Which course the ways of the map take: straight where there is land, round the water where there is some, and over it by ferry or
// bridge alone.
import { indexBoxes } from "tarn/views/world/boxes.js";
import { indexPlaces } from "tarn/views/world/nearby.js";

const WORDS = { ferry: /\b(?:ferry|boat|raft|barge|punt)\b/i, bridge: /\b(?:bridge|viaduct|drawbridge|footbridge)\b/i };
// So many ways are led round the water, the others stay straight: each is a search.
const MOST_LED = 24;
// Round the water is no farther than so many times the straight way; what would be has land across it.
const FARTHEST = 1.6;
// What a step costs over water, near the shore, and near a room that is none of the two ends.
const COST = { wet: 30, shore: 1.5, room: 5 };
const NEAR_ROOM = 30;
const SHORE = -0.35;
// So many cells beyond the two ends are searched.
const AROUND = 10;
// Of a straight way so much may lie over water before it is led round it, in cells.
const WETTED = 1.5;

// "ferry", "bridge" or "path", by what its exits are called.
export function nameWay(exits) {
  return Object.keys(WORDS).find((kind) => exits.some((each) => WORDS[kind].test(each))) || "path";
}

// The ways with their `points`, [x, y] from one end to the other, and their kind; `lake` is the field of lake.js or null.
export function leadWays(ways, lake, places) {
  const near = indexPlaces(places, 2 * NEAR_ROOM);
  let left = MOST_LED;
  return ways.map((way) => {
    const { x1, y1, x2, y2 } = way.line;
    const straight = { ...way, points: [[x1, y1], [x2, y2]] };
    if (!lake || way.kind === "ferry" || left === 0 || measureWet(lake, straight.points) <= WETTED * lake.step) return straight;
    if (way.kind === "bridge") return straight;
    left -= 1;
    const points = findCourse(lake, straight.points, near);
    const isLed = points && measureLength(points) <= FARTHEST * Math.hypot(x2 - x1, y2 - y1) && measureWet(lake, points) <= WETTED * lake.step;
    return isLed ? { ...way, points } : { ...straight, isAcross: true };
  });
}

// The water and the ways as they fit each other; `part` makes the water with land across it (prepareLake): a way that would be far too long round it has land below it, and parts it.
export function leadAll(ways, part, places) {
  const lake = part([]);
  const led = leadWays(ways, lake, places);
  const across = led.filter((each) => each.isAcross);
  if (across.length === 0) return { lake, led };
  const parted = part(across);
  return { lake: parted, led: leadWays(ways, parted, places) };
}

// Ways as lines, for whoever asks what stands on them.
export function cutWays(ways) {
  return ways.flatMap(({ key, points }) => points.slice(1).map(([x2, y2], at) => ({ key, line: { x1: points[at][0], y1: points[at][1], x2, y2 } })));
}

// So far on either side of a crossing the upper way is drawn once more, over the lower one.
const OVER = 9;
const SQUARE = 160;

// Where two ways cross and nobody can turn off, the later passes over the other: its piece there, as a path.
export function drawOverpasses(ways) {
  const lines = cutWays(ways.filter((each) => each.kind !== "ferry"));
  const placed = lines.map(({ line, key }, at) => {
    const { x1, y1, x2, y2 } = line;
    return { left: Math.min(x1, x2), top: Math.min(y1, y2), width: Math.abs(x2 - x1) + 1, height: Math.abs(y2 - y1) + 1, line, key, at };
  });
  const index = indexBoxes(placed, SQUARE);
  return placed.flatMap((upper) => index.near(upper).filter((lower) => lower.at < upper.at && lower.key !== upper.key).flatMap((lower) => drawOver(upper.line, lower.line)));
}

// Ways that begin at one room do not cross.
const INSIDE = 1e-6;

function drawOver({ x1, y1, x2, y2 }, other) {
  const [alongX, alongY, asideX, asideY] = [x2 - x1, y2 - y1, other.x2 - other.x1, other.y2 - other.y1];
  const turned = alongX * asideY - alongY * asideX;
  if (turned === 0) return [];
  const [startX, startY] = [other.x1 - x1, other.y1 - y1];
  const [share, theirs] = [(startX * asideY - startY * asideX) / turned, (startX * alongY - startY * alongX) / turned];
  if ([share, theirs].some((each) => each < INSIDE || each > 1 - INSIDE)) return [];
  const long = Math.hypot(alongX, alongY);
  const point = (along) => `${(x1 + alongX * share + (along * alongX) / long).toFixed(1)} ${(y1 + alongY * share + (along * alongY) / long).toFixed(1)}`;
  return [`M${point(-OVER)}L${point(OVER)}`];
}

function measureLength(points) {
  return points.slice(1).reduce((sum, [x, y], at) => sum + Math.hypot(x - points[at][0], y - points[at][1]), 0);
}

function findCell({ left, top, step, columns, rows }, [x, y]) {
  const column = Math.min(columns - 1, Math.max(0, Math.round((x - left) / step)));
  return Math.min(rows - 1, Math.max(0, Math.round((y - top) / step))) * columns + column;
}

// How much of it lies over water.
function measureWet(lake, points) {
  let wet = 0;
  for (let at = 1; at < points.length; at += 1) {
    const [[x1, y1], [x2, y2]] = [points[at - 1], points[at]];
    const long = Math.hypot(x2 - x1, y2 - y1);
    const parts = Math.max(1, Math.ceil((2 * long) / lake.step));
    for (let n = 0; n < parts; n += 1) {
      const share = (n + 0.5) / parts;
      if (lake.values[findCell(lake, [x1 + share * (x2 - x1), y1 + share * (y2 - y1)])] > 0) wet += long / parts;
    }
  }
  return wet;
}

// The cheapest course over the cells of the grid (Dijkstra, 1959), straightened and rounded; null: there is none.
function findCourse(lake, [from, to], near) {
  const [start, end] = [findCell(lake, from), findCell(lake, to)];
  const costs = weighCells(lake, from, to, near);
  const { columns } = lake;
  const before = new Map([[start, start]]);
  const known = new Map([[start, 0]]);
  const waiting = makeQueue();
  waiting.add(start, 0);
  for (let cell = waiting.take(); cell !== undefined && cell !== end; cell = waiting.take()) {
    for (const [step, long] of [[1, 1], [-1, 1], [columns, 1], [-columns, 1], [columns + 1, Math.SQRT2], [columns - 1, Math.SQRT2], [1 - columns, Math.SQRT2], [-1 - columns, Math.SQRT2]]) {
      const next = cell + step;
      const cost = known.get(cell) + long * costs(next);
      if (cost < (known.get(next) ?? Infinity)) {
        known.set(next, cost);
        before.set(next, cell);
        waiting.add(next, cost);
      }
    }
  }
  if (!before.has(end)) return null;
  const cells = [end];
  while (cells[0] !== start) cells.unshift(before.get(cells[0]));
  const points = cells.map((cell) => [lake.left + (cell % columns) * lake.step, lake.top + Math.floor(cell / columns) * lake.step]);
  return roundOff(straighten(lake, [from, ...points.slice(1, -1), to]));
}

// What a step into a cell costs; Infinity beyond what is searched.
function weighCells(lake, from, to, near) {
  const { left, top, step, columns, rows, values } = lake;
  const bounds = [0, 1].map((axis) => [Math.min(from[axis], to[axis]), Math.max(from[axis], to[axis])]
    .map((each) => Math.round((each - [left, top][axis]) / step)));
  const [first, last] = [0, 1].map((end) => bounds.map((each, axis) => Math.min([columns, rows][axis] - 1, Math.max(0, each[end] + (end ? AROUND : -AROUND)))));
  const isEnd = ({ x, y }) => [from, to].some((each) => each[0] === x && each[1] === y);
  const known = new Map();
  return (cell) => {
    const [column, row] = [cell % columns, Math.floor(cell / columns)];
    if (column < first[0] || column > last[0] || row < first[1] || row > last[1]) return Infinity;
    if (!known.has(cell)) {
      const [x, y] = [left + column * step, top + row * step];
      const isNear = near(x, y).some((each) => !isEnd(each) && Math.abs(each.x - x) < NEAR_ROOM && Math.abs(each.y - y) < NEAR_ROOM);
      known.set(cell, 1 + (values[cell] > 0 ? COST.wet : values[cell] > SHORE ? COST.shore : 0) + (isNear ? COST.room : 0));
    }
    return known.get(cell);
  };
}

// The next is what costs least: a heap.
function makeQueue() {
  const heap = [];
  const swap = (one, other) => { [heap[one], heap[other]] = [heap[other], heap[one]]; };
  return {
    add(cell, cost) {
      heap.push([cell, cost]);
      for (let at = heap.length - 1; at > 0 && heap[(at - 1) >> 1][1] > heap[at][1]; at = (at - 1) >> 1) swap(at, (at - 1) >> 1);
    },
    take() {
      if (heap.length === 0) return undefined;
      swap(0, heap.length - 1);
      const [cell] = heap.pop();
      for (let at = 0; ;) {
        const child = 2 * at + 2 < heap.length && heap[2 * at + 2][1] < heap[2 * at + 1][1] ? 2 * at + 2 : 2 * at + 1;
        if (child >= heap.length || heap[child][1] >= heap[at][1]) return cell;
        swap(at, child);
        at = child;
      }
    },
  };
}

// Without the points between which a straight line stays as dry.
function straighten(lake, points) {
  const kept = [points[0]];
  let at = 0;
  while (at < points.length - 1) {
    let next = points.length - 1;
    while (next > at + 1 && measureWet(lake, [points[at], points[next]]) > 0.5 * lake.step) next -= 1;
    kept.push(points[next]);
    at = next;
  }
  return kept;
}

// Corners are cut three times (Chaikin, 1974).
function roundOff(points) {
  let now = points;
  for (let pass = 0; pass < 3 && now.length > 2; pass += 1) {
    const mix = ([x1, y1], [x2, y2], share) => [x1 + share * (x2 - x1), y1 + share * (y2 - y1)];
    const cut = now.slice(1).flatMap((each, at) => [mix(now[at], each, 0.25), mix(now[at], each, 0.75)]);
    now = [now[0], ...cut.slice(1, -1), now[now.length - 1]];
  }
  return now;
}

export function drawPath(points) {
  return `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;
}

const RAILS = { share: 0.4, apart: 3.5, open: 4 };

// The sign of a bridge in the middle of a way: two rails, whose ends open.
export function drawRails(points) {
  const point = placeAlong(points);
  const half = (point.long * RAILS.share) / 2;
  return [1, -1].map((side) => {
    const [near, far] = [side * RAILS.apart, side * (RAILS.apart + RAILS.open)];
    const write = (along, aside) => point(along, aside).map((each) => each.toFixed(1)).join(" ");
    return `M${write(-half - RAILS.open, far)}L${write(-half, near)}L${write(half, near)}L${write(half + RAILS.open, far)}`;
  }).join("");
}

// The rails of all bridges, as lines that no name is to cover.
export function listRails(ways) {
  return ways.filter(({ kind }) => kind === "bridge").flatMap(({ key, points }) => {
    const point = placeAlong(points);
    const half = (point.long * RAILS.share) / 2 + RAILS.open;
    return [1, -1].map((side) => {
      const [[x1, y1], [x2, y2]] = [-half, half].map((along) => point(along, side * (RAILS.apart + RAILS.open)));
      return { key, line: { x1, y1, x2, y2 } };
    });
  });
}

// Places so far along a line, seen from its middle, and so far aside of it; and how long it is.
function placeAlong([[x1, y1], [x2, y2]]) {
  const long = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [alongX, alongY] = [(x2 - x1) / long, (y2 - y1) / long];
  return Object.assign((along, aside) => [(x1 + x2) / 2 + along * alongX - aside * alongY, (y1 + y2) / 2 + along * alongY + aside * alongX], { long });
}

// A boat in the middle of a ferry: a hull with a mast.
export function drawBoat([[x1, y1], [x2, y2]]) {
  const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2];
  return `M${x - 10} ${y + 2}H${x + 10}L${x + 6} ${y + 8}H${x - 6}ZM${x - 1} ${y - 10}L${x + 7} ${y - 1}H${x - 1}Z`;
}
