// In one line the way in which an agent remembers, and what follows from it for the drawing.
import { html } from "tarn/html.js";
import { Term } from "tarn/term.js";
import { isOfTree, nameLane } from "tarn/views/memory/lanes.js";
import { count } from "tarn/views/memory/parts.js";

const WAYS = {
  waterfall: ["keeps two summaries", "A long-term one of all that is old, and a recent one, which is taken into the long-term one when the next is written."],
  sleep: ["sums up in its sleep", "One summary stands for all but the newest memories, and is written anew each time."],
  layered: ["keeps one text of fixed sections", "It stands for all old memories, and is written anew each time."],
  rolling: ["keeps one short account of its own steps", "It is written anew every few steps."],
  window: ["writes no summaries", "Old memories leave the prompt, so that no bars stand over them."],
};

// `joined`: brackets are drawn.
export function Way({ life, lanes, joined }) {
  const [does, told] = life.strategy === "tree"
    ? ["sums up in rounds", describeRounds(lanes, joined)]
    : WAYS[life.strategy] || [`remembers by the strategy ${life.strategy}`, `For the past stands ${life.stands}.`];
  return html`<p class="way"><b><span class="name">${life.name}</span> <${Term} of="strategy">${does}<//>.</b> ${told} ${describeUse(life)}</p>`;
}

// "8 memories become one first-round summary, 4 of these …", with the numbers of this life if they are the same everywhere.
export function describeRounds(lanes, joined) {
  const [first, second] = lanes.filter(isOfTree).reverse();
  const memories = first?.parts ? count(first.parts, "memory", "memories") : "Some memories";
  const several = second?.parts || "several";
  return `${memories} become one ${nameLane("leaves")}, ${several} of these one ${nameLane("level 1")}, and so on${joined ? ", as the brackets show" : ""}.`;
}

// Of a life without summaries nothing is said.
function describeUse({ standing, memories, summed_up: summed }) {
  if (!standing) return "";
  const newest = memories - summed;
  const rest = newest === 1 ? " but the newest memory" : newest ? ` but the newest ${newest.toLocaleString()} memories` : " memories";
  return standing === 1 ? `It stands for all${rest}.` : `Summaries in use stand for all${rest}.`;
}
