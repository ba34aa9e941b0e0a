// Small parts that the lists and the details share.
import { useEffect, useState } from "preact/hooks";
import { askUntilAnswered } from "tarn/asking.js";
import { html } from "tarn/html.js";
import { formatPlace } from "tarn/place.js";
import { Remembered, splitMemory } from "tarn/readable.js";
import { describeHearsay, nameLane } from "tarn/views/memory/lanes.js";
import { WINDS } from "tarn/views/mind/line.js";
import { When, quote } from "tarn/when.js";

// A link to another place in the same life; what is not named stays, what is null goes.
export function linkTo(place, values) {
  return formatPlace("memory", place.parts, { ...place.values, ...OPENED, ...values });
}

const OPENED = { memory: null, summary: null, show: null, q: null, source: null };

// The answer of the interface at a path; it is asked for again when `version` changes.
export function useData(path, version = 0) {
  const [state, setState] = useState({ path: null, data: null, error: "" });
  useEffect(() => {
    if (!path) return undefined;
    const stop = new AbortController();
    const fail = (error) => setState({ path, data: null, error });
    askUntilAnswered(path, stop.signal, fail).then(
      (data) => setState({ path, data, error: "" }),
      (error) => stop.signal.aborted || fail(error.message),
    );
    return () => stop.abort();
  }, [path, version]);
  return state.path === path ? state : { data: null, error: "" };
}

// Lists of a life whose archive is being read are asked for again as it goes on.
export function versionOf(life) {
  return life.reading ? life.read_up_to : 0;
}

export function Pending({ error }) {
  return error ? html`<p class="error" role="alert">${error}</p>` : html`<p class="quiet" aria-busy="true">…</p>`;
}

export function count(number, one, many = `${one}s`) {
  return `${number.toLocaleString()} ${number === 1 ? one : many}`;
}

export function MemoryLink({ place, seq }) {
  return html`<a class="seq" href=${linkTo(place, { memory: seq })}>#${seq}</a>`;
}

// So many letters of a memory stand beside a sentence.
const BRIEF = 150;

// A memory as a sentence: "You go to landing." where the world's answer to "go landing" does not say what was done.
export function tellMemory(text) {
  const [command, , result] = splitMemory(text);
  if (!command) return result;
  if (result.startsWith("You ")) return result.split("\n")[0];
  const [, way] = command.match(/^go (.+)$/) || [];
  if (way) return `You go ${WINDS.test(way) ? "" : "to "}${way}.`;
  return /^[a-z]{2,}\b/.test(command) ? `You ${command}.` : command;
}

// A memory as it bears a sentence out: where what was done does not tell that, with the line of what was seen that does.
export function tellEvidence(text, line = "") {
  const told = tellMemory(text);
  const isCommand = text.startsWith("~") && text.startsWith(line);
  return !line || isCommand || told.includes(line) || splitMemory(line)[2] === told ? told : `${told} ${line}`;
}

// A memory in short: what was done, or the beginning of what was perceived.
export function Brief({ place, memory }) {
  const words = tellMemory(memory.text);
  const heard = memory.speaker && !words.startsWith(memory.speaker);
  return html`
    <li class=${`memory ${memory.sort}`}>
      <${MemoryLink} place=${place} seq=${memory.seq} />
      <p><span class="text">${quote(words).slice(0, BRIEF)}${words.length > BRIEF && "…"}</span> <span class="where"><${When} at=${memory.at} />${memory.place && ` · ${memory.place}`}${heard && ` · heard from ${memory.speaker}`}</span></p>
    </li>
  `;
}

// `dated`: its day stands above it.
export function Memory({ place, memory, dated }) {
  return html`
    <li class=${`memory ${memory.sort}`}>
      <${MemoryLink} place=${place} seq=${memory.seq} />
      <div>
        <p class="text"><${Remembered} text=${quote(memory.text)} />${memory.cut && "…"}</p>
        <p class="quiet small"><${When} at=${memory.at} dated=${dated} />${memory.place && ` · ${memory.place}`}${memory.speaker && !memory.text.startsWith(memory.speaker) && ` · heard from ${memory.speaker}`}${!memory.ok && " · refused"}</p>
      </div>
    </li>
  `;
}

export function nameSpan({ first, last }) {
  return first === last ? `#${first.toLocaleString()}` : `#${first.toLocaleString()} to #${last.toLocaleString()}`;
}

// "memories 1 to 641", as every list and heading has it.
export function nameMemories({ first, last }) {
  return first === last ? `memory ${first.toLocaleString()}` : `memories ${first.toLocaleString()} to ${last.toLocaleString()}`;
}

export function SummaryLink({ place, summary }) {
  return html`<a href=${linkTo(place, { summary: summary.id })}>${nameLane(summary.lane)}, ${nameMemories(summary)}</a>`;
}

export function Hearsay({ summary }) {
  const words = describeHearsay(summary);
  return words && html`<span class="hearsay-words">${words}</span>`;
}

const METHODS = { llm: "by a model", deterministic: "by rule", human: "by hand" };

export function nameMethod({ method, model, models }) {
  const by = model || (models || []).join(", ");
  return method === "llm" && by ? `by ${by}` : METHODS[method] || method;
}

export function Fact({ place, fact }) {
  return html`
    <li class=${`fact ${fact.source}`}>
      <span class="importance" title="importance, 1 to 10">${fact.importance}<span class="quiet"> of 10</span></span>
      <div>
        <p class=${fact.struck ? "text struck" : "text"}>${quote(fact.text)}</p>
        <p class="quiet small">
          ${fact.source === "heard" ? `heard from ${fact.speaker || "somebody"}` : fact.source}, trust ${fact.trust}${fact.struck && ", struck off by a person"}
          ${fact.memories.map((seq) => html` <${MemoryLink} place=${place} seq=${seq} />`)}
        </p>
      </div>
    </li>
  `;
}
