// The kinds of summaries in words.

export function isOfTree({ lane }) {
  return lane === "leaves" || lane.startsWith("level ");
}

// A lane in words, long and short: what its summaries are, how many there are, and how many of them stand.
export function describeSummaries({ lane, count, summaries }) {
  const all = count.toLocaleString();
  const level = Number(lane.replace("level ", ""));
  if (lane === "leaves") return [`leaves: ${all} summaries of memories`, `leaves · ${all}`];
  if (level) return [`${lane}: ${all} summaries, each of several ${level === 1 ? "leaves" : `of level ${level - 1}`}`, `${lane} · ${all}`];
  const standing = summaries.filter((each) => each.standing).length;
  const stands = standing && count > standing ? `: ${standing} stands now, ${(count - standing).toLocaleString()} replaced since` : "";
  return [`${lane} summaries${stands || ` · ${all}`}`, `${lane} · ${all}`];
}

// How much of a summary gives the words of others, and whose; empty: nothing.
export function describeHearsay({ hearsay, sentence_count: count, speakers }) {
  if (!hearsay) return "";
  const whose = speakers.length ? ` of ${speakers.join(", ")}` : " of others";
  return `${hearsay} of ${count} sentence${count === 1 ? "" : "s"} ${hearsay === 1 ? "gives" : "give"} words${whose}`;
}

const SUMMARIES = { recent: "Recent summary", "long-term": "Long-term summary", leaves: "Leaf, a summary" };

export function nameSummary(lane) {
  return SUMMARIES[lane] || `Summary of ${lane},`;
}
