// One agent: whom it talks with, of whom it has a page, and the days of its journal.
import { useAnswer } from "tarn/asking.js";
import { html } from "tarn/html.js";
import { formatPlace } from "tarn/place.js";
import { Noted, Span, Waiting, Way, countLines, makePath } from "tarn/views/people/common.js";

export function AgentTalk({ agent }) {
  const [data, error] = useAnswer(makePath("talk", agent));
  if (!data) return html`<${Way} agent=${agent} /><${Waiting} error=${error} />`;
  const silent = data.pages.filter((name) => !data.pairs.some((pair) => same(pair.with, name)));
  return html`
    <${Way} agent=${data.agent} />
    <h2 class="text">${data.agent}</h2>
    <p class="agents">
      <a href=${formatPlace("mind", [data.agent])}>Mind</a> <a href=${formatPlace("memory", [data.agent])}>Memory</a>
    </p>
    <section aria-label="Talks with">
      <h3>Whom ${data.agent} talks with</h3>
      ${data.pairs.length === 0 ? html`<p class="quiet">Nobody yet.</p>` : html`<${Partners} agent=${data.agent} pairs=${data.pairs} />`}
      ${silent.length > 0 && html`
        <h3>Noted, but never talked with</h3>
        <p class="agents">${silent.map((name) => html`<a class="text" key=${name} href=${formatPlace("people", [data.agent], { with: name })}>${name}</a>`)}</p>
      `}
    </section>
    <section aria-label="Journal by day">
      <h3>Journal of ${data.agent}, by days in UTC</h3>
      ${data.days.length === 0 && html`<p class="quiet">Nothing yet: a day is written down when its memories are summed up.</p>`}
      <ul class="days">${data.days.map(({ day, facts }) => html`
        <li key=${day}><a href=${formatPlace("people", [data.agent], { day })}>${day}</a> <span class="quiet">${facts === 1 ? "one fact" : `${facts} facts`}</span></li>
      `)}</ul>
    </section>
  `;
}

function same(one, other) {
  return one.localeCompare(other, undefined, { sensitivity: "base" }) === 0;
}

function Partners({ agent, pairs }) {
  const most = pairs[0].talks;
  return html`
    <ol class="couples">${pairs.map((pair) => html`
      <li key=${pair.with}>
        <p>
          <a class="text who" href=${formatPlace("people", [agent], { with: pair.with })}>${pair.with}</a>${" "}
          <span class="quiet">${countLines(pair.talks)} <${Span} first=${pair.first} last=${pair.last} /></span>
        </p>
        <div class="bar" aria-hidden="true"><span style=${{ width: `${(100 * pair.talks) / most}%` }}></span></div>
        <${Noted} agent=${agent} of=${pair.with} noted=${pair.noted} from=${pair.noted_from} />
      </li>
    `)}</ol>
  `;
}
