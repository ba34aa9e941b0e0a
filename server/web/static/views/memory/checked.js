// What the checks say of all summaries in use together, in one line.
import { html } from "tarn/html.js";
import { Term } from "tarn/term.js";
import { lifePath } from "tarn/views/memory/life.js";
import { count, useData, versionOf } from "tarn/views/memory/parts.js";

export function Checked({ life }) {
  // They change only where other summaries are in use.
  const inUse = life.amounts.map((each) => each.id).join(" ");
  const { data, error } = useData(inUse && lifePath(life.name, "/checks"), `${versionOf(life)} ${inUse}`);
  if (error) return html`<p class="error" role="alert">${error}</p>`;
  if (!inUse) return null;
  return html`<p class="checked" aria-busy=${!data || null}>${data ? html`<${Told} checks=${data.checks} />` : html`<span class="quiet">The summaries in use are checked against their memories …</span>`}</p>`;
}

function Told({ checks }) {
  const add = (name) => checks.reduce((sum, each) => sum + each[name], 0);
  const [all, supported, contradicted, unsupported] = ["sentences", "supported", "contradicted", "unsupported"].map(add);
  const of = html`of the ${count(all, "sentence")} in the ${count(checks.length, "summary", "summaries")} <${Term} of="in use">in use<//>`;
  if (all === 0) return null;
  if (contradicted + unsupported === 0) return html`<span class="verdict supported">${supported ? "✓ None is contradicted or unsupported" : "None could be checked"}</span> ${of}`;
  return html`
    ${contradicted > 0 && html`<b class="verdict contradicted">✗ ${contradicted.toLocaleString()} <${Term} of="contradicted">contradicted<//></b> `}
    ${unsupported > 0 && html`<b class="verdict unsupported">! ${unsupported.toLocaleString()} <${Term} of="unsupported">not supported<//></b> `}
    ${of}
  `;
}
