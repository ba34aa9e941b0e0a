// What is wrong with a text, as the server's check says it: what was read, where it stands, and which names are allowed there.

// "there is no such room; read: Hull; allowed: Hall, Mill" is how notes are checked, "limits.burst is 'x', allowed: …" how
// settings are. Of a key that is unknown, the key itself is wrong, whatever its value is.
export function readError(text) {
  const [, what, read, allowed] = text.match(/^(.*?)(?:; |: )read: (.*); allowed: (.*)$/s) || [];
  const [, setting, value, words] = what ? [] : text.match(/^([\w.-]+) is (.*), allowed: (.*)$/s) || [];
  if (setting) return describe(`${setting} is ${value}`, value === "not a setting" ? lastOf(setting) : unquote(value), words, value === "not a setting");
  if (!what) return { words: text, read: null, isKey: false, allowed: "", names: [] };
  const key = what.match(/^unknown key ['"](.+)['"]$/);
  return describe(key ? what : `${what}: “${read}”`, key ? key[1] : read, allowed, Boolean(key));
}

function describe(words, read, allowed, isKey) {
  const names = readNames(allowed);
  return { words, read, isKey, allowed, names: sortNames(read, names.all, names.meant) };
}

function lastOf(setting) {
  return setting.slice(setting.lastIndexOf(".") + 1);
}

function unquote(text) {
  return text.replace(/^(['"])(.*)\1$/s, "$2");
}

// The names in what is allowed; none if that is said in words, such as "a number from 1 to 5".
function readNames(allowed) {
  const meant = allowed.match(/ \(did you mean (.+)\?\)$/);
  const list = allowed.slice(0, meant ? meant.index : undefined).replace(/^(?:one of(?: [\w ]+: )?|some of|the name of one of \d+ rooms, such as|one of the profiles:) /, "");
  const all = list.split(list.includes(", ") ? ", " : " or ").filter((each) => !each.endsWith("…"));
  const isList = (all.length > 1 || list !== allowed) && all.every((each) => /^(?!(?:an?|the|some|one|any|no|not|from|at|or|and) )[\p{L}\p{N}_#{][\p{L}\p{N}_'’.#{} -]{0,40}$/u.test(each));
  return { all: isList ? all : [], meant: meant && meant[1] };
}

// From so much likeness on a name is taken to be what was meant: as the server's check takes it.
const NEAR = 0.4;
// Beside it another has to be more like it to be named.
const ALIKE = 0.6;

// [name, whether it may be what was meant]: the one most like what was read is first, then others like it, and the rest as they were.
export function sortNames(read, names, meant = null) {
  const likest = meant && names.includes(meant) ? meant : names.reduce((best, each) => (best === null || compare(read, each) > compare(read, best) ? each : best), null);
  if (likest === null) return [];
  const isNear = likest === meant || compare(read, likest) >= NEAR;
  const rest = names.filter((each) => each !== likest).map((each) => [each, isNear && compare(read, each) >= ALIKE]);
  return [[likest, isNear], ...rest.filter(([, isLike]) => isLike), ...rest.filter(([, isLike]) => !isLike)];
}

// How alike two names are, from 0 to 1: the share of letters that stand in both in the same order.
function compare(one, other) {
  const [a, b] = [one, other].map((each) => each.toLowerCase().replace(/^the /, "").slice(0, 60));
  let row = new Array(b.length + 1).fill(0);
  for (const letter of a) {
    const above = row;
    row = [0];
    for (let at = 0; at < b.length; at += 1) row.push(letter === b[at] ? above[at] + 1 : Math.max(row[at], above[at + 1]));
  }
  return a.length + b.length ? (2 * row[b.length]) / (a.length + b.length) : 0;
}

// Where each error is in a text that has perhaps been changed since `checked` was refused: its line now, the letters
// that were read there, and whether they are gone, so that it may be mended.
export function placeErrors(errors, checked, text) {
  const [before, lines] = [checked.split("\n"), text.split("\n")];
  return errors.map((each) => {
    const error = { ...readError(each.text), line: each.line };
    if (each.line < 1 || error.read === null) return { ...error, spot: null, isGone: false };
    const old = before[each.line - 1] ?? "";
    const line = findLine(lines, old, each.line);
    const spot = findWords(lines[line - 1] ?? "", error);
    return { ...error, line, spot, isGone: spot === null && findWords(old, error) !== null };
  });
}

// The number of a line: where it was, or where the same text has gone as lines came or went above it.
function findLine(lines, wanted, number) {
  if (lines[number - 1] === wanted) return number;
  const places = lines.flatMap((each, at) => (each === wanted ? [at + 1] : []));
  return places.reduce((best, each) => (Math.abs(each - number) < Math.abs(best - number) ? each : best), places[0] ?? number);
}

// [from, to] of what was read: of a value behind its key, and no part of a longer word; null: it is not there.
function findWords(line, { read, isKey }) {
  if (!read) return null;
  const start = isKey ? 0 : line.search(/:\s/) + 1;
  const isWord = (letter) => letter !== undefined && /[\p{L}\p{N}_]/u.test(letter);
  for (let at = line.indexOf(read, start); at >= 0; at = line.indexOf(read, at + 1)) {
    if (!isWord(line[at - 1]) && !isWord(line[at + read.length])) return [at, at + read.length];
  }
  return null;
}
