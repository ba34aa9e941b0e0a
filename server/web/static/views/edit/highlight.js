// What the parts of a line are, by its form alone: [kind, text] in order, which together are the line.
//
// A line is read with the state that the line before it has left: that is in which front matter, fence, comment
// or block of YAML it stands. The kinds are the classes of edit.css; "" is plain text.
import { readMarkdown } from "tarn/views/edit/markdown_parts.js";
import { readYaml } from "tarn/views/edit/yaml_parts.js";

// What stands further to the right is plain: no line may take long.
const LONGEST = 2000;

// The state before the first line of a file.
export function beginState(name) {
  return /\.ya?ml$/.test(name) ? "yaml" : "start";
}

export function readLine(line, state) {
  const { parts, next } = readStart(line.slice(0, LONGEST), state);
  if (line.length > LONGEST) parts.push(["", line.slice(LONGEST)]);
  return { parts: parts.filter(([, text]) => text !== ""), next };
}

function readStart(line, state) {
  const isEdge = /^---\s*$/.test(line);
  if (state === "start") return isEdge ? { parts: [["mark", line]], next: "front" } : readMarkdown(line, "text");
  if (state.startsWith("front") && isEdge) return { parts: [["mark", line]], next: "text" };
  return (state.startsWith("front") || state.startsWith("yaml") ? readYaml : readMarkdown)(line, state);
}
