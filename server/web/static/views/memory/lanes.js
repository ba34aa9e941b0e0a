// The kinds of summaries in words.

const LANES = {
  recent: "recent summaries, of memories",
  "long-term": "long-term summaries, each in place of the one below it",
  leaves: "leaves: summaries of memories",
};

// A lane in words: what kind of summaries it has.
export function nameLane(lane) {
  const level = Number(lane.replace("level ", ""));
  return LANES[lane] || (level ? `${lane}: summaries of ${level === 1 ? "leaves" : `those of level ${level - 1}`}` : lane);
}

const SUMMARIES = { recent: "Recent summary", "long-term": "Long-term summary", leaves: "Leaf, a summary" };

export function nameSummary(lane) {
  return SUMMARIES[lane] || `Summary of ${lane},`;
}
