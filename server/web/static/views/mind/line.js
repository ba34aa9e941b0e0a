// What an agent did, of the line that it typed, as one reads it: "says “Good day.”", "goes to hall", "lifts a hand".
import { html } from "tarn/html.js";
import { nameSpeaker } from "tarn/readable.js";
import { quote } from "tarn/when.js";

const SPOKEN = [
  [/^say (.+)$/s, () => "says"],
  [/^tell (\S+) (.+)$/s, (who) => `tells ${who}`],
  [/^whisper (\S+) (.+)$/s, (who) => `whispers to ${who}`],
  [/^think (.+)$/s, () => "thinks"],
  [/^note (.+?) -> (.+)$/s, (what) => `notes about ${what}`],
];
const GONE = /^go (.+)$/;
export const WINDS = /^(?:north|south|east|west|up|down|in|out)/;
const WORD = /^[a-z]{2,}\b/;

// A line as [what was done, the words if it has any].
export function splitDeed(command) {
  for (const [pattern, describe] of SPOKEN) {
    const found = command.match(pattern);
    if (found) return [describe(found[1]), found[found.length - 1]];
  }
  const [, shown] = command.match(/^emote (.+)$/s) || [];
  if (shown) return [shown, ""];
  const [, way] = command.match(GONE) || [];
  if (way) return [WINDS.test(way) ? `goes ${way}` : `goes to ${way}`, ""];
  return [WORD.test(command) ? nameSpeaker(`You ${command}`, "").trim() : command, ""];
}

export function Line({ command }) {
  const [deed, words] = splitDeed(command);
  return words ? html`<span class="verb">${deed}</span> <span class="spoken">${quote(words)}</span>` : deed;
}
