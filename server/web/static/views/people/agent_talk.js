// One agent: whom it talks with, of whom it has a page, and the days of its journal.
import { useAnswer } from "tarn/asking.js";
import { html } from "tarn/html.js";
import { formatPlace } from "tarn/place.js";
import { Waiting, Way, date, makePath } from "tarn/views/people/common.js";

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
      <h3>Talks with</h3>
      ${data.pairs.length === 0 ? html`<p class="quiet">Nobody yet.</p>` : html`<${Partners} agent=${data.agent} pairs=${data.pairs} />`}
      ${silent.length > 0 && html`
        <h3>Has a page of</h3>
        <p class="agents">${silent.map((name) => html`<a class="text" key=${name} href=${formatPlace("people", [data.agent], { with: name })}>${name}</a>`)}</p>
      `}
    </section>
    <section aria-label="Journal by day">
      <h3>Journal</h3>
      ${data.days.length === 0 && html`<p class="quiet">Nothing yet: a day is written down when its memories are summed up.</p>`}
      <ul class="days">${data.days.map(({ day, facts }) => html`
        <li key=${day}><a href=${formatPlace("people", [data.agent], { day })}>${day}</a> <span class="quiet">${facts}</span></li>
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
    <table class="partners">
      <thead><tr><th scope="col">Who</th><th scope="col" class="number">Talk</th><th scope="col"></th><th scope="col">Since</th><th scope="col">Last</th></tr></thead>
      <tbody>${pairs.map((pair) => html`
        <tr key=${pair.with}>
          <th scope="row"><a class="text" href=${formatPlace("people", [agent], { with: pair.with })}>${pair.with}</a></th>
          <td class="number">${pair.talks}</td>
          <td class="bar"><span style=${{ width: `${(100 * pair.talks) / most}%` }}></span></td>
          <td>${date(pair.first)}</td><td>${date(pair.last)}</td>
        </tr>
      `)}</tbody>
    </table>
  `;
}
