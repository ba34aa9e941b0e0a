// What kind of thing an event is, by which it is filtered and counted (the server counts so, too: server/web/views/replay/density.py).

// "talk", "moves" or "deeds".
export function nameKind({ kind }) {
  if (kind.endsWith("speech") || kind === "gesture") return "talk";
  return kind === "movement" || kind === "rest" ? "moves" : "deeds";
}
