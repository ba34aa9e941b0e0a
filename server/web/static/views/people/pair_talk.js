// Two of them: how much they talk, what was said last, and what each page says of the other.
import { useMemo, useState } from "preact/hooks";
import { useAnswer } from "tarn/asking.js";
import { html } from "tarn/html.js";
import { formatPlace } from "tarn/place.js";
import { ZONE } from "tarn/time.js";
import { Waiting, Way, countLines, makePath } from "tarn/views/people/common.js";
import { findCouple, joinCouples } from "tarn/views/people/couples.js";
import { JournalPage } from "tarn/views/people/journal_page.js";
import { LatestTalk } from "tarn/views/people/latest_talk.js";
import { TalkDays } from "tarn/views/people/talk_days.js";
import { When, WhenDay } from "tarn/when.js";

const SELDOM = 60;
// So many lines at a time are added before those that are shown.
const MORE_LINES = 200;

export function PairTalk({ agent, other }) {
  const [lines, showLines] = useState(null);
  const [data, error] = useAnswer(`${makePath("talk", agent, other)}?${new URLSearchParams({ zone: ZONE, ...(lines && { lines }) })}`);
  const [all] = useAnswer("/talk", SELDOM);
  const couples = useMemo(() => (all ? joinCouples(all, { pairs: [] }) : []), [all]);
  if (!data) return html`<${Way} agent=${agent} last=${other} /><${Waiting} error=${error} />`;
  const { agent: own, with: them } = data;
  return html`
    <${Way} agent=${own} last=${them} />
    <h2 class="pair-names"><span class="text">${own}</span> and <span class="text">${them}</span></h2>
    <${Lead} data=${data} couple=${findCouple(couples, own, them)} />
    <div class="pair">
      <div class="stack">
        ${data.latest.length > 0 && html`<${LatestTalk} agent=${own} other=${them} latest=${data.latest} earlier=${data.earlier} showEarlier=${lines && lines > data.latest.length ? null : () => showLines(data.latest.length + MORE_LINES)} />`}
        ${data.is_agent && html`<${Page} agent=${them} of=${own} page=${data.other_page} />`}
      </div>
      <div class="stack">
        ${data.days.length > 1 && html`<${TalkDays} days=${data.days} agent=${own} other=${them} />`}
        <${Page} agent=${own} of=${them} page=${data.page} />
      </div>
    </div>
  `;
}

// How much and since when, as in the table of all, whose numbers are those of the agent that remembers more.
function Lead({ data, couple }) {
  const { agent, with: other, pair, other_talks: others } = data;
  if (!pair && !couple) return html`<p class="quiet">${agent} remembers no talk with ${other}.</p>`;
  const { count, first, last } = couple || { count: Math.max(pair.talks, others || 0), first: pair.first, last: pair.last };
  const own = pair?.talks || 0;
  return html`
    <p class="amounts">They have talked since <b><${WhenDay} at=${first} /></b> · <b>${countLines(count)}</b> · last <b><${When} at=${last} /></b></p>
    ${data.is_agent && html`
      <p class="quiet small">${own === others ? "Both remember as many. " : `${agent} remembers ${own.toLocaleString("en")}, ${other} ${(others || 0).toLocaleString("en")}: each counts what it heard and said itself. `}
        <a href=${formatPlace("people", [other], { with: agent })}>As ${other} remembers it</a></p>
    `}
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
