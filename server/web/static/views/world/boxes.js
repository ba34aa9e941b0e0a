// Rectangles and lines: which meet, and which of many are near, without looking at all of them.

export function meet(one, other) {
  return one.left < other.left + other.width && other.left < one.left + one.width
    && one.top < other.top + other.height && other.top < one.top + one.height;
}

export function widen({ left, top, width, height }, by) {
  return { left: left - by, top: top - by, width: width + 2 * by, height: height + 2 * by };
}

// The one box around some.
export function join(boxes) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const each of boxes) {
    [left, top] = [Math.min(left, each.left), Math.min(top, each.top)];
    [right, bottom] = [Math.max(right, each.left + each.width), Math.max(bottom, each.top + each.height)];
  }
  return { left, top, width: right - left, height: bottom - top };
}

export function isInside({ x, y }, { left, top, width, height }) {
  return x >= left && x <= left + width && y >= top && y <= top + height;
}

// Whether a line has a part inside a rectangle (Liang and Barsky, 1984).
export function runsThrough(line, box) {
  return measureInside(line, box) > 0;
}

// How long that part is.
export function measureInside({ x1, y1, x2, y2 }, { left, top, width, height }) {
  let [begin, end] = [0, 1];
  for (const [step, room] of [[x1 - x2, x1 - left], [x2 - x1, left + width - x1], [y1 - y2, y1 - top], [y2 - y1, top + height - y1]]) {
    if (step === 0 && room < 0) return 0;
    if (step < 0) begin = Math.max(begin, room / step);
    if (step > 0) end = Math.min(end, room / step);
  }
  return Math.max(0, end - begin) * Math.hypot(x2 - x1, y2 - y1);
}

// Whether two lines cross.
export function cross(one, other) {
  const side = ({ x1, y1, x2, y2 }, x, y) => Math.sign((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1));
  return side(one, other.x1, other.y1) !== side(one, other.x2, other.y2) && side(other, one.x1, one.y1) !== side(other, one.x2, one.y2);
}

// A square has a number for its name; a map is not so wide that two squares have the same.
const MOST_ROWS = 1 << 20;

// Squares of `size` units hold the boxes that reach into them: `near` lists those that may meet a box, each once.
export function indexBoxes(boxes, size) {
  const squares = new Map();
  const visit = ({ left, top, width, height }, look) => {
    const [last, bottom] = [Math.floor((left + width) / size), Math.floor((top + height) / size)];
    for (let column = Math.floor(left / size); column <= last; column += 1) {
      for (let row = Math.floor(top / size); row <= bottom; row += 1) look(column * MOST_ROWS + row);
    }
  };
  const index = {
    add(box) {
      visit(box, (square) => {
        const held = squares.get(square);
        if (held) held.push(box);
        else squares.set(square, [box]);
      });
    },
    near(box) {
      const found = new Set();
      visit(box, (square) => squares.get(square)?.forEach((each) => found.add(each)));
      return [...found];
    },
  };
  boxes.forEach(index.add);
  return index;
}

// Those of an index that a box covers a part of.
export function findCovered(index, box) {
  return index.near(box).filter((each) => meet(each, box));
}
