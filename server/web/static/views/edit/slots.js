// Places in a text that something else is put in: {name}, and links to notes: [[name]].
const SLOTS = /(\{[\w .]{1,40}\}|\[\[[^[\]]{1,200}\]\])/;

// The parts of a text of one kind, with its slots apart.
export function markSlots(text, kind) {
  return text.split(SLOTS).map((part, at) => [at % 2 ? (part[0] === "{" ? "number" : "link") : kind, part]);
}
