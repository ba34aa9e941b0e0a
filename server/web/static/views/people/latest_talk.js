// What two of them said last, as it was said: the oldest first, and shown from its end.
import { useLayoutEffect, useRef } from "preact/hooks";
import { html } from "tarn/html.js";
import { usePersons } from "tarn/persons.js";
import { formatPlace } from "tarn/place.js";
import { nameSpeaker, splitMemory } from "tarn/readable.js";
import { Term } from "tarn/term.js";
import { formatDay, formatShortDay } from "tarn/time.js";
import { When, quote } from "tarn/when.js";

export function LatestTalk({ agent, other, latest }) {
  const lines = listOnce(latest);
  const list = useRef(null);
  // The list scrolls by itself where it is long.
  useLayoutEffect(() => { list.current.scrollTop = list.current.scrollHeight; }, [lines.length, other]);
  return html`
    <section class="card" aria-label="Said last">
      <div class="caption">
        <h3>What was said last</h3>
        <p class="quiet small">newest at the end</p>
      </div>
      <ol class="latest-talk" ref=${list} tabindex="0" aria-label="Lines">${lines.flatMap((each, n) => [
        (n === 0 || formatDay(each.at) !== formatDay(lines[n - 1].at)) && html`<li class="day" key=${`day ${each.seq}`}>${formatShortDay(each.at)}</li>`,
        html`<${Line} key=${each.seq} agent=${agent} other=${other} each=${each} />`,
      ])}</ol>
      <p class="quiet small">Left out: what was only <${Term} of="overheard">overheard<//>.</p>
    </section>
  `;
}

// Each line once, where it was said last.
function listOnce(latest) {
  const times = new Map();
  for (const each of latest) times.set(each.text, (times.get(each.text) || 0) + 1);
  const last = latest.filter((each, n) => !latest.slice(n + 1).some((later) => later.text === each.text));
  return last.map((each) => ({ ...each, times: times.get(each.text) }));
}

function Line({ agent, other, each }) {
  const colorOf = usePersons();
  const { speaker, isOwn, told, words, isAside } = splitTalk(splitMemory(each.text)[2], agent, other);
  return html`
    <li>
      <span class="quiet when"><${When} at=${each.at} dated /></span>
      <span class="text who" title=${told} style=${{ color: `var(${colorOf(speaker)})` }}>${speaker}</span>
      <span class="text">${words}${isAside && html` <span class="quiet about">to ${isOwn ? other : agent} alone</span>`}${each.times > 1 && html` <span class="quiet about">${each.times} times</span>`}</span>
      <a class="seq" title="The memory" href=${formatPlace("memory", [agent], { memory: each.seq })}>#${each.seq}</a>
    </li>
  `;
}

// Who said it, how that is told, and the words; what is no speech, such as a gesture, is a sentence and stays one.
function splitTalk(text, agent, other) {
  const isOwn = text.startsWith("You ");
  const speaker = isOwn ? agent : other;
  const [, before, words] = text.match(/^([^"\n]{1,200}), "([^]*)"$/) || [];
  const manner = before && (isOwn ? before.slice(4) : before.startsWith(`${other} `) && before.slice(other.length + 1));
  if (!manner) return { speaker, isOwn, told: null, words: quote(nameSpeaker(text, agent)), isAside: false };
  return { speaker, isOwn, told: nameSpeaker(before, agent), words: quote(`“${words}”`), isAside: /^(tell|whisper)/.test(manner) };
}
