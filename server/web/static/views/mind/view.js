// The view Mind: all agents, or one of them with the prompt of any of its turns.
import { useEffect, useState } from "preact/hooks";
import { html } from "tarn/html.js";
import { formatPlace } from "tarn/place.js";
import { request } from "tarn/session.js";
import { useAgain } from "tarn/views/mind/again.js";
import { Mind } from "tarn/views/mind/mind.js";
import { Since, addShares, describeShare, describeState } from "tarn/views/mind/words.js";

const LIST_SECONDS = 5;

export function View({ world, account, place }) {
  const name = place.parts[0];
  if (name) return html`<${Mind} key=${name} name=${name} world=${world} account=${account} values=${place.values} />`;
  return html`<${Minds} />`;
}

function Minds() {
  const [minds, setMinds] = useState(null);
  const [error, setError] = useState("");
  const again = useAgain(LIST_SECONDS);
  useEffect(() => {
    request("/minds").then(
      (data) => { setMinds(data.minds); setError(""); },
      (failure) => setError(failure.message),
    );
  }, [again]);
  return html`
    <main id="main" tabindex="-1" class="plain minds" aria-busy=${minds === null || null}>
      <p class="error" role="alert">${error}</p>
      ${minds && minds.length === 0 && html`<p>There are no agents. In the world, <b>@spawn</b> makes one.</p>`}
      ${minds && minds.length > 0 && html`
        <p class="share-of-all">Who decided, all agents together: ${describeShare(addShares(minds.map((mind) => mind.decided)))}</p>
        <${Table} minds=${minds} />
      `}
    </main>
  `;
}

function Table({ minds }) {
  return html`
    <div class="wide">
      <table>
        <thead><tr><th>Agent</th><th>At this moment</th><th>Intention</th><th>Memory</th><th>Model</th><th>Who decided</th><th>Last turn</th></tr></thead>
        <tbody>
          ${minds.map((mind) => html`
            <tr key=${mind.name}>
              <td><a href=${formatPlace("mind", [mind.name])}>${mind.name}</a></td>
              <td>${describeState(mind)}</td>
              <td class="text" data-label="Intention">${mind.intention ? mind.intention.name : html`<span class="quiet">nothing in particular</span>`}</td>
              <td data-label="Memory"><span class=${`health ${mind.memory.health}`}>${mind.memory.health}</span></td>
              <td data-label="Model">${mind.model.by_rule ? "rules" : mind.model.label}${mind.model.circuit !== "closed" && html` <span class="error">not asked for a while after failures</span>`}</td>
              <td class="text" data-label="Who decided">${describeShare(mind.decided)}</td>
              <td class="text last" data-label="Last turn">${mind.last ? html`<${Since} at=${mind.last.at} /> ${mind.last.command}` : html`<span class="quiet">none yet</span>`}</td>
            </tr>
          `)}
        </tbody>
      </table>
    </div>
  `;
}
