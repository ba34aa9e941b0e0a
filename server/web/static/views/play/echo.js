// What is typed, marked as such and shown once: before the answer, unless the answer begins with the same words.
import { TYPED_MARK } from "tarn/views/play/escapes.js";

const CONTROLS = /[\x00-\x1f\x7f-\x9f]/g;
// Of a terminal: colours and the like, and links.
const SEQUENCES = /\x1b\[[0-9;?]*[a-zA-Z]|\x1b\][^\x1b\x07]*(?:\x1b\\|\x07)/g;
const LONGEST_WAIT = 1000;

// `write` takes text for the screen.
export class Echo {
  constructor(write) {
    this.write = write;
    this.line = null;
  }

  // Holds a line until its answer comes, or for a second; an empty line stands between it and what was before.
  type(line) {
    this.show();
    this.line = line.replace(CONTROLS, " ");
    this.timer = setTimeout(() => this.show(), LONGEST_WAIT);
  }

  answer(text) {
    if (this.line !== null && text.trim()) this.show(!repeats(text, this.line));
    this.write(text);
  }

  // Writes what is held; if its words are in the answer, the empty line alone.
  show(words = true) {
    if (this.line === null) return;
    clearTimeout(this.timer);
    this.write(`\r\n${TYPED_MARK}${words ? `\x1b[90m> ${this.line}\x1b[0m\r\n` : ""}`);
    this.line = null;
  }
}

// Of "tell Moss Good day" the world says: You tell Moss, "Good day"
export function repeats(answer, line) {
  const [, said] = plain(answer).match(/^You [^"]*, "(.*)$/) || [];
  const rests = [1, 2].map((words) => plain(line).split(" ").slice(words).join(" "));
  return said !== undefined && rests.some((rest) => rest !== "" && soften(said).startsWith(soften(rest)));
}

// Quotes within what is said are single ones in the world.
function soften(words) {
  return words.replaceAll('"', "'");
}

function plain(text) {
  return text.replace(SEQUENCES, "").replace(/["\u201c\u201d]/g, '"').replace(/\s+/g, " ").trim();
}
