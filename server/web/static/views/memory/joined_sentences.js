// Sentences as they are read: equal ones once, and which of them are not supported.

const WORST_FIRST = ["contradicts", "cannot tell", "supports"];

// Sentences with the same words are one, where the first of them stands: `times` says how many they were. It rests on the memories of
// all of them, and its verdict is the worst of theirs.
export function joinEqual(sentences) {
  const joined = new Map();
  for (const each of sentences) {
    const known = joined.get(each.text);
    joined.set(each.text, known ? join(known, each) : { ...each, times: 1 });
  }
  return [...joined.values()];
}

function join(one, other) {
  const worse = rank(other) < rank(one) ? other : one;
  const memories = [...one.memories, ...other.memories.filter((each) => !one.memories.some(({ seq }) => seq === each.seq))];
  const [shown, rest] = [memories.map((each) => each.seq), [...one.seqs, ...other.seqs]];
  const bearing = [...new Set([...(one.bearing || []), ...(other.bearing || [])])];
  return { ...one, times: one.times + 1, verdict: worse.verdict, why: worse.why, memories, bearing, best: one.best || other.best, seqs: [...new Set([...shown, ...rest])] };
}

function rank({ verdict }) {
  const at = WORST_FIRST.indexOf(verdict);
  return at < 0 ? WORST_FIRST.length : at;
}

// Whether a check has found fault with it.
export function isDoubted({ verdict }) {
  return verdict === "contradicts" || verdict === "cannot tell";
}

// Those in doubt first, then all others in the order of the memories beside them; what rests on none stands where it stood, after those.
export function putDoubtedFirst(sentences) {
  const others = sentences.filter((each) => !isDoubted(each));
  return [...listUnsupported(sentences).filter(isDoubted), ...others.sort((one, other) => compare(findFirst(one), findFirst(other)))];
}

function compare(one, other) {
  return one === other ? 0 : one - other;
}

// The number that stands beside it: of the memory that bears it out best, else of the oldest that it rests on.
export function findFirst({ best, seqs = [] }) {
  return best ? best.seq : Math.min(...seqs);
}

// Memories that bear a sentence out by themselves first, both kinds by their numbers. The others are not hidden: two may do so together only.
export function putBearingFirst({ memories, bearing = [] }) {
  const sorted = [...memories].sort((one, other) => one.seq - other.seq);
  const isBearing = ({ seq }) => bearing.includes(seq);
  return [...sorted.filter(isBearing), ...sorted.filter((each) => !isBearing(each))];
}

// What contradicts its memories first, what they are too few for next, and what has none that are recorded last.
export function listUnsupported(sentences) {
  return sentences.filter(({ verdict }) => verdict !== "supports").sort((one, other) => rank(one) - rank(other));
}
