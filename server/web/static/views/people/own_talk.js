// What a player sees: with which agents and with which visitors they themselves have talked.
import { html } from "tarn/html.js";
import { momentAfter } from "tarn/views/people/common.js";
import { When, WhenDay } from "tarn/when.js";

export function OwnTalk({ data, said, name }) {
  const people = said.pairs.map((pair) => ({ ...pair, who: pair.one === name ? pair.other : pair.one }));
  return html`
    <div class="talks own">
      <div class="card">
        <h2>Residents who remember talk with <span class="text">${name}</span></h2>
        ${data.pairs.length === 0
          ? html`<p class="quiet">You have not talked with a resident yet.</p>`
          : html`<p class="quiet">What you said in their hearing, and they in yours.</p>
            <${OwnTable} head="Resident" rows=${data.pairs.map((pair) => ({ ...pair, who: pair.agent, count: pair.talks }))} />`}
      </div>
      ${people.length > 0 && html`
        <div class="card">
          <h2>Visitors with whom <span class="text">${name}</span> talks aloud</h2>
          <p class="quiet">What one of you said aloud where the other was.</p>
          <${OwnTable} head="Visitor" rows=${people.map((pair) => ({ ...pair, count: pair.lines, href: momentAfter(pair.last) }))} />
        </div>
      `}
    </div>
  `;
}

function OwnTable({ head, rows }) {
  return html`
    <table>
      <thead><tr><th scope="col">${head}</th><th scope="col" class="number">Lines</th><th scope="col" class="number">Since</th><th scope="col" class="number">Last</th></tr></thead>
      <tbody>${rows.map((row) => html`
        <tr key=${row.who}>
          <th scope="row" class="text">${row.who}</th><td class="number">${row.count.toLocaleString("en")}</td><td class="number"><${WhenDay} at=${row.first} /></td>
          <td class="number">${row.href ? html`<a href=${row.href} title="Replay"><${When} at=${row.last} /></a>` : html`<${When} at=${row.last} />`}</td>
        </tr>
      `)}</tbody>
    </table>
  `;
}
