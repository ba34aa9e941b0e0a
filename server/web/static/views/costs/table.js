// The numbers of a chart: a row for each part of it. Those below each other have as many decimals.
import { html } from "tarn/html.js";
import { formatPlace } from "tarn/place.js";
import { Term } from "tarn/term.js";
import { alike, count, haveManyFailed, percent, tellMoney } from "tarn/views/costs/numbers.js";

const NONE = "–";
// Where there is no room for columns, each number has its name beside it.
const NAMES = ["Requests", "Errors", "Tokens read", "From a cache", "Tokens written", "Seconds, on average", "Seconds, slowest"];

export function Table({ head, groups, total, currency, hasPlaces }) {
  const tell = listTellers(groups.map((each) => each.total), total);
  return html`
    <div class="wide" tabindex="0" role="region" aria-label="Numbers">
      <table>
        <thead>
          <tr>
            <th scope="col" rowspan="2">${head}</th>
            ${[nameMoney(currency), "Requests", "Errors"].map((each) => html`<th scope="col" rowspan="2" class="number" key=${each}>${each}</th>`)}
            <th scope="colgroup" colspan="3" class="over"><span><${Term} of="token">Tokens<//></span></th><th scope="colgroup" colspan="2" class="over"><span>Seconds for an answer</span></th>
          </tr>
          <tr>${["read", "from a cache", "written", "on average", "slowest"].map((each) => html`<th scope="col" class="number" key=${each}>${each}</th>`)}</tr>
        </thead>
        <tbody>${groups.map((group, at) => html`
          <tr key=${group.name}>
            <th scope="row"><span class="mark" style=${{ background: `var(${group.color})` }}></span><${Name} group=${group} hasPlace=${hasPlaces} /></th>
            <${Cells} total=${group.total} tell=${tell} at=${at} currency=${currency} />
          </tr>
        `)}</tbody>
        ${groups.length > 1 && html`<tfoot><tr><th scope="row">All</th><${Cells} total=${total} tell=${tell} currency=${currency} /></tr></tfoot>`}
      </table>
    </div>
  `;
}

function nameMoney(currency) {
  return `Money, ${currency}`;
}

function Name({ group, hasPlace }) {
  if (group.isRest) return html`<span class="quiet">${group.name}</span>`;
  return hasPlace ? html`<a class="text" href=${formatPlace("mind", [group.name])}>${group.name}</a>` : html`<span class="text">${group.name}</span>`;
}

function listTellers(rows, all) {
  const answered = [...rows, all].filter((each) => each.answers);
  const costs = rows.map((each) => each.cost);
  return {
    money: tellMoney(costs, costs),
    mean: alike(answered.map((each) => each.seconds / each.answers), 1, 2),
    longest: alike(answered.map((each) => each.longest), 1, 2),
  };
}

// `at`: which row it is; none is that of all.
function Cells({ total, tell, at, currency }) {
  const names = [nameMoney(currency), ...NAMES];
  const cells = [
    total.cost ? tell.money(total.cost, at) : NONE, count(total.answers + total.failures), html`<${Failures} total=${total} />`,
    count(total.prompt_tokens), total.prompt_tokens ? percent(total.cached_tokens / total.prompt_tokens) : NONE, count(total.completion_tokens),
    total.answers ? tell.mean(total.seconds / total.answers) : NONE, total.answers ? tell.longest(total.longest) : NONE,
  ];
  return cells.map((each, n) => html`<td class="number" key=${n} data-label=${names[n]}>${each}</td>`);
}

// Red where it is a large part, and then which part.
function Failures({ total }) {
  if (!haveManyFailed(total)) return count(total.failures);
  return html`<span class="error" title=${`${percent(total.failures / (total.answers + total.failures))} of these requests`}>${count(total.failures)}</span>`;
}
