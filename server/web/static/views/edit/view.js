// The view Edit: the files that people write by hand, chosen in a list and changed in place.
import { useEffect, useMemo, useState } from "preact/hooks";
import { askUntilAnswered } from "tarn/asking.js";
import { html } from "tarn/html.js";
import { formatPlace, goTo } from "tarn/place.js";
import { Editor } from "tarn/views/edit/editor.js";
import { NewFile } from "tarn/views/edit/new_file.js";

const KINDS = {
  settings: "Settings",
  room: "Rooms",
  happening: "Happenings",
  text: "Sentences and pages",
};

export function View({ account, place }) {
  const [files, setFiles] = useState(null);
  const [error, setError] = useState("");
  const [wanted, setWanted] = useState("");
  const [made, setMade] = useState(0);
  const name = place.parts.join("/");
  const isNew = place.values.new === "1";
  useEffect(() => {
    const stop = new AbortController();
    askUntilAnswered("/files", stop.signal, setError).then(
      (data) => { setFiles(data.files); setError(""); },
      (failure) => stop.signal.aborted || setError(failure.message),
    );
    return () => stop.abort();
  }, [made]);
  const groups = useMemo(() => groupFiles(files || [], wanted), [files, wanted]);
  const everything = account.role === "administrator";

  function finish() {
    setMade(made + 1);
    goTo(formatPlace("edit", place.parts), { replace: true });
  }

  return html`
    <main id="main" tabindex="-1" class=${name ? "edit chosen" : "edit"}>
      <nav class="files" aria-label="Files">
        <label>Find a file <input type="search" value=${wanted} onInput=${(event) => setWanted(event.target.value)} /></label>
        ${error && html`<p class="error" role="alert">${error}</p>`}
        ${files && groups.length === 0 && html`<p class="quiet">No file has that in its name.</p>`}
        <${NewFile} account=${account} />
        ${groups.map(([title, members]) => html`<${Group} key=${title} title=${title} files=${members} name=${name} open=${wanted !== ""} />`)}
      </nav>
      ${name
        ? html`<${Editor} key=${name} name=${name} owner=${account.name} line=${Number(place.values.line) || 0}
          isNew=${isNew} onMade=${finish} />`
        : html`<section class="editor"><p class="quiet">Choose a file. These are ${everything ? "the files of the vault and of the settings" : "the notes of rooms and of the things in them"} that one may also change by hand; what is saved here is checked and in force at once, as by @reload.</p><${Kinds} groups=${groups} /></section>`}
    </main>
  `;
}

const CONTENTS = {
  Settings: "how the world keeps time, how agents act and remember, and how the server runs",
  Rooms: "the places: what one reads there, the ways out and the things",
  Happenings: "what comes to pass by itself, and when",
  "Sentences and pages": "what the server says, what models are told, and the pages of help",
};

// What each group of files is, before one is chosen.
function Kinds({ groups }) {
  return html`<dl class="kinds">${groups.map(([title]) => html`<div key=${title}><dt>${title}</dt><dd>${CONTENTS[title] || "who this one is, what it says, and what it knows of its past in short"}</dd></div>`)}</dl>`;
}

function Group({ title, files, name, open }) {
  const here = files.some((each) => each.path === name);
  return html`
    <details open=${open || here}>
      <summary>${title} <span class="quiet">${files.length}</span></summary>
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

function groupFiles(files, wanted) {
  const words = wanted.toLowerCase();
  const groups = new Map();
  for (const each of files) {
    if (!each.path.toLowerCase().includes(words)) continue;
    const title = each.agent || KINDS[each.kind];
    if (!groups.has(title)) groups.set(title, []);
    groups.get(title).push(each);
  }
  return [...groups];
}

// The part of a path that its group does not say.
function shorten(file) {
  const parts = file.path.split("/");
  const kept = file.agent ? parts.slice(2) : parts.slice(-1);
  return kept.join(" / ").replace(/\.md$/, "");
}
