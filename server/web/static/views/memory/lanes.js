// The kinds of summaries in words.

export function isOfTree({ lane }) {
  return lane === "leaves" || lane.startsWith("level ");
}

// A lane in words, long and short: what its summaries are, how many there are, and how many of them stand.
export function describeSummaries({ lane, count, summaries }) {
  const all = count.toLocaleString();
  const level = Number(lane.replace("level ", ""));
  if (lane === "leaves") return [`${all} summaries of memories`, `${nameLane(lane)} · ${all}`];
  if (level) return [`${lane}: ${all} summaries of several ${level === 1 ? "summaries" : `of level ${level - 1}`}`, `${lane} · ${all}`];
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

const SUMMARIES = { recent: "Recent summary", "long-term": "Long-term summary", leaves: "Summary" };

// A lane's name before the memories of one of its summaries.
export function nameLane(lane) {
  return lane === "leaves" ? "summary" : lane;
}

export function nameSummary(lane) {
  return SUMMARIES[lane] || `Summary, ${lane},`;
}
