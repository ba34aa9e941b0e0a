// One agent: whom it talks with, of whom it has a page, and the days of its journal.
import { useMemo } from "preact/hooks";
import { useAnswer } from "tarn/asking.js";
import { html } from "tarn/html.js";
import { formatPlace } from "tarn/place.js";
import { Waiting, Way, makePath, shortenDay } from "tarn/views/people/common.js";
import { explainDifference, findCouple, joinCouples } from "tarn/views/people/couples.js";
import { TalkRow, TalkRows } from "tarn/views/people/talk_list.js";

const SELDOM = 60;

export function AgentTalk({ agent }) {
  const [data, error] = useAnswer(makePath("talk", agent));
  if (!data) return html`<${Way} agent=${agent} /><${Waiting} error=${error} />`;
  const silent = data.pages.filter((name) => !data.pairs.some((pair) => same(pair.with, name)));
  return html`
    <${Way} agent=${data.agent} />
    <div class="titled">
      <h2 class="text">${data.agent}</h2>
      <p class="agents"><a href=${formatPlace("mind", [data.agent])}>Mind</a> <a href=${formatPlace("memory", [data.agent])}>Memory</a></p>
    </div>
    <div class="pair">
      <section class="card" aria-label="Talks with">
        <h3>Whom ${data.agent} talks with</h3>
        ${data.pairs.length === 0 ? html`<p class="quiet">Nobody yet.</p>` : html`<${Partners} agent=${data.agent} pairs=${data.pairs} />`}
        ${silent.length > 0 && html`
          <h3>Noted, but never talked with</h3>
          <p class="agents">${silent.map((name) => html`<a class="text" key=${name} href=${formatPlace("people", [data.agent], { with: name })}>${name}</a>`)}</p>
        `}
      </section>
      <section class="card" aria-label="Journal by day">
        <h3>Journal of ${data.agent}</h3>
        ${data.days.length === 0
          ? html`<p class="quiet">Nothing yet: a day is written down when its memories are summed up.</p>`
          : html`<p class="quiet small">One page for each day in UTC.</p>`}
        <ul class="days">${data.days.map(({ day, facts }) => html`
          <li key=${day}><a title=${day} href=${formatPlace("people", [data.agent], { day })}>${shortenDay(day)}</a> <span class="quiet small">${facts === 1 ? "1 note" : `${facts} notes`}</span></li>
        `)}</ul>
      </section>
    </div>
  `;
}

function same(one, other) {
  return one.localeCompare(other, undefined, { sensitivity: "base" }) === 0;
}

// The numbers are those of the table of all, which for two agents are the larger one's.
function Partners({ agent, pairs }) {
  const [all] = useAnswer("/talk", SELDOM);
  const couples = useMemo(() => (all ? joinCouples(all, { pairs: [] }) : []), [all]);
  const rows = pairs.map((pair) => ({ pair, ...(findCouple(couples, agent, pair.with) || { count: pair.talks, first: pair.first, last: pair.last, told: [] }) }));
  const sorted = [...rows].sort((one, other) => other.count - one.count);
  return html`
    <${TalkRows} head="With">${sorted.map(({ pair, count, first, last, told }) => html`
      <${TalkRow} key=${pair.with} href=${formatPlace("people", [agent], { with: pair.with })} names=${[pair.with]} count=${count} most=${sorted[0].count}
        first=${first} last=${last} pair=${pair} why=${explainDifference({ told })} />
    `)}<//>
  `;
}
