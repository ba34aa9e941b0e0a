// Which of many places are near a point, without looking at all of them.

// Squares of `size` units hold what lies in them; whatever is within `size` of a point is in the nine around it.
export function indexPlaces(places, size) {
  const squares = new Map();
  const nine = new Map();
  const name = (x, y) => `${x} ${y}`;
  for (const place of places) {
    const key = name(Math.floor(place.x / size), Math.floor(place.y / size));
    if (!squares.has(key)) squares.set(key, []);
    squares.get(key).push(place);
  }
  return (x, y) => {
    const [column, row] = [Math.floor(x / size), Math.floor(y / size)];
    const key = name(column, row);
    if (!nine.has(key)) {
      const around = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => name(column + right, row + down)));
      nine.set(key, around.flatMap((each) => squares.get(each) || []));
    }
    return nine.get(key);
  };
}
