// The view Play: the world itself, as prose or in a terminal, and a line to type in.
import { useEffect, useReducer, useRef, useState } from "preact/hooks";
import { html } from "tarn/html.js";
import { usePersons } from "tarn/persons.js";
import { Here } from "tarn/views/play/here.js";
import { beginVisit, findVisit, isListening, isTerminal } from "tarn/views/play/visit.js";

const STATES = {
  connecting: "connecting",
  open: "in the world",
  lost: "the connection is lost; the page tries to come back",
  ended: "the visit has ended",
};

export function View({ account, world }) {
  const [visit, setVisit] = useState(findVisit());
  if (visit) return html`<${Play} visit=${visit} account=${account} world=${world} />`;
  const who = account.role === "guest" ? "a guest" : account.name;
  return html`
    <main id="main" tabindex="-1" class="plain entrance">
      <p>You come in as yourself, as at telnet. If you are in the world elsewhere, that visit ends.</p>
      <p><button class="primary" ref=${focusOnce} onClick=${() => setVisit(beginVisit())}>Enter as ${who}</button></p>
    </main>
  `;
}

function focusOnce(element) {
  if (element) element.focus();
}

function Play({ visit, account, world }) {
  const [, draw] = useReducer((count) => count + 1, 0);
  const screen = useRef(null);
  const line = useRef(null);
  const colorOf = usePersons();
  useEffect(() => visit.watch(draw), [visit]);
  useEffect(() => visit.show(screen.current), [visit]);
  useEffect(() => {
    if (visit.state === "open") line.current.focus();
  }, [visit.state, visit.hidden]);
  useEffect(() => {
    visit.onKey = (event) => {
      const copies = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() !== "v";
      const presses = event.target.tagName === "BUTTON" || event.target.tagName === "A";
      if (!copies && !presses && (event.key.length === 1 || event.key === "Enter")) line.current.focus();
    };
  }, [visit]);
  visit.people = [...world.people.values()];
  visit.colorOf = colorOf;
  const isOpen = visit.state === "open" && !visit.hidden;
  function begin(words) {
    line.current.value = words;
    line.current.focus();
  }
  function command(words) {
    visit.type(words);
    line.current.focus();
  }
  return html`
    <main id="main" tabindex="-1" class=${`play ${isTerminal() ? "in-terminal" : "in-prose"}${isListening() || account.role === "guest" ? " in-full" : ""}`}>
      <div class="screen-place" ref=${screen} role="region" aria-label="The world"></div>
      <div class="beside">
        <${Here} world=${world} account=${account} isOpen=${isOpen} onCommand=${command} onBegin=${begin} />
        <${Commands} onChosen=${begin} isOpen=${isOpen} />
      </div>
      <${TypedLine} visit=${visit} line=${line} />
      <div class="tools">
        <span role="status" class=${`link ${visit.state === "open" ? "live" : "lost"}`}>${STATES[visit.state]}</span>
        ${visit.state === "ended" && html`<button ref=${focusOnce} onClick=${() => visit.again()}>Enter again</button>`}
        <span class="quiet hint">Try: <b>look</b>, <b>say hello</b>, <b>tell</b> a name and your words, <b>go</b> and an exit, <b>help</b></span>
        <button aria-pressed=${isTerminal()} title="Letters of one width, as in a client for telnet" onClick=${() => visit.choose(!isTerminal())}>Terminal</button>
        <${Listening} visit=${visit} />
      </div>
    </main>
  `;
}

// A word, what follows it, and what it does.
const COMMANDS = [
  ["look", "", "what is here, and the exits"], ["go", "an exit", "walk there; or click the exit"], ["say", "words", "to all in the room"],
  ["tell", "name and words", "to one alone, anywhere"], ["examine", "a thing or name", "look closely"], ["get", "a thing", "take it; drop puts it down"],
  ["who", "", "who is in the world"], ["map", "", "the rooms around you"], ["help", "", "all commands"], ["quit", "", "leave the world"],
];

// Beside the world, where a wide window has room: what can be typed. One that is clicked stands in the line.
function Commands({ onChosen, isOpen }) {
  return html`
    <section class="commands" aria-label="What can be typed">
      <h3>What you can type</h3>
      <ul>${COMMANDS.map(([word, more, about]) => html`
        <li key=${word}><span><button class="leads" disabled=${!isOpen} onClick=${() => onChosen(more ? `${word} ` : word)}>${word}</button>${more && html` <i>${more}</i>`}</span><span class="quiet">${about}</span></li>
      `)}</ul>
      <p class="quiet">A click writes the word into the line below: finish it and press Enter. An exit is taken and a thing looked at by one click.</p>
    </section>
  `;
}

function Listening({ visit }) {
  const [on, setOn] = useState(isListening());
  function turn() {
    visit.listen(!on);
    setOn(!on);
  }
  return html`<button aria-pressed=${on} title="What happens is read aloud as plain lines" onClick=${turn} disabled=${visit.state !== "open"}>Screen reader</button>`;
}

function TypedLine({ visit, line }) {
  const [past, setPast] = useState([]);
  const at = useRef(0);

  function send(text) {
    visit.type(text);
    if (text.trim() && !visit.hidden) setPast([...past.filter((each) => each !== text), text]);
    at.current = 0;
    line.current.value = "";
  }

  function submit(event) {
    event.preventDefault();
    if (visit.state === "open") send(line.current.value);
  }

  function recall(step) {
    at.current = Math.max(0, Math.min(past.length, at.current + step));
    line.current.value = at.current ? past[past.length - at.current] : "";
  }

  function press(event) {
    const keys = {
      ArrowUp: () => recall(1),
      ArrowDown: () => recall(-1),
      PageUp: () => visit.screen.turnPage(-1),
      PageDown: () => visit.screen.turnPage(1),
    };
    if (!keys[event.key] || (visit.hidden && event.key.startsWith("Arrow"))) return;
    event.preventDefault();
    keys[event.key]();
  }

  // Several lines at once are several commands; a field would join them.
  function paste(event) {
    const lines = event.clipboardData.getData("text").split(/\r?\n/);
    if (lines.length < 2) return;
    event.preventDefault();
    const last = lines.pop();
    lines[0] = line.current.value + lines[0];
    lines.forEach(send);
    line.current.value = last;
  }

  return html`
    <form onSubmit=${submit}>
      <input ref=${line} type=${visit.hidden ? "password" : "text"} aria-label=${visit.hidden ? "Your password" : "Your line"}
        placeholder=${visit.hidden ? "Your password" : "Type a command here"} autocomplete="off" autocapitalize="off" spellcheck=${false} enterkeyhint="send"
        disabled=${visit.state !== "open"} onKeyDown=${press} onPaste=${paste} />
      <button class="primary" disabled=${visit.state !== "open"}>Send</button>
    </form>
  `;
}
