// One file: its text, what is wrong with it, and what to do if it has changed meanwhile.
import { useEffect, useRef, useState } from "preact/hooks";
import { askUntilAnswered } from "tarn/asking.js";
import { html } from "tarn/html.js";
import { request } from "tarn/session.js";
import { forgetDraft, keepDraft, readDraft } from "tarn/views/edit/drafts.js";

export function Editor({ name, owner }) {
  const [file, setFile] = useState(null);
  const [text, setText] = useState("");
  const [problem, setProblem] = useState(null);
  const [said, setSaid] = useState([]);
  const [busy, setBusy] = useState(false);
  const area = useRef(null);
  const changed = file !== null && text !== file.text;

  useEffect(() => {
    const stop = new AbortController();
    const fail = (error) => setProblem({ error });
    load(name, owner, stop.signal, fail).then(
      ([found, own, note]) => {
        setFile(found);
        setText(own);
        setSaid(note);
        setProblem(null);
      },
      (failure) => stop.signal.aborted || fail(failure.message),
    );
    return () => stop.abort();
  }, [name]);

  useEffect(() => {
    if (!changed) return undefined;
    const warn = (event) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [changed]);

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

  function showLine(line) {
    const lines = text.split("\n");
    const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    area.current.focus();
    area.current.setSelectionRange(start, start + (lines[line - 1] || "").length);
  }

  return html`
    <section class="editor" aria-label=${name}>
      <header class="file">
        <h2>${name}</h2>
        <button class="primary" disabled=${!changed || busy} onClick=${() => save(file.digest)}>Save</button>
        <button disabled=${!changed || busy} onClick=${() => takeFile(file)}>Undo my changes</button>
        <span class="quiet" role="status">${busy ? "checking" : changed ? "not saved yet" : ""}</span>
      </header>
      ${problem && html`<${Problem} problem=${problem} busy=${busy} showLine=${showLine}
        overwrite=${() => save(problem.digest)}
        takeFile=${() => takeFile({ ...file, text: problem.text, digest: problem.digest })} />`}
      ${said.length > 0 && html`<ul class="said" role="status">${said.map((each) => html`<li class="text">${each}</li>`)}</ul>`}
      ${file && html`<textarea ref=${area} aria-label=${`Text of ${name}`} spellcheck="false" value=${text}
        onInput=${(event) => write(event.target.value)} onKeyDown=${press}></textarea>`}
    </section>
  `;
}

// The file, the text to begin with, and what to say of it: a draft is one's text of before.
async function load(name, owner, signal, onLost) {
  const found = await askUntilAnswered(`/files/text?path=${encodeURIComponent(name)}`, signal, onLost);
  const draft = readDraft(owner, name);
  if (!draft || draft.text === found.text) return [found, found.text, []];
  // With the digest of then, a file that has changed since is noticed when the text is saved.
  const base = { ...found, text: draft.base.text, digest: draft.base.digest };
  return [base, draft.text, ["This is your text of before, which is not saved yet."]];
}

function Problem({ problem, busy, showLine, overwrite, takeFile }) {
  return html`
    <div class="problem" role="alert">
      <p>${problem.error}</p>
      ${problem.errors && html`
        <ul>
          ${problem.errors.map((each) => html`
            <li>${each.line > 0
              ? html`<button class="line-of" onClick=${() => showLine(each.line)}>line ${each.line}</button> ` : null}
              <span class="text">${each.text}</span></li>
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

const SIGNS = { "+": "own", "-": "theirs", "@": "place" };

function Difference({ lines }) {
  return html`
    <details class="difference" open>
      <summary>What differs: − in the file, + in your text</summary>
      <pre tabindex="0" aria-label="What differs">${lines.map((line) => html`<span class=${SIGNS[line[0]] || ""}>${line}${"\n"}</span>`)}</pre>
    </details>
  `;
}
