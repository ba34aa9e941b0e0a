// Those who talk most, two by two: how much, when last, and what one has noted about the other.
import { html } from "tarn/html.js";
import { Ago, countLines, splitNote } from "tarn/views/people/common.js";
import { explainDifference, findPlace } from "tarn/views/people/couples.js";

const MOST = 10;

export function TalkList({ couples }) {
  const shown = couples.slice(0, MOST);
  if (!shown.length) return html`<p class="quiet">Nobody has talked yet.</p>`;
  return html`
    <ol class="couples">${shown.map((each) => html`
      <${TalkRow} key=${each.key} href=${findPlace(each, each.one)} name=${`${each.one} and ${each.other}`} count=${each.count} most=${shown[0].count}
        last=${each.last} pair=${each.noted} why=${explainDifference(each)} isAloud=${each.isAloud} />
    `)}</ol>
  `;
}

// One row of such a list. `pair` is the agent whose note is shown, with the note, as the server tells it.
export function TalkRow({ href, name, count, most, last, pair, why, isAloud }) {
  return html`
    <li>
      <a class="text who" href=${href}>${name}</a>
      <span class="bar" aria-hidden="true"><span class=${isAloud ? "aloud" : ""} style=${{ width: `${(100 * count) / most}%` }}></span></span>
      <span class="count" title=${why || null}>${countLines(count)}</span>
      <span class="quiet"><${Ago} at=${last} /></span>
      ${isAloud && html`<p class="noted">Two visitors, aloud. Opens in Replay.</p>`}
      ${pair && pair.noted && html`<${Noted} agent=${pair.agent} of=${pair.with} noted=${pair.noted} from=${pair.noted_from} />`}
    </li>
  `;
}

// Somebody's words with their name, or what the agent knows by itself. `from` is as the server says it.
function Noted({ agent, of, noted, from }) {
  const [speaker, words] = splitNote(noted);
  return html`<p class="noted" title=${`What ${agent} has noted of ${of}${from === "overheard" ? ", overheard" : ""}`}><span class="text">${speaker || agent}: ${words}</span></p>`;
}
