// Where each lane of summaries lies on the strip, and each summary in its lane.
import { isOfTree } from "tarn/views/memory/lanes.js";

export const MARGIN = 4;
export const AXIS = 24;
export const BAND = 56;
export const MARKS = 16;
export const GAP = 6;
export const LABEL = 18;
// Where the names of the lanes stand beside the drawing each lane has room for two lines of them, and little above it.
export const HEAD = 4;
export const NAMED = 44;
export const MOST_ROWS = 28;
export const LEAST_ROW = 4;
export const FULL_ROW = 12;
// What stands now, and what a tree is made of, has room for words in it.
export const WORDS_ROW = 24;
// So high is the place in which lines run from a summary to those that it sums up.
export const JOIN = 14;
const LANE_HEIGHT = 116;

// Puts the summaries of each lane into rows without overlap; returns lanes with their heights. Those that were
// replaced have a place only if they are wanted, but for one that is open, and for those that a tree is made of.
// `aside`: their names stand beside the drawing.
export function layOut(lanes, replaced, open, aside = false) {
  return [...lanes].reverse().map((lane, at, turned) => {
    const all = replaced || isOfTree(lane);
    const kept = isOfTree(lane) ? findNewest(lane.summaries) : lane.summaries.filter((each) => each.standing);
    const opened = lane.summaries.filter((each) => each.id === open && !kept.includes(each));
    const wanted = replaced ? lane.summaries : [...kept, ...opened];
    const rows = packRows(wanted);
    const shown = thin(rows, MOST_ROWS);
    const least = Math.max(LEAST_ROW, Math.min(FULL_ROW, Math.floor(LANE_HEIGHT / shown.length)));
    const heights = shown.reverse().map((row) => (row.some((each) => each.standing) || (isOfTree(lane) && !replaced) ? WORDS_ROW : least));
    const drawn = shown.reduce((sum, row) => sum + row.length, 0);
    // Those above are joined to those of which they were made.
    const joins = !replaced && isOfTree(lane) && at > 0 ? JOIN : 0;
    const body = joins + heights.reduce((sum, each) => sum + each, 0) + GAP;
    const spare = aside ? Math.max(0, NAMED - HEAD - body) / 2 : 0;
    const head = aside ? HEAD + spare : LABEL;
    return { ...lane, rows: shown, heights, head, height: head + body + spare, joins, drawn, parts: countParts(lane, turned[at + 1]), missing: replaced ? lane.count - drawn : 0, dense: all && lane.count > lane.summaries.length };
  });
}

// Of how many summaries of the round before, or of how many memories, those of a tree are made, most of them; null: it cannot be told.
function countParts(lane, below) {
  if (!isOfTree(lane) || !lane.summaries.length) return null;
  const parts = findMiddle(lane) / (below && below.summaries.length ? findMiddle(below) : 1);
  return Number.isInteger(parts) ? parts : null;
}

// How many memories those in the middle of a lane stand for.
function findMiddle({ summaries }) {
  const sizes = summaries.map((each) => each.last - each.first + 1).sort((one, other) => one - other);
  return sizes[Math.floor(sizes.length / 2)];
}

// Of several for the same memories the one that was written last, in the order of the memories.
function findNewest(summaries) {
  return [...new Map(summaries.map((each) => [`${each.first} ${each.last}`, each])).values()].sort((one, other) => one.first - other.first);
}

function packRows(summaries) {
  const rows = [];
  for (const each of summaries) {
    const row = rows.find((one) => one[one.length - 1].last < each.first);
    if (row) row.push(each);
    else rows.push([each]);
  }
  return rows;
}

function thin(rows, most) {
  if (rows.length <= most) return rows;
  return Array.from({ length: most }, (_, number) => rows[Math.floor(((number + 1) * rows.length) / most) - 1]);
}

export function measure(lanes, aside = false) {
  return lanes.reduce((sum, lane) => sum + lane.height, MARGIN) + (aside ? HEAD : LABEL) + BAND + MARKS + AXIS;
}
