// The turns around the one that is shown, newest first, page by page.
import { useEffect, useState } from "preact/hooks";
import { askUntilAnswered } from "tarn/asking.js";
import { html } from "tarn/html.js";
import { formatPlace } from "tarn/place.js";
import { splitReason } from "tarn/readable.js";
import { Line } from "tarn/views/mind/line.js";
import { Since, describeOutcome, describeOutcomeShort, formatCount } from "tarn/views/mind/words.js";

const PAGE = 12;

export function TurnList({ root, name, count, turn }) {
  // Whole pages, so that walking from turn to turn fetches none.
  const last = turn ? Math.min(count, Math.ceil(turn / PAGE) * PAGE) : count;
  const [turns, setTurns] = useState([]);
  useEffect(() => {
    if (!count) return undefined;
    const stop = new AbortController();
    askUntilAnswered(`${root}/turns?limit=${PAGE}&before=${last + 1}`, stop.signal).then((data) => setTurns(data.turns), () => null);
    return () => stop.abort();
  }, [root, last]);
  if (turns.length === 0) return null;
  const older = last - PAGE;
  return html`
    <section class="turns card" aria-label="List of turns">
      <h3>Turns</h3>
      <div class="wide"><table>
        <thead><tr><th class="number">Turn</th><th>When</th><th>What it did</th><th>How it was chosen</th><th class="number">Took</th></tr></thead>
        <tbody>${turns.map((each) => html`
          <tr key=${each.number} class=${each.number === turn ? "here" : ""}>
            <td class="number"><a href=${formatPlace("mind", [name], { turn: each.number })} aria-current=${each.number === turn ? "true" : null}>${formatCount(each.number)}</a></td>
            <td><${Since} at=${each.at} /></td>
            <td class="text turn-line"><${Line} command=${splitReason(each.command)[0]} /></td>
            <td class="text turn-choice quiet" title=${describeOutcome(each)}>${describeOutcomeShort(each)}</td>
            <td class="number" data-label="Took">${each.seconds < 0.05 ? html`<span class="quiet">at once</span>` : `${each.seconds.toFixed(1)} s`}</td>
          </tr>
        `)}</tbody>
      </table></div>
      ${older > 0 && html`<p><a href=${formatPlace("mind", [name], { turn: older })}>Older turns</a></p>`}
    </section>
  `;
}
