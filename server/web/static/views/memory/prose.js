// Summaries to be read: their sentences below each other, as they were lived day by day; the memories of one come at a press.
import { useState } from "preact/hooks";
import { html } from "tarn/html.js";
import { formatShortDay } from "tarn/time.js";
import { formatWhen, quote } from "tarn/when.js";
import { findFirst, isDoubted, joinEqual, listUnsupported, putBearingFirst, putDoubtedFirst } from "tarn/views/memory/joined_sentences.js";
import { Brief, Hearsay, MemoryLink, tellEvidence } from "tarn/views/memory/parts.js";
import { Verdict, describeChecks, explainVerdict } from "tarn/views/memory/verdicts.js";

const CHECKER = "Tarn’s own rules hold each sentence against the memories that it names, word by word; no model is asked.";

// All sentences of a summary, those in doubt first, or by one press these alone; what the line beside some of them means stands above.
// `most`: so many are shown at first.
export function Prose({ place, summary, most = Infinity }) {
  const { sentences } = summary;
  const [isDoubt, doubt] = useState(false);
  const [isWhole, showAll] = useState(false);
  const [isProved, prove] = useState(false);
  const joined = joinEqual(sentences);
  const wanted = isDoubt ? listUnsupported(joined) : putDoubtedFirst(joined);
  const shown = isWhole || isDoubt ? wanted : wanted.slice(0, most);
  const borne = joined.some((each) => each.seqs.length > 0);
  return html`
    <div class="checks small"><p title=${CHECKER}><${Checks} sentences=${sentences} isDoubt=${isDoubt} doubt=${doubt} /></p>
      <${Hearsay} summary=${summary} />
      ${joined.length > 1 && html`<p class="order">${isDoubt ? "What is not supported alone" : wanted.some(isDoubted) ? "What is not supported first, then all in the order of their memories" : "In the order of their memories"}</p>`}
      ${borne && html`<button class="prove" aria-pressed=${isProved} onClick=${() => prove(!isProved)}>All their memories</button>`}</div>
    <${Sentences} key=${isProved} place=${place} sentences=${shown} isProved=${isProved} />
    ${wanted.length > shown.length && html`<p><button onClick=${() => showAll(true)}>All ${wanted.length.toLocaleString()} sentences</button></p>`}
  `;
}

// A day stands beside the first sentence that rests on a memory of it.
export function Sentences({ place, sentences, isProved = false }) {
  const days = listDays(sentences);
  return html`<ol class="sentences">${sentences.map((each, n) => html`
    <${Sentence} key=${each.text} place=${place} sentence=${each} isProved=${isProved} day=${days[n]} />
  `)}</ol>`;
}

// The day of each sentence, empty where it is the one above; what is in doubt stands outside of the days.
function listDays(sentences) {
  let above = "";
  return sentences.map((each) => {
    const first = each.memories.find(({ seq }) => seq === findFirst(each));
    const day = first && !isDoubted(each) ? formatShortDay(first.at) : above;
    if (day === above) return "";
    above = day;
    return day;
  });
}

// What is in doubt can be pressed: then nothing else is shown, until it is pressed again.
function Checks({ sentences, isDoubt, doubt }) {
  const told = describeChecks(sentences);
  const [isCalm, isDoubtful] = [([kind]) => kind === "supported", ([kind]) => kind !== "supported"];
  const doubts = told.filter(isDoubtful);
  return html`
    ${told.filter(isCalm).map(([kind, words]) => html`<span key=${kind} class=${`verdict ${kind}`}>${words}</span>`)}
    ${doubts.length > 0 && html`<button class="doubts leads" aria-pressed=${isDoubt} title=${isDoubt ? "Show all sentences" : "Show these alone"} onClick=${() => doubt(!isDoubt)}>${doubts.map(([kind, words]) => html`<span key=${kind} class=${`verdict ${kind}`}>${words}</span>`)}</button>`}
  `;
}

// What is in doubt is open, with its mark in the margin and why; all others open at a press.
export function Sentence({ place, sentence, isProved, day }) {
  const { speaker, text, times = 1, written, seqs } = sentence;
  const doubted = isDoubted(sentence);
  const [isOpen, open] = useState(doubted || isProved);
  const notes = [
    times > 1 && `${times} times`,
    speaker && !text.includes(speaker) && `heard from ${speaker}`,
    written && `written by a person, ${formatWhen(written)}`,
    seqs.length === 0 && !written && "on which memories it rests is not recorded",
  ].filter(Boolean).join(" · ");
  const said = html`<span class="text">${quote(text)}</span>${notes && html` <span class="quiet small">${notes}</span>`} <${Verdict} verdict=${sentence.verdict} />`;
  return html`
    <li class=${["sentence", speaker && "hearsay", DOUBTS[sentence.verdict]].filter(Boolean).join(" ")}>
      ${day && html`<span class="when small">${day}</span>`}
      ${seqs.length > 0 ? html`<button class="said" aria-expanded=${isOpen} title="The memories that it rests on" onClick=${() => open(!isOpen)}>${said}</button>` : html`<p class="said">${said}</p>`}
      ${seqs.length > 0 && !isOpen && html`<${Beside} place=${place} sentence=${sentence} />`}
      ${isOpen && html`<div class="rests small">
        ${doubted && html`<p class="reason">${explainVerdict(sentence)}</p>`}
        <${Rests} place=${place} sentence=${sentence} />
      </div>`}
    </li>
  `;
}

// The memory that bears it out best, in a wide window with its words, and how many others there are: a press shows them all.
function Beside({ place, sentence }) {
  const { seqs, memories, best } = sentence;
  const seq = findFirst(sentence);
  const memory = memories.find((each) => each.seq === seq);
  const others = seqs.length - 1;
  return html`<p class="refs small"><${MemoryLink} place=${place} seq=${seq} /> ${memory && html`<span class="in-short quiet">${quote(tellEvidence(memory.text, best?.line))}</span> `}${others > 0 && html`<span class="quiet more" title=${`and ${others === 1 ? "one more memory" : `${others} more memories`}`}>+${others}</span>`}</p>`;
}

const DOUBTS = { contradicts: "doubted denied", "cannot tell": "doubted" };

// Those that bear it out by themselves first; of very many the rest by their numbers.
function Rests({ place, sentence }) {
  const { seqs, memories } = sentence;
  const unread = seqs.slice(memories.length);
  return html`
    <ul class="memories">${putBearingFirst(sentence).map((each) => html`<${Brief} key=${each.seq} place=${place} memory=${each} />`)}</ul>
    ${unread.length > 0 && html`<p class="unread">${unread.map((seq) => html`<${MemoryLink} key=${seq} place=${place} seq=${seq} /> `)}</p>`}
  `;
}
