// A page of a journal: what is so now, what was so before, and what people wrote there.
import { html } from "tarn/html.js";
import { formatPlace } from "tarn/place.js";
import { Term } from "tarn/term.js";

export function JournalPage({ agent, page }) {
  const met = [page.first_met && `first met on ${page.first_met}`, page.last_met && `newest note of ${page.last_met}`].filter(Boolean);
  return html`
    <div class="journal">
      ${met.length > 0 && html`<p class="quiet">${met.join(", ")}</p>`}
      <${Written} text=${page.above} />
      ${page.sections.map((section, n) => html`<${Section} key=${n} agent=${agent} section=${section} />`)}
      <${Written} text=${page.below} />
      ${page.more > 0 && html`<p class="quiet">And ${page.more} lines more, in the file.</p>`}
    </div>
  `;
}

function Written({ text }) {
  if (!text) return null;
  return html`<div class="written"><p class="quiet">Written by a person:</p><p class="text">${text}</p></div>`;
}

function Section({ agent, section }) {
  const lines = [...section.lines].sort((one, other) => other.importance - one.importance);
  const now = lines.filter((line) => !line.over && line.to.length === 0);
  const overheard = lines.filter((line) => !line.over && line.to.length > 0);
  const before = lines.filter((line) => line.over);
  return html`
    ${section.title && html`<h4 class="text">${section.title}</h4>`}
    <${Lines} agent=${agent} lines=${now} title=${section.title} />
    ${overheard.length > 0 && html`
      <p class="quiet so"><${Term} of="overheard">Overheard<//>: said to somebody else.</p>
      <${Lines} agent=${agent} lines=${overheard} title=${section.title} className="aside" />
    `}
    ${before.length > 0 && html`
      <p class="quiet so">What was so before:</p>
      <${Lines} agent=${agent} lines=${before} title=${section.title} className="before" />
    `}
  `;
}

// A day stands once, above what was noted then: first that of what matters most.
function Lines({ agent, lines, title, className }) {
  const days = [...new Set(lines.map((line) => line.day || ""))];
  return html`
    <ul class=${className}>${days.flatMap((day) => [
      day && html`<li class="day" key=${day}><a title="All of that day" href=${formatPlace("people", [agent], { day })}>${day}</a></li>`,
      ...lines.filter((line) => (line.day || "") === day).map((line, n) => html`<${Line} key=${`${day} ${n}`} agent=${agent} line=${line} title=${title} />`),
    ])}</ul>
  `;
}

function Line({ agent, line, title }) {
  const told = line.origin.replace("heard from ", "");
  const origin = title === `What ${told} told me` ? "" : line.origin;
  const to = line.to.length > 0 && `to ${line.to.join(" and ")}`;
  const mentions = line.mentions.length > 0 && `about ${line.mentions.join(" and ")}`;
  const about = [line.times > 1 && `${line.times} times`, origin, to, mentions, ...line.about].filter((each) => each && each !== "own");
  return html`
    <li>
      <span class="text">${line.text}</span>
      <span class="quiet text about">${about.length > 0 && `${about.join(" · ")} `}${line.memories.map((seq) => html`<a key=${seq} href=${formatPlace("memory", [agent], { memory: seq })}>#${seq}</a> `)}</span>
    </li>
  `;
}
