// One visit to the world: the terminal and the connection. It goes on while other views are open.
import { Terminal } from "xterm";
import { FitAddon } from "xterm/fit";
import { WebLinksAddon } from "xterm/web-links";
import { findSession } from "tarn/session.js";
import { Echo } from "tarn/views/play/echo.js";
import { markLabels, readCommand, showLinks } from "tarn/views/play/links.js";
import { Telnet, countAbilities } from "tarn/views/play/telnet.js";

const SUBPROTOCOL = "telnet.mudstandards.org";
const SCROLLBACK = 10000;
const FONT = '"DejaVu Sans Mono", "SF Mono", Menlo, Consolas, monospace';
const FIRST_WAIT = 500;
const LONGEST_WAIT = 10000;
const ENDED = 1000;
// Longer lines are hard to read.
const MOST_COLUMNS = 100;
const LISTENS = "tarn.listens";

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

// `state` is connecting, open, lost or ended; `hidden`: what is typed is a password.
class Visit {
  constructor() {
    this.state = "connecting";
    this.hidden = false;
    this.listeners = new Set();
    this.wait = FIRST_WAIT;
    this.host = document.createElement("div");
    this.host.className = "screen";
    this.terminal = new Terminal({
      disableStdin: true, scrollback: SCROLLBACK, fontFamily: FONT, fontSize: 15, lineHeight: 1.25,
      cursorStyle: "bar", minimumContrastRatio: 4.5, cursorInactiveStyle: "none", screenReaderMode: isListening(), theme: readTheme(),
      linkHandler: { allowNonHttpProtocols: true, activate: (_, address) => this.follow(address) },
    });
    this.echo = new Echo((text) => this.terminal.write(text));
    this.fit = new FitAddon();
    this.terminal.loadAddon(this.fit);
    this.terminal.loadAddon(new WebLinksAddon((_, address) => openPage(address)));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      this.terminal.options.theme = readTheme();
    });
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
    parent.append(this.host);
    if (!this.terminal.element) this.terminal.open(this.host);
    const sizes = new ResizeObserver(() => this.resize());
    sizes.observe(parent);
    this.resize();
    if (!this.socket) this.connect();
    return () => {
      sizes.disconnect();
      this.host.remove();
    };
  }

  resize() {
    const size = this.fit.proposeDimensions();
    if (size && size.cols && size.rows) this.terminal.resize(Math.min(size.cols, MOST_COLUMNS), size.rows);
    if (this.telnet) this.telnet.resize();
  }

  listen(wanted) {
    localStorage.setItem(LISTENS, wanted ? "1" : "0");
    this.terminal.options.screenReaderMode = wanted;
    this.type(`set screenreader ${wanted ? "on" : "off"}`);
  }

  // --- the connection -------------------------------------------------------------------

  connect() {
    const { cols, rows } = this.terminal;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const known = `columns=${cols}&rows=${rows}&mtts=${countAbilities(isListening())}&mxp=1`;
    const socket = new WebSocket(`${scheme}://${location.host}/play?${known}`, SUBPROTOCOL);
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    this.telnet = new Telnet({
      send: (bytes) => this.send(bytes),
      size: () => [this.terminal.cols, this.terminal.rows],
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
    this.terminal.scrollToBottom();
  }

  follow(address) {
    const command = readCommand(address);
    if (command === null) openPage(address);
    else this.type(command);
  }

  note(text) {
    this.echo.show();
    this.terminal.write(`\r\n\x1b[1m${text}\x1b[0m\r\n`);
  }
}

function openPage(address) {
  if (/^https?:/i.test(address)) open(address, "_blank", "noopener,noreferrer");
}

function readTheme() {
  const style = getComputedStyle(document.documentElement);
  const [sheet, ink, water] = ["--sheet", "--ink", "--water"].map((name) => style.getPropertyValue(name).trim());
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  return { background: sheet, foreground: ink, cursor: ink, selectionBackground: `${water}55`, ...(dark ? DARK : LIGHT) };
}

// The sixteen colours, so that each is read on its paper.
const LIGHT = {
  black: "#23302f", red: "#a3312a", green: "#3c6b2f", yellow: "#7d5a0c", blue: "#2a5d9c", magenta: "#81418a", cyan: "#176169", white: "#5f6d6a",
  brightBlack: "#5f6d6a", brightRed: "#b8392f", brightGreen: "#35701f", brightYellow: "#8a5c00", brightBlue: "#1f63b4", brightMagenta: "#8f3f9b", brightCyan: "#0f6a73", brightWhite: "#23302f",
};
const DARK = {
  black: "#2b3a3d", red: "#e48a7d", green: "#9cc98a", yellow: "#dfbf74", blue: "#8db8ea", magenta: "#cfa0d8", cyan: "#6fc3c8", white: "#cdd6d2",
  brightBlack: "#93a3a0", brightRed: "#f0a399", brightGreen: "#b3dca2", brightYellow: "#ecd08d", brightBlue: "#a9cdf5", brightMagenta: "#dfb8e6", brightCyan: "#8ed8dc", brightWhite: "#f2f6f3",
};
