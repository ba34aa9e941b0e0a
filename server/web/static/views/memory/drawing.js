// Draws a stretch of a life on a canvas: lanes of summaries, memories by sort, marks and days.
import { drawAxis, drawPointed } from "tarn/views/memory/axis.js";
import { describeSummaries, isOfTree, nameRow } from "tarn/views/memory/lanes.js";
import { AXIS, BAND, HEAD, LABEL, MARGIN, MARKS, WORDS_ROW } from "tarn/views/memory/layout.js";
import { drawJoins } from "tarn/views/memory/joins.js";
import { count } from "tarn/views/memory/parts.js";

export const SORTS = ["own", "thought", "heard", "seen"];

const COLUMN = 12;

// The corners of a bar, in pixels.
const ROUND = 3;

export function readColors(element) {
  const style = getComputedStyle(element);
  const read = (name) => style.getPropertyValue(name).trim();
  return {
    own: read("--who"), thought: read("--who"), heard: read("--lamp"), seen: read("--quiet"), seenStrength: Number(read("--seen")), wrong: read("--wrong"),
    summary: read("--heather"), paper: read("--paper"), ink: read("--ink"), quiet: read("--quiet"), line: read("--line"),
    font: `${parseFloat(getComputedStyle(document.documentElement).fontSize) * 0.875}px ${style.fontFamily}`,
  };
}

// All are tinted, so that the summaries lead; what others said is the strongest of them.
// What else was seen is as strong as memory.css has it: on a dark ground more.
const STRENGTH = { own: 0.26, thought: 0.26, heard: 0.38 };

// From so many pixels on each memory stands apart from its neighbours.
const APART = 9;
// Half as wide is the mark of a bar of which a sentence is contradicted.
const MARK = 4;

// `view` has first, last, width, height, ratio, aside, and `room`: the pixels behind its width, for words alone; returns what lies where, for the pointer, and the names of the rows.
export function draw(context, view, lanes, tiles, colors, chosen) {
  const { width, height, ratio } = view;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width + view.room, height);
  context.font = colors.font;
  context.textBaseline = "middle";
  const scale = width / (view.last - view.first);
  const toX = (seq) => (seq - view.first) * scale;
  const places = [];
  const names = [];
  context.save();
  context.beginPath();
  context.rect(0, 0, width + 1, height);
  context.clip();
  const foot = lanes.reduce((sum, lane) => sum + lane.height, MARGIN) + (view.aside ? HEAD : LABEL);
  const band = { top: foot, bottom: foot + BAND };
  const days = findTiles(view, tiles, scale).flatMap(({ tile }) => tile.days);
  const axis = [{ top: MARGIN, bottom: band.bottom }, band.bottom + MARKS + AXIS / 2, toX, colors];
  const axisName = drawAxis(context, view, days, ...axis);
  drawShade(context, view, lanes, band.bottom, toX, colors);
  let top = MARGIN;
  let above = [];
  for (const lane of lanes) {
    if (lane.joins) drawJoins(context, view, above, lane, top, toX, colors);
    const begin = places.length;
    drawLane(context, view, lane, top, toX, colors, chosen, places);
    above = places.slice(begin);
    names.push({ top: top + lane.joins, height: lane.height - lane.joins, words: nameRow(lane, lane.drawn) });
    top += lane.height;
  }
  if (!view.aside) drawTitle(context, view, top, colors, describeBand(view, scale));
  names.push({ top: band.top, height: BAND, words: nameBand(view, scale) });
  drawBand(context, view, tiles, band, toX, scale, colors);
  names.push({ top: band.bottom + MARKS, height: AXIS, words: [axisName] });
  if (chosen.memory) drawChosen(context, toX, chosen.memory, band.bottom, colors, scale);
  drawPointed(context, view, days, ...axis);
  context.restore();
  for (const { words } of places) if (words) drawWords(context, view, words, colors);
  return { places, band, names };
}

// Draws the longest of some titles that fits, or the last.
// `behind`: lines may run there.
function drawTitle(context, view, top, colors, titles, behind = false) {
  context.globalAlpha = 1;
  context.fillStyle = colors.quiet;
  context.textAlign = "left";
  const title = titles.find((each) => context.measureText(each).width < view.width - 6) || titles[titles.length - 1];
  if (behind) {
    context.fillStyle = colors.paper;
    context.globalAlpha = 0.9;
    context.fillRect(2, top + 1, context.measureText(title).width + 4, LABEL - 3);
    context.globalAlpha = 1;
    context.fillStyle = colors.quiet;
  }
  context.fillText(title, 3, top + LABEL / 2);
}

function describeBand(view, scale) {
  const width = 2 ** findLevel(scale);
  const all = `${view.newest.toLocaleString()} memories`;
  return width === 1 ? [`${all}, one in each column`, all] : [`${all}, ${width.toLocaleString()} in each column`, all];
}

function nameBand(view, scale) {
  const width = 2 ** findLevel(scale);
  return [`${view.newest.toLocaleString()} memories`, width === 1 ? "one in each column" : `${width.toLocaleString()} in each column`];
}

