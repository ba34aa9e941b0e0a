// The world in a terminal, xterm.js, for who wants one. It has the same form as prose.js.
import { Terminal } from "xterm";
import { FitAddon } from "xterm/fit";
import { WebLinksAddon } from "xterm/web-links";
import { refold } from "tarn/views/play/folding.js";
import { readCommand } from "tarn/views/play/links.js";

const FONT = '"DejaVu Sans Mono", "SF Mono", Menlo, Consolas, monospace';
// Longer lines are hard to read.
const MOST_COLUMNS = 80;

export class TerminalScreen {
  constructor({ follow, onKey, most, listens }) {
    this.host = document.createElement("div");
    this.host.className = "screen";
    this.isFolding = true;
    this.terminal = new Terminal({
      disableStdin: true, scrollback: most, fontFamily: FONT, fontSize: 15, lineHeight: 1.35,
      cursorStyle: "bar", minimumContrastRatio: 4.5, cursorInactiveStyle: "none", screenReaderMode: listens, theme: readTheme(),
      linkHandler: { allowNonHttpProtocols: true, activate: (_, address) => activate(address, follow) },
    });
    this.fitting = new FitAddon();
    this.terminal.loadAddon(this.fitting);
    this.terminal.loadAddon(new WebLinksAddon((_, address) => openPage(address)));
    this.terminal.attachCustomKeyEventHandler((event) => {
      if (event.type === "keydown") onKey(event);
      return false;
    });
    this.darkness = matchMedia("(prefers-color-scheme: dark)");
    this.darken = () => {
      this.terminal.options.theme = readTheme();
    };
    this.darkness.addEventListener("change", this.darken);
  }

  // `columns` is the width that the server was told: what it folded for a wider screen is folded again.
  write(text, at, columns) {
    this.terminal.write(columns > this.columns ? refold(text, columns, this.columns) : text);
  }

  // xterm.js measures its letters in the page.
  fit() {
    if (!this.terminal.element) this.terminal.open(this.host);
    const size = this.fitting.proposeDimensions();
    if (size && size.cols && size.rows) this.terminal.resize(Math.min(size.cols, MOST_COLUMNS), size.rows);
  }

  get columns() {
    return this.terminal.cols;
  }

  size() {
    return [this.columns, this.terminal.rows];
  }

  turnPage(pages) {
    this.terminal.scrollPages(pages);
  }

  toEnd() {
    this.terminal.scrollToBottom();
  }

  listen(wanted) {
    this.terminal.options.screenReaderMode = wanted;
  }

  close() {
    this.darkness.removeEventListener("change", this.darken);
    this.host.remove();
    this.terminal.dispose();
  }
}

function activate(address, follow) {
  const command = readCommand(address);
  if (command === null) openPage(address);
  else follow(command);
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
