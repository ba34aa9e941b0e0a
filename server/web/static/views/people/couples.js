// Those who talk with each other, two by two, of what agents remember and of what visitors say aloud.
import { formatPlace } from "tarn/place.js";
import { countLines, momentAfter } from "tarn/views/people/common.js";

// Two agents remember their talk each for itself. Here they are one couple, with the larger of their numbers; `told` has what each
// agent remembers, `noted` what one has noted about the other. Those who talk most come first.
export function joinCouples({ pairs }, { pairs: aloud }) {
  const couples = new Map();
  for (const pair of pairs) {
    const key = makeKey(pair.agent, pair.with);
    const known = couples.get(key) || { key, one: pair.agent, other: pair.with, told: [], count: 0, first: pair.first, last: pair.last };
    known.told.push(pair);
    known.count = Math.max(known.count, pair.talks);
    known.first = known.first < pair.first ? known.first : pair.first;
    known.last = known.last > pair.last ? known.last : pair.last;
    couples.set(key, known);
  }
  for (const pair of aloud) {
    const key = makeKey(pair.one, pair.other);
    couples.set(key, { key, one: pair.one, other: pair.other, told: [], count: pair.lines, first: pair.first, last: pair.last, isAloud: true });
  }
  return [...couples.values()].map((each) => ({ ...each, noted: chooseNote(each.told) })).sort((a, b) => b.count - a.count || a.key.localeCompare(b.key));
}

function makeKey(one, other) {
  return [one, other].sort().join("\n");
}

// What one knows by itself goes before what it heard from elsewhere.
function chooseNote(told) {
  const notes = told.filter((pair) => pair.noted);
  return notes.find((pair) => !pair.noted_from) || notes[0];
}

// The one couple of two, by their names; how much and since when they talk is told of it wherever they are looked at.
export function findCouple(couples, one, other) {
  return couples.find((each) => each.key === makeKey(one, other));
}

// Where two of them are looked at: as the agent `from` remembers it, if it is one of them; two visitors in Replay.
export function findPlace(couple, from) {
  if (couple.isAloud) return momentAfter(couple.last);
  const pair = couple.told.find((each) => each.agent === from) || couple.told[0];
  return formatPlace("people", [pair.agent], { with: pair.with });
}

// Why a number is not what one of the two remembers; empty where they agree.
export function explainDifference({ told }) {
  const [one, other] = [...told].sort((a, b) => b.talks - a.talks);
  if (!other || one.talks === other.talks) return "";
  return `${one.agent} remembers ${countLines(one.talks)}, ${other.agent} ${other.talks.toLocaleString()}: each counts what it heard and said itself.`;
}
