// A word of the trade with what it means, which shows when it is pointed at, pressed, or has the focus.
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { html } from "tarn/html.js";

const MEANINGS = {
  agent: "One of those who live here: a character that is played by the computer, by rules or by a language model.",
  candidate: "A line that the agent could have said. Each gets points for how well it fits; the best is said, if it is good enough.",
  compaction: "Writing a summary of the oldest memories, so that what a model has to read stays short. The memories themselves are kept.",
  fact: "A short note of something worth knowing, taken from memories before they are summed up.",
  hearsay: "What the agent knows only because somebody said it.",
  intention: "What the agent is about, as its profile tells: a few steps, such as watering the beds each morning.",
  memory: "One thing that the agent did, thought, heard or saw. Each has a number, and none is ever deleted.",
  model: "A language model: a program that goes on writing a text. It is asked over the network or runs here.",
  profile: "The text that says who an agent is, or, in config/llm.yaml, a named set of settings of a model.",
  prompt: "The text that a language model is given to read, before it writes what the agent does next.",
  rule: "A fixed way to act, without a language model: the agent's intentions, good manners, and what to do when nothing is up.",
  scene: "A short prompt: who the agent is, what is happening, and the few memories that fit. All others stay out.",
  score: "Points for how well a line fits what was heard. The line with most is said, if it has enough.",
  shortened: "Also called masked: of a long text, such as a room looked at, prompts have one short line. The whole is kept.",
  strategy: "The way in which an agent's old memories are summed up.",
  token: "A piece of a word, by which models measure text: 100 tokens are about 75 words. This server's count may differ a little from a model's own.",
  turn: "One moment in which the agent looks at what is new and does one thing.",
  voice: "Lines that a person wrote for the agent to say, each with what it answers.",
  whole: "A prompt that has every memory, the old ones as summaries and the newest word for word.",
};

// Of the window's edges it keeps so far away, in pixels.
const EDGE = 8;

export function Term({ of, children }) {
  const id = useId();
  const [shown, show] = useState(false);
  const word = useRef(null);
  useEffect(() => {
    if (!shown) return undefined;
    const close = (event) => (event.type !== "keydown" || event.key === "Escape") && show(false);
    addEventListener("keydown", close);
    addEventListener("scroll", close, true);
    return () => {
      removeEventListener("keydown", close);
      removeEventListener("scroll", close, true);
    };
  }, [shown]);
  const [open, close] = [() => show(true), () => show(false)];
  return html`<button type="button" class="term" ref=${word} aria-describedby=${shown ? id : null} onClick=${open} onFocus=${open} onBlur=${close}
    onPointerEnter=${open} onPointerLeave=${close}>${children || of}</button>${shown && html`<${Meaning} id=${id} word=${word.current} text=${MEANINGS[of]} />`}`;
}

// Of these words the first of each kind in a text is explained.
const KNOWN = [
  ["voice", /\bvoice\b/], ["rule", /\b(?:rules?|by rule)\b/], ["intention", /\bintention\b/], ["candidate", /\bcandidates?\b/],
  ["score", /\bscore\b/], ["token", /\btokens?\b/], ["scene", /\bscenes\b/], ["turn", /\bturns?\b/], ["prompt", /\bprompts?\b/], ["model", /\bmodel\b/],
];

// A text with its words of the trade explained.
export function Explained({ text }) {
  const found = KNOWN.map(([of, pattern]) => [of, text.match(pattern)]).filter(([, match]) => match).sort(([, a], [, b]) => a.index - b.index);
  let at = 0;
  return found.map(([of, match]) => {
    const before = text.slice(at, match.index);
    at = match.index + match[0].length;
    return html`${before}<${Term} key=${of} of=${of}>${match[0]}<//>${of === found[found.length - 1][0] && text.slice(at)}`;
  }).concat(found.length ? [] : [text]);
}

// Below the word, or above it where there is no room.
function Meaning({ id, word, text }) {
  const box = useRef(null);
  useLayoutEffect(() => {
    const at = word.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = box.current;
    const below = at.bottom + EDGE / 2;
    box.current.style.left = `${Math.max(EDGE, Math.min(at.left, innerWidth - width - EDGE))}px`;
    box.current.style.top = `${below + height <= innerHeight - EDGE ? below : Math.max(EDGE, at.top - height - EDGE / 2)}px`;
  }, [word, text]);
  return html`<span class="meaning" id=${id} role="tooltip" ref=${box}>${text}</span>`;
}
