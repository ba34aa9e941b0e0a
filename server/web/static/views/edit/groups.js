// The files in groups: those of each agent, and those of the world by what they are.

// [the key of a group, its name, what is in it]: of files by their kind.
const KINDS = [
  ["settings", "Settings", "the clock, how residents act and remember, how the server runs"],
  ["room", "Rooms", "what one reads there, the ways out and the things"],
  ["happening", "Happenings", "what comes to pass by itself, and when"],
  ["text", "Texts and help pages", "what the server says, and what models are told"],
];
const OF_AGENTS = "who each is, what it says, and the summaries of what it remembers";

// [{title, about, groups: [{title, about, files}]}] of the files that have some words in their path.
export function groupFiles(files, wanted) {
  const words = wanted.toLowerCase();
  const found = files.filter((each) => each.path.toLowerCase().includes(words));
  const agents = [...new Set(found.map((each) => each.agent).filter(Boolean))]
    .map((agent) => ({ title: agent, about: "", files: found.filter((each) => each.agent === agent) }));
  const world = KINDS.map(([kind, title, about]) => ({ title, about, files: found.filter((each) => !each.agent && each.kind === kind) }));
  return [
    { title: "Residents", about: OF_AGENTS, groups: agents },
    { title: "World", about: "", groups: world.filter((each) => each.files.length > 0) },
  ].filter((each) => each.groups.length > 0);
}

// The part of a path that its group does not say; rooms and happenings are called as they are in the world.
export function shorten(file) {
  const parts = file.path.split("/");
  const kept = (file.agent ? parts.slice(2) : parts.slice(-1)).join(" / ");
  return file.kind === "room" || file.kind === "happening" ? kept.replace(/\.md$/, "") : kept;
}
