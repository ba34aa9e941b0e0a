// How the server fares: models, loop, disk, and what compaction saves and costs.
import { useMemo } from "preact/hooks";
import { html } from "tarn/html.js";
import { formatPlace } from "tarn/place.js";
import { Chart } from "tarn/views/costs/chart.js";
import { Loads, Models } from "tarn/views/costs/models.js";
import { alike, bytes, count, plural, roundBytes } from "tarn/views/costs/numbers.js";

const PARTS = {
  archives: "Memories, word for word",
  agents: "Summaries, journals, voices",
  chronicle: "Chronicle",
  machine: "Databases and indexes",
  rest: "Rooms and texts",
};

export function ModelsNow({ data, error }) {
  if (!data) return html`<p class=${error ? "error" : "quiet"} role="alert">${error || "…"}</p>`;
  return html`<${Loads} models=${data.models} currency=${data.currency} />`;
}

// What is counted over other times than the period that is chosen; folded, so that nobody compares them.
export function Longer({ data }) {
  return html`
    <${Models} models=${data.models} currency=${data.currency} />
    <${Compaction} agents=${data.compaction} />
  `;
}

function Compaction({ agents }) {
  const compacted = agents.filter((each) => each.compactions > 0);
  const sum = (name) => compacted.reduce((total, each) => total + each[name], 0);
  const saved = sum("tokens_before") - sum("tokens_after");
  return html`
    <section aria-label="Compaction">
      <details>
      <summary>What summing up old memories (compaction) saves and costs, over whole lives</summary>
      ${compacted.length === 0 && html`<p class="quiet">No resident’s memories have been compacted yet.</p>`}
      ${compacted.length > 0 && html`
        <p>
          ${plural(sum("compactions"), "compaction")} took ${plural(saved, "token")} out of whole prompts, for
          ${" "}${plural(sum("calls"), "request")} of ${plural(sum("prompt_tokens") + sum("completion_tokens"), "token")}.
          ${" "}${whoSaves(compacted)}
        </p>
        <div class="wide" tabindex="0" role="region" aria-label="Compactions by resident">
          <table>
            <thead><tr>
              <th scope="col">Resident</th>
              ${["Memories", "Compactions", "By model", "By rule", "Refused", "Before", "After", "Saved", "Used"].map((each) => html`<th scope="col" class="number" key=${each}>${each}</th>`)}
            </tr></thead>
            <tbody>${compacted.map((each) => html`<${CompactionRow} key=${each.agent} each=${each} />`)}</tbody>
          </table>
        </div>
        <p class="quiet">Before, after, saved and used are tokens, over each resident’s whole life.</p>
      `}
      </details>
    </section>
  `;
}

// Only whole prompts have summaries and all memories since; a scene has what fits the moment.
function whoSaves(agents) {
  const whole = agents.filter((each) => each.prompting === "whole").map((each) => each.agent);
  const scenes = agents.filter((each) => each.prompting !== "whole").map((each) => each.agent);
  return [
    whole.length > 0 && `What was taken out is saved again with every later prompt of ${whole.join(", ")}.`,
    scenes.length > 0 && `It saves nothing in the prompts of ${scenes.join(", ")}: they are scenes, which never had it.`,
  ].filter(Boolean).join(" ");
}

function CompactionRow({ each }) {
  const cells = [
    each.memories, each.compactions, each.by_model, each.by_rule, each.refused, each.tokens_before,
    each.tokens_after, each.tokens_before - each.tokens_after, each.prompt_tokens + each.completion_tokens,
  ];
  return html`
    <tr>
      <th scope="row"><a class="text" href=${formatPlace("memory", [each.agent])}>${each.agent}</a></th>
      ${cells.map((number, at) => html`<td class="number" key=${at}>${count(number)}</td>`)}
    </tr>
  `;
}

// What 19 of 20 values are less than is told of so many and more.
export const ENOUGH = 20;

const tellMilliseconds = (marks) => marks.map((each) => `${Math.round(each * 1000)}\u202fms`);

// It is measured while somebody looks: the first numbers come in a few seconds.
export function Lag({ lag }) {
  const columns = useMemo(() => [{ values: lag.seconds, color: "--water" }], [lag]);
  const times = useMemo(() => {
    const now = Date.now() / 1000;
    return lag.seconds.map((_, at) => now - (lag.seconds.length - 1 - at) * lag.every);
  }, [lag]);
  const span = `the last ${plural(Math.max(1, Math.round(lag.seconds.length * lag.every)), "second")}`;
  const tell = alike([lag.median * 1000], 1, 1);
  if (lag.seconds.length < 2) return null;
  return html`
    <section class="card" aria-label="Loop">
      <h2>The server’s loop now</h2>
      <p class="quiet">All that happens goes through one loop: when it is late, everybody waits.</p>
      <ul class="figures figure-row small">${listLateness(lag).map(([number, what]) => html`
        <li key=${what}><b>${tell(number * 1000)}\u202fms</b> <span>${what}</span></li>
      `)}</ul>
      <${Chart} label=${`By how much the loop was late in ${span}`} times=${times} columns=${columns} mark=${tellMilliseconds} height=${110} lines=${true} most=${0.02} />
    </section>
  `;
}

export function listLateness({ seconds, median, p95, worst }) {
  const most = seconds.length < ENOUGH ? [] : [[p95, "19 of 20 times less late than this"]];
  return [[median, "late in the median"], ...most, [worst, "late at worst"]];
}

export function Disk({ disk }) {
  const most = Math.max(1, ...disk.parts.map((each) => each.bytes));
  const whole = disk.parts.reduce((sum, each) => sum + roundBytes(each.bytes, most), 0);
  return html`
    <section class="card" aria-label="Disk">
      <h2>The disk now</h2>
      <p>${bytes(whole, most)}${disk.whole ? "" : " or more"} taken by the vault, ${bytes(disk.free)} free</p>
      <table class="disk">
        <tbody>${[...disk.parts].sort((one, other) => other.bytes - one.bytes).map(({ name, bytes: size }) => html`
          <tr key=${name}>
            <th scope="row">${PARTS[name] || name}</th>
            <td class="number">${bytes(size, most)}</td>
            <td class="bar"><span style=${{ width: `${(100 * size) / most}%` }}></span></td>
          </tr>
        `)}</tbody>
      </table>
    </section>
  `;
}
