// A word of the trade with what it means, which shows when it is pointed at, pressed, or has the focus.
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { html } from "tarn/html.js";
import { WORDS } from "tarn/words.js";

// Of the window's edges it keeps so far away, in pixels.
const EDGE = 8;

export function Term({ of, children }) {
  const id = useId();
  const [shown, show] = useState(false);
  const word = useRef(null);
  // As soon as it is seen it can be closed: an effect after painting would come too late for a quick Escape.
  useLayoutEffect(() => {
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
    onPointerEnter=${open} onPointerLeave=${close}>${children || of}</button>${shown && html`<${Meaning} id=${id} word=${word.current} text=${WORDS[of][1]} />`}`;
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
