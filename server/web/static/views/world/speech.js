// What is said aloud on the map: at each place the latest words, until they are read.
import { useEffect, useRef, useState } from "preact/hooks";
import { quote } from "tarn/when.js";

const BUBBLE_SECONDS = 7;
// More than a bubble shows.
const MOST_CHARACTERS = 240;

// The newest words at each place, for a few seconds.
export function useSpeech(events) {
  const [speech, setSpeech] = useState(new Map());
  const last = useRef(0);
  const newest = events[events.length - 1];
  useEffect(() => {
    const said = events.filter((event) => event.key > last.current && isSaidNow(event));
    last.current = newest ? newest.key : 0;
    if (said.length === 0) return;
    setSpeech((before) => new Map([...before, ...said.map((event) => [event.place, event])]));
    setTimeout(() => {
      setSpeech((before) => new Map([...before].filter(([, event]) => !said.includes(event))));
    }, BUBBLE_SECONDS * 1000);
  }, [newest]);
  return speech;
}

// What is played again is said `now`, whenever it was.
function isSaidNow(event) {
  if (event.kind !== "speech" || !event.seq || event.private) return false;
  return event.now || Date.now() - Date.parse(event.at) <= BUBBLE_SECONDS * 1000;
}

// Words do not hang in a room that their speaker has left.
export function isStillThere(speaker, event) {
  return !speaker || speaker.room === event.place;
}

const SAID = /^\s+\w+, "([^]*)"$/;

// Who says something, and the words alone: of 'Moss says, "Oats."' those between the marks; where it is told otherwise, all of it.
export function splitWords({ text, actor }) {
  const rest = actor && text.startsWith(actor) ? text.slice(actor.length) : text;
  const [, words = rest] = rest.match(SAID) || [];
  const long = words.length > MOST_CHARACTERS;
  return { name: actor || "", words: quote(`${words.slice(0, MOST_CHARACTERS).trim()}${long ? "…" : ""}`) };
}
