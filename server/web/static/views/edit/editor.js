// One file: its text, what is wrong with it, and what to do if it has changed meanwhile.
import { useEffect, useMemo, useState } from "preact/hooks";
import { askUntilAnswered } from "tarn/asking.js";
import { html } from "tarn/html.js";
import { formatPlace } from "tarn/place.js";
import { request } from "tarn/session.js";
import { forgetDraft, keepDraft, readDraft } from "tarn/views/edit/drafts.js";
import { NumberedText } from "tarn/views/edit/numbered_text.js";

// `line` is shown first, if there is one; `isNew`: there is no such file yet; `onMade` is told when there is.
export function Editor({ name, owner, line, isNew, onMade }) {
  const [file, setFile] = useState(null);
  const [text, setText] = useState("");
  const [problem, setProblem] = useState(null);
  const [said, setSaid] = useState([]);
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState(null);
  const typed = file !== null && text !== file.text;
  const changed = typed || (file !== null && file.digest === "");
  const wrong = useMemo(() => new Set(problem && problem.errors ? problem.errors.map((each) => each.line) : []), [problem]);

  useEffect(() => {
    if (file && file.digest) return undefined; // it has just been made here
    const stop = new AbortController();
    const fail = (error, status) => setProblem({ error, isThere: status === 409 });
    load(name, owner, isNew, stop.signal, fail).then(
      ([found, own, note]) => {
        setFile(found);
        setText(own);
        setSaid(note);
        setProblem(null);
        if (line) setShown({ line });
      },
      (failure) => stop.signal.aborted || fail(failure.message, failure.status),
    );
    return () => stop.abort();
  }, [name, isNew]);

  useEffect(() => {
    if (line && file) setShown({ line });
  }, [line]);

  useEffect(() => {
    if (!typed) return undefined;
    const warn = (event) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [typed]);

  function write(value) {
    setText(value);
    if (value === file.text) forgetDraft(owner, name);
    else keepDraft(owner, name, { text: value, base: file });
  }

  function takeFile(found) {
    setFile(found);
    setText(found.text);
    setProblem(null);
    forgetDraft(owner, name);
    if (isNew && found.digest) onMade();
  }

  async function save(digest) {
    setBusy(true);
    setSaid([]);
    try {
      const found = await request("/files/text", { method: "PUT", body: { path: name, text, digest } });
      takeFile(found);
      setSaid(["Saved.", ...found.messages]);
    } catch (failure) {
      setProblem(failure.data && failure.data.error ? failure.data : { error: `${failure.message} Your text is still here.` });
    }
    setBusy(false);
  }

  function press(event) {
    if ((event.ctrlKey || event.metaKey) && event.key === "s") {
      event.preventDefault();
      if (changed && !busy) save(file.digest);
    }
  }

  async function takeBefore() {
    try {
      const before = await request(`/files/before?path=${encodeURIComponent(name)}`);
      if (before.text === null) {
        setSaid([`The page has not changed this file yet; what others change is kept of profiles and voices alone${file.agent ? ` (@profile-history ${file.agent})` : ""}.`]);
        return;
      }
      write(before.text);
      setSaid(["This is the text that the last change on the page has replaced. It is not saved."]);
    } catch (failure) {
      setProblem({ error: failure.message });
    }
  }

  return html`
    <section class="editor" aria-label=${name}>
      <header class="file">
        <h2>${name}</h2>
        <button class="primary" disabled=${!changed || busy} onClick=${() => save(file.digest)}>Save</button>
        <button disabled=${!changed || busy || isNew} onClick=${() => takeFile(file)}>Undo my changes</button>
        <button disabled=${!file || busy || isNew} onClick=${takeBefore}>Bring back the version before</button>
        <span class="quiet" role="status">${busy ? "checking" : isNew ? "not made yet" : changed ? "Your changes are not saved yet" : ""}</span>
      </header>
      ${problem && html`<${Problem} name=${name} problem=${problem} busy=${busy} showLine=${(at) => setShown({ line: at })}
        overwrite=${() => save(problem.digest)}
        takeFile=${() => takeFile({ ...file, text: problem.text, digest: problem.digest })} />`}
      ${said.length > 0 && html`<div class="said" role="status"><ul>${said.map((each) => html`<li class="text">${each}</li>`)}</ul></div>`}
      ${file && html`<${NumberedText} text=${text} label=${`Text of ${name}`} wrong=${wrong} shown=${shown} onInput=${write} onKeyDown=${press} />`}
    </section>
  `;
}

// The file, the text to begin with, and what to say of it: a draft is one's text of before.
async function load(name, owner, isNew, signal, onLost) {
  const found = await askUntilAnswered(`/files/${isNew ? "new" : "text"}?path=${encodeURIComponent(name)}`, signal, onLost);
  const draft = readDraft(owner, name);
  if (!draft || draft.text === found.text) return [found, found.text, []];
  // With the digest of then, a file that has changed since is noticed when the text is saved.
  const base = { ...found, text: draft.base.text, digest: draft.base.digest };
  return [base, draft.text, ["This is your text of before, which is not saved yet."]];
}

function Problem({ name, problem, busy, showLine, overwrite, takeFile }) {
  return html`
    <div class="problem" role="alert">
      <p><b class="mark">Error</b> ${problem.error}${problem.isThere && html` <a href=${formatPlace("edit", name.split("/"))}>Open it</a>`}</p>
      ${problem.errors && html`
        <ul>
          ${problem.errors.map((each) => html`
            <li>${each.line > 0
              ? html`<button class="line-of" onClick=${() => showLine(each.line)}>line ${each.line}</button> ` : null}
              <span class="text">${describeError(each.text)}</span></li>
          `)}
        </ul>
      `}
      ${problem.digest && html`
        <p class="ways">
          <button disabled=${busy} onClick=${overwrite}>Save mine over it</button>
          <button disabled=${busy} onClick=${takeFile}>Take the file's, drop mine</button>
        </p>
        <${Difference} lines=${problem.difference} />
      `}
    </div>
  `;
}

// "there is no such room; read: Hull; allowed: Hall, Mill".
export function describeError(text) {
  const [, what, read, allowed] = text.match(/^(.*?)(?:; |: )read: (.*); allowed: (.*)$/s) || [];
  return what ? `${what}: “${read}”. Allowed: ${allowed}` : text;
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
