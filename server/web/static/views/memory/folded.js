// A part of the view that is opened by a click, and then stays open, also for the next life.
import { useState } from "preact/hooks";
import { html } from "tarn/html.js";

const opened = new Set();

// What is inside is drawn only while it is open.
export function Folded({ name, title, children }) {
  const [isOpen, open] = useState(opened.has(name));
  function keep({ target }) {
    if (target.open) opened.add(name);
    else opened.delete(name);
    open(target.open);
  }
  return html`
    <details class=${`fold ${name}-fold`} open=${isOpen} onToggle=${keep}>
      <summary><h3>${title}</h3></summary>
      ${isOpen && children}
    </details>
  `;
}
