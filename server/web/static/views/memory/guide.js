// What the strip shows, in words with the numbers of this life: for who does not see it, and of what is pointed at.
import { describeHearsay, isOfTree, nameLane, nameSummary } from "tarn/views/memory/lanes.js";
import { count, nameSpan } from "tarn/views/memory/parts.js";

// The bar that is shaded down to its memories: the one that is open, or else the newest of those in use in the
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
  return { summary, parts: isWhole ? countParts(below, summary) : [] };
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

// What left and right are, and what a bar is: for who does not see it.
export function describeAxes(life, lanes, from, to) {
  const ends = from || to
    ? `Left is memory #${(from || 1).toLocaleString()}, right #${(to || life.memories).toLocaleString()} of ${life.memories.toLocaleString()}`
    : `Left is the first memory, right the newest, #${life.memories.toLocaleString()}`;
  const drawn = lanes.filter((lane) => lane.drawn);
  if (!drawn.length) return `${ends}. No summaries stand for any of them yet.`;
  const above = drawn.filter(isOfTree).length > 1 ? "made of the bars below it, down to the memories" : "of the memories below it";
  return `${ends}. Each violet bar is a summary, ${above}.`;
}

// What a bar stands for, and what it was made of. `lived`: the tokens of its memories; undefined: not known.
export function describeBar({ summary, parts }, lived) {
  const memories = summary.last - summary.first + 1;
  const amounts = lived ? `, ${lived.toLocaleString()} tokens told in ${summary.tokens.toLocaleString()}` : `, told in ${count(summary.tokens, "token")}`;
  const rounds = parts.map(([lane, many]) => `, by way of ${many.toLocaleString()} ${nameLane(lane).replace(/y$/, many === 1 ? "y" : "ies")}`);
  return `${count(memories, "memory", "memories")}, ${nameSpan(summary)}${amounts}${rounds.join("")}`;
}

const BY = { llm: "by a model", deterministic: "by rule", human: "by hand" };

// What is pointed at, in one line: a memory, or a summary with whose words it gives.
export function describePointed(found, life, { lanes, lived, denied }) {
  if (!found) return "";
  if (found.memory) return `Memory #${found.memory.toLocaleString()} of ${life.memories.toLocaleString()}`;
  const { summary } = found;
  const bar = describeBar(findExample(lanes, summary.id, 1, life.memories) || { summary, parts: [] }, lived.get(summary.id));
  const by = summary.method === "llm" && summary.model ? `by ${summary.model}` : BY[summary.method] || summary.method;
  const wrong = denied.get(summary.id);
  return [`${nameSummary(summary.lane)}: ${bar}`, wrong && `${count(wrong, "sentence")} contradicted`, by, describeHearsay(summary), summary.standing && "in use"].filter(Boolean).join("; ");
}
