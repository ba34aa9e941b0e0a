// Everybody with everybody: how many lines two of them have talked, those who live here first, and of them who talks most.
import { useMemo } from "preact/hooks";
import { html } from "tarn/html.js";
import { formatPlace } from "tarn/place.js";
import { formatShortDay } from "tarn/time.js";
import { countLines } from "tarn/views/people/common.js";
import { explainDifference, findPlace } from "tarn/views/people/couples.js";
import { formatWhen } from "tarn/views/people/when.js";
import { Who } from "tarn/views/people/who.js";

const MOST_PEOPLE = 24;
// So many names have room beside each other; more are turned upright.
const FEW = 10;
// Shades, each for numbers up to a part of the largest: small numbers differ, too, as the parts grow by squares.
const SHADES = [1, 2, 3, 4, 5];

export function Matrix({ data, said, couples, colorOf }) {
  const { agents, people, left, find, most } = useMemo(() => arrange(data, couples), [data, couples]);
  const names = [...agents, ...people];
  if (!names.length) return html`<p class="quiet">There are no agents, and nobody has talked yet.</p>`;
  return html`
    <div class="caption">
      <p class="quiet">Lines of talk between two. Click a number to read them.</p>
      <${Scale} most=${most} />
    </div>
    <div class="wide" tabindex="0" role="region" aria-label="Talk by pair">
      <table class=${names.length > FEW ? "matrix many" : "matrix"} style=${{ maxWidth: `${7 + 8 * names.length}rem` }}>
        <${Heads} agents=${agents} people=${people} colorOf=${colorOf} />
        ${[agents, people].map((group, n) => html`
          <tbody key=${n}>${group.map((one) => html`
            <tr key=${one}>
              <th scope="row"><${Name} name=${one} isAgent=${n === 0} colorOf=${colorOf} /></th>
              ${agents.map((other) => html`<${Cell} key=${other} couple=${find(one, other)} row=${one} most=${most} isSame=${one === other} />`)}
              <td class="gap"></td>
              ${people.map((other) => html`<${Cell} key=${other} couple=${find(one, other)} row=${one} most=${most} isSame=${one === other} />`)}
            </tr>
          `)}</tbody>
        `)}
      </table>
    </div>
    ${couples.some(explainDifference) && html`<p class="quiet small">Each resident counts what it heard and said; where two differ, the larger stands.</p>`}
    ${couples.some((each) => each.isAloud) && html`<p class="quiet small">Between two visitors: what one said aloud where the other was.</p>`}
    ${left > 0 && html`<p class="quiet small">And ${left} visitors more, who talk less; each agent’s page has its own.</p>`}
    ${said.more > 0 && html`<p class="quiet small">${said.more} pairs of visitors who talk less are left out.</p>`}
  `;
}

function Scale({ most }) {
  return html`
    <p class="scale quiet small" aria-hidden="true">1 <span>${SHADES.map((shade) => html`<i key=${shade} class=${`shade-${shade}`}></i>`)}</span> ${countLines(most)}</p>
  `;
}

function Heads({ agents, people, colorOf }) {
  return html`
    <colgroup><col class="names" /></colgroup>${agents.length > 0 && html`<colgroup span=${agents.length}></colgroup>`}<colgroup><col class="gap" /></colgroup>
    <thead>
      <tr class="groups">
        <td></td>
        ${agents.length > 0 && html`<th scope="colgroup" colspan=${agents.length}>Residents</th>`}
        <td></td>
        ${people.length > 0 && html`<th scope="colgroup" colspan=${people.length}>Visitors</th>`}
      </tr>
      <tr>
        <td></td>
        ${agents.map((each) => html`<th scope="col" key=${each}><${Name} name=${each} isAgent colorOf=${colorOf} /></th>`)}
        <td></td>
        ${people.map((each) => html`<th scope="col" key=${each}><${Name} name=${each} colorOf=${colorOf} /></th>`)}
      </tr>
    </thead>
  `;
}

function Name({ name, isAgent, colorOf }) {
  if (isAgent) return html`<a class="whose" href=${formatPlace("people", [name])}><${Who} name=${name} colorOf=${colorOf} /></a>`;
  return html`<span class="whose"><${Who} name=${name} colorOf=${colorOf} /></span>`;
}

function Cell({ couple, row, most, isSame }) {
  if (!couple) return html`<td><span class=${isSame ? "tile self" : "tile none"}></span></td>`;
  const shade = Math.max(1, Math.ceil(SHADES.length * Math.sqrt(couple.count / most)));
  const [one, other] = !couple.isAloud && couple.other === row && couple.told.length > 1 ? [couple.other, couple.one] : [couple.one, couple.other];
  const about = [`since ${formatShortDay(couple.first)}, last ${formatWhen(couple.last)}.`, explainDifference(couple), couple.isAloud && "Opens in Replay."];
  return html`
    <td>
      <a class=${`tile shade-${shade}${couple.isAloud ? " aloud" : ""}`} href=${findPlace(couple, row)} aria-label=${`${one} with ${other}: ${couple.count}`}
        title=${`${one} and ${other}: ${countLines(couple.count)} ${about.filter(Boolean).join(" ")}`}>${couple.count}</a>
    </td>
  `;
}

// Those who talk most come first, residents as well as visitors.
function arrange({ agents }, couples) {
  const found = new Map();
  const sums = new Map(agents.map((each) => [each, 0]));
  for (const each of couples) {
    found.set(`${each.one}\n${each.other}`, each).set(`${each.other}\n${each.one}`, each);
    for (const one of [each.one, each.other]) sums.set(one, (sums.get(one) || 0) + each.count);
  }
  const names = [...sums.keys()].sort((a, b) => sums.get(b) - sums.get(a) || a.localeCompare(b));
  const people = names.filter((each) => !agents.includes(each));
  return {
    agents: names.filter((each) => agents.includes(each)),
    people: people.slice(0, MOST_PEOPLE),
    left: Math.max(0, people.length - MOST_PEOPLE),
    find: (one, other) => (one === other ? undefined : found.get(`${one}\n${other}`)),
    most: Math.max(1, ...couples.map((each) => each.count)),
  };
}
