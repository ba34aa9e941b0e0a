// Those who talk most, two by two: how much, since when, and what each has noted of the other.
import { html } from "tarn/html.js";
import { formatPlace } from "tarn/place.js";
import { Noted, Span, countLines, momentAfter } from "tarn/views/people/common.js";

const MOST = 10;

export function TalkList({ data, said }) {
  const couples = joinCouples(data, said).slice(0, MOST);
  if (!couples.length) return html`<p class="quiet">Nobody has talked yet.</p>`;
  const most = couples[0].count;
  return html`
    <ol class="couples">${couples.map((each) => html`
      <li key=${each.key}>
        <p>
          <a class="text who" href=${each.href}>${each.one} and ${each.other}</a>${" "}
          <span class="quiet">${countLines(each.count)} <${Span} first=${each.first} last=${each.last} /></span>
        </p>
        <div class="bar" aria-hidden="true"><span class=${each.aloud ? "aloud" : ""} style=${{ width: `${(100 * each.count) / most}%` }}></span></div>
        ${each.notes.map((note) => html`<${Noted} key=${note.agent} ...${note} />`)}
        ${each.aloud && html`<p class="noted quiet">Both are people: lines that one said aloud where the other was. They can be seen in Replay.</p>`}
      </li>
    `)}</ol>
  `;
}

// Two agents remember their talk each for itself; here they are one couple.
function joinCouples({ pairs }, { pairs: aloud }) {
  const couples = new Map();
  for (const pair of pairs) {
    const key = [pair.agent, pair.with].sort().join("\n");
    const note = { agent: pair.agent, of: pair.with, noted: pair.noted, from: pair.noted_from };
    const known = couples.get(key);
    if (known) {
      known.notes.push(note);
      known.count = Math.max(known.count, pair.talks);
    } else {
      const href = formatPlace("people", [pair.agent], { with: pair.with });
      couples.set(key, { key, one: pair.agent, other: pair.with, count: pair.talks, first: pair.first, last: pair.last, href, notes: [note] });
    }
  }
  for (const pair of aloud) {
    const key = [pair.one, pair.other].sort().join("\n");
    couples.set(key, { key, one: pair.one, other: pair.other, count: pair.lines, first: pair.first, last: pair.last, href: momentAfter(pair.last), notes: [], aloud: true });
  }
  return [...couples.values()].sort((a, b) => b.count - a.count || a.key.localeCompare(b.key));
}