// What the bars of a row are, in longer and in shorter words.
function describeLane(lane) {
  const some = lane.missing && !isOfTree(lane) ? `; ${(lane.count - lane.missing).toLocaleString()} of them have room here` : "";
  const [long, short] = describeSummaries(lane, lane.drawn);
  return [`${long}${some}`, `${short}${some}`, short];
}

// From the top of the example down to its memories, behind all that is drawn there.
function drawShade(context, view, lanes, bottom, toX, colors) {
  const { example } = view;
  let top = MARGIN;
  const lane = lanes.find((each) => each.rows.flat().includes(example) || ((top += each.height), false));
  if (!lane) return;
  const [left, right] = [Math.max(0, toX(example.first)), Math.min(view.width, toX(example.last + 1))];
  if (right <= left) return;
  top += lane.head + lane.joins;
  context.fillStyle = colors.summary;
  context.globalAlpha = 0.16;
  context.fillRect(left, top, right - left, bottom - top);
  context.globalAlpha = 1;
  context.fillRect(Math.round(left), top, 1, bottom - top);
  context.fillRect(Math.round(right) - 1, top, 1, bottom - top);
}

function drawLane(context, view, lane, top, toX, colors, chosen, places) {
  if (!view.aside) drawTitle(context, view, top, colors, describeLane(lane), lane.joins > 0);
  let y = top + lane.head + lane.joins;
  for (const [number, row] of lane.rows.entries()) {
    const height = lane.heights[number];
    if (lane.dense && lane.rows.length === 1) drawDense(context, row, y, height, toX, colors);
    for (const each of row) {
      const left = Math.max(toX(each.first), -2);
      const right = Math.min(toX(each.last + 1), view.width + 2);
      if (right < 0 || left > view.width) continue;
      const wide = Math.max(right - left - (right - left > 4 ? 1 : 0), 1);
      drawSummary(context, each, left, y, wide, height - 1, colors, chosen);
      if (view.denied.has(each.id)) drawDenied(context, Math.min(left + wide, view.width), y, colors);
      const isLast = each === row[row.length - 1];
      const words = height >= WORDS_ROW && each.standing && { summary: each, left, top: y, width: wide, height: height - 1, end: isLast ? view.width + view.room : left + wide };
      places.push({ summary: each, left, right: left + wide, top: y, bottom: y + height, words });
    }
    y += height;
  }
}

// What a bar stands for, in the longest words that fit into it, or behind it up to the `end` of what is free: what stands before it
// would seem to be of the bar there.
function drawWords(context, view, { summary, left, top, width, height, end }, colors) {
  const memories = count(summary.last - summary.first + 1, "memory", "memories");
  const measured = [`${memories} in ${count(summary.tokens, "token")}`, memories].map((words) => ({ words, wide: context.measureText(words).width + 10 }));
  const inside = measured.find(({ wide }) => wide < Math.min(left + width, view.width) - Math.max(left, 0));
  const behind = measured.find(({ wide }) => left + width + wide < end);
  const found = inside || behind;
  if (!found) return;
  context.globalAlpha = 1;
  context.textAlign = "left";
  context.fillStyle = inside ? colors.paper : colors.quiet;
  context.fillText(found.words, inside ? Math.max(left, 0) + 6 : left + width + 6 + (view.denied.has(summary.id) ? MARK : 0), top + height / 2 + 1);
}

function drawDense(context, row, y, height, toX, colors) {
  const left = Math.max(toX(row[0].first), 0);
  context.globalAlpha = 0.15;
  context.fillStyle = colors.summary;
  context.fillRect(left, y, toX(row[row.length - 1].last + 1) - left, height - 1);
}

// By hand in ink; what is not in use pale.
function drawSummary(context, summary, left, top, width, height, colors, chosen) {
  const color = summary.method === "human" ? colors.ink : colors.summary;
  // What runs behind it is not seen through it.
  context.globalAlpha = 1;
  context.fillStyle = colors.paper;
  context.fillRect(left, top, width, height);
  context.globalAlpha = summary.standing ? 1 : 0.42;
  context.fillStyle = color;
  fillRound(context, left, top, width, height);
  const covers = chosen.memory && summary.first <= chosen.memory && chosen.memory <= summary.last;
  if (chosen.summary === summary.id || covers) {
    context.globalAlpha = 1;
    context.strokeStyle = colors.ink;
    context.lineWidth = chosen.summary === summary.id ? 2 : 1;
    context.beginPath();
    context.roundRect(left, top, Math.max(width, 2), height, width > 3 * ROUND ? ROUND : 0);
    context.stroke();
  }
}

// A red dot at its upper end: a sentence of it is contradicted.
function drawDenied(context, right, top, colors) {
  context.globalAlpha = 1;
  context.beginPath();
  context.arc(right - MARK, top + MARK, MARK + 1, 0, 2 * Math.PI);
  context.fillStyle = colors.wrong;
  context.strokeStyle = colors.paper;
  context.lineWidth = 2;
  context.stroke();
  context.fill();
}

