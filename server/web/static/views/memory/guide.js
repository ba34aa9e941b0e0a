// How to read the strip, in plain words with the numbers of this life, and one bar of it as an example.
import { html } from "tarn/html.js";
import { isOfTree, nameLane } from "tarn/views/memory/lanes.js";
import { count, nameSpan } from "tarn/views/memory/parts.js";

// The bar that is explained, and shaded down to its memories: the one that is open, or else the newest of those in use in the
// highest row that has one wholly in sight, from memory `first` to `last`. `parts` are the bars below it that it was made of, row
// by row, each [lane, how many]; none where not all of them are at hand.
export function findExample(lanes, open, first, last) {
  const isSeen = (each) => each.first >= first && each.last <= last;
  const rows = lanes.map((lane) => ({ lane, all: lane.rows.flat() }));
  const opened = rows.find(({ all }) => all.some((each) => each.id === open));
  const seen = (isWanted) => rows.find(({ all }) => all.some((each) => isSeen(each) && isWanted(each)));
  const row = opened || seen((each) => each.standing) || seen(() => true);
  if (!row) return null;
  const summary = opened ? row.all.find((each) => each.id === open) : findNewest(row.all.filter(isSeen));
  const below = isTree(row) && isSeen(summary) ? rows.slice(rows.indexOf(row) + 1).filter(isTree) : [];
  const isWhole = below.every(({ lane }) => lane.count <= lane.summaries.length);
  return { summary, isTop: row === rows.find(({ all }) => all.length), isOpen: Boolean(opened), parts: isWhole ? countParts(below, summary) : [] };
}

function isTree({ lane }) {
  return isOfTree(lane);
}

// Of several versions for the same memories one counts.
function countParts(rows, { first, last }) {
  const isWithin = (each) => each.first >= first && each.last <= last;
  return rows.map(({ lane, all }) => [lane.lane, new Set(all.filter(isWithin).map((each) => `${each.first} ${each.last}`)).size]).filter(([, many]) => many);
}

function findNewest(all) {
  const standing = all.filter((each) => each.standing);
  return (standing.length ? standing : all).reduce((one, other) => (other.last > one.last ? other : one));
}

// What left and right are, and what a bar is.
export function describeAxes(life, lanes, from, to) {
  const ends = from || to
    ? `Left is memory #${(from || 1).toLocaleString()}, right #${(to || life.memories).toLocaleString()} of ${life.memories.toLocaleString()}`
    : `Left is the first memory, right the newest, #${life.memories.toLocaleString()}`;
  const drawn = lanes.filter((lane) => lane.drawn);
  if (!drawn.length) return `${ends}. No summaries stand for any of them yet.`;
  const above = drawn.filter(isOfTree).length > 1 ? "made of the bars below it, down to the memories" : "of the memories below it";
  return `${ends}. Each violet bar is a summary, ${above}.`;
}

// What the example stands for, and what it was made of. `lived`: the tokens of its memories; undefined: not known.
export function describeExample({ summary, isTop, isOpen, parts }, lived) {
  const which = isOpen ? "the bar that is opened below" : isTop ? "the newest bar of the top row" : "the newest bar of its row";
  const memories = summary.last - summary.first + 1;
  const amounts = lived ? `, ${lived.toLocaleString()} tokens told in ${summary.tokens.toLocaleString()}` : "";
  const rounds = parts.map(([lane, many]) => `, by way of ${many.toLocaleString()} ${nameLane(lane).replace(/y$/, many === 1 ? "y" : "ies")}`);
  return `${which} has ${count(memories, "memory", "memories")}, ${nameSpan(summary)}${amounts}${rounds.join("")}.`;
}

export function Guide({ life, lanes, from, to, example, lived }) {
  return html`
    <p class="axes">${describeAxes(life, lanes, from, to)}
      ${example && html` <span class="example"><span class="shaded" aria-hidden="true"></span>Shaded: ${describeExample(example, lived)}</span>`}</p>
  `;
}
