// What led to a turn and what came of it: what was said to the agent, what it thought, what it did.
import { html } from "tarn/html.js";
import { formatPlace } from "tarn/place.js";
import { Remembered, splitReason } from "tarn/readable.js";
import { formatTime } from "tarn/time.js";
import { Term } from "tarn/term.js";
import { Line } from "tarn/views/mind/line.js";
import { Since } from "tarn/views/mind/words.js";

const MOST = 4;
const SENSES = { heard: "Heard", before: "Heard before", seen: "Saw", thought: "Thought" };

export function Story({ story, name, turn }) {
  if (!story) return html`<p class="quiet">It has not taken a turn yet.</p>`;
  const { result } = story;
  const [command, told] = splitReason(story.command);
  const reason = told || story.reason;
  const heard = choose(story.new, "heard");
  const seen = heard.length ? [] : choose(story.new, "seen");
  const thoughts = choose(story.new, "thought");
  return html`
    <section class="story" aria-label="What happened">
      <h3>${turn ? html`<${Term} of="turn">Turn<//> ${story.number}` : html`Its last turn, <a href=${formatPlace("mind", [name], { turn: story.number })}>turn ${story.number}</a>`}, <${Since} at=${story.at} /></h3>
      <dl>
        ${heard.length + seen.length === 0 && html`<div><dt>Heard</dt><dd class="quiet">nothing since the turn before</dd></div>`}
        <${Memories} kind="before" memories=${story.heard_before ? [story.heard_before] : []} name=${name} />
        <${Memories} kind="heard" memories=${heard} name=${name} />
        <${Memories} kind="seen" memories=${seen} name=${name} />
        <${Memories} kind="thought" memories=${thoughts} name=${name} />
        <div class="deed"><dt>Did</dt><dd class="text command">${command ? html`<${Line} command=${command} />` : html`<span class="quiet">nothing</span>`}</dd></div>
        ${story.waiting && html`<div><dt>Not answered</dt><dd class="bad"><${Waiting} question=${story.waiting} name=${name} /></dd></div>`}
        ${reason && html`<div><dt>Because</dt><dd class="text">${reason}</dd></div>`}
        ${result && !repeats(result, command) && html`<div><dt>Came of it</dt><dd class="text result" tabindex="0">${result}</dd></div>`}
      </dl>
    </section>
  `;
}

function choose(memories, kind) {
  return memories.filter((each) => each.kind === kind).slice(-MOST);
}

function Memories({ kind, memories, name }) {
  if (!memories.length) return null;
  return html`
    <div class=${kind}><dt>${SENSES[kind]}</dt><dd>${memories.map((each) => html`
      <p key=${each.seq}><span class="text"><${Remembered} text=${each.text} />${each.cut && "…"}</span>${kind === "before" && html` <span class="quiet">${formatTime(each.at)}</span>`} <${Seq} name=${name} seq=${each.seq} /></p>
    `)}</dd></div>
  `;
}

function Waiting({ question, name }) {
  const turns = question.turns === 1 ? "in this turn" : `in ${question.turns} turns`;
  return html`✗ the question <${Seq} name=${name} seq=${question.seq} />, ${question.said ? html`${turns}; then it said <${Seq} name=${name} seq=${question.said} />` : html`${turns} until now`}`;
}

function Seq({ name, seq }) {
  return html`<a class="seq" href=${formatPlace("memory", [name], { memory: seq })}>#${seq}</a>`;
}

// Of speech the world says what the line said.
function repeats(result, command) {
  const words = command.split(" ").slice(2).join(" ");
  return words !== "" && result.includes(words) && result.length < command.length + 40;
}
