// A page of a journal: what is so now, what was so before, and what people wrote there.
import { html } from "tarn/html.js";
import { formatPlace } from "tarn/place.js";
import { Term } from "tarn/term.js";
import { quote } from "tarn/when.js";
import { shortenDay, splitNote } from "tarn/views/people/common.js";

// `of`: whose page it is, if it is of a person. What the agent only saw, said or did is folded there: it tells little of them.
export function JournalPage({ agent, page, of }) {
  const met = [page.first_met && `first met ${shortenDay(page.first_met)}`, page.last_met && `newest note ${shortenDay(page.last_met)}`].filter(Boolean);
  const isFolded = (line) => Boolean(of) && line.kind === "lived";
  const sections = page.sections.map(({ title, lines }) => ({ title, lines: lines.filter((line) => !isFolded(line)) }));
  const folded = page.sections.flatMap(({ lines }) => lines.filter(isFolded));
  const shown = sections.filter((section) => section.lines.length > 0);
  return html`
    <div class="journal">
      <div class="caption">
        <p class="quiet small">${met.join(", ")}</p>
        <p class="quiet small">newest at the end</p>
      </div>
      <${Written} text=${page.above} />
      ${shown.map((section, n) => html`<${Section} key=${n} agent=${agent} of=${of} section=${section} />`)}
      ${shown.length === 0 && folded.length > 0 && html`<p class="quiet">Nothing but what it saw, said and did.</p>`}
      <${Written} text=${page.below} />
      ${folded.length > 0 && html`
        <details>
          <summary>What ${agent} saw, said and did with <span class="text">${of}</span> (${folded.length})</summary>
          <${Parts} agent=${agent} lines=${folded} />
        </details>
      `}
      ${page.more > 0 && html`<p class="quiet">And ${page.more} lines more, in the file.</p>`}
    </div>
  `;
}

function Written({ text }) {
  if (!text) return null;
  return html`<div class="written"><p class="quiet">Written by a person:</p><p class="text">${text}</p></div>`;
}

// The file is written as the agent would say it; here somebody else reads.
function nameSection(title, agent, of) {
  const names = { "What I know": `${agent}’s own notes`, [`What ${of} told me`]: `What ${of} told ${agent}`, "Our conversations": "Their conversations" };
  return Object.hasOwn(names, title) ? names[title] : title;
}

function Section({ agent, of, section }) {
  const { title, lines } = section;
  const teller = title === `What ${of} told me` ? of : "";
  return html`
    ${title && html`<h4 class="text">${of ? nameSection(title, agent, of) : title}</h4>`}
    <${Parts} agent=${agent} lines=${lines} teller=${teller} />
  `;
}

// As they were noted, and of one day first what matters most; apart from it what was overheard, and what is so no more.
function Parts({ agent, lines, teller }) {
  const sorted = [...lines].sort((one, other) => (one.day || "").localeCompare(other.day || "") || other.importance - one.importance);
  const now = sorted.filter((line) => !line.over && line.to.length === 0);
  const overheard = sorted.filter((line) => !line.over && line.to.length > 0);
  const before = sorted.filter((line) => line.over);
  return html`
    ${now.length > 0 && html`<${Lines} agent=${agent} lines=${now} teller=${teller} />`}
    ${overheard.length > 0 && html`
      <p class="quiet so"><${Term} of="overheard">Overheard<//>: said to somebody else.</p>
      <${Lines} agent=${agent} lines=${overheard} teller=${teller} className="aside" />
    `}
    ${before.length > 0 && html`
      <p class="quiet so">What was so before:</p>
      <${Lines} agent=${agent} lines=${before} teller=${teller} className="before" />
    `}
  `;
}

// A day stands once, beside the first line of what was noted then.
function Lines({ agent, lines, teller, className }) {
  const days = [...new Set(lines.map((line) => line.day || ""))];
  return html`
    <ul class=${[className, days.some(Boolean) && "dated"].filter(Boolean).join(" ")}>${days.flatMap((day) => (
      lines.filter((line) => (line.day || "") === day).map((line, n) => html`<${Line} key=${`${day} ${n}`} agent=${agent} line=${line} teller=${teller} day=${n === 0 && day} />`)
    ))}</ul>
  `;
}

function Line({ agent, line, teller, day }) {
  const [speaker, words] = line.kind === "told" ? splitNote(line.text) : ["", quote(line.text)];
  const told = !speaker || speaker === teller ? words : `${speaker}: ${words}`;
  const about = listAbout(line, teller).join(" · ");
  return html`
    <li>
      ${day && html`<a class="day" title=${`All of ${shortenDay(day)}`} href=${formatPlace("people", [agent], { day })}>${shortenDay(day)}</a>`}
      <span class="what"><span class="text">${told}</span>${about && html` <span class="quiet text about">${about}</span>`}</span>
      <span class="seqs">${line.memories.map((seq) => html`<a key=${seq} title="The memory" href=${formatPlace("memory", [agent], { memory: seq })}>#${seq}</a> `)}</span>
    </li>
  `;
}

// Its own words tell whom it is heard from, or that the agent saw or did it.
function listAbout(line, teller) {
  const told = line.origin.replace("heard from ", "");
  const origin = ["own", "seen", teller && `heard from ${teller}`].includes(line.origin) || line.text.startsWith(`${told} `) ? "" : line.origin;
  const to = line.to.length > 0 && `to ${line.to.join(" and ")}`;
  const mentions = line.mentions.length > 0 && `about ${line.mentions.join(" and ")}`;
  return [line.times > 1 && `${line.times}\u00a0times`, origin, to, mentions, ...line.about].filter(Boolean);
}
