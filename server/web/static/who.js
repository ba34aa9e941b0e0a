// Names with the mark of their person's colour; visitors, who have none of their own, have a diamond of ink.
import { html } from "tarn/html.js";
import { isVisitor, paint, usePersons } from "tarn/persons.js";

export function Who({ name }) {
  const color = usePersons()(name);
  return html`<span class=${isVisitor(color) ? "named visitor" : "named"} style=${paint(color)}><span class="mark"></span><span class="text" title=${name}>${name}</span></span>`;
}

// All who live here, to go from one to another; the one that is open is the heading. `link` tells where each is.
export function Residents({ label, names, open, link, first, children }) {
  return html`
    <div class="whose">
      <nav class="residents tabs" aria-label=${label}>
        ${first}${names.map((each) => html`<${Resident} key=${each} name=${each} isOpen=${each === open} link=${link(each)} />`)}
      </nav>
      ${children && html`<span class="whose-links">${children}</span>`}
    </div>
  `;
}

function Resident({ name, isOpen, link }) {
  const way = html`<a class="name" href=${link} aria-current=${isOpen ? "page" : null}><${Who} name=${name} /></a>`;
  return isOpen ? html`<h2>${way}</h2>` : way;
}
