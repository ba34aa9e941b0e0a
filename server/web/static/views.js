// The views of the page, in the order of the way to them. A view's module exports `View`, which is
// given `world` (world_state.js), `account` ({name, role}) and `place` (place.js), and draws
// a `main` element with the id "main" and tabindex -1. Above a view of the past (`isPast`) the hour of now is not shown.

const RANKS = ["guest", "player", "builder", "administrator"];

export const VIEWS = [
  { name: "world", title: "World", role: "guest", load: () => import("tarn/views/world/view.js") },
  { name: "mind", title: "Minds", role: "administrator", load: () => import("tarn/views/mind/view.js") },
  { name: "memory", title: "Memory", role: "administrator", load: () => import("tarn/views/memory/view.js") },
  { name: "people", title: "People", role: "player", load: () => import("tarn/views/people/view.js") },
  { name: "costs", title: "Costs", role: "administrator", load: () => import("tarn/views/costs/view.js") },
  { name: "edit", title: "Edit", role: "builder", load: () => import("tarn/views/edit/view.js") },
  { name: "replay", title: "Replay", role: "guest", isPast: true, load: () => import("tarn/views/replay/view.js") },
  { name: "play", title: "Play", role: "guest", load: () => import("tarn/views/play/view.js") },
];

export function mayOpen(view, account) {
  return RANKS.indexOf(account.role) >= RANKS.indexOf(view.role);
}
