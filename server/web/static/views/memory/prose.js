// Summaries to be read: each sentence with the memories that it rests on beside it, so that nothing moves when they are looked at.
import { useState } from "preact/hooks";
import { html } from "tarn/html.js";
import { formatWhen, quote } from "tarn/when.js";
import { isDoubted, joinEqual, listDoubted, putBearingFirst, putDoubtedFirst } from "tarn/views/memory/joined_sentences.js";
import { Brief, Hearsay, MemoryLink } from "tarn/views/memory/parts.js";
import { Verdict, describeChecks, explainVerdict } from "tarn/views/memory/verdicts.js";

// So many memories stand beside a sentence; the rest comes at a press.
const BESIDE = 2;

// All sentences of a summary, those in doubt first, or by one press these alone; what the line beside some of them means stands above.
// `most`: so many are shown at first.
export function Prose({ place, summary, most = Infinity }) {
  const { sentences } = summary;
  const [isDoubt, doubt] = useState(false);
  const [isWhole, showAll] = useState(false);
  const joined = joinEqual(sentences);
  const wanted = isDoubt ? listDoubted(joined) : putDoubtedFirst(joined);
  const shown = isWhole || isDoubt ? wanted : wanted.slice(0, most);
  return html`
    <p class="checker small quiet">Tarn’s own rules hold each sentence against the memories that it names, word by word; no model is asked.</p>
    <div class="checks small quiet"><p><${Checks} sentences=${sentences} isDoubt=${isDoubt} doubt=${doubt} /> <${Hearsay} summary=${summary} /></p><p>what it rests on</p></div>
    <ol class="sentences">${shown.map((each) => html`<${Sentence} key=${each.text} place=${place} sentence=${each} />`)}</ol>
    ${wanted.length > shown.length && html`<p><button onClick=${() => showAll(true)}>All ${wanted.length.toLocaleString()} sentences</button></p>`}
  `;
}

// What is in doubt can be pressed: then nothing else is shown, until it is pressed again.
function Checks({ sentences, isDoubt, doubt }) {
  const told = describeChecks(sentences);
  const [isCalm, isDoubtful] = [([kind]) => kind === "supported" || kind === "unknown", ([kind]) => kind === "contradicted" || kind === "unsupported"];
  const doubts = told.filter(isDoubtful);
  return html`
    ${told.filter(isCalm).map(([kind, words]) => html`<span key=${kind} class=${`verdict ${kind}`}>${words}</span>`)}
    ${doubts.length > 0 && html`<button class="doubts leads" aria-pressed=${isDoubt} title=${isDoubt ? "Show all sentences" : "Show these alone, and why"} onClick=${() => doubt(!isDoubt)}>${doubts.map(([kind, words]) => html`<span key=${kind} class=${`verdict ${kind}`}>${words}</span>`)}</button>`}
  `;
}

// What is in doubt has its mark in the margin, and why stands beside it.
export function Sentence({ place, sentence }) {
  const { speaker, text, times = 1, written, seqs } = sentence;
  const notes = [
    times > 1 && `${times} times`,
    speaker && !text.includes(speaker) && `heard from ${speaker}`,
    written && `written by a person, ${formatWhen(written)}`,
  ].filter(Boolean).join(" · ");
  return html`
    <li class=${["sentence", speaker && "hearsay", DOUBTS[sentence.verdict]].filter(Boolean).join(" ")}>
      <p class="said"><span class="text">${quote(text)}</span>${notes && html` <span class="quiet small">${notes}</span>`} <${Verdict} verdict=${sentence.verdict} /></p>
      <div class="rests small">
        ${isDoubted(sentence) && html`<p class="reason">${explainVerdict(sentence)}</p>`}
        ${seqs.length === 0 && !written && html`<p class="unknown">on which memories it rests is not recorded</p>`}
        ${seqs.length > 0 && html`<${Rests} place=${place} sentence=${sentence} />`}
      </div>
    </li>
  `;
}

const DOUBTS = { contradicts: "doubted denied", "cannot tell": "doubted" };

function Rests({ place, sentence }) {
  const { seqs, memories } = sentence;
  const list = (some) => html`<ul class="memories">${some.map((each) => html`<${Brief} key=${each.seq} place=${place} memory=${each} />`)}</ul>`;
  const unread = seqs.slice(memories.length);
  const named = putBearingFirst(sentence);
  const [first, more] = [named.slice(0, BESIDE), named.slice(BESIDE)];
  const left = more.length + unread.length;
  return html`
    ${list(first)}
    ${left > 0 && html`<details class="further"><summary>${left.toLocaleString()} more that it names</summary>
      ${list(more)}${unread.length > 0 && html`<p>${unread.map((seq) => html`<${MemoryLink} key=${seq} place=${place} seq=${seq} /> `)}</p>`}
    </details>`}
  `;
}
