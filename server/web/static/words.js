// The words of the page and of the trade: what each means, in a sentence or two. They are explained where they stand (term.js) and
// in one list that every view has at hand (dictionary.js).

// By the names under which they are asked for: how the list names it, if that is another word, and what it means.
export const WORDS = {
  candidate: ["", "A line that the resident could have said. Each gets points for how well it fits; the best is said, if it is good enough."],
  chronicle: ["", "The world’s own record of what happened in public. Replay is made of it."],
  compaction: ["", "Writing a summary of the oldest memories, so that what a model has to read stays short. The memories themselves are kept."],
  contradicted: ["", "The memories that a sentence rests on say something else."],
  hearsay: ["", "What the resident has only because somebody said it. What somebody else said is orange, on every view."],
  "in use": ["in use, replaced", "A summary in use is what a model reads now; one that is replaced was read before a newer one took its place."],
  intention: ["", "What the resident is about, as its profile tells: a few steps, such as watering the beds each morning."],
  journal: ["", "The notes of a resident, by day, and on one page for each person."],
  "long-term": ["long-term summary", "The one summary of all that is older than the recent summary. It is written anew at each compaction."],
  memory: ["", "One thing that the resident did, thought, heard or saw. Each has a number, and none is ever deleted."],
  "model settings": ["", "A named set of settings in the file config/llm.yaml: which language model is asked, where it is, and what it may use."],
  model: ["", "A language model: a program that goes on writing a text. It is asked over the network or runs here."],
  note: ["", "A short sentence of something worth keeping, which a resident has written into its journal: from its memories before they are summed up, or by the command note."],
  overheard: ["", "Said in the resident’s hearing, but not to it."],
  profile: ["", "The file profile.md of a resident: who it is, what it is about, and how it is set."],
  prompt: ["", "The text that a language model is given to read, before it writes what the resident does next."],
  recalled: ["", "An old memory that was searched for and found because it fits the moment, and is read again word for word."],
  recent: ["recent summary", "A summary of memories that are just too old to be read word for word."],
  resident: ["", "One of those who live here: a character that is played by the computer, by rules or by a language model. Its files are in the folder agents/."],
  round: ["first-round summary", "A summary of some memories. Several of these are summed up once more in a second-round summary, several of those in a third-round one, and so on."],
  rule: ["", "A fixed way to act, without a language model: the steps of an intention, good manners, and what to do when nothing is up."],
  scene: ["", "A short prompt: who the resident is, what is happening, and the few memories that fit. All others stay out."],
  score: ["", "Points for how well a line fits what was heard; 4 is as good as a line of a voice gets. The line with most is said, if it has enough."],
  shortened: ["", "Also called masked: of a long text, such as a room looked at, prompts have one short line. The whole is kept."],
  strategy: ["", "The way in which a resident’s old memories are summed up."],
  summary: ["", "A few sentences that stand for many old memories. Each sentence names the memories that it rests on."],
  supported: ["", "Of a sentence of a summary: the memories that it names bear its words out. Tarn’s own rules compare the words; no model is asked."],
  token: ["", "A piece of a word, by which models measure text: 100 tokens are about 75 words. This server’s count may differ a little from a model’s own."],
  turn: ["", "One moment in which the resident looks at what is new and does one thing."],
  unsupported: ["not confirmed", "Of a sentence: its memories have too few of its words to say whether it is so. It may be true."],
  unrecorded: ["without recorded memories", "Of a sentence: the log does not tell on which memories it rests, so that nothing can be compared."],
  visitor: ["", "A person who comes into the world, by telnet or by this page."],
  voice: ["", "Lines that a person wrote for the resident to say, in its file voice.md, each with what it answers."],
  whole: ["whole prompt", "A prompt that has every memory, the old ones as summaries and the newest word for word."],
};

// [word, meaning], in the order of the words.
export function listWords() {
  return Object.entries(WORDS).map(([key, [name, meaning]]) => [name || key, meaning]).sort(([one], [other]) => one.localeCompare(other, "en"));
}
