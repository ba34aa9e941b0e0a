// One visit to the world: the connection, and the screen that shows what comes. It goes on while other views are open.
import { findSession } from "tarn/session.js";
import { Echo } from "tarn/views/play/echo.js";
import { markLabels, showLinks } from "tarn/views/play/links.js";
import { Past } from "tarn/views/play/past.js";
import { Prose } from "tarn/views/play/prose.js";
import { Telnet, countAbilities } from "tarn/views/play/telnet.js";
import { TerminalScreen } from "tarn/views/play/terminal.js";

const SUBPROTOCOL = "telnet.mudstandards.org";
const MOST_LINES = 10000;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 10000;
const ENDED = 1000;
const LISTENS = "tarn.listens";
const TERMINAL = "tarn.terminal";

let current = null;

export function findVisit() {
  return current;
}

export function beginVisit() {
  current = new Visit();
  return current;
}

addEventListener("logout", () => {
  if (current) current.end();
  current = null;
});

export function isListening() {
  return localStorage.getItem(LISTENS) === "1";
}

export function isTerminal() {
  return localStorage.getItem(TERMINAL) === "1";
}

// `state` is connecting, open, lost or ended; `hidden`: what is typed is a password.
class Visit {
  constructor() {
    this.state = "connecting";
    this.hidden = false;
    this.listeners = new Set();
    this.wait = FIRST_WAIT;
    this.people = [];
    this.colorOf = () => "";
    this.onKey = () => {};
    this.past = new Past(MOST_LINES);
    this.screen = this.makeScreen();
    this.echo = new Echo((text) => this.write(text));
  }

  makeScreen() {
    return new (isTerminal() ? TerminalScreen : Prose)({
      follow: (command) => this.type(command),
      onKey: (event) => this.onKey(event),
      findPerson: (text) => this.findPerson(text),
      most: MOST_LINES,
      listens: isListening(),
    });
  }

  // Whoever a text begins with, by the longest name.
  findPerson(text) {
    const found = this.people.filter(({ name }) => text.startsWith(name) && !/^[\p{L}\p{N}]/u.test(text.slice(name.length)));
    const [person] = found.sort((one, other) => other.name.length - one.name.length);
    const isResident = person?.kind === "agent";
    return person ? { name: person.name, isResident, color: isResident && this.colorOf(person.name) } : null;
  }

  watch(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  change(values) {
    Object.assign(this, values);
    for (const listener of this.listeners) listener();
  }

  // Puts the screen into an element; returns what takes it out again.
  show(parent) {
    this.parent = parent;
    parent.append(this.screen.host);
    const sizes = new ResizeObserver(() => this.resize());
    sizes.observe(parent);
    this.resize();
    if (!this.socket) this.connect();
    return () => {
      sizes.disconnect();
      this.screen.host.remove();
    };
  }

  resize() {
    this.screen.fit();
    if (this.telnet) this.telnet.resize();
  }

  // Shows all that has come so far, and what comes, on the other screen.
  choose(wanted) {
    localStorage.setItem(TERMINAL, wanted ? "1" : "0");
    this.screen.close();
    this.screen = this.makeScreen();
    this.parent.append(this.screen.host);
    this.screen.fit();
    this.past.tell(this.screen);
    this.resize();
    this.change({});
  }

  listen(wanted) {
    localStorage.setItem(LISTENS, wanted ? "1" : "0");
    this.screen.listen(wanted);
    this.type(`set screenreader ${wanted ? "on" : "off"}`);
  }

  write(text) {
    if (!text) return;
    const now = Date.now();
    const { columns } = this.screen;
    this.past.add(text, now, columns);
    this.screen.write(text, now, columns);
  }

  // --- the connection -------------------------------------------------------------------

  connect() {
    const [cols, rows] = this.screen.size();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const known = `columns=${cols}&rows=${rows}&mtts=${countAbilities(isListening())}&mxp=1`;
    const socket = new WebSocket(`${scheme}://${location.host}/play?${known}`, SUBPROTOCOL);
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    this.telnet = new Telnet({
      send: (bytes) => this.send(bytes),
      size: () => this.screen.size(),
      listens: isListening(),
      onHidden: (hidden) => this.change({ hidden }),
    });
    socket.onopen = () => {
      this.wait = FIRST_WAIT;
      this.change({ state: "open" });
    };
    socket.onmessage = ({ data }) => {
      this.echo.answer(showLinks(markLabels(this.telnet.receive(new Uint8Array(data)))));
    };
    socket.onclose = ({ code }) => this.socket === socket && this.lose(code);
  }

  send(bytes) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(bytes);
  }

  async lose(code) {
    if (this.state === "ended") return;
    this.socket.onclose = null;
    if (code === ENDED) {
      this.change({ state: "ended", hidden: false });
      return;
    }
    if (this.state !== "lost") this.note("The connection is lost. The page tries to come back.");
    this.change({ state: "lost", hidden: false });
    const session = await findSession().catch(() => "unknown");
    if (session === null || this.state === "ended") return;
    this.timer = setTimeout(() => this.connect(), this.wait * (0.5 + Math.random()));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  again() {
    this.change({ state: "connecting" });
    this.connect();
  }

  end() {
    this.change({ state: "ended" });
    clearTimeout(this.timer);
    if (this.socket) this.socket.close(ENDED);
  }

  // --- what is typed --------------------------------------------------------------------

  type(line) {
    if (this.state !== "open") return;
    if (!this.hidden) this.echo.type(line);
    this.telnet.type(line);
    this.screen.toEnd();
  }

  note(text) {
    this.echo.show();
    this.write(`\r\n\x1b[1m${text}\x1b[0m\r\n`);
  }
}
