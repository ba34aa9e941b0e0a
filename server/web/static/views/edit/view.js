// The view Edit: the files that people write by hand, chosen in a list and changed in place.
import { useEffect, useMemo, useState } from "preact/hooks";
import { askUntilAnswered } from "tarn/asking.js";
import { html } from "tarn/html.js";
import { formatPlace, goTo } from "tarn/place.js";
import { Editor } from "tarn/views/edit/editor.js";
import { groupFiles, shorten } from "tarn/views/edit/groups.js";
import { NewFile } from "tarn/views/edit/new_file.js";

export function View({ account, place }) {
  const [files, setFiles] = useState(null);
  const [error, setError] = useState("");
  const [wanted, setWanted] = useState("");
  const [made, setMade] = useState(0);
  const name = place.parts.join("/");
  const isNew = place.values.new === "1";
  // On a phone the list makes room for the file that is open.
  const [isListed, list] = useState(false);
  useEffect(() => list(false), [name]);
  useEffect(() => {
    const stop = new AbortController();
    askUntilAnswered("/files", stop.signal, setError).then(
      (data) => { setFiles(data.files); setError(""); },
      (failure) => stop.signal.aborted || setError(failure.message),
    );
    return () => stop.abort();
  }, [made]);
  const sections = useMemo(() => groupFiles(files || [], wanted), [files, wanted]);
  const everything = account.role === "administrator";

  function finish() {
    setMade(made + 1);
    goTo(formatPlace("edit", place.parts), { replace: true });
  }

  return html`
    <main id="main" tabindex="-1" class=${["edit", name && "chosen", isListed && "listed"].filter(Boolean).join(" ")}>
      <nav class="files" aria-label="Files">
        <button class="fold-files leads" aria-expanded=${isListed} onClick=${() => list(!isListed)}>${isListed ? "Hide the files" : "All files"}</button>
        <div class="tools">
          <input type="search" aria-label="Find a file" placeholder="Find a file" value=${wanted} onInput=${(event) => setWanted(event.target.value)} />
          <${NewFile} account=${account} />
        </div>
        ${error && html`<p class="error" role="alert">${error}</p>`}
        ${files && sections.length === 0 && html`<p class="quiet">No file has that in its name.</p>`}
        ${sections.map((each) => html`<${Section} key=${each.title} section=${each} name=${name} open=${wanted !== ""} />`)}
      </nav>
      ${name
        ? html`<${Editor} key=${name} name=${name} owner=${account.name} line=${Number(place.values.line) || 0}
          isNew=${isNew} onMade=${finish} />`
        : html`<section class="editor"><p class="quiet">Choose a file. These are ${everything ? "the files of the vault and of the settings" : "the files of rooms and of the things in them"} that one may also change by hand; what is saved here is checked and in force at once, as by @reload.</p><${Kinds} sections=${sections} /></section>`}
    </main>
  `;
}

// What each group of files is, before one is chosen.
function Kinds({ sections }) {
  const rows = sections.flatMap((each) => (each.about ? [each] : each.groups));
  return html`<dl class="kinds">${rows.map(({ title, about }) => html`<div key=${title}><dt>${title}</dt><dd>${about}</dd></div>`)}</dl>`;
}

function Section({ section, name, open }) {
  return html`
    <section aria-label=${section.title}>
      <h3>${section.title}</h3>
      ${section.groups.map((each) => html`<${Group} key=${each.title} group=${each} name=${name} open=${open} />`)}
    </section>
  `;
}

function Group({ group: { title, about, files }, name, open }) {
  const here = files.some((each) => each.path === name);
  const count = files.length === 1 ? "1 file" : `${files.length} files`;
  return html`
    <details open=${open || here}>
      <summary title=${about || null}><span class="group">${title}</span> <span class="count" title=${count} aria-label=${count} role="img">${files.length}</span></summary>
      <ul>
        ${files.map((each) => html`
          <li key=${each.path}>
            <a href=${formatPlace("edit", each.path.split("/"))} aria-current=${each.path === name ? "page" : null}>${shorten(each)}</a>
          </li>
        `)}
      </ul>
    </details>
  `;
}
