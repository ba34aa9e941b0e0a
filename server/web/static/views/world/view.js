// The view World: map, feed and panel, live.
import { useLayoutEffect, useState } from "preact/hooks";
import { html } from "tarn/html.js";
import { Feed } from "tarn/views/world/feed.js";
import { Map as WorldMap } from "tarn/views/world/map.js";
import { Panel } from "tarn/views/world/panel.js";

export function View({ world, account }) {
  const [chosen, choose] = useState(null);
  useLayoutEffect(() => {
    const close = (event) => event.key === "Escape" && choose(null);
    addEventListener("keydown", close);
    return () => removeEventListener("keydown", close);
  }, []);
  return html`
    <main id="main" tabindex="-1" class=${chosen ? "world with-panel" : "world"}>
      <${WorldMap} world=${world} chosen=${chosen} choose=${choose} />
      ${chosen && html`<${Panel} world=${world} account=${account} chosen=${chosen} choose=${choose} />`}
      <${Feed} world=${world} choose=${choose} />
    </main>
  `;
}
