// A line that an agent typed.
import { html } from "tarn/html.js";

// Of speech, the command stands apart from the words.
export function Line({ command }) {
  const [, verb, words] = command.match(/^(say|tell \S+|whisper \S+|emote) (.+)$/s) || [];
  return verb ? html`<span class="verb">${verb}</span> ${words}` : command;
}
