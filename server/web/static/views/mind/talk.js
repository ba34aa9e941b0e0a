// Talking to an agent as one's own character, by the command `tell`.
import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "tarn/html.js";
import { request } from "tarn/session.js";
import { quote } from "tarn/when.js";

const LATEST = 4;
const MOST_WORDS = 1000;

export function Talk({ mind, root, account, events, onTold }) {
  const [words, setWords] = useState("");
  const [error, setError] = useState("");
  const both = [mind.name, account.name];
  const talk = events.filter((event) => event.private && both.includes(event.actor) && event.to.some((each) => both.includes(each)));

  const list = useRef(null);
  const newest = talk.length && talk[talk.length - 1].key;
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [newest]);

  async function tell(event) {
    event.preventDefault();
    try {
      await request(`${root}/tell`, { method: "POST", body: { words } });
      setWords("");
      setError("");
    } catch (refused) {
      setError(refused.message);
    }
    onTold();
  }

  if (!mind.here) {
    return html`<p class="quiet">To talk to ${mind.name} from here, be in the world as ${account.name}.</p>`;
  }
  return html`
    <section class="talk" aria-label=${`Talk to ${mind.name}`}>
      ${talk.length > 0 && html`<ol ref=${list} tabindex="0" aria-live="polite">
        ${talk.slice(-LATEST).map((event) => html`<li key=${event.key} class="text">${quote(event.text)}</li>`)}
      </ol>`}
      <form onSubmit=${tell}>
        <label>Tell ${mind.name}, as ${account.name}${" "}<input value=${words} maxlength=${MOST_WORDS} autocomplete="off" required onInput=${(event) => setWords(event.target.value)} /></label>
        <button class="primary">Tell</button>
      </form>
      <p class="error" role="alert">${error}</p>
    </section>
  `;
}
