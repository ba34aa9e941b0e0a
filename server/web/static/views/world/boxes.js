// Rectangles and lines: which meet, and which of many are near, without looking at all of them.

export function meet(one, other) {
  return one.left < other.left + other.width && other.left < one.left + one.width
    && one.top < other.top + other.height && other.top < one.top + one.height;
}

export function widen({ left, top, width, height }, by) {
  return { left: left - by, top: top - by, width: width + 2 * by, height: height + 2 * by };
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

// Squares of `size` units hold the boxes that reach into them: `near` lists those that may meet a box, each once.
export function indexBoxes(boxes, size) {
  const squares = new Map();
  function* listSquares({ left, top, width, height }) {
    for (let row = Math.floor(top / size); row <= Math.floor((top + height) / size); row += 1) {
      for (let column = Math.floor(left / size); column <= Math.floor((left + width) / size); column += 1) yield `${column} ${row}`;
    }
  }
  const index = {
    add(box) {
      for (const name of listSquares(box)) {
        if (!squares.has(name)) squares.set(name, []);
        squares.get(name).push(box);
      }
    },
    near(box) {
      const found = new Set();
      for (const name of listSquares(box)) for (const each of squares.get(name) || []) found.add(each);
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
