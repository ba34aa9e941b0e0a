// What two of them said last, as it was said: the oldest first.
import { html } from "tarn/html.js";
import { usePersons } from "tarn/persons.js";
import { formatPlace } from "tarn/place.js";
import { nameSpeaker, splitMemory } from "tarn/readable.js";
import { Term } from "tarn/term.js";
import { formatDay, formatHour, formatShortDay } from "tarn/time.js";
import { countLines } from "tarn/views/people/common.js";
import { When, quote } from "tarn/when.js";

// `earlier`: so many lines are older than these; `showEarlier` shows more of them, if it can.
export function LatestTalk({ agent, other, latest, earlier = 0, showEarlier }) {
  const lines = listOnce(latest);
  return html`
    <section class="card" aria-label="Said last">
      <div class="caption">
        <h3>What was said last</h3>
        <p class="quiet small">${earlier > 0 ? `the newest ${latest.length.toLocaleString("en")} of ${countLines(latest.length + earlier)}, ` : ""}newest at the end</p>
      </div>
      ${earlier > 0 && showEarlier && html`<p><button class="earlier" onClick=${showEarlier}>Earlier lines (${earlier.toLocaleString("en")})</button></p>`}
      <ol class="latest-talk">${markRuns(lines, agent, other).flatMap(({ each, talk, isNewDay, run, isNewMinute }) => [
        isNewDay && html`<li class="day" key=${`day ${each.seq}`}>${formatShortDay(each.at)}</li>`,
        run && html`<li class="run quiet" key=${`run ${each.seq}`}><span>${run}</span></li>`,
        html`<${Line} key=${each.seq} agent=${agent} each=${each} talk=${talk} isNewMinute=${isNewMinute} />`,
      ])}</ol>
      <p class="quiet small">Left out: what was only <${Term} of="overheard">overheard<//>.</p>
    </section>
  `;
}

// Each line of a day once, where it was said last: lines of a day and their times are as many as that day is said to have.
function listOnce(latest) {
  const lines = new Map();
  for (const each of latest) {
    const key = `${formatDay(each.at)}\n${each.text}`;
    const times = (lines.get(key)?.times || 0) + 1;
    lines.delete(key);
    lines.set(key, { ...each, times });
  }
  return [...lines.values()];
}

// What is the same for lines that follow each other stands once: their day, their minute, and whether the two spoke to each other alone.
function markRuns(lines, agent, other) {
  let [day, minute, isAside] = ["", "", false];
  return lines.map((each) => {
    const talk = splitTalk(splitMemory(each.text)[2], agent, other);
    const own = [formatDay(each.at), formatHour(each.at)];
    const isNewDay = own[0] !== day;
    const run = isNewDay && !talk.isAside || talk.isAside === isAside && !isNewDay ? "" : talk.isAside ? "to each other alone" : "aloud";
    const found = { each, talk, isNewDay, run, isNewMinute: isNewDay || Boolean(run) || own[1] !== minute };
    [day, minute, isAside] = [...own, talk.isAside];
    return found;
  });
}

function Line({ agent, each, talk, isNewMinute }) {
  const colorOf = usePersons();
  const { speaker, told, words } = talk;
  return html`
    <li>
      <span class=${isNewMinute ? "quiet when" : "quiet when same"}><${When} at=${each.at} dated /></span>
      <span class="text who" title=${told} style=${{ color: `var(${colorOf(speaker)})` }}>${speaker}</span>
      <span class="text">${words}${each.times > 1 && html` <span class="quiet about">${each.times} times</span>`}</span>
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
  if (!manner) return { speaker, told: null, words: quote(nameSpeaker(text, agent)), isAside: false };
  return { speaker, told: nameSpeaker(before, agent), words: quote(`“${words}”`), isAside: /^(tell|whisper)/.test(manner) };
}
