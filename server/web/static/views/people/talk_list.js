// Those who talked last, two by two, by the minute of their last line, and below them what one has noted about the other, which has a day of its own. How much two talk, the table of all tells.
import { useState } from "preact/hooks";
import { html } from "tarn/html.js";
import { countPairs, shortenDay, splitNote } from "tarn/views/people/common.js";
import { explainDifference, findPlace } from "tarn/views/people/couples.js";
import { formatDay, formatHour, formatShortDay } from "tarn/time.js";
import { When, WhenDay } from "tarn/when.js";
import { Who } from "tarn/who.js";

// So many are shown at first.
const MOST = 10;

export function TalkList({ couples }) {
  const [isWhole, showAll] = useState(false);
  const all = [...couples].sort((one, other) => Date.parse(other.last) - Date.parse(one.last));
  const shown = isWhole ? all : all.slice(0, MOST);
  if (!shown.length) return html`<p class="quiet">Nobody has talked yet.</p>`;
  return html`
    <ol class="couples lately">${shown.flatMap((each, n) => [
      html`<${LastTalk} key=${`at ${each.key}`} last=${each.last} above=${n > 0 ? shown[n - 1].last : ""} />`,
      html`<li key=${each.key}><${Latest} couple=${each} /></li>`,
    ])}</ol>
    ${all.length > shown.length && html`<p class="rest"><button onClick=${() => showAll(true)}>All ${countPairs(all.length)}</button></p>`}
  `;
}

// A day and a minute stand once, above all whose last line was then.
function LastTalk({ last, above }) {
  const isSameDay = Boolean(above) && formatDay(last) === formatDay(above);
  if (isSameDay && formatHour(last) === formatHour(above)) return null;
  return html`<li class=${isSameDay ? "hour-of quiet" : "day"}>${isSameDay ? "at " : `Last talk on ${formatShortDay(last)} at `}<${When} at=${last} dated /></li>`;
}

// The two, and below them the note, if there is one, with whose it is and of which day.
function Latest({ couple }) {
  const { one, other, noted: pair, isAloud } = couple;
  const why = isAloud ? "Two visitors: what they said aloud is in Replay" : explainDifference(couple);
  return html`
    <span class="pair-line"><a class="who" href=${findPlace(couple, one)} title=${why || null}>${[one, other].map((name, n) => html`${n > 0 && " and "}<${Who} key=${name} name=${name} />`)}</a></span>
    ${pair?.noted && html`<p class="noted"><${Noted} agent=${pair.agent} of=${pair.with} noted=${pair.noted} from=${pair.noted_from} day=${pair.noted_on} /></p>`}
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

// A note with whose it is and its day, where that is known, as it may be much older than the last talk: somebody's words with their
// name, or what the agent knows by itself. `from` is as the server says it.
function Noted({ agent, of, noted, from, day }) {
  const [speaker, words] = splitNote(noted);
  const isOverheard = from === "overheard";
  const whose = `${agent}’s note${day ? ` of ${shortenDay(day)}` : ""}${isOverheard ? ", overheard" : ""}`;
  return html`<span class="text" title=${`What ${agent} has noted of ${of}${isOverheard ? ", overheard" : ""}`}><span class="quiet">${whose}:</span> ${speaker && `${speaker} said: `}${/^“.*”$/s.test(words) ? words : `“${words}”`}</span>`;
}
