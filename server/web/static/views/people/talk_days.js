// Talk by day: who said how much, day beside day.
import { html } from "tarn/html.js";
import { shortenDay } from "tarn/views/people/common.js";
import { fillWith, usePersons } from "tarn/persons.js";

// Above each column stands its number, while there are few enough to be read.
const FEW = 14;
// So many days have their date below them.
const MOST_DATES = 8;
const MOST_DAYS = 60;
const DAY_MILLISECONDS = 86_400_000;

export function TalkDays({ days: known, agent, other }) {
  const colorOf = usePersons();
  const days = fillDays(known).slice(-MOST_DAYS);
  const most = Math.max(1, ...days.map((each) => Math.max(each.heard, each.said)));
  const isFew = days.length <= FEW;
  const step = Math.ceil(days.length / (isFew ? FEW : MOST_DATES));
  const [said, heard] = ["said", "heard"].map((name) => known.reduce((sum, each) => sum + each[name], 0));
  const told = days.filter((each) => each.heard + each.said > 0).map((each) => tellDay(each, agent, other)).join("; ");
  return html`
    <figure class="card">
      <figcaption>
        <h3>Lines a day</h3>
        ${!isFew && html`<span class="quiet small">at most ${most}</span>`}
        ${[[agent, said], [other, heard]].map(([name, lines]) => html`<span class="key" key=${name}><i style=${{ background: fillWith(colorOf(name)) }}></i><span class="text">${name}</span> <b>${lines.toLocaleString("en")}</b></span>`)}
      </figcaption>
      <div class=${isFew ? "talk-days" : "talk-days many"} role="img" aria-label=${`Lines a day. ${told}`}>
        ${days.map((each, n) => html`<${Day} key=${each.day} each=${each} colors=${[colorOf(agent), colorOf(other)]} most=${most} isFew=${isFew} isDated=${n % step === 0} title=${tellDay(each, agent, other)} />`)}
      </div>
    </figure>
  `;
}

function tellDay({ day, heard, said }, agent, other) {
  return `${shortenDay(day)}: ${agent} ${said}, ${other} ${heard}`;
}

function Day({ each, colors, most, isFew, isDated, title }) {
  const isSilent = each.heard + each.said === 0;
  return html`
    <div class="of-day" title=${title}>
      <div class="bars">
        ${isSilent
          ? html`<span class="nothing">${isFew && "0"}</span>`
          : [each.said, each.heard].map((count, n) => html`
            <span key=${n} style=${{ height: `${(100 * count) / most}%`, background: fillWith(colors[n]) }}>${isFew && html`<b>${count}</b>`}</span>
          `)}
      </div>
      <div class="date">${isDated && shortenDay(each.day)}</div>
    </div>
  `;
}

// Days without talk have a place, too.
function fillDays(days) {
  const known = new Map(days.map((each) => [each.day, each]));
  const [first, last] = [days[0].day, days[days.length - 1].day].map(Date.parse);
  return Array.from({ length: Math.round((last - first) / DAY_MILLISECONDS) + 1 }, (_, n) => {
    const day = new Date(first + n * DAY_MILLISECONDS).toISOString().slice(0, 10);
    return known.get(day) || { day, heard: 0, said: 0 };
  });
}
