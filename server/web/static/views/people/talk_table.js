// Who talks with whom: a table of agents, and of everybody they talk with.
import { useMemo } from "preact/hooks";
import { useAnswer } from "tarn/asking.js";
import { html } from "tarn/html.js";
import { formatPlace } from "tarn/place.js";
import { Waiting, date } from "tarn/views/people/common.js";

const MOST_PEOPLE = 24;

export function TalkTable({ all, name }) {
  const [data, error] = useAnswer("/talk");
  if (!data) return html`<${Waiting} error=${error} />`;
  return html`
    <section aria-label="Who talks with whom">
      <h2>Who talks with whom</h2>
      ${data.unread.length > 0 && html`<p class="error">Not read now: ${data.unread.join(", ")}.</p>`}
      ${data.pairs.length === 0 && html`<p class="quiet">${all ? "Nobody has talked with an agent yet." : "You have not talked with an agent yet."}</p>`}
      ${data.pairs.length > 0 && (all ? html`<${Matrix} data=${data} />` : html`<${Own} pairs=${data.pairs} name=${name} />`)}
      ${all && data.pairs.length === 0 && html`
        <p class="agents">${data.agents.map((each) => html`<a class="text" key=${each} href=${formatPlace("people", [each])}>${each}</a>`)}</p>
      `}
    </section>
  `;
}

function Matrix({ data }) {
  const { columns, left, find, most } = useMemo(() => arrange(data), [data]);
  return html`
    <p>
      A row is an agent, and a number how many of its memories are talk with somebody: what they said in its hearing,
      and what it said in theirs. The darker, the more. What people say to each other alone is in nobody's memory.
    </p>
    <div class="wide" tabindex="0" role="region" aria-label="Talk by pair">
      <table class="matrix">
        <thead><tr>
          <td></td>
          ${columns.map((each) => html`<th scope="col" key=${each}><span class="text">${each}</span></th>`)}
        </tr></thead>
        <tbody>${data.agents.map((agent) => html`
          <tr key=${agent}>
            <th scope="row"><a class="text" href=${formatPlace("people", [agent])}>${agent}</a></th>
            ${columns.map((other) => html`<${Cell} key=${other} pair=${find(agent, other)} same=${agent === other} most=${most} />`)}
          </tr>
        `)}</tbody>
      </table>
    </div>
    ${left > 0 && html`<p class="quiet">And ${left} more, who talk less; each agent's page has them.</p>`}
  `;
}

// Agents stand in the order of their names, and behind them people, those who talk most first.
function arrange({ agents, pairs }) {
  const found = new Map(pairs.map((pair) => [`${pair.agent}\n${pair.with}`, pair]));
  const sums = new Map();
  for (const pair of pairs) {
    if (!agents.includes(pair.with)) sums.set(pair.with, (sums.get(pair.with) || 0) + pair.talks);
  }
  const people = [...sums.keys()].sort((a, b) => sums.get(b) - sums.get(a) || a.localeCompare(b));
  return {
    columns: [...agents, ...people.slice(0, MOST_PEOPLE)],
    left: Math.max(0, people.length - MOST_PEOPLE),
    find: (agent, other) => found.get(`${agent}\n${other}`),
    most: Math.max(...pairs.map((pair) => pair.talks)),
  };
}

function Cell({ pair, same, most }) {
  if (!pair) return html`<td class=${same ? "same" : ""}></td>`;
  const share = Math.log1p(pair.talks) / Math.log1p(most);
  return html`
    <td style=${{ background: `color-mix(in srgb, var(--water) ${Math.round(4 + 36 * share)}%, transparent)` }}>
      <a href=${formatPlace("people", [pair.agent], { with: pair.with })}
        aria-label=${`${pair.agent} with ${pair.with}: ${pair.talks}`}
        title=${`since ${new Date(pair.first).toLocaleDateString()}, last ${new Date(pair.last).toLocaleString()}`}>${pair.talks}</a>
    </td>
  `;
}

function Own({ pairs, name }) {
  return html`
    <p>Agents who remember talk with <span class="text">${name}</span>: what you said in their hearing, and what they said in yours.</p>
    <table>
      <thead><tr><th scope="col">Agent</th><th scope="col" class="number">Talk</th><th scope="col">Since</th><th scope="col">Last</th></tr></thead>
      <tbody>${pairs.map((pair) => html`
        <tr key=${pair.agent}>
          <th scope="row" class="text">${pair.agent}</th><td class="number">${pair.talks}</td><td>${date(pair.first)}</td><td>${date(pair.last)}</td>
        </tr>
      `)}</tbody>
    </table>
  `;
}
