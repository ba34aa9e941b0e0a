// Two of them: how much they talk, what was said last, and what each page says of the other.
import { useAnswer } from "tarn/asking.js";
import { html } from "tarn/html.js";
import { formatPlace } from "tarn/place.js";
import { nameSpeaker, splitMemory } from "tarn/readable.js";
import { Term } from "tarn/term.js";
import { Moment, ZONE, groupByDay } from "tarn/time.js";
import { Span, Waiting, Way, countLines, makePath } from "tarn/views/people/common.js";
import { JournalPage } from "tarn/views/people/journal_page.js";
import { TalkDays } from "tarn/views/people/talk_days.js";

export function PairTalk({ agent, other }) {
  const [data, error] = useAnswer(`${makePath("talk", agent, other)}?${new URLSearchParams({ zone: ZONE })}`);
  if (!data) return html`<${Way} agent=${agent} last=${other} /><${Waiting} error=${error} />`;
  const { agent: own, with: them } = data;
  return html`
    <${Way} agent=${own} last=${them} />
    <h2><span class="text">${own}</span> and <span class="text">${them}</span></h2>
    <${Lead} data=${data} />
    <div class="pair">
      <div>
        ${data.days.length > 1 && html`<${TalkDays} days=${data.days} agent=${own} other=${them} />`}
        ${data.latest.length > 0 && html`<${Latest} agent=${own} other=${them} latest=${data.latest} />`}
      </div>
      <div class="pages">
        <${Page} agent=${own} of=${them} page=${data.page} />
        ${data.is_agent && html`<${Page} agent=${them} of=${own} page=${data.other_page} />`}
      </div>
    </div>
  `;
}

function Lead({ data }) {
  const { pair, days } = data;
  if (!pair) return html`<p class="quiet">${data.agent} remembers no talk with ${data.with}.</p>`;
  const heard = days.reduce((sum, day) => sum + day.heard, 0);
  const said = days.reduce((sum, day) => sum + day.said, 0);
  const shares = heard + said === pair.talks && html`: ${heard} by ${data.with}, ${said} by ${data.agent}`;
  return html`<p>They have talked <${Span} first=${pair.first} last=${pair.last} />. ${data.agent} remembers ${countLines(pair.talks)}${shares}.</p>`;
}

// What was said last, each line once, where it was said last.
function Latest({ agent, other, latest }) {
  const times = new Map();
  for (const each of latest) times.set(each.text, (times.get(each.text) || 0) + 1);
  const last = latest.filter((each, n) => !latest.slice(n + 1).some((later) => later.text === each.text));
  return html`
    <section aria-label="Said last">
      <h3>What was said last, as ${agent} remembers it</h3>
      <p class="quiet small">What ${other} said to ${agent} or to all, and ${agent} to ${other} or to all; what was only <${Term} of="overheard">overheard<//> is not counted as talk.</p>
      <ol class="latest-talk">${groupByDay(last, (each) => html`
        <li key=${each.seq} class=${splitMemory(each.text)[2].startsWith("You ") ? "own" : "heard"}>
          <span class="quiet when"><${Moment} at=${each.at} dated /></span>
          <span class="text">${nameSpeaker(splitMemory(each.text)[2], agent)}${times.get(each.text) > 1 && html` <span class="quiet about">${times.get(each.text)} times</span>`}</span>
          <a href=${formatPlace("memory", [agent], { memory: each.seq })}>#${each.seq}</a>
        </li>
      `)}</ol>
    </section>
  `;
}

function Page({ agent, of, page }) {
  return html`
    <section aria-label=${`What ${agent} has noted of ${of}`}>
      <h3>What ${agent} has noted of ${of} <span class="quiet">(“I” is ${agent})</span></h3>
      ${page
        ? html`<${JournalPage} agent=${agent} page=${page} />`
        : html`<p class="quiet">Nothing yet: notes are made when memories are summed up.</p>`}
    </section>
  `;
}