// A wide one has rounded corners.
function fillRound(context, left, top, width, height) {
  context.beginPath();
  context.roundRect(left, top, width, height, width > 3 * ROUND && height > 3 * ROUND ? ROUND : 0);
  context.fill();
}

function drawBand(context, view, tiles, band, toX, scale, colors) {
  context.globalAlpha = 1;
  context.fillStyle = colors.line;
  context.fillRect(Math.max(0, toX(1)), band.bottom, Math.min(view.width, toX(view.newest + 1)) - Math.max(0, toX(1)), 1);
  for (const tile of findTiles(view, tiles, scale)) drawTile(context, view, tile, band, toX, colors);
  // What the server has not read yet.
  const left = Math.max(0, toX(view.read + 1));
  const right = Math.min(view.width, toX(view.newest + 1));
  if (right - left > 2) {
    context.globalAlpha = 0.35;
    context.fillStyle = colors.line;
    context.fillRect(left, band.top, right - left, band.bottom - band.top);
    drawUnread(context, left, right, (band.top + band.bottom) / 2, colors);
  }
}

function drawUnread(context, left, right, y, colors) {
  const words = "not read yet";
  if (context.measureText(words).width > right - left - 8) return;
  context.globalAlpha = 1;
  context.fillStyle = colors.quiet;
  context.textAlign = "center";
  context.fillText(words, (left + right) / 2, y);
}

// The tiles that lie in the window, the finest at hand for each place, without overlap.
function findTiles(view, tiles, scale) {
  const level = findLevel(scale);
  const size = 256 * 2 ** level;
  const found = [];
  let seq = Math.max(1, Math.floor(view.first));
  const end = Math.min(view.last, view.newest);
  while (seq <= end) {
    const edge = Math.floor((seq - 1) / size) * size + size;
    const tile = tiles.find(level, seq) || tiles.findCoarser(level, seq);
    if (tile) found.push({ tile, first: seq, last: Math.min(edge, end) });
    seq = edge + 1;
  }
  return found;
}

// A column of level L is 2^L memories: as few as make a column that is seen as one.
function findLevel(scale) {
  return Math.max(0, Math.ceil(Math.log2(COLUMN / scale)));
}

function drawTile(context, view, { tile, first, last }, band, toX, colors) {
  const begin = Math.max(0, Math.floor((first - tile.first) / tile.width));
  const end = Math.min(tile.own.length - 1, Math.floor((last - tile.first) / tile.width));
  const height = band.bottom - band.top;
  for (let bucket = begin; bucket <= end; bucket += 1) {
    const seq = tile.first + bucket * tile.width;
    // Of several memories they stand side by side, on whole pixels: gaps between narrow ones would be stripes.
    const [left, right] = [seq, seq + tile.width].map((each) => Math.round(toX(Math.min(Math.max(each, first), last + 1))));
    const wide = Math.max(right - left - (tile.width === 1 && right - left > APART ? 1 : 0), 0.5);
    // The tile may know of memories that came since the newest that is drawn.
    const known = SORTS.reduce((all, sort) => all + tile[sort][bucket], 0);
    const counted = Math.max(known, Math.min(tile.width, view.newest - seq + 1));
    // What is shaded behind it is not seen through it.
    context.globalAlpha = 1;
    context.fillStyle = colors.paper;
    context.fillRect(left, band.top, wide, height);
    let sum = 0;
    for (const sort of SORTS) {
      const under = band.bottom - Math.round((sum / counted) * height);
      sum += tile[sort][bucket];
      const y = band.bottom - Math.round((sum / counted) * height);
      context.globalAlpha = STRENGTH[sort] ?? colors.seenStrength;
      context.fillStyle = colors[sort];
      if (y < under) context.fillRect(left, y, wide, under - y);
    }
    context.globalAlpha = 1;
    if (view.marks === "changed" && tile.masked[bucket]) mark(context, colors.quiet, left, band.bottom + 2, wide, 3);
    if (view.marks === "compactions" && tile.compactions[bucket]) point(context, colors.summary, left, band.bottom + 6);
    if (view.marks === "changed" && tile.edits[bucket]) mark(context, colors.ink, left - 2, band.bottom + 6, 5, 9);
  }
}

// A triangle whose tip is at a memory.
function point(context, color, x, y) {
  context.fillStyle = color;
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x + 4.5, y + 8);
  context.lineTo(x - 4.5, y + 8);
  context.fill();
}

function mark(context, color, left, top, width, height) {
  context.fillStyle = color;
  context.fillRect(left, top, Math.max(width, 1), height);
}

function drawChosen(context, toX, memory, height, colors, scale) {
  const x = toX(memory);
  context.globalAlpha = 1;
  context.strokeStyle = colors.ink;
  context.lineWidth = 1;
  context.strokeRect(x, 0.5, Math.max(scale, 1), height - 1);
}
