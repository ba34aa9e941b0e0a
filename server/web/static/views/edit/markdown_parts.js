// The parts of a line of Markdown, as notes are written in it: settings such as **key**: 12, links such as [[The Hall]],
// comments between %%, and lines after > that are said to an agent. A state is "text", "comment", or "fence" with its sign.
import { markSlots } from "tarn/views/edit/slots.js";
import { isNumber } from "tarn/views/edit/yaml_parts.js";

const FENCE = /^\s*(`{3,}|~{3,})/;
const RULE = /^\s*(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/;
const LIST = /^\s*(?:[-*+]|\d{1,9}[.)])\s+/;
const SETTING = /^\*\*([\w .-]{1,80})\*\*:/;
// A comment, a link, code, strong words, words set apart by _: each ends on its line, but for the first.
const PIECES = /(%%.*?(?:%%|$)|\[\[[^[\]]+\]\]|\[[^[\]]+\]\([^()\s]+\)|`[^`]+`|\*\*[^*]+\*\*|(?<!\w)_[^_\s][^_]*_(?!\w))/;

export function readMarkdown(line, state) {
  if (state.startsWith("fence")) return readFenced(line, state);
  if (state === "comment") return readComment(line);
  const fence = line.match(FENCE);
  if (fence) return { parts: [["mark", line]], next: `fence ${fence[1]}` };
  if (RULE.test(line)) return { parts: [["mark", line]], next: "text" };
  const heading = line.match(/^(#{1,6}\s+)(.*)$/);
  if (heading) return { parts: [["mark", heading[1]], ["heading", heading[2]]], next: "text" };
  const quote = line.match(/^\s*(?:>\s?)+/);
  if (quote) return readAfter([["mark", quote[0]]], line.slice(quote[0].length), "said");
  const list = line.match(LIST);
  const lead = list ? list[0] : "";
  return readSetting([["mark", lead]], line.slice(lead.length));
}

function readFenced(line, state) {
  const fence = line.match(FENCE);
  const ends = fence && fence[1].startsWith(state.slice("fence ".length));
  return ends ? { parts: [["mark", line]], next: "text" } : { parts: markSlots(line, ""), next: state };
}

function readComment(line) {
  const end = line.indexOf("%%");
  if (end < 0) return { parts: [["note", line]], next: "comment" };
  return readAfter([["note", line.slice(0, end + 2)]], line.slice(end + 2), "");
}

function readSetting(before, text) {
  const setting = text.match(SETTING);
  if (!setting) return readAfter(before, text, "");
  const value = text.slice(setting[0].length);
  const parts = [...before, ["mark", "**"], ["key", setting[1]], ["mark", "**:"]];
  return isNumber(value) ? { parts: [...parts, ["number", value]], next: "text" } : readAfter(parts, value, "");
}

// What stands behind the parts before it, of one kind but for what is marked in it.
function readAfter(before, text, kind) {
  let next = "text";
  const parts = text.split(PIECES).flatMap((part, at) => {
    if (at % 2 === 0) return markSlots(part, kind);
    if (part.startsWith("%%") && !(part.length > 3 && part.endsWith("%%"))) next = "comment";
    return [[nameKind(part), part]];
  });
  return { parts: before.concat(parts), next };
}

function nameKind(part) {
  if (part.startsWith("%%") || part[0] === "_") return "note";
  if (part[0] === "[") return "link";
  return part[0] === "`" ? "number" : "strong";
}
