// Names with the mark of their person's colour; visitors, who have none of their own, have slanted letters.
import { html } from "tarn/html.js";
import { isVisitor } from "tarn/views/people/persons.js";

export function Who({ name, colorOf }) {
  const color = colorOf(name);
  if (isVisitor(color)) return html`<span class="text person" title=${name}>${name}</span>`;
  return html`<span class="named"><span class="mark" style=${{ background: `var(${color})` }}></span><span class="text" title=${name}>${name}</span></span>`;
}
