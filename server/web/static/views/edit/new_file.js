// Begins a file that is not there yet: it is made when it is saved.
import { useState } from "preact/hooks";
import { html } from "tarn/html.js";
import { formatPlace, goTo } from "tarn/place.js";

const KINDS = {
  room: { title: "Room", path: (name) => ["world", `${name}.md`], label: "Name of the room" },
  profile: { title: "Resident", path: (name) => ["agents", name, "profile.md"], label: "Name of the resident" },
  voice: { title: "Voice", path: (name) => ["agents", name, "voice.md"], label: "Whose voice" },
};

export function NewFile({ account }) {
  const kinds = account.role === "administrator" ? Object.keys(KINDS) : ["room"];
  const [kind, setKind] = useState("room");

  function begin(event) {
    event.preventDefault();
    const name = new FormData(event.target).get("name").trim();
    if (!name) return;
    event.target.reset();
    goTo(formatPlace("edit", KINDS[kind].path(name), { new: 1 }));
  }

  return html`
    <details class="making">
      <summary>+ New file</summary>
      <form class="new" onSubmit=${begin}>
        ${kinds.length > 1 && html`<select aria-label="Kind of file" value=${kind} onChange=${(event) => setKind(event.target.value)}>
          ${kinds.map((each) => html`<option key=${each} value=${each}>${KINDS[each].title}</option>`)}
        </select>`}
        <div class="row">
          <input name="name" aria-label=${KINDS[kind].label} placeholder=${KINDS[kind].label} autocomplete="off" required />
          <button>Begin</button>
        </div>
      </form>
    </details>
  `;
}
