// The kinds of summaries in words. Under a tree memories are summed up in a first round, several of those summaries in a
// second one, and so on: each kind has its round as its name.

export function isOfTree({ lane }) {
  return lane === "leaves" || lane.startsWith("level ");
}

const ROUNDS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"];

// 0 is the first round: summaries of memories.
export function nameRound(level) {
  return `${ROUNDS[level] || `${level + 1}th`}-round`;
}

function findRound(lane) {
  return lane === "leaves" ? 0 : Number(lane.replace("level ", ""));
}

// A lane in words, long and short: what its summaries are, and how many of them are drawn.
export function describeSummaries({ lane, count, summaries }, drawn) {
  if (isOfTree({ lane })) {
    const round = findRound(lane);
    const of = count > summaries.length ? ` of ${count.toLocaleString()}` : "";
    const name = `${drawn.toLocaleString()}${of} ${nameRound(round)} ${drawn === 1 ? "summary" : "summaries"}`;
    const what = `${drawn === 1 ? "" : "each "}of ${round ? `several ${nameRound(round - 1)} summaries` : "some memories"}`;
    return [`${name}, ${what}`, name];
  }
  const standing = summaries.filter((each) => each.standing).length;
  const all = count.toLocaleString();
  const stands = standing && count > standing ? `: ${standing} in use, ${(count - standing).toLocaleString()} replaced` : "";
  return [`${lane} summaries${stands || ` · ${all}`}`, `${lane} · ${all}`];
}

// The same in two short lines, for a column beside the drawing: what they are, and how many or of what. `lane.parts`: of how many
// of the row below.
export function nameRow(lane, drawn) {
  if (isOfTree(lane)) return [nameSummaries(lane.lane), `${drawn === 1 ? "1" : `${describeMany(lane, drawn)}, each`} of ${describeParts(lane)}`];
  const standing = lane.summaries.filter((each) => each.standing).length;
  const replaced = lane.count - standing;
  return [nameSummaries(lane.lane), [standing && `${standing} in use`, replaced && `${replaced.toLocaleString()} replaced`].filter(Boolean).join(", ")];
}

function describeMany({ count, summaries }, drawn) {
  return count > summaries.length ? `${drawn.toLocaleString()} of ${count.toLocaleString()}` : drawn.toLocaleString();
}

function describeParts({ lane, parts }) {
  const round = findRound(lane);
  const many = parts ? parts.toLocaleString() : "several";
  return round ? `${many} ${nameRound(round - 1)}` : `${many} ${parts === 1 ? "memory" : "memories"}`;
}

// How much of a summary gives the words of others, and whose; empty: nothing.
export function describeHearsay({ hearsay, sentence_count: count, speakers }) {
  if (!hearsay) return "";
  const whose = speakers.length ? speakers.join(", ") : "others";
  return `${hearsay} of ${count} sentence${count === 1 ? "" : "s"} ${hearsay === 1 ? "tells" : "tell"} what ${whose} said`;
}

// The one name of each kind of summary, on every view.
export function nameLane(lane) {
  return isOfTree({ lane }) ? `${nameRound(findRound(lane))} summary` : `${lane} summary`;
}

// The same where a heading or a cell begins with it.
export function nameSummary(lane) {
  const name = nameLane(lane);
  return name[0].toUpperCase() + name.slice(1);
}

// Several of them.
export function nameSummaries(lane) {
  return nameSummary(lane).replace(/y$/, "ies");
}
