// Two of them: how much they talk, what was said last, and what each page says of the other.
import { useAnswer } from "tarn/asking.js";
import { html } from "tarn/html.js";
import { formatPlace } from "tarn/place.js";
import { ZONE, formatShortDay } from "tarn/time.js";
import { Ago, Waiting, Way, countLines, makePath } from "tarn/views/people/common.js";
import { JournalPage } from "tarn/views/people/journal_page.js";
import { LatestTalk } from "tarn/views/people/latest_talk.js";
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
      <div class="stack">
        ${data.days.length > 1 && html`<${TalkDays} days=${data.days} agent=${own} other=${them} />`}
        <${Page} agent=${own} of=${them} page=${data.page} />
      </div>
      <div class="stack">
        ${data.latest.length > 0 && html`<${LatestTalk} agent=${own} other=${them} latest=${data.latest} />`}
        ${data.is_agent && html`<${Page} agent=${them} of=${own} page=${data.other_page} />`}
      </div>
    </div>
  `;
}

function Lead({ data }) {
  const { agent, with: other, pair, days, other_talks: others } = data;
  if (!pair) return html`<p class="quiet">${agent} remembers no talk with ${other}.</p>`;
  const heard = days.reduce((sum, day) => sum + day.heard, 0);
  const said = days.reduce((sum, day) => sum + day.said, 0);
  const shares = heard + said === pair.talks && html`: ${said} by ${agent}, ${heard} by ${other}`;
  return html`
    <p>
      They have talked since ${formatShortDay(pair.first)}, most recently <${Ago} at=${pair.last} />.
      ${" "}${agent} remembers ${countLines(pair.talks)}${shares}.
      ${data.is_agent && html` <a href=${formatPlace("people", [other], { with: agent })} title="Each counts what it heard and said itself.">${other} remembers ${others === pair.talks ? "as many" : others}</a>.`}
    </p>
  `;
}

function Page({ agent, of, page }) {
  return html`
    <section class="card" aria-label=${`What ${agent} has noted of ${of}`}>
      <h3>What ${agent} has noted of ${of}</h3>
      ${page
        ? html`<${JournalPage} agent=${agent} page=${page} of=${of} />`
        : html`<p class="quiet">Nothing yet: notes are made when memories are summed up.</p>`}
    </section>
  `;
}
