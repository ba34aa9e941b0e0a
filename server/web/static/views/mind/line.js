// A line that an agent typed.
import { html } from "tarn/html.js";

// Of speech, the command stands apart from the words, which the style sheet puts into quotes.
export function Line({ command }) {
  const [, verb, words] = command.match(/^(say|tell \S+|whisper \S+|emote) (.+)$/s) || [];
  return verb ? html`<span class="verb">${verb}</span> <span class=${verb === "emote" ? "" : "spoken"}>${words}</span>` : command;
}
