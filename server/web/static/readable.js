// What an agent remembers and what a model is told, without the signs in which a model reads it.
import { html } from "tarn/html.js";

const COMMAND = /^~([^\n>]{1,80})> ([^\n]*)(?:\n([^]*))?$/;
// Of these the world's answer repeats the words.
const REPEATED = /^(say|tell|whisper|emote|think|note|dream|shout|write)\b/;

// What somebody is seen to do has their name before it, for a model that reads many lines.
const SEEN = /^\[([^\]]+)\] (?=\1\b)/;

// A memory as [what it did, why, what came of it]; of what it perceived there is the last alone.
export function splitMemory(text) {
  const [, , line, result = ""] = text.match(COMMAND) || [];
  if (line === undefined) return ["", "", text.replace(SEEN, "")];
  const [command, reason] = splitReason(line);
  return result && REPEATED.test(command) ? ["", reason, result] : [command, reason, result];
}

// A line of talk as a third person reads it: `You tell Ada, "…"` is what this one said. What is
// quoted stays as it was said.
export function nameSpeaker(text, name) {
  const [told] = text.split('"', 1);
  const named = told.replace(/^You ([a-z]+)\b/, (_, verb) => `${name} ${addEnding(verb)}`).replace(/\byou\b/g, name);
  return named + text.slice(told.length);
}

// "say" → "says", "reply" → "replies", "teach" → "teaches"
function addEnding(verb) {
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`;
  return /(s|x|z|sh|ch)$/.test(verb) ? `${verb}es` : `${verb}s`;
}

// A model may write its reason behind the line: "tell Ada Nine feet. | I was asked".
export function splitReason(command) {
  const at = command.lastIndexOf(" | ");
  return at < 0 ? [command, ""] : [command.slice(0, at), command.slice(at + 3)];
}

export function Remembered({ text }) {
  const [command, reason, result] = splitMemory(text);
  return html`${command && html`<span class="did">${command}</span>`}${command && result && "\n"}${result}${reason && html` <span class="quiet because">because: ${reason}</span>`}`;
}

// A line of a prompt as [kind, words]: a heading, a rule, what the agent did, or plain words.
export function readLine(line) {
  if (/^-{3,}$/.test(line)) return ["rule", ""];
  const heading = line.match(/^#+ (.+)$/);
  if (heading) return ["heading", heading[1]];
  const recalled = line.match(/^(#\d+ \([^)]*\)) (~.+)$/);
  if (recalled) return ["words", `${recalled[1]} ${describe(recalled[2].replace(" / ", "\n"))}`];
  const cue = line.match(/^~([^\n>]{1,80})>\s*$/);
  if (cue) return ["did", `${cue[1]}: …`];
  const done = line.match(COMMAND);
  if (!done) return ["words", line.replace(/^- /, "• ").replace(SEEN, "")];
  const [command, reason] = splitReason(done[2]);
  return ["did", `${done[1]}: ${command}${reason ? ` (because: ${reason})` : ""}`];
}

// A memory in one line.
function describe(text) {
  const [command, , result] = splitMemory(text);
  return [command, result].filter(Boolean).join(": ");
}
