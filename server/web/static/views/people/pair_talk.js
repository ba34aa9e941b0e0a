// Two of them: how much they talk, what was said last, and what each page says of the other.
import { useAnswer } from "tarn/asking.js";
import { html } from "tarn/html.js";
import { formatPlace } from "tarn/place.js";
import { ZONE } from "tarn/time.js";
import { Ago, Span, Waiting, Way, countLines, makePath } from "tarn/views/people/common.js";
import { JournalPage } from "tarn/views/people/journal_page.js";

const HEIGHT = 48;
const MOST_DAYS = 60;

export function PairTalk({ agent, other }) {
  const [data, error] = useAnswer(`${makePath("talk", agent, other)}?${new URLSearchParams({ zone: ZONE })}`);
  if (!data) return html`<${Way} agent=${agent} last=${other} /><${Waiting} error=${error} />`;
  const { agent: own, with: them } = data;
  return html`
    <${Way} agent=${own} last=${them} />
    <h2><span class="text">${own}</span> and <span class="text">${them}</span></h2>
    <${Lead} data=${data} />
    ${data.days.length > 1 && html`<${Days} days=${fillDays(data.days).slice(-MOST_DAYS)} agent=${own} other=${them} />`}
    <div class="pages">
      <${Page} agent=${own} of=${them} page=${data.page} />
      ${data.is_agent && html`<${Page} agent=${them} of=${own} page=${data.other_page} />`}
    </div>
    ${data.latest.length > 0 && html`<${Latest} agent=${own} latest=${data.latest} />`}
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
function Latest({ agent, latest }) {
  const times = new Map();
  for (const each of latest) times.set(each.text, (times.get(each.text) || 0) + 1);
  const last = latest.filter((each, n) => !latest.slice(n + 1).some((later) => later.text === each.text));
  return html`
    <section aria-label="Said last">
      <h3>What was said last, as ${agent} remembers it <span class="quiet">(“you” is ${agent})</span></h3>
      <ol class="latest-talk">${last.map((each) => html`
        <li key=${each.seq}>
          <span class="text">${readTalk(each.text)}</span>${" "}
          <span class="quiet about">${times.get(each.text) > 1 && `${times.get(each.text)} times, last `}<${Ago} at=${each.at} /> <a href=${formatPlace("memory", [agent], { memory: each.seq })}>#${each.seq}</a></span>
        </li>
      `)}</ol>
    </section>
  `;
}

// Of its own line the agent remembers what it typed, and then what the world answered.
function readTalk(text) {
  return text.startsWith("~") && text.includes("\n") ? text.slice(text.indexOf("\n") + 1) : text;
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

const DAY_MILLISECONDS = 86_400_000;

// Days without talk have a place, too.
function fillDays(days) {
  const known = new Map(days.map((each) => [each.day, each]));
  const [first, last] = [days[0].day, days[days.length - 1].day].map(Date.parse);
  return Array.from({ length: Math.round((last - first) / DAY_MILLISECONDS) + 1 }, (_, n) => {
    const day = new Date(first + n * DAY_MILLISECONDS).toISOString().slice(0, 10);
    return known.get(day) || { day, heard: 0, said: 0 };
  });
}

// Days side by side: what was heard below, what was said above.
function Days({ days, agent, other }) {
  const most = Math.max(...days.map((each) => each.heard + each.said));
  const scale = HEIGHT / most;
  return html`
    <figure>
      <svg class="talk-days" viewBox=${`0 0 ${Math.max(24, days.length) * 10} ${HEIGHT}`} role="img"
        aria-label=${`Talk by day: ${days.length} days, ${most} at most in one`} preserveAspectRatio="xMinYMax meet">
        ${days.map(({ day, heard, said }, n) => html`
          <g key=${day}>
            <title>${`${day}: ${other} ${heard}, ${agent} ${said}`}</title>
            <rect class="talk-heard" x=${n * 10} width="8" y=${HEIGHT - heard * scale} height=${heard * scale} />
            <rect class="talk-said" x=${n * 10} width="8" y=${HEIGHT - (heard + said) * scale} height=${said * scale} />
          </g>
        `)}
        <line x1="0" x2=${days.length * 10} y1=${HEIGHT} y2=${HEIGHT} />
      </svg>
      <figcaption class="quiet">${days[0].day}${days.length > 1 ? ` to ${days[days.length - 1].day}` : ""}, a bar for each day, the highest ${most} lines; said by <span class="talk-heard">${other}</span> and by <span class="talk-said">${agent}</span></figcaption>
    </figure>
  `;
}
