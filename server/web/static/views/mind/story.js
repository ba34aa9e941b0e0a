// A turn as it happened: in one sentence what was done, why, and below it what led to it and what came of it.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { html } from "tarn/html.js";
import { formatPlace } from "tarn/place.js";
import { Remembered, nameSpeaker, splitReason } from "tarn/readable.js";
import { Term } from "tarn/term.js";
import { quote, formatWhen } from "tarn/when.js";
import { Headline } from "tarn/views/mind/headline.js";
import { Since } from "tarn/views/mind/words.js";

const MOST = 4;
const SENSES = { heard: "Heard", before: "Heard before", seen: "Saw", thought: "Thought" };

// `turn`: the number of the turn that was chosen, if one was; `decided`: what the log tells of who decided it.
export function Story({ story, name, turn, decided }) {
  if (!story) return html`<p class="quiet">It has not taken a turn yet.</p>`;
  const { result } = story;
  const [command, told] = splitReason(story.command);
  const reason = told || story.reason;
  const heard = choose(story.new, "heard");
  const seen = heard.length ? [] : choose(story.new, "seen");
  const thoughts = choose(story.new, "thought");
  return html`
    <section class="story" aria-label="What happened">
      <p class="when">${turn ? html`<b><${Term} of="turn">Turn<//> ${story.number}</b>` : html`<b>Its last turn, <a href=${formatPlace("mind", [name], { turn: story.number })}>turn ${story.number}</a></b>`} · ${formatWhen(story.at)} · <${Since} at=${story.at} /></p>
      <${Headline} name=${name} command=${command} result=${result} turn=${decided} reason=${reason} />
      <dl>
        ${heard.length + seen.length === 0 && html`<div><dt>Heard</dt><dd class="quiet">nothing new</dd></div>`}
        <${Memories} kind="before" memories=${story.heard_before ? [story.heard_before] : []} name=${name} />
        <${Memories} kind="heard" memories=${heard} name=${name} />
        <${Memories} kind="seen" memories=${seen} name=${name} />
        <${Memories} kind="thought" memories=${thoughts} name=${name} />
        ${story.waiting && html`<div><dt>Not answered</dt><dd class="bad"><${Waiting} question=${story.waiting} name=${name} /></dd></div>`}
        ${result && !repeats(result, command) && html`<div><dt>Came of it</dt><dd><${Result} key=${story.number} text=${quote(result)} /></dd></div>`}
      </dl>
    </section>
  `;
}

// A long one begins, and is whole at a press.
function Result({ text }) {
  const words = useRef(null);
  const [isLong, setLong] = useState(false);
  const [isWhole, setWhole] = useState(false);
  useLayoutEffect(() => setLong(words.current.scrollHeight > words.current.clientHeight + 1), [text]);
  return html`
    <p ref=${words} class=${isWhole ? "text result" : "text result begun"}>${text}</p>
    ${isLong && html`<button class="leads more" aria-expanded=${isWhole} onClick=${() => setWhole(!isWhole)}>${isWhole ? "less" : "… more"}</button>`}
  `;
}

function choose(memories, kind) {
  return memories.filter((each) => each.kind === kind).slice(-MOST);
}

function Memories({ kind, memories, name }) {
  if (!memories.length) return null;
  return html`
    <div class=${kind}><dt>${SENSES[kind]}</dt><dd>${memories.map((each) => html`
      <p key=${each.seq}><span class="text"><${Remembered} text=${quote(tell(each, name))} />${each.cut && "…"}</span>${kind === "before" && html` <span class="quiet">${formatWhen(each.at)}</span>`} <${Seq} name=${name} seq=${each.seq} /></p>
    `)}</dd></div>
  `;
}

// As a third person reads it: "Ada tells Moss", "Moss thinks".
function tell({ kind, text }, name) {
  return kind === "thought" ? text.replace(/(^|\n)You (think|dream),/, (_, begin, verb) => `${begin}${name} ${verb}s,`) : nameSpeaker(text, name);
}

function Waiting({ question, name }) {
  const turns = question.turns === 1 ? "in this turn" : `in ${question.turns} turns`;
  return html`✗ the question <${Seq} name=${name} seq=${question.seq} />, ${question.said ? html`${turns}; then it said <${Seq} name=${name} seq=${question.said} />` : html`${turns} until now`}`;
}

function Seq({ name, seq }) {
  return html`<a class="seq" href=${formatPlace("memory", [name], { memory: seq })}>#${seq}</a>`;
}

// Of speech the world says what the line said, of a gesture what is seen.
function repeats(result, command) {
  const [verb, ...rest] = command.split(" ");
  const words = rest.slice(verb === "emote" || verb === "say" ? 0 : 1).join(" ");
  return words !== "" && result.includes(words) && result.length < command.length + 40;
}
