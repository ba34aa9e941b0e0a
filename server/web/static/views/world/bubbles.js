// Where a bubble stands: above the speaker's room, or where it hides the fewest labels.
import { shortenName, wrapName } from "tarn/views/world/labels.js";

export const LABEL_LINE = 16;
export const BUBBLE_WIDTH = 190;
export const BUBBLE_HEIGHT = 84;

const LINE = 18;
const PADDING = 12;
const CHARACTERS = 25;
const LETTER = 7.5;

// A rectangle around the label of each room, and one around the names of those who are there.
export function listLabels(rooms, places, here, row, most) {
  return rooms.flatMap((room) => {
    const at = places.get(room.id);
    const lines = wrapName(room.name);
    const width = Math.max(...lines.map((line) => line.length), 0) * LETTER;
    const label = { left: at.x - width / 2, top: at.y - 10, width, height: 44 + (lines.length - 1) * LABEL_LINE };
    const people = (here.get(room.id) || []).slice(0, most);
    if (people.length === 0) return [label];
    const widest = Math.max(...people.map((each) => shortenName(each.name).length));
    const height = people.length * row;
    return [label, { left: at.x - 28, top: at.y - 16 - height, width: 14 + widest * LETTER, height }];
  });
}

export function placeBubble(text, at, above, labels, box) {
  const height = Math.min(BUBBLE_HEIGHT, Math.ceil(text.length / CHARACTERS) * LINE + PADDING);
  const middle = at.x - BUBBLE_WIDTH / 2;
  const sides = [
    { side: "above", x: middle, y: at.y - above - BUBBLE_HEIGHT, top: at.y - above - height },
    { side: "right", x: at.x + 75, y: at.y - height },
    { side: "left", x: at.x - 75 - BUBBLE_WIDTH, y: at.y - height },
    { side: "below", x: middle, y: at.y + 40 },
    { side: "above", x: at.x + 10, y: at.y - above - BUBBLE_HEIGHT, top: at.y - above - height },
    { side: "above", x: at.x - 10 - BUBBLE_WIDTH, y: at.y - above - BUBBLE_HEIGHT, top: at.y - above - height },
  ].map((each) => keepInside(each, height, box));
  const hidden = sides.map((each) => sum(labels.map((label) => overlap(each, height, label))));
  return sides[hidden.indexOf(Math.min(...hidden))];
}

function keepInside(place, height, box) {
  const x = Math.min(Math.max(place.x, box[0]), box[0] + box[2] - BUBBLE_WIDTH);
  const top = place.top === undefined ? place.y : place.top;
  const moved = Math.max(0, box[1] - top) - Math.max(0, top + height - box[1] - box[3]);
  return { side: place.side, x, y: place.y + moved, top: top + moved };
}

function overlap(place, height, label) {
  const width = Math.min(place.x + BUBBLE_WIDTH, label.left + label.width) - Math.max(place.x, label.left);
  const depth = Math.min(place.top + height, label.top + label.height) - Math.max(place.top, label.top);
  return Math.max(0, width) * Math.max(0, depth);
}

function sum(numbers) {
  return numbers.reduce((before, each) => before + each, 0);
}
