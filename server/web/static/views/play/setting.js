// How a line of the world is set: a room's name as a heading, talk with hanging lines, own lines apart.
import { curl } from "tarn/when.js";
import { cut, textOf } from "tarn/views/play/escapes.js";
import { readCommand } from "tarn/views/play/links.js";

// The server's colours say of what kind a line is.
const KINDS = { 31: "wrong", 32: "deed", 33: "said", 35: "told", 36: "moved" };
const LABEL = 90;
const EXPRESSED = new Set(["deed", "said", "told"]);
// A heading is no sentence.
const TITLE = /^.{0,79}[^.!?:;…"”)]$/u;
// Maps, and columns that stand below each other; two spaces behind a full stop are none.
const DRAWN = /^\s*[|+`][-|+` ]|^[^\p{L}]*[-|\\/[\]_][^\p{L}]*$|[^\s.!?:;,"'] {2,}\S|\S {3,}\S|[\u2500-\u259f]/u;
const HEAD = /^[^\s].{0,40}:$/;
// A line of a list is no sentence, either.
const SHORT = /^.{0,69}[^.!?"]$/u;
// Quotation marks are curled before addresses are looked for.
const ADDRESS = /(https?:\/\/[^\s"'<>“”‘’]*[^\s"'<>“”‘’.,:;!?)])/i;

// In these kinds commands stand as they are typed, and columns.
const AS_TYPED = new Set(["drawn", "entry"]);

// `findPerson` takes a text and returns {name, isResident, color} of whoever it begins with, or null.
export function setLine(given, findPerson) {
  const text = textOf(given);
  const kind = findKind(given, text);
  const line = AS_TYPED.has(kind) || text.startsWith("> ") ? given : { ...given, runs: curlRuns(given.runs) };
  const person = line.own ? null : findNamed(text, kind, findPerson);
  if (kind === "place") return make("h3", "place", addWords(line.runs));
  if (kind === "own") return setOwn(line.runs, text);
  if (kind === "listed") return setListed(line.runs);
  if (kind === "entry") return setEntry(line.runs, text);
  if (!person) return make("p", kind, addWords(line.runs));
  const [name, rest] = cut(line.runs, person.name.length);
  const named = make("b", person.isResident ? "resident" : "visitor", addWords(name));
  if (person.color) named.style.setProperty("--who", `var(${person.color})`);
  return make("p", kind, [named, ...addWords(rest)]);
}

// A mark may have its partner in another run; letters keep their places.
function curlRuns(runs) {
  const curled = curl(textOf({ runs }));
  let at = 0;
  return runs.map((run) => ({ ...run, words: curled.slice(at, (at += run.words.length)) }));
}

function findKind({ runs, own }, text) {
  const first = runs.find((each) => each.words.trim());
  const kind = KINDS[first?.colour] || (first?.dim ? "mood" : "");
  if (own || (EXPRESSED.has(kind) && text.startsWith("You "))) return "own";
  if (first?.colour === LABEL || (kind === "moved" && runs.some((each) => each.link))) return "listed";
  if (first?.bold) return TITLE.test(text) ? "place" : "notice";
  return kind || findForm(text);
}

function findForm(text) {
  if (DRAWN.test(text)) return "drawn";
  if (text.startsWith("  ")) return "entry";
  if (HEAD.test(text)) return "head";
  return SHORT.test(text) ? "short" : "simple";
}

// In a description a name may be any word; in a list it stands alone or before a bracket.
function findNamed(text, kind, findPerson) {
  const person = findPerson(text);
  const isList = person && /^$|^ \(/.test(text.slice(person.name.length));
  return !["simple", "short"].includes(kind) || isList ? person : null;
}

// What one has said or typed: the words count, not that it was oneself.
function setOwn(runs, text) {
  const length = text.startsWith("> ") ? 2 : Math.max(0, text.indexOf('"'));
  const [lead, words] = cut(runs, length);
  return make("p", "own", [make("span", "before", addWords(lead)), ...addWords(words)]);
}

// What the page tells beside the world, where it is wide.
const OF_ROOM = /^(?:Exits?|Things here|You could use|Also here):/;

function setListed(runs) {
  const at = Math.max(1, runs.findIndex((each) => each.link));
  const count = runs[0].colour === LABEL ? 1 : at;
  return make("p", OF_ROOM.test(textOf({ runs })) ? "listed of-room" : "listed", [make("span", "before", addWords(runs.slice(0, count))), make("span", "", addWords(runs.slice(count)))]);
}

// "look [at something] - See where you are"
function setEntry(runs, text) {
  const at = text.indexOf(" - ");
  const [words, about] = cut(runs, at < 0 ? text.length : at);
  return make("p", "entry", [...addWords(words), make("span", "before", addWords(about))]);
}

function addWords(runs) {
  return runs.flatMap((run) => (run.link ? [addLink(run)] : addAddresses(run.words)));
}

function addLink({ words, link }) {
  const command = readCommand(link);
  if (command === null) return /^https?:/i.test(link) ? addAddress(link, words) : words;
  const button = make("button", "go leads", [words]);
  button.type = "button";
  button.dataset.command = command;
  return button;
}

function addAddresses(words) {
  return words.split(ADDRESS).map((each, number) => (number % 2 ? addAddress(each, each) : each)).filter(Boolean);
}

function addAddress(address, words) {
  const link = make("a", "", [words]);
  Object.assign(link, { href: address, target: "_blank", rel: "noopener noreferrer" });
  return link;
}

function make(name, kind, inner) {
  const element = document.createElement(name);
  if (kind) element.className = kind;
  element.append(...inner);
  return element;
}
