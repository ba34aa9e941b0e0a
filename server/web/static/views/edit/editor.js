// One file: its text, whether it is saved, and what is wrong with it.
import { useEffect, useMemo, useState } from "preact/hooks";
import { askUntilAnswered } from "tarn/asking.js";
import { html } from "tarn/html.js";
import { request } from "tarn/session.js";
import { forgetDraft, keepDraft, readDraft } from "tarn/views/edit/drafts.js";
import { placeErrors } from "tarn/views/edit/errors.js";
import { NumberedText } from "tarn/views/edit/numbered_text.js";
import { Problem } from "tarn/views/edit/problem.js";

const SAVES = "Checks the text, writes it and puts it in force (Control-S)";
const BEFORE = "Puts the text that the last save on the page has replaced into the field below. The file stays as it is until you save.";

// `line` is shown first, if there is one; `isNew`: there is no such file yet; `onMade` is told when there is.
export function Editor({ name, owner, line, isNew, onMade }) {
  const [file, setFile] = useState(null);
  const [text, setText] = useState("");
  const [problem, setProblem] = useState(null);
  const [said, setSaid] = useState([]);
  const [saved, setSaved] = useState(false);
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState(null);
  const typed = file !== null && text !== file.text;
  const changed = typed || (file !== null && file.digest === "");
  const refused = problem !== null && problem.checked === text;
  const errors = useMemo(() => (problem && problem.errors ? placeErrors(problem.errors, problem.checked, text) : []), [problem, text]);
  const marked = errors.filter((each) => !each.isGone).map((each) => each.line).join();
  const wrong = useMemo(() => new Set(marked.split(",").map(Number)), [marked]);

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
    setSaved(false);
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
    setSaved(false);
    setSaid([]);
    try {
      const found = await request("/files/text", { method: "PUT", body: { path: name, text, digest } });
      takeFile(found);
      setSaved(true);
      setSaid(found.messages);
    } catch (failure) {
      const said = failure.data && failure.data.error ? failure.data : { error: `${failure.message} Your text is still here.` };
      setProblem({ ...said, checked: text });
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
      setSaid(["This is the text that the last save on the page has replaced. It is in force once you save it."]);
    } catch (failure) {
      setProblem({ error: failure.message });
    }
  }

  return html`
    <section class="editor" aria-label=${name}>
      <header class="file">
        <h2>${name}</h2>
        <p class="acts">
          <${State} problem=${refused ? problem : null} busy=${busy} isNew=${isNew} changed=${changed} saved=${saved} />
          <button class="primary" disabled=${!changed || busy} title=${SAVES} onClick=${() => save(file.digest)}>Save</button>
          <button disabled=${!changed || busy || isNew} title="Takes the text of the file again: what you have typed since is gone" onClick=${() => takeFile(file)}>Undo my changes</button>
        </p>
        <button class="before leads" disabled=${!file || busy || isNew} title=${BEFORE} onClick=${takeBefore}>Bring back the text before the last save</button>
      </header>
      ${problem && html`<${Problem} name=${name} problem=${problem} errors=${errors} busy=${busy} show=${setShown}
        overwrite=${() => save(problem.digest)}
        takeFile=${() => takeFile({ ...file, text: problem.text, digest: problem.digest })} />`}
      ${said.length > 0 && html`<div class="said" role="status"><ul>${said.map((each) => html`<li class="text">${each}</li>`)}</ul></div>`}
      ${file && html`<${NumberedText} file=${file} text=${text} label=${`Text of ${name}`} wrong=${wrong} shown=${shown} onInput=${write} onKeyDown=${press} />`}
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

// The one place that says how the text stands to the file.
function State({ problem, busy, isNew, changed, saved }) {
  const faults = problem && problem.errors ? problem.errors.length : 0;
  const refusal = problem && (faults ? `Not saved: ${faults} ${faults === 1 ? "error" : "errors"}` : "Not saved");
  const plain = saved ? "Saved." : isNew ? "not made yet" : changed ? "Changes not saved yet" : "";
  return html`<span class=${!busy && refusal ? "state refused" : "state"} role="status">${busy ? "checking" : refusal || plain}</span>`;
}
