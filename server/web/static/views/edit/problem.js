// Why a text was not saved, and what to do about it.
import { html } from "tarn/html.js";
import { formatPlace } from "tarn/place.js";

// `errors` are those of errors.js; `show` leads to a line, or puts a name in place of what is wrong there.
export function Problem({ name, problem, errors, busy, show, overwrite, takeFile }) {
  return html`
    <div class="problem" role="alert">
      <p>${problem.error}${problem.isThere && html` <a href=${formatPlace("edit", name.split("/"))}>Open it</a>`} ${adviseOn(errors)}</p>
      ${errors.length > 0 && html`<ul>${errors.map((each, at) => html`<${Mistake} key=${at} error=${each} show=${show} />`)}</ul>`}
      ${problem.digest && html`
        <p class="ways">
          <button disabled=${busy} onClick=${overwrite}>Save mine over it</button>
          <button disabled=${busy} onClick=${takeFile}>Take the file’s, drop mine</button>
        </p>
        <${Difference} lines=${problem.difference} />
      `}
    </div>
  `;
}

function adviseOn(errors) {
  if (errors.length === 0) return null;
  const lines = [...new Set(errors.filter((each) => each.line > 0 && !each.isGone).map((each) => each.line))];
  if (errors.every((each) => each.isGone)) return "Save again to have it checked.";
  if (lines.length === 0) return "Mend this, then save again.";
  return `Mend line ${lines.join(", ").replace(/, (\d+)$/, " and $1")}, then save again.`;
}

function Mistake({ error, show }) {
  return html`
    <li>
      ${error.line > 0 ? html`<button class="line-of leads" onClick=${() => show({ line: error.line })}>line ${error.line}</button> ` : null}
      <span class="text">${error.words}${error.names.length === 0 && error.allowed ? `. Allowed: ${error.allowed}` : ""}</span>
      ${error.isGone
        ? html` <span class="gone">Changed since: save to check it.</span>`
        : error.names.length > 0 && html`<${Names} error=${error} show=${show} />`}
    </li>
  `;
}

// The names that may stand there: those that look like what was read, and all others folded. A click puts one in place of what was
// read, where that is found on its line.
function Names({ error, show }) {
  const [first, isFirstNear] = error.names[0];
  const near = error.names.filter(([, isNear]) => isNear).map(([name]) => name);
  const others = error.names.filter(([, isNear]) => !isNear).map(([name]) => name);
  const [from, to] = error.spot || [];
  const put = (name) => html`<button class=${isFirstNear && name === first ? "name first" : "name"} key=${name} disabled=${!error.spot} title=${`Put it in place of “${error.read}” on line ${error.line}`}
    onClick=${() => show({ line: error.line, from, to, put: name })}>${name}</button>`;
  return html`<div class="names" role="group" aria-label=${`Allowed on line ${error.line}`}>
    ${near.length > 0 && html`<b>Did you mean</b> ${near.map(put)}`}
    ${others.length > 0 && html`<details open=${near.length === 0}><summary>${near.length ? `${others.length} more that are allowed` : "Allowed"}</summary><div class="names">${others.map(put)}</div></details>`}
  </div>`;
}

const SIGNS = { "+": "own", "-": "theirs", "@": "place" };

function Difference({ lines }) {
  return html`
    <details class="difference" open>
      <summary>What differs: − in the file, + in your text</summary>
      <pre tabindex="0" aria-label="What differs">${lines.map((line) => html`<span class=${SIGNS[line[0]] || ""}>${line}${"\n"}</span>`)}</pre>
    </details>
  `;
}
