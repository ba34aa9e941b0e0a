// The kinds of summaries in words.

export function isOfTree({ lane }) {
  return lane === "leaves" || lane.startsWith("level ");
}

// A lane in words, long and short: what its summaries are, how many there are, and how many of them stand.
export function describeSummaries({ lane, count, summaries }) {
  const all = count.toLocaleString();
  const level = Number(lane.replace("level ", ""));
  if (lane === "leaves") return [`${all} leaf summaries, of memories`, `leaf summaries · ${all}`];
  if (level) return [`${all} summaries of level ${level}, each of several ${level === 1 ? "leaf summaries" : `of level ${level - 1}`}`, `level ${level} · ${all}`];
  const standing = summaries.filter((each) => each.standing).length;
  const stands = standing && count > standing ? `: ${standing} in use, ${(count - standing).toLocaleString()} replaced` : "";
  return [`${lane} summaries${stands || ` · ${all}`}`, `${lane} · ${all}`];
}

// How much of a summary gives the words of others, and whose; empty: nothing.
export function describeHearsay({ hearsay, sentence_count: count, speakers }) {
  if (!hearsay) return "";
  const whose = speakers.length ? speakers.join(", ") : "others";
  return `${hearsay} of ${count} sentence${count === 1 ? "" : "s"} ${hearsay === 1 ? "tells" : "tell"} what ${whose} said`;
}

// The one name of each kind of summary, on every view.
export function nameLane(lane) {
  if (lane === "leaves") return "leaf summary";
  return lane.startsWith("level ") ? `summary of ${lane}` : `${lane} summary`;
}

// The same where a heading or a cell begins with it.
export function nameSummary(lane) {
  const name = nameLane(lane);
  return name[0].toUpperCase() + name.slice(1);
}
