// Those who talked last, two by two, day by day: who, at which hour, and below them what one has noted about the other, beside the day of that. How much two talk, the table of all tells.
import { html } from "tarn/html.js";
import { shortenDay, splitNote } from "tarn/views/people/common.js";
import { explainDifference, findPlace } from "tarn/views/people/couples.js";
import { formatDay, formatShortDay } from "tarn/time.js";
import { When, WhenDay } from "tarn/when.js";
import { Who } from "tarn/who.js";

const MOST = 10;

export function TalkList({ couples }) {
  const shown = [...couples].sort((one, other) => Date.parse(other.last) - Date.parse(one.last)).slice(0, MOST);
  if (!shown.length) return html`<p class="quiet">Nobody has talked yet.</p>`;
  return html`<ol class="couples lately">${shown.flatMap((each, n) => [
    (n === 0 || formatDay(each.last) !== formatDay(shown[n - 1].last)) && html`<li class="day" key=${`day ${each.key}`}>Last talk on ${formatShortDay(each.last)}</li>`,
    html`<li key=${each.key}><${Latest} couple=${each} /></li>`,
  ])}</ol>`;
}

// The two with the hour of their last line; below them the note, if there is one, which has a day of its own and begins with it.
function Latest({ couple }) {
  const { one, other, last, noted: pair, isAloud } = couple;
  const why = isAloud ? "Two visitors: what they said aloud is in Replay" : explainDifference(couple);
  return html`
    <span class="pair-line"><a class="who" href=${findPlace(couple, one)} title=${why || null}>${[one, other].map((name, n) => html`${n > 0 && " and "}<${Who} key=${name} name=${name} />`)}</a> <span class="quiet when">at <${When} at=${last} dated /></span></span>
    ${pair?.noted && html`<p class="noted"><span class="quiet on">${pair.noted_on && shortenDay(pair.noted_on)}</span><${Noted} agent=${pair.agent} of=${pair.with} noted=${pair.noted} from=${pair.noted_from} /></p>`}
  `;
}

export function TalkRows({ head, children }) {
  return html`
    <table class="couples">
      <thead><tr><th scope="col">${head}</th><td class="bar"></td><th scope="col" class="number">Lines</th><th scope="col" class="number">Since</th><th scope="col" class="number">Last</th></tr></thead>
      ${children}
    </table>
  `;
}

// One row of such a list. `pair` is the agent whose note is shown, with the note, as the server tells it.
export function TalkRow({ href, names, count, most, first, last, pair, why }) {
  const note = pair && pair.noted && html`<${Noted} agent=${pair.agent} of=${pair.with} noted=${pair.noted} from=${pair.noted_from} day=${pair.noted_on} />`;
  return html`
    <tbody>
      <tr>
        <th scope="row"><a class="who" href=${href}>${names.map((each, n) => html`${n > 0 && " and "}<${Who} key=${each} name=${each} />`)}</a></th>
        <td class="bar" aria-hidden="true"><span style=${{ width: `${(100 * count) / most}%` }}></span></td>
        <td class="number count" title=${why || null}>${count.toLocaleString("en")}</td>
        <td class="number quiet"><${WhenDay} at=${first} /></td>
        <td class="number quiet"><${When} at=${last} /></td>
      </tr>
      ${note && html`<tr class="noted"><td colspan="5">${note}</td></tr>`}
    </tbody>
  `;
}

// Somebody's words with their name, or what the agent knows by itself. `from` is as the server says it.
// A note may be much older than the last talk: its day, where it is known, stands in it or beside it.
function Noted({ agent, of, noted, from, day }) {
  const [speaker, words] = splitNote(noted);
  const on = day ? ` on ${shortenDay(day)}` : "";
  const told = speaker ? `${speaker} said${on}${from === "overheard" ? `, overheard by ${agent}` : ""}` : `${agent} noted${on}`;
  return html`<span class="text" title=${`What ${agent} has noted of ${of}${from === "overheard" ? ", overheard" : ""}`}>${told}: ${/^“.*”$/s.test(words) ? words : `“${words}”`}</span>`;
}
