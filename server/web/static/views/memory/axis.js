// Below the memories of the strip: the days with the number of the first memory of each, or numbers where one looks at a day.
import { formatShortDay } from "tarn/time.js";

const LABEL_EVERY = 90;
// Between two labels at least.
const APART = 14;

// `days` are [day, seq] in the window, in their order. Returns what its row is called.
export function drawAxis(context, view, days, { top, bottom }, y, toX, colors) {
  context.globalAlpha = 1;
  context.textAlign = "left";
  const here = days.filter(({ seq }) => toX(seq) >= -1 && toX(seq) <= view.width);
  const place = (isNumbered) => placeDays(context, view, here, toX, isNumbered);
  const [numbered, bare] = [place(true), place(false)];
  // The numbers go where days would go for them.
  const labels = numbered.length < bare.length ? bare : numbered;
  const isByDay = labels.length > 1;
  if (isByDay) addNumber(context, view, labels, view.newest, toX);
  else for (const seq of listNumbers(view)) addNumber(context, view, labels, seq, toX);
  for (const label of labels) drawLabel(context, label, top, bottom, y, colors);
  if (!isByDay) return "memory number";
  return labels === numbered ? "day, and its first memory" : "day";
}

function placeDays(context, view, days, toX, isNumbered) {
  const labels = [];
  for (const { day, seq } of days) addLabel(context, view, labels, { words: [nameDay(day), isNumbered ? `#${seq.toLocaleString()}` : ""], x: toX(seq), isDay: true });
  return labels;
}

// In the middle of its memory.
function addNumber(context, view, labels, seq, toX) {
  const x = toX(seq + 0.5);
  if (x >= 0 && x <= view.width) addLabel(context, view, labels, { words: ["", `#${seq.toLocaleString()}`], x, isDay: false });
}

// Where there is room for it; those that came first stand.
function addLabel(context, view, labels, label) {
  const [strong, plain] = label.words;
  const half = context.measureText([strong, plain].filter(Boolean).join(" ")).width / 2;
  const middle = placeDay(label.x, half, view.width);
  const [left, right] = [middle - half, middle + half];
  if (labels.every((each) => right + APART < each.left || each.right + APART < left)) labels.push({ ...label, left, right });
}

// A day has a line through the drawing, a number a short one.
function drawLabel(context, { words: [strong, plain], x, left, right, isDay }, top, bottom, y, colors) {
  context.fillStyle = colors.line;
  context.fillRect(Math.round(x), isDay ? top : bottom, 1, isDay ? y - 9 - top : 6);
  context.fillStyle = colors.ink;
  context.fillText(strong, left, y);
  context.fillStyle = colors.quiet;
  context.textAlign = "right";
  context.fillText(plain, right, y);
  context.textAlign = "left";
}

// Round ones, as many as have room.
function listNumbers({ first, last, newest, width }) {
  const least = ((last - first) * LABEL_EVERY) / width;
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  const step = Math.max(1, [1, 2, 5, 10].map((each) => each * power).find((each) => each >= least) || power * 10);
  const found = [];
  for (let seq = Math.max(step, Math.ceil(first / step) * step); seq <= Math.min(last, newest); seq += step) found.push(seq);
  return found;
}

// A line down to the axis where somebody points, with the memory and its day in place of what stands there.
export function drawPointed(context, view, days, { top, bottom }, y, toX, colors) {
  const seq = view.pointed;
  const x = toX(seq + 0.5);
  if (!seq || x < 0 || x > view.width) return;
  const day = days.filter((each) => each.seq <= seq).pop();
  const words = [`#${seq.toLocaleString()}`, day && nameDay(day.day)].filter(Boolean).join(", ");
  const half = context.measureText(words).width / 2 + 6;
  const middle = placeDay(x, half, view.width);
  context.globalAlpha = 1;
  context.fillStyle = colors.ink;
  context.fillRect(Math.round(x), top, 1, bottom + 4 - top);
  context.fillRect(middle - half, y - 11, 2 * half, 21);
  context.fillStyle = colors.paper;
  context.textAlign = "center";
  context.fillText(words, middle, y);
}

// A day is counted by the zone that the server was asked for: it is only written shortly here.
function nameDay(day) {
  return formatShortDay(`${day}T12:00:00`);
}

// A day's name stands below its tick, as far as the edges let it.
export function placeDay(x, half, width) {
  return Math.max(half, Math.min(x, width - half));
}
