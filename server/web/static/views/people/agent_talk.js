// One agent: whom it talks with, of whom it has a page, and the days of its journal.
import { useAnswer } from "tarn/asking.js";
import { html } from "tarn/html.js";
import { formatPlace } from "tarn/place.js";
import { Waiting, Way, makePath, shortenDay } from "tarn/views/people/common.js";
import { TalkRow } from "tarn/views/people/talk_list.js";

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
          <li key=${day}><a title=${day} href=${formatPlace("people", [data.agent], { day })}>${shortenDay(day)}</a> <span class="quiet small">${facts === 1 ? "1 fact" : `${facts} facts`}</span></li>
        `)}</ul>
      </section>
    </div>
  `;
}

function same(one, other) {
  return one.localeCompare(other, undefined, { sensitivity: "base" }) === 0;
}

function Partners({ agent, pairs }) {
  return html`
    <ol class="couples">${pairs.map((pair) => html`
      <${TalkRow} key=${pair.with} href=${formatPlace("people", [agent], { with: pair.with })} name=${pair.with} count=${pair.talks} most=${pairs[0].talks}
        last=${pair.last} pair=${pair} />
    `)}</ol>
  `;
}
