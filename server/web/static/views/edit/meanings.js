// What the keys of a file mean, for the line that the caret is on. Settings explain themselves, in the file.

const AGENT = {
  home: "the room where it lives; without it, where newcomers arrive",
  profile: "which model settings of config/llm.yaml it has",
  think_interval: "seconds between one turn and the next; 0: it only perceives",
  memory: "how it remembers, where that is not as config/memory_compaction.md says",
  channels: "true: it hears what people say on the channel chat",
  description: "what those who look at it see",
  aliases: "other names by which it is called",
  may: "what it may rewrite of itself: set-profile, set-description",
  intentions: "what it is about, each with a name of its own, in steps of ordinary commands",
  when: "it begins if all of this holds; “not fog” turns one round",
  asked: "words by which somebody asks for it",
  heard: "words on which it is taken up, whoever says them",
  every: "how soon it may begin again; without it, 1 hour",
  weight: "the higher, the sooner it is chosen among those that fit; from 100 on it interrupts others",
  limit: "after so long it is given up; without it, 2 hours",
  because: "what it says when it is asked what it is about",
  doing: "what the command who says of it meanwhile",
  news: "what it tells the others once this is done",
  together: "true: the lines of its steps belong together, as in a story",
  secret: "true: it keeps to itself that it did this",
  steps: "what it does, one after the other; what does not fit at the time is passed over",
  at: "a room: a step walks there first",
  with: "somebody: a step finds them first",
  has: "what it must have with it",
  here: "what must be where it is",
  state: "how a thing must be, such as “great lamp lit”",
  phase: "dawn, morning, noon, afternoon, dusk or night",
  hour: "hours of the world's day, from and to",
  weather: "in which weather; “not fog” turns it round",
  seen: "words in something that happened",
  until: "it waits until this holds",
  for: "it waits no longer than this",
  still: "true: it says nothing while it waits",
  do: "a command, as a player would type it; of several one is chosen",
};

const ROOM = {
  start: "true: newcomers arrive here",
  exits: "the ways out: the name of the way, and the room that it leads to",
  things: "what is here when the world is new",
  name: "what the thing is called",
  aliases: "other names by which it is called",
  description: "what those who look at it see",
  fixed: "true: nobody can take it away",
  writable: "true: people can write in it",
  state: "how it is at first: one of its states",
  states: "how it can be, and the sentence that one then sees of it",
  deeds: "what can be done with it: light, douse, cover, uncover, measure, tend, mend, ring, eat",
  from: "the state that it must be in for this",
  to: "the state that it is in after this",
  own: "the sentence for whoever does it",
  others: "the sentence for the others who are there",
  uses_up: "true: then it is gone",
  phases: "a sentence more at dawn, morning, noon, afternoon, dusk or night",
  weather: "a sentence more in this weather",
  map: "where it lies on the map: [x, y]",
  ground: "what it stands on, on the map: water, plain, height, green, roof or open",
};

const HAPPENING = {
  when: "a time of day, an hour such as 19:30, or a deed with a thing",
  after: "how much later: minutes, hours or days of the world",
  where: "the rooms where it is seen, or everywhere",
  if: "only in this weather, season or phase, or with things in these states",
  chance: "on how many of its days: 0.5 is every other one, by lot",
  at_most: "how often: once a day if left out, once in 3 days, or once",
  changes: "what is another way afterwards: a thing's state, or a thing made, moved or removed",
  news: "how residents who were there tell the others of it",
};

const SUMMARY = { covers: "the first and the last memory that it stands for: this must stay as it is" };

const OF_KINDS = { profile: AGENT, room: ROOM, happening: HAPPENING, summary: SUMMARY };

// What stands below the front matter, or where there is none.
const BODIES = {
  profile: "what it is told about itself",
  voice: "what stands after > is said to it, and below that is its answer; text between %% is for you alone",
  summary: "what it is told of those memories once they are out of its prompt",
  room: "what one reads here",
  happening: "what is seen; paragraphs take turns, and ## says where or when others do",
  settings: "a bold word and a colon begin a setting; the rest is for you",
  text: "**name**: and its words; what stands in {braces} is filled in",
};

// [key, meaning] for a place in a text: of the key before the caret on its line, else of the key that the line
// belongs to, "" below the front matter; null: nothing is known. `rows` are those of rows.js, lines count from 1.
export function explain(kind, rows, line, column) {
  const [known, row] = [OF_KINDS[kind], rows[line - 1]];
  if (!row || row.line.startsWith("---")) return null;
  if (/^(?:text|comment|fence)/.test(row.state) || row.state === "start") return BODIES[kind] ? ["", BODIES[kind]] : null;
  if (!known) return null;
  let edge = Infinity;
  for (let at = line - 1; at >= 0 && edge > 0; at -= 1) {
    const keys = findKeys(rows[at], at === line - 1 ? column : Infinity).filter((each) => each.at < edge);
    const found = keys.reverse().find(({ key }) => Object.hasOwn(known, key));
    if (found) return [found.key, known[found.key]];
    edge = Math.min(edge, keys.length ? keys[keys.length - 1].at : findEdge(rows[at].line));
  }
  return null;
}

// What a line without a key belongs to stands further to the left than this; an item may stand right below its key.
function findEdge(line) {
  const indent = line.search(/\S/);
  return indent < 0 ? Infinity : Math.max(indent + (line[indent] === "-" ? 1 : 0), 1);
}

// The keys of a row that begin before a column; at least its first.
function findKeys({ parts }, column) {
  const keys = [];
  let at = 0;
  for (const [kind, text] of parts) {
    if (kind === "key" && (at <= column || keys.length === 0)) keys.push({ key: text.trim(), at });
    at += text.length;
  }
  return keys;
}
