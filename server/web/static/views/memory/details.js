// What is opened: a memory with all that rests on it, or a summary in its sentences.
import { html } from "tarn/html.js";
import { Term } from "tarn/term.js";
import { isOfTree, nameLane, nameSummary } from "tarn/views/memory/lanes.js";
import { lifePath } from "tarn/views/memory/life.js";
import { When, quote } from "tarn/when.js";
import { Prose } from "tarn/views/memory/prose.js";
import { Fact, Memory, MemoryLink, Pending, SummaryLink, count, linkTo, nameMemories, nameMethod, useData, versionOf } from "tarn/views/memory/parts.js";

export function MemoryDetail({ life, place, seq }) {
  const { data, error } = useData(lifePath(life.name, `/memories/${encodeURIComponent(seq)}`), versionOf(life));
  if (!data) return html`<${Pending} error=${error} />`;
  const { memory } = data;
  return html`
    <article>
      <h2>Memory ${memory.seq.toLocaleString()}</h2>
      <ul class="memories"><${Memory} place=${place} memory=${memory} /></ul>
      <details class="raw"><summary>as the model sees it</summary><pre class="text">${memory.text}</pre></details>
      ${memory.reason && html`<p><span class="quiet">Because: </span><span class="text">${quote(memory.reason)}</span></p>`}
      ${memory.occupants.length > 0 && html`<p><span class="quiet">With </span>${memory.occupants.join(", ")}</p>`}
      <p class="ways">
        ${memory.seq > 1 && html`<a href=${linkTo(place, { memory: memory.seq - 1 })}>the one before</a>`}
        ${memory.seq < life.memories && html`<a href=${linkTo(place, { memory: memory.seq + 1 })}>the one after</a>`}
        <a href=${linkTo(place, { from: Math.max(1, memory.seq - 60), to: memory.seq + 60, memory: memory.seq })}>show its surroundings on the strip</a>
      </p>
      <h2>Where did this go?</h2>
      ${data.verbatim && html`<p>${life.prompting === "whole" ? "Prompts carry it" : "A whole prompt would carry it"} word for word${data.mask ? ", but for its output" : ""}.</p>`}
      ${data.mask && html`<p>Its output is <${Term} of="shortened">shortened<//> since <${When} at=${data.mask.at} />: <span class="text">${data.mask.text || "(the short line was not recorded)"}</span></p>`}
      ${data.tiers.map((tier) => html`<${Tier} key=${tier.lane} place=${place} tier=${tier} />`)}
      <h3>Sentences that rest on it</h3>
      ${data.sentences.length === 0 && html`<p class="quiet">None that the archive knows of.</p>`}
      <ul class="sentences">${data.sentences.map((each) => html`<${Trace} place=${place} sentence=${each} />`)}</ul>
      <h3>Notes in the journal that rest on it</h3>
      ${data.facts.length === 0 && html`<p class="quiet">None.</p>`}
      <ul class="facts">${data.facts.map((fact) => html`<${Fact} place=${place} fact=${fact} />`)}</ul>
    </article>
  `;
}

function Tier({ place, tier }) {
  const { first, newest } = tier;
  return html`
    <p>
      ${nameLane(tier.lane)}: under ${count(tier.count, "summary", "summaries")}${first && html`, first <${SummaryLink} place=${place} summary=${first} />`}
      ${newest && tier.count > 1 && html`, last <${SummaryLink} place=${place} summary=${newest} />`}
      <span class="quiet">${newest && (newest.standing ? ", in use" : ", replaced")}</span>
    </p>
  `;
}

function Trace({ place, sentence }) {
  const { first, newest } = sentence;
  return html`
    <li class=${sentence.speaker ? "sentence hearsay" : "sentence"}>
      <p class="text">${quote(sentence.text)}</p>
      <p class="quiet small">
        ${sentence.speaker && `heard from ${sentence.speaker} · `}in ${count(sentence.times, "summary", "summaries")}
        ${first && html`, from <${SummaryLink} place=${place} summary=${first} />`}
        ${newest && sentence.times > 1 && html` to <${SummaryLink} place=${place} summary=${newest} />`}
        ${newest && (newest.standing ? ", in use" : ", replaced")}
      </p>
    </li>
  `;
}

const LANES = { longterm: "long-term", recent: "recent", leaf: "leaves" };

// "longterm-1-521-16" is the summary of memories 1 to 521 in the sixteenth state of the view. `heir` is the summary that was
// made of it: under a tree of the next round, unless it is a newer version of the same.
function nameById(id, heir) {
  const [, type, first, last] = id.match(/^(\w+)-(\d+)-(\d+)(-|$)/) || [];
  if (!type) return id;
  const isVersion = Number(first) === heir.first && Number(last) === heir.last;
  const lane = LANES[type] || (isVersion ? heir.lane : `level ${heir.level - 1}`);
  return `${nameLane(lane)}, ${Number(first).toLocaleString()} to ${Number(last).toLocaleString()}`;
}

function describeState(summary) {
  if (summary.standing) return "In use.";
  return isOfTree(summary) ? "Summed up once more, or replaced by a newer one." : "Replaced by a newer one.";
}

// The summaries that it was made from, those of one kind together.
function Sources({ place, summary }) {
  const named = summary.replaces.map((id) => [id, ...nameById(id, summary).split(", ")]);
  const kinds = [...new Set(named.map(([, kind]) => kind))];
  if (!kinds.length) return null;
  return html`<li>Made from ${kinds.map((kind, n) => {
    const those = named.filter(([, each]) => each === kind);
    const words = those.length === 1 ? kind : `${those.length} ${kind.replace(/y$/, "ies")}`;
    return html`${n > 0 && (n === kinds.length - 1 ? " and " : ", ")}${words} ${those.map(([id, , span], at) => html`${at > 0 && " · "}<a key=${id} href=${linkTo(place, { summary: id })}>${span || id}</a>`)}`;
  })}.</li>`;
}

export function SummaryDetail({ life, place, id }) {
  const { data, error } = useData(lifePath(life.name, `/summaries/${encodeURIComponent(id)}`), versionOf(life));
  if (!data) return html`<${Pending} error=${error} />`;
  return html`
    <article class="read">
      <h2>${nameSummary(data.lane)}, ${nameMemories(data)}</h2>
      <ul class="about small">
        <li>${describeState(data)} Written <${When} at=${data.at} /> ${nameMethod(data)}; ${count(data.tokens, "token")}${data.rewritten > 0 && `; its oldest part rewritten ${count(data.rewritten, "time")}`}.</li>
        <${Sources} place=${place} summary=${data} />
        <li><a href=${linkTo(place, { from: data.first, to: data.last, show: "memories" })}>Its memories</a> <a href=${linkTo(place, { from: data.first, to: data.last, summary: data.id })}>Show it alone in the drawing</a></li>
      </ul>
      <${Prose} place=${place} summary=${data} />
    </article>
  `;
}
