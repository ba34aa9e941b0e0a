// The kinds of summaries in words.

const LANES = {
  recent: "recent summaries, of memories",
  "long-term": "long-term summaries, each took the place of the one below it",
  leaves: "leaves: summaries of memories",
};

// A lane in words: what kind of summaries it has.
export function nameLane(lane) {
  const level = Number(lane.replace("level ", ""));
  return LANES[lane] || (level ? `${lane}: summaries of ${level === 1 ? "leaves" : `those of level ${level - 1}`}` : lane);
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
