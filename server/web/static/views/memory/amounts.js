// How much of a life a model has to read: the memories as they were lived, and below them, on the same scale,
// what stands for them in a prompt. The table is the legend of the picture.
import { html } from "tarn/html.js";
import { Term } from "tarn/term.js";
import { nameSummary } from "tarn/views/memory/lanes.js";
import { count, linkTo, nameSpan } from "tarn/views/memory/parts.js";

const WIDTH = 1000;
const FALL = 36;
// What is drawn is not narrower than this, of WIDTH.
const LEAST = 5;
// Of more parts those of a kind are told together.
const MOST_ROWS = 9;

// The tokens of a life as it was lived and as a model reads it; `isSure`: the log tells how many the first are.
export function sumUp(life) {
  const parts = collectParts(life);
  return { parts, lived: sum(parts, "lived"), told: sum(parts, "tokens"), isSure: parts.every((each) => !each.guessed) };
}

export function Amounts({ life, place }) {
  const { parts, lived, told, isSure } = sumUp(life);
  const drawn = measure(parts, lived);
  return html`
    <section class="amounts" aria-label="How much a model reads">
      <div class="picture" aria-hidden="true">
        <p><b>As lived</b> ${count(life.memories, "memory", "memories")}, ${formatLived({ lived, isSure }, "")} tokens</p>
        <div class="lived">${drawn.map(({ part, wide }) => html`<span class=${part.kind} style=${{ width: percent(wide) }}>${wide > 160 && nameSpan(part)}</span>`)}</div>
        <svg viewBox=${`0 0 ${WIDTH} ${FALL}`} preserveAspectRatio="none">${drawn.map(({ part, left, wide, under, narrow }) => html`
          <polygon class=${part.kind} points=${`${left},0 ${left + wide},0 ${under + narrow},${FALL} ${under},${FALL}`} />
        `)}</svg>
        <div class="told">${drawn.map(({ part, narrow }) => html`<span class=${part.kind} style=${{ width: percent(narrow) }}></span>`)}
          <p><b>As a model reads it</b> ${count(told, "token")}${lived > told && `, ${describeShare(told / lived)}`}</p></div>
      </div>
      <div class="wide" tabindex="0" role="region" aria-label="Amounts"><table>
        <thead><tr><th>Part of the <${Term} of="prompt">prompt<//></th><th>stands for memories</th><th class="number"><${Term} of="token">tokens<//> as lived${isSure ? "" : ", about"}</th><th class="number">as read</th><th class="number">shorter</th></tr></thead>
        <tbody>${joinParts(parts).map((part) => html`<${Row} key=${part.key} part=${part} place=${place} />`)}</tbody>
        <tfoot><tr><th scope="row">Together</th><td>${count(life.memories, "memory", "memories")}</td><td class="number">${formatLived({ lived, isSure }, "")}</td><td class="number">${told.toLocaleString()}</td><td class="number">${describeTimes(lived, told)}</td></tr></tfoot>
      </table></div>
    </section>
  `;
}

// What is guessed is no more exact than that.
function roundOff(number) {
  return Number(number.toPrecision(2));
}

// The tokens of a life, and that they are not known to one where the log does not tell.
export function formatLived({ lived, isSure }, about = "about ") {
  return isSure ? lived.toLocaleString() : `${about}${roundOff(lived).toLocaleString()}`;
}

function Row({ part, place }) {
  const { lived, tokens, guessed } = part;
  return html`
    <tr>
      <th scope="row"><span class=${`swatch ${part.kind}`}></span>${part.id ? html`<a href=${linkTo(place, { summary: part.id })}>${part.title}</a>` : part.title}</th>
      <td>${nameSpan(part)} <span class="quiet">${part.hint}</span></td>
      <td class="number">${(guessed ? roundOff(lived) : lived).toLocaleString()}</td>
      <td class="number">${tokens.toLocaleString()}</td>
      <td class="number">${part.kind === "verbatim" ? html`<span class="quiet">unchanged</span>` : describeTimes(lived, tokens)}</td>
    </tr>
  `;
}

// The summaries that stand, what prompts leave out, and the newest memories.
function collectParts(life) {
  const newest = life.memories - life.summed_up;
  const summed = life.amounts.reduce((all, each) => all + each.tokens, 0);
  const verbatim = Math.max(0, life.prompt_tokens - summed);
  const each = newest ? verbatim / newest : 0;
  // An older log does not tell how long memories were: as long as the newest are.
  const guess = (first, last) => Math.round((last - first + 1) * each);
  const parts = life.amounts.map((one) => ({
    ...one, key: one.id, kind: one.lane === "long-term" || one.lane.startsWith("level") ? "older" : "recent",
    title: nameSummary(one.lane), hint: "",
    lived: one.lived === null ? guess(one.first, one.last) : one.lived, guessed: one.lived === null,
  }));
  const before = parts.length ? parts[0].first - 1 : life.summed_up;
  if (before > 0) parts.unshift({ key: "out", kind: "out", title: "Left out", first: 1, last: before, lived: guess(1, before), tokens: 0, guessed: true, hint: "one line says where they are" });
  if (newest > 0) parts.push({ key: "verbatim", kind: "verbatim", title: "Word for word", first: life.summed_up + 1, last: life.memories, lived: verbatim, tokens: verbatim, hint: "the newest" });
  return parts;
}

function joinParts(parts) {
  if (parts.length <= MOST_ROWS) return parts;
  const kinds = new Map();
  for (const part of parts) {
    const known = kinds.get(part.title);
    if (!known) kinds.set(part.title, { ...part, many: 1 });
    else Object.assign(known, { id: null, last: part.last, lived: known.lived + part.lived, tokens: known.tokens + part.tokens, guessed: known.guessed || part.guessed, many: known.many + 1 });
  }
  return [...kinds.values()].map((each) => (each.many > 1 ? { ...each, hint: `${each.many} summaries` } : each));
}

// Where each part lies in both rows, of WIDTH.
function measure(parts, whole) {
  const scale = WIDTH / Math.max(1, whole);
  const wides = fit(parts.map((part) => Math.max(LEAST, part.lived * scale)));
  let [left, under] = [0, 0];
  return parts.map((part, at) => {
    const narrow = part.tokens ? Math.max(LEAST, Math.min(wides[at], part.tokens * scale)) : 0;
    const drawn = { part, left, wide: wides[at], under, narrow };
    left += wides[at];
    under += narrow;
    return drawn;
  });
}

function fit(wides) {
  const all = wides.reduce((total, each) => total + each, 0);
  return wides.map((each) => (each * WIDTH) / Math.max(1, all));
}

function sum(parts, name) {
  return parts.reduce((total, each) => total + each[name], 0);
}

function percent(part) {
  return `${(100 * part) / WIDTH}%`;
}

export function describeTimes(lived, tokens) {
  if (!tokens || lived <= tokens) return "";
  const times = lived / tokens;
  return `${times < 10 ? times.toFixed(1) : Math.round(times).toLocaleString()} times`;
}

export function describeShare(share) {
  return share < 0.005 ? "less than 1 % of it" : `${Math.round(100 * share)} % of it`;
}
