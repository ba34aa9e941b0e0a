// Everybody with those who live here: how many lines two of them have talked, each pair once. Names stand in the order that they have on all views.
import { useMemo } from "preact/hooks";
import { html } from "tarn/html.js";
import { formatPlace } from "tarn/place.js";
import { formatShortDay } from "tarn/time.js";
import { countLines } from "tarn/views/people/common.js";
import { explainDifference, findPlace } from "tarn/views/people/couples.js";
import { formatWhen } from "tarn/when.js";
import { Who } from "tarn/who.js";

const MOST_PEOPLE = 24;
// So many names have room beside each other; more are turned upright.
const FEW = 10;
// The steps of the scale, as parts of the largest number.
const STEPS = [0.02, 0.25, 0.5, 0.75, 1];
// A tint from the palest to the darkest, in hundredths; small numbers differ, too.
// The darkest is as dark as one can read ink on.
const TINT = { least: 6, more: 64, power: 0.8 };

// Other numbers have other tints.
export function tint(part) {
  return { backgroundColor: `color-mix(in srgb, var(--tile) ${(TINT.least + TINT.more * part ** TINT.power).toFixed(1)}%, var(--paper))` };
}

export function Matrix({ data, said, couples }) {
  const { agents, people, left, find, most, aloud } = useMemo(() => arrange(data, couples), [data, couples]);
  const rows = [...agents.slice(1), ...people];
  if (!agents.length && !aloud.length) return html`<p class="quiet">There are no residents, and nobody has talked yet.</p>`;
  return html`
    <${Scale} most=${most} />
    ${agents.length > 0 && html`<div class="wide" tabindex="0" role="region" aria-label="Talk by pair">
      <table class=${agents.length > FEW ? "matrix many" : "matrix"}>
        <thead><tr><td></td>${agents.map((each) => html`<th scope="col" key=${each}><${Name} name=${each} isAgent /></th>`)}</tr></thead>
        <tbody>${rows.flatMap((one, n) => [n === agents.length - 1 && html`<tr key="visitors" class="visitors"><th scope="rowgroup" colspan=${agents.length + 1}>Visitors</th></tr>`, html`
          <tr key=${one}>
            <th scope="row"><${Name} name=${one} isAgent=${n < agents.length - 1} /></th>
            ${agents.map((other, at) => (at > n && n < agents.length - 1 ? html`<td key=${other}></td>` : html`<${Cell} key=${other} couple=${find(one, other)} row=${one} most=${most} />`))}
          </tr>
        `])}</tbody>
      </table>
    </div>`}
    ${aloud.length > 0 && html`<p class="quiet small aloud">Visitors among themselves, aloud: ${aloud.map((each, n) => html`${n > 0 && ", "}<a key=${each.key} href=${findPlace(each)} title="Opens in Replay"><span class="text">${each.one}</span> and <span class="text">${each.other}</span> ${each.count.toLocaleString("en")}</a>`)}${said.more > 0 && `, and ${said.more} pairs more who talk less`}.</p>`}
    ${couples.some(explainDifference) && html`<p class="quiet small">Two residents may remember different numbers of the same talk: then the higher one is shown.</p>`}
    ${left > 0 && html`<p class="quiet small">And ${left} visitors more, who talk less; each resident’s page has its own.</p>`}
  `;
}

function Scale({ most }) {
  return html`
    <p class="scale quiet small">Lines of talk <span class="steps" aria-hidden="true">1 <span>${STEPS.map((part) => html`<i key=${part} style=${tint(part)}></i>`)}</span> ${most.toLocaleString("en")}</span></p>
  `;
}

function Name({ name, isAgent }) {
  if (isAgent) return html`<a class="whose-name" href=${formatPlace("people", [name])}><${Who} name=${name} /></a>`;
  return html`<span class="whose-name"><${Who} name=${name} /></span>`;
}

function Cell({ couple, row, most }) {
  if (!couple) return html`<td><span class="tile none"></span></td>`;
  const [one, other] = couple.other === row && couple.told.length > 1 ? [couple.other, couple.one] : [couple.one, couple.other];
  const about = [`since ${formatShortDay(couple.first)}, last ${formatWhen(couple.last)}.`, explainDifference(couple)];
  return html`
    <td>
      <a class="tile" style=${tint(Math.min(1, couple.count / most))} href=${findPlace(couple, row)} aria-label=${`${one} with ${other}: ${couple.count}`}
        title=${`${one} and ${other}: ${countLines(couple.count)} ${about.filter(Boolean).join(" ")}`}>${couple.count}</a>
    </td>
  `;
}

// By their names, as on the other views; of very many visitors those who talk most.
function arrange({ agents }, couples) {
  const found = new Map();
  const sums = new Map(agents.map((each) => [each, 0]));
  for (const each of couples) {
    found.set(`${each.one}\n${each.other}`, each).set(`${each.other}\n${each.one}`, each);
    for (const one of [each.one, each.other]) sums.set(one, (sums.get(one) || 0) + each.count);
  }
  const names = [...sums.keys()].sort((a, b) => sums.get(b) - sums.get(a) || a.localeCompare(b));
  const heard = new Set(couples.filter((each) => !each.isAloud).flatMap((each) => [each.one, each.other]));
  const people = names.filter((each) => !agents.includes(each) && heard.has(each));
  const sort = (some) => some.sort((a, b) => a.localeCompare(b));
  return {
    agents: sort(names.filter((each) => agents.includes(each))),
    people: sort(people.slice(0, MOST_PEOPLE)),
    left: Math.max(0, people.length - MOST_PEOPLE),
    find: (one, other) => (one === other ? undefined : found.get(`${one}\n${other}`)),
    most: Math.max(1, ...couples.filter((each) => !each.isAloud).map((each) => each.count)),
    aloud: couples.filter((each) => each.isAloud),
  };
}
