// Lines of equal height through a field that is known on a grid (marching squares), as rounded, closed paths.

// For each way in which the corners of a cell (left top, right top, right bottom, left bottom) lie above a level,
// the edges (0 top, 1 right, 2 bottom, 3 left) between which a line runs, with what is above at its left hand.
const CASES = [
  [], [[3, 0]], [[0, 1]], [[3, 1]], [[1, 2]], [[3, 0], [1, 2]], [[0, 2]], [[3, 2]],
  [[2, 3]], [[2, 0]], [[0, 1], [2, 3]], [[2, 1]], [[1, 3]], [[1, 0]], [[0, 3]], [],
];

// `grid` has left, top, step, columns, rows and values row by row; beyond its edge all is below every level.
export function traceContours(grid, level) {
  const ends = new Map();
  const at = (column, row) => (column < 0 || row < 0 || column >= grid.columns || row >= grid.rows ? level - 1 : grid.values[row * grid.columns + column]);
  for (let row = -1; row < grid.rows; row += 1) {
    // Two corners of a cell are the right ones of the cell before.
    let [top, bottom] = [level - 1, level - 1];
    for (let column = -1; column < grid.columns; column += 1) {
      const [nextTop, nextBottom] = [at(column + 1, row), at(column + 1, row + 1)];
      const which = (top >= level) + 2 * (nextTop >= level) + 4 * (nextBottom >= level) + 8 * (bottom >= level);
      const corners = [top, nextTop, nextBottom, bottom];
      [top, bottom] = [nextTop, nextBottom];
      for (const [from, to] of CASES[which]) ends.set(nameEdge(column, row, from), { to: nameEdge(column, row, to), point: findPoint(grid, column, row, from, corners, level) });
    }
  }
  return [...join(ends)].map(round);
}

// An edge between two cells has one name: that of a side of the right or lower one.
function nameEdge(column, row, edge) {
  if (edge === 1) return nameEdge(column + 1, row, 3);
  return edge === 2 ? nameEdge(column, row + 1, 0) : `${column} ${row} ${edge}`;
}

function findPoint(grid, column, row, edge, corners, level) {
  const [one, other] = [corners[edge], corners[(edge + 1) % 4]];
  const share = one === other ? 0.5 : (level - one) / (other - one);
  const [x, y] = [[share, 0], [1, share], [1 - share, 1], [0, 1 - share]][edge];
  return [grid.left + (column + x) * grid.step, grid.top + (row + y) * grid.step];
}

function* join(ends) {
  while (ends.size) {
    const points = [];
    let [name] = ends.keys();
    while (ends.has(name)) {
      const { to, point } = ends.get(name);
      ends.delete(name);
      points.push(point);
      name = to;
    }
    yield points;
  }
}

// A curve through the middles between the points.
function round(points) {
  const middles = points.map(([x, y], number) => {
    const [nextX, nextY] = points[(number + 1) % points.length];
    return [(x + nextX) / 2, (y + nextY) / 2];
  });
  const write = ([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  const curves = points.map((point, number) => `Q${write(point)} ${write(middles[number])}`);
  return `M${write(middles[middles.length - 1])}${curves.join("")}Z`;
}
