// The views of the page, in the order of the way to them. A view's module exports `View`, which is
// given `world` (world_state.js), `account` ({name, role}) and `place` (place.js), and draws
// a `main` element with the id "main" and tabindex -1. Above a view of the past (`isPast`) the hour of now is not shown.
// `lead` says in short words what is seen there and what one can do; above it stands the title, and beside it the `way` to a view that
// goes on from there, if there is one, as it is called for who is outside of the world, and for who is inside.

const RANKS = ["guest", "player", "builder", "administrator"];

export const VIEWS = [
  {
    name: "world", title: "World", role: "guest", load: () => import("tarn/views/world/view.js"),
    lead: "A small world, live. Residents are played by language models or by rules; visitors are people.",
    way: ["play", "Walk in", "Go on playing"],
  },
  {
    name: "mind", title: "Minds", role: "administrator", load: () => import("tarn/views/mind/view.js"),
    lead: "How residents decide, turn by turn: what each heard, what it could have said, and what it did.",
  },
  {
    name: "memory", title: "Memory", role: "administrator", load: () => import("tarn/views/memory/view.js"),
    lead: "What a resident remembers, and the summaries that stand for old memories.",
  },
  {
    name: "people", title: "People", role: "player", load: () => import("tarn/views/people/view.js"),
    lead: "Who talks with whom, and what residents have noted about others.",
  },
  {
    name: "costs", title: "Costs", role: "administrator", load: () => import("tarn/views/costs/view.js"),
    lead: "What the language models were asked, what that cost, and whether the server is well.",
  },
  {
    name: "edit", title: "Edit", role: "builder", load: () => import("tarn/views/edit/view.js"),
    lead: "The text files that this world is made of. A file is checked before it is used.",
  },
  {
    name: "replay", title: "Replay", role: "guest", isPast: true, load: () => import("tarn/views/replay/view.js"),
    lead: "What happened before, played again. Press Start, or drag along the line.",
  },
  {
    name: "play", title: "Play", role: "guest", load: () => import("tarn/views/play/view.js"),
    lead: "Walk about and talk. Type “look”, “say hello” or “go garden”, and press Enter.",
  },
];

export function mayOpen(view, account) {
  return RANKS.indexOf(account.role) >= RANKS.indexOf(view.role);
}
