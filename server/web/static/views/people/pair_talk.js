// Two of them: how much they talk, what was said last, and what each page says of the other.
import { useAnswer } from "tarn/asking.js";
import { html } from "tarn/html.js";
import { formatPlace } from "tarn/place.js";
import { Waiting, Way, date, makePath } from "tarn/views/people/common.js";
import { JournalPage } from "tarn/views/people/journal_page.js";

const HEIGHT = 48;
const MOST_DAYS = 60;

export function PairTalk({ agent, other }) {
  const [data, error] = useAnswer(makePath("talk", agent, other));
  if (!data) return html`<${Way} agent=${agent} last=${other} /><${Waiting} error=${error} />`;
  const { pair } = data;
  return html`
    <${Way} agent=${data.agent} last=${data.with} />
    <h2><span class="text">${data.agent}</span> and <span class="text">${data.with}</span></h2>
    ${pair ? html`<p>${data.agent} has ${pair.talks === 1 ? "one memory" : `${pair.talks} memories`} of talk with ${data.with}, since ${date(pair.first)}, the last of ${date(pair.last)}.</p>` : html`<p class="quiet">${data.agent} remembers no talk with ${data.with}.</p>`}
    ${data.days.length > 0 && html`<${Days} days=${data.days.slice(-MOST_DAYS)} agent=${data.agent} other=${data.with} />`}
    <div class="pages">
      <${Page} agent=${data.agent} of=${data.with} page=${data.page} />
      ${data.is_agent && html`<${Page} agent=${data.with} of=${data.agent} page=${data.other_page} />`}
    </div>
    ${data.latest.length > 0 && html`
      <section aria-label="Said last">
        <h3>Said last, as ${data.agent} remembers it</h3>
        <ol class="latest-talk">${data.latest.map((each) => html`
          <li key=${each.seq}>
            <a href=${formatPlace("memory", [data.agent], { memory: each.seq })} title=${new Date(each.at).toLocaleString()}>#${each.seq}</a>${" "}<span class="text">${each.text}</span>
          </li>
        `)}</ol>
      </section>
    `}
  `;
}

function Page({ agent, of, page }) {
  return html`
    <section aria-label=${`What ${agent}'s page says of ${of}`}>
      <h3>What ${agent}'s page says of ${of}</h3>
      ${page
        ? html`<${JournalPage} agent=${agent} page=${page} />`
        : html`<p class="quiet">There is no page: ${agent} has noted nothing of ${of} yet.</p>`}
    </section>
  `;
}

// Days that had talk, side by side: what was heard below, what was said above.
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
      </svg>
      <figcaption class="quiet">${days[0].day}${days.length > 1 ? ` to ${days[days.length - 1].day}` : ""}, a bar for each day with talk, ${most} lines at most: <span class="talk-heard">${other}</span> and <span class="talk-said">${agent}</span></figcaption>
    </figure>
  `;
}
