// The view World: map, feed and panel, live.
import { useEffect, useReducer, useState } from "preact/hooks";
import { connect } from "./connection.js";
import { Feed } from "./feed.js";
import { html } from "./html.js";
import { Map as WorldMap } from "./map.js";
import { Panel } from "./panel.js";
import { logOut } from "./session.js";
import { EMPTY, change } from "./world_state.js";

export function WorldView({ account, onLoggedOut }) {
  const [world, tell] = useReducer(change, EMPTY);
  const [link, setLink] = useState("connecting");
  const [chosen, choose] = useState(null);

  useEffect(() => connect({ onMessage: tell, onState: setLink, onLoggedOut }), []);
  useEffect(() => {
    const close = (event) => event.key === "Escape" && choose(null);
    addEventListener("keydown", close);
    return () => removeEventListener("keydown", close);
  }, []);

  async function leave() {
    await logOut();
    onLoggedOut();
  }

  return html`
    <a class="skip" href="#feed">Skip to what happens</a>
    <header>
      <h1>Tarn</h1>
      <${Hour} time=${world.time} />
      <span class=${`link ${link}`} role="status">${link}</span>
      <span class="who">${account.name}<span class="quiet"> · ${account.role}</span></span>
      <button onClick=${leave}>Log out</button>
    </header>
    <main class=${chosen ? "world with-panel" : "world"}>
      <${WorldMap} world=${world} chosen=${chosen} choose=${choose} />
      ${chosen && html`<${Panel} world=${world} account=${account} chosen=${chosen} choose=${choose} />`}
      <${Feed} world=${world} choose=${choose} />
    </main>
  `;
}

function Hour({ time }) {
  if (!time) return html`<span class="hour"></span>`;
  const words = [time.phase, time.season, time.weather].filter(Boolean).join(", ");
  return html`<span class="hour"><b>${time.clock}</b> <span class="quiet">${words}</span></span>`;
}
