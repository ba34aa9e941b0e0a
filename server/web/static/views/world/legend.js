// What the signs of the map mean.
import { html } from "tarn/html.js";
import { keepDrawn } from "tarn/kept.js";
import { drawBoat } from "tarn/views/world/routes.js";
import { paint, usePersons } from "tarn/persons.js";

export const Legend = keepDrawn(({ house }) => html`
  <ul class="legend quiet" aria-label="Signs of the map" tabindex="0">
    <li><${Sign}><path class="who" d="M0 -7l7 7l-7 7l-7 -7z" /><//>visitor</li>
    <li class="agent"><${Sign}><circle class="who" r="6" /><//>resident</li>
    <li class="agent away"><${Sign}><circle class="who" r="5" /><//>at rest</li>
    <li class="away"><${Sign}><path class="who" d="M0 -6l6 6l-6 6l-6 -6z" /><//>away</li>
    <li class="peopled"><${Sign}><path class="mark" d=${house} /><//><${Sign}><circle class="mark" r="9" /><//>somebody there</li>
    <li class="free"><${Sign}><path class="mark" d=${house} /><//>under a roof</li>
    <li class="free"><${Sign}><circle class="mark" r="9" /><//>in the open</li>
    <li><${Sign}><path class="boat" d=${drawBoat([[0, 0], [0, 0]])} /><//>ferry</li>
    <li><${Sign}><path class="rails" d="M-12 -8L-8 -4H8L12 -8M-12 8L-8 4H8L12 8" /><//>bridge</li>
  </ul>
`);

// The sign of somebody beside their name, as it is on the map.
export function PersonSign({ name, kind, mark }) {
  const color = usePersons()(name);
  return html`<span class=${`sign ${kind}${mark ? " away" : ""}`} style=${paint(color)}><${Sign}>${kind === "agent" ? html`<circle class="who" r="6" />` : html`<path class="who" d="M0 -7l7 7l-7 7l-7 -7z" />`}<//></span>`;
}

function Sign({ children }) {
  return html`<svg viewBox="-13 -13 26 26" aria-hidden="true">${children}</svg>`;
}
