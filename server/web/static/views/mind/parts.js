// The parts of a prompt in words: what each is, and what it is for.
import { nameSummary } from "tarn/views/memory/lanes.js";
import { formatCount } from "tarn/views/mind/words.js";

const PARTS = {
  persona: ["Who it is", "its profile, and the commands that it has"],
  verbatim: ["Memories, word for word", "the newest, as it lived through them"],
  known: ["Notes on who and what is here", "what its journal has of those present and of this place"],
  notes: ["Its other notes", "what it has written down for itself"],
  talk: ["Earlier talk", "what was said last with those who are here"],
  recalled: ["Recalled memories", "older ones that were searched for because they fit this moment"],
  examples: ["How it talks", "lines of its voice, as examples"],
  moment: ["Notes and recalled memories", "the log does not tell them apart"],
  situation: ["This moment", "where it is, who is there, and what it shall write now; its hour is the world’s"],
};
const RECENT = ["Recent summary", "what was before the memories word for word"];
const OLD = ["Long-term summary", "the oldest of its life, made from earlier summaries"];
const FIRST_ROUND = [nameSummary("leaves"), "some memories before those word for word"];
const SUMMARIES = { recent: RECENT, leaf: FIRST_ROUND, longterm: OLD };

export function explainBand(band) {
  if (band.summary?.type === "node") return [nameSummary(`level ${Math.max(1, band.summary.level)}`), "what several older summaries told"];
  return (band.summary ? SUMMARIES[band.summary.type] : PARTS[band.kind]) || [band.kind, ""];
}

// The classes of its colour: of summaries those of the oldest memories are the darkest.
export function paintBand({ kind, summary }) {
  return summary ? `${kind} ${summary.type === "longterm" || summary.type === "node" ? "old" : "recent"}` : kind;
}

export function nameBand(band) {
  const [title] = explainBand(band);
  if (!band.from) return title;
  return `${title}, ${band.summary ? "memories " : ""}${formatCount(band.from)} to ${formatCount(band.to)}`;
}
