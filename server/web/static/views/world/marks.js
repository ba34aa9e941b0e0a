// What stands on the map: a room, somebody, and what is said.
import { html } from "tarn/html.js";
import { keepDrawn } from "tarn/kept.js";
import { paint } from "tarn/persons.js";
import { drawTail } from "tarn/views/world/bubbles.js";
import { LABEL_LINE, ROW, shortenName } from "tarn/views/world/labels.js";
import { splitWords } from "tarn/views/world/speech.js";

// A gable: what is under a roof.
export const HOUSE = "M-10 9.5V-2L0 -11L10 -2V9.5Z";

function pressable(run) {
  return {
    role: "button",
    tabindex: 0,
    onClick: run,
    onKeyDown: (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        run();
      }
    },
  };
}

function move(x, y) {
  return { transform: `translate(${x}px, ${y}px)` };
}

export const RoomMark = keepDrawn(({ room, at, name, isEmpty, chosen, choose }) => {
  const { lines, anchor, x, y, box } = name;
  return html`
    <g class=${`room${chosen ? " chosen" : ""}${isEmpty ? " empty" : ""}`} style=${move(at.x, at.y)}
      aria-label=${room.name} ...${pressable(() => choose({ room: room.id }))}>
      <title>${room.name}: click to look closer</title>
      <rect class="reach" x="-14" y="-14" width="28" height="28" />
      <rect class="reach" x=${box.left - at.x} y=${box.top - at.y} width=${box.width} height=${box.height} />
      ${room.indoors ? html`<path class="mark" d=${HOUSE} />` : html`<circle class="mark" r="9" />`}
      <text x=${x} y=${y} text-anchor=${anchor}>${lines.map((line, number) => html`<tspan key=${number} x=${x} dy=${number ? LABEL_LINE : 0}>${line}</tspan>`)}</text>
    </g>
  `;
});

export const PersonMark = keepDrawn(({ id, name, kind, mark, color, x, y, width, chosen, choose }) => html`
  <g class=${`person ${kind}${mark ? " away" : ""}${chosen ? " chosen" : ""}`} style=${{ ...move(x, y), ...paint(color) }}
    aria-label=${name} ...${pressable(() => choose({ person: id }))}>
    <title>${name}${mark && `, ${mark}`}: click to look closer</title>
    <rect class="reach" width=${width} height=${ROW} />
    ${kind === "agent" ? html`<circle class="who" cx="7" cy="9" r="4" />` : html`<path class="who" d="M7 3.5l5.5 5.5l-5.5 5.5l-5.5 -5.5z" />`}
    <text x="15" y="13.5">${shortenName(name)}</text>
  </g>
`);

// Words are as large as they are, however small the map: `size` is how much larger their letters are by its measure.
export const SpeechMark = keepDrawn(({ event, color, at, size }) => {
  const { name, words } = splitWords(event);
  return html`
    <g class="speech">
      <foreignObject width=${at.width / size} height=${at.height / size} transform=${`translate(${at.left} ${at.top}) scale(${size})`}>
        <div class=${`bubble ${event.by || ""}`} style=${paint(color)}><p><span style=${{ WebkitLineClamp: at.lines }}><b>${name}</b> ${words}</span></p></div>
      </foreignObject>
      <path class="tail" d=${drawTail(at, size)} />
    </g>
  `;
});
