// Talk by day: who said how much, day beside day, as tiles of the same tints as the table of all.
import { html } from "tarn/html.js";
import { shortenDay } from "tarn/views/people/common.js";
import { tint } from "tarn/views/people/matrix.js";
import { Who } from "tarn/who.js";

// In each tile stands its number, while there are few enough to be read.
const FEW = 14;
// So many days have their date below them; on a phone there is no room for more.
const MOST_DATES = 5;
const MOST_DAYS = 60;
const DAY_MILLISECONDS = 86_400_000;

export function TalkDays({ days: known, agent, other }) {
  const days = fillDays(known).slice(-MOST_DAYS);
  const most = Math.max(1, ...days.map((each) => Math.max(each.heard, each.said)));
  const isFew = days.length <= FEW;
  const step = Math.ceil(days.length / MOST_DATES);
  const [said, heard] = ["said", "heard"].map((name) => known.reduce((sum, each) => sum + each[name], 0));
  const told = days.filter((each) => each.heard + each.said > 0).map((each) => tellDay(each, agent, other)).join("; ");
  return html`
    <figure class="card">
      <figcaption>
        <h3>Lines a day</h3>
        ${!isFew && html`<span class="quiet small">at most ${most}</span>`}
      </figcaption>
      <div class=${isFew ? "talk-days" : "talk-days many"} role="img" aria-label=${`Lines a day. ${told}`}>
        <div class="ends names">${[agent, other].map((name) => html`<span class="tile" key=${name}><${Who} name=${name} /></span>`)}</div>
        ${days.map((each, n) => html`<${Day} key=${each.day} each=${each} most=${most} isFew=${isFew} isDated=${n % step === 0} title=${tellDay(each, agent, other)} />`)}
        <div class="ends sums">${[said, heard].map((lines, n) => html`<b class="tile" key=${n}>${lines.toLocaleString("en")}</b>`)}<div class="date">in all</div></div>
      </div>
    </figure>
  `;
}

function tellDay({ day, heard, said }, agent, other) {
  return `${shortenDay(day)}: ${agent} ${said}, ${other} ${heard}`;
}

function Day({ each, most, isFew, isDated, title }) {
  return html`
    <div class="of-day" title=${title}>
      ${[each.said, each.heard].map((count, n) => (count
        ? html`<span key=${n} class="tile" style=${tint(count / most)}>${isFew && count}</span>`
        : html`<span key=${n} class="tile none"></span>`))}
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
