// The view Mind: all agents, or one of them with the prompt of any of its turns.
import { useEffect, useState } from "preact/hooks";
import { html } from "tarn/html.js";
import { formatPlace } from "tarn/place.js";
import { request } from "tarn/session.js";
import { Who } from "tarn/who.js";
import { useAgain } from "tarn/views/mind/again.js";
import { Mind } from "tarn/views/mind/mind.js";
import { splitReason } from "tarn/readable.js";
import { Line } from "tarn/views/mind/line.js";
import { Term } from "tarn/term.js";
import { ShareBar, ShareList } from "tarn/views/mind/shares.js";
import { Went } from "tarn/views/mind/went.js";
import { HEALTH, nameModel } from "tarn/views/mind/state.js";
import { Since, addShares, describeState, explainDecider, formatCount, listDeciders, nameDecider } from "tarn/views/mind/words.js";

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
      ${minds && minds.length === 0 && html`<p>There are no residents. In the world, <b>@spawn</b> makes one.</p>`}
      ${minds && minds.length > 0 && html`
        <${Together} decided=${addShares(minds.map((mind) => mind.decided))} />
        <${Went} minds=${minds} />
        <${Table} minds=${minds} />
      `}
    </main>
  `;
}

// Who decided, of all agents together.
function Together({ decided }) {
  if (!decided.turns) return null;
  return html`
    <section class="together" aria-label="Who decided">
      <h2>Who decided the last ${formatCount(decided.turns)} turns</h2>
      <${ShareBar} decided=${decided} /><${ShareList} decided=${decided} />
    </section>
  `;
}

function Table({ minds }) {
  return html`
    <div class="wide">
      <table>
        <thead><tr><th>Resident</th><th>At this moment</th><th><${Term} of="intention">Intention<//></th><th>Memories</th><th>Model</th><th>Who decides</th><th>Its latest turns, up to 100</th><th>Last turn</th></tr></thead>
        <tbody>
          ${minds.map((mind) => html`
            <tr key=${mind.name}>
              <td><a href=${formatPlace("mind", [mind.name])}><${Who} name=${mind.name} /></a></td>
              <td>${describeState(mind)}</td>
              <td class="text" data-label="Intention">${mind.intention ? mind.intention.name : html`<span class="quiet">nothing in particular</span>`}</td>
              <td data-label="Memory"><a href=${formatPlace("memory", [mind.name])}>${formatCount(mind.memory.memories)}</a>${mind.memory.health !== "OK" && html` <span class=${`health ${mind.memory.health}`} title=${mind.memory.causes.join("\n") || null}>${HEALTH[mind.memory.health]}</span>`}</td>
              <td data-label="Model">${mind.model.by_rule ? "none" : html`<span title=${mind.model.label}>${nameModel(mind.model.label)}</span>`}${mind.model.circuit !== "closed" && html` <span class="error">not asked for a while after failures</span>`}</td>
              <td data-label="Who decides"><span title=${explainDecider(mind.model)}>${nameDecider(mind.model, mind.decided)}</span></td>
              <td class="text" data-label="Who decided"><${ShareBar} decided=${mind.decided} />${listDeciders(mind.decided)}</td>
              <td class="text last" data-label="Last turn">${mind.last ? html`<${Line} command=${splitReason(mind.last.command)[0]} /> <${Since} at=${mind.last.at} />` : html`<span class="quiet">none yet</span>`}</td>
            </tr>
          `)}
        </tbody>
      </table>
    </div>
  `;
}
