// Who talks with whom: a table of agents and people, each with each.
import { useMemo } from "preact/hooks";
import { useAnswer } from "tarn/asking.js";
import { html } from "tarn/html.js";
import { formatPlace } from "tarn/place.js";
import { formatDay, formatTime } from "tarn/time.js";
import { Ago, Waiting, momentAfter } from "tarn/views/people/common.js";
import { TalkList } from "tarn/views/people/talk_list.js";

const MOST_PEOPLE = 24;

export function TalkTable({ all, name }) {
  const [data, error] = useAnswer("/talk");
  const [spoken, unheard] = useAnswer("/spoken");
  if (!data || !(spoken || unheard)) return html`<${Waiting} error=${error} />`;
  const said = spoken || { pairs: [], more: 0 };
  return html`
    <section aria-label="Who talks with whom">
      <h2>Who talks with whom</h2>
      ${data.unread.length > 0 && html`<p class="error">Not read now: ${data.unread.join(", ")}.</p>`}
      ${unheard && html`<p class="error" role="alert">${unheard}</p>`}
      ${said.reading && html`
        <p role="status"><progress max=${said.size} value=${said.read} aria-label="Read so far"></progress>
          ${" "}The chronicle is read for talk between people: ${Math.floor((100 * said.read) / Math.max(1, said.size))} %.</p>
      `}
      ${all ? html`<${Matrix} data=${data} said=${said} />` : html`<${Own} data=${data} said=${said} name=${name} />`}
    </section>
  `;
}

function Matrix({ data, said }) {
  const { names, left, find, most } = useMemo(() => arrange(data, said), [data, said]);
  if (!names.length) return html`<p class="quiet">There are no agents, and nobody has talked yet.</p>`;
  const { agents } = data;
  const [example] = [...data.pairs].sort((one, other) => other.talks - one.talks);
  return html`
    <p>Those who talk most come first. A name or a number leads to the two of them.</p>
    <div class="talks">
    <div><${TalkList} data=${data} said=${said} /></div>
    <div>
    <h3>Each with each</h3>
    <p class="quiet">
      ${agents.length > 0 ? "How many lines of talk the agent of a row remembers with whoever stands above" : "How many lines of talk there were"}${example && html`: <span class="text">${example.agent}</span> remembers ${example.talks} with <span class="text">${example.with}</span>`}.
      Names of people are <span class="person">slanted</span>; of two people it is what one said aloud where the other was. No number: they have never talked.
    </p>
    <div class="wide" tabindex="0" role="region" aria-label="Talk by pair">
      <table class="matrix">
        <thead><tr>
          <td></td>
          ${names.map((each) => html`<th scope="col" key=${each}><span class=${kind(agents, each)}>${each}</span></th>`)}
        </tr></thead>
        <tbody>${names.map((one) => html`
          <tr key=${one}>
            <th scope="row">${agents.includes(one)
              ? html`<a class="text" title=${one} href=${formatPlace("people", [one])}>${one}</a>`
              : html`<span class="text person" title=${one}>${one}</span>`}</th>
            ${names.map((other) => html`<${Cell} key=${other} talk=${find(one, other)} same=${one === other} most=${most} />`)}
          </tr>
        `)}</tbody>
      </table>
    </div>
    ${left > 0 && html`<p class="quiet">And ${left} people more, who talk less; each agent's page has those it talks with.</p>`}
    ${said.more > 0 && html`<p class="quiet">Of talk between people, ${said.more} pairs that talk less are left out.</p>`}
    </div>
    </div>
  `;
}

function kind(agents, name) {
  return agents.includes(name) ? "text" : "text person";
}

// Agents stand in the order of their names, and behind them people, those who talk most first.
function arrange({ agents, pairs }, said) {
  const found = new Map();
  const keep = (one, other, talk) => found.set(`${one}\n${other}`, talk);
  for (const each of said.pairs) {
    const talk = { label: `${each.one} with ${each.other}: ${each.lines}`, count: each.lines, first: each.first, last: each.last, href: momentAfter(each.last) };
    keep(each.one, each.other, talk);
    keep(each.other, each.one, talk);
  }
  for (const each of pairs) {
    const talk = { label: `${each.agent} with ${each.with}: ${each.talks}`, count: each.talks, first: each.first, last: each.last, href: formatPlace("people", [each.agent], { with: each.with }) };
    keep(each.agent, each.with, talk);
    if (!agents.includes(each.with)) keep(each.with, each.agent, talk);
  }
  const sums = new Map();
  for (const [key, { count }] of found) {
    const [one] = key.split("\n");
    if (!agents.includes(one)) sums.set(one, (sums.get(one) || 0) + count);
  }
  const people = [...sums.keys()].sort((a, b) => sums.get(b) - sums.get(a) || a.localeCompare(b));
  return {
    names: [...agents, ...people.slice(0, MOST_PEOPLE)],
    left: Math.max(0, people.length - MOST_PEOPLE),
    find: (one, other) => found.get(`${one}\n${other}`),
    most: Math.max(1, ...[...found.values()].map((talk) => talk.count)),
  };
}

function Cell({ talk, same, most }) {
  if (!talk) return html`<td class=${same ? "same" : ""}></td>`;
  const share = Math.log1p(talk.count) / Math.log1p(most);
  return html`
    <td style=${{ background: `color-mix(in srgb, var(--water) ${Math.round(4 + 36 * share)}%, transparent)` }}>
      <a href=${talk.href} aria-label=${talk.label}
        title=${`since ${formatDay(talk.first)}, last ${formatTime(talk.last)}`}>${talk.count}</a>
    </td>
  `;
}

function Own({ data, said, name }) {
  const people = said.pairs.map((pair) => ({ ...pair, who: pair.one === name ? pair.other : pair.one }));
  return html`
    ${data.pairs.length === 0
      ? html`<p class="quiet">You have not talked with an agent yet.</p>`
      : html`<p>Agents who remember talk with <span class="text">${name}</span>: what you said in their hearing, and what they said in yours.</p>
        <${OwnTable} head="Agent" rows=${data.pairs.map((pair) => ({ ...pair, who: pair.agent, count: pair.talks }))} />`}
    ${people.length > 0 && html`
      <p class="so">People with whom <span class="text">${name}</span> talks aloud: lines that one of you said where the other was, as far back as the chronicle, the world's own record, goes.</p>
      <${OwnTable} head="Person" rows=${people.map((pair) => ({ ...pair, count: pair.lines, href: momentAfter(pair.last) }))} />
    `}
  `;
}

function OwnTable({ head, rows }) {
  return html`
    <table>
      <thead><tr><th scope="col">${head}</th><th scope="col" class="number">Talk</th><th scope="col">Since</th><th scope="col">Last</th></tr></thead>
      <tbody>${rows.map((row) => html`
        <tr key=${row.who}>
          <th scope="row" class="text">${row.who}</th><td class="number">${row.count}</td><td>${formatDay(row.first)}</td>
          <td>${row.href ? html`<a href=${row.href} title="Replay"><${Ago} at=${row.last} /></a>` : html`<${Ago} at=${row.last} />`}</td>
        </tr>
      `)}</tbody>
    </table>
  `;
}
