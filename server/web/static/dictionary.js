// The dictionary at hand: what the words of the page mean, opened and closed from any view.
import { useEffect, useRef } from "preact/hooks";
import { html } from "tarn/html.js";
import { listWords } from "tarn/words.js";

export function Dictionary() {
  const box = useRef(null);
  // Whoever goes elsewhere meanwhile, by the browser's own ways, has done with it.
  useEffect(() => {
    const close = () => box.current.close();
    addEventListener("hashchange", close);
    return () => removeEventListener("hashchange", close);
  }, []);
  // A click beside the box is one on what lies behind it.
  const closeBeside = (event) => event.target === box.current && box.current.close();
  return html`
    <button class="words leads" aria-haspopup="dialog" onClick=${() => box.current.showModal()}>What the words mean</button>
    <dialog class="dictionary" ref=${box} aria-labelledby="dictionary" onClick=${closeBeside}>
      <div>
        <header><h2 id="dictionary">What the words mean</h2><button onClick=${() => box.current.close()}>Close</button></header>
        <dl tabindex="0" aria-labelledby="dictionary">${listWords().map(([word, meaning]) => html`<div key=${word}><dt>${word}</dt><dd>${meaning}</dd></div>`)}</dl>
      </div>
    </dialog>
  `;
}
