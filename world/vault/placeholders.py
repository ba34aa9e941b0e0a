"""The placeholders of the texts in ``vault/text``: which each may have, and which it needs.

A text needs a placeholder (marked ``!``) if without it the text would withhold what it is there
to pass on: memories in a prompt, what somebody said, the reason of a failure, a list that was
asked for.  Names, numbers and places it may leave out.  A text that is not in the table has no
placeholders, or those of its shipped version.  Texts with the same placeholders may share a line.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from world.vault.placeholder_tables.people import PEOPLE_TABLE

_TABLE = """
accounts.guest-name: name
accounts.password-long: longest
accounts.password-short: shortest
accounts.taken: name
agent.awake-already: name
agent.interval-off: name
agent.interval-set: name seconds
agent.paused: name
agent.paused-already: name
agent.profile: persona! name path home model_profile pace intention
agent.profile-set: name profile
agent.prompt: prompt! name tokens room
agent.resumed: name
agent.thinks: seconds
agent.unknown: name names
agent.which: syntax
agent.words-behind: rest syntax
bootstrap.begun: name
bootstrap.done: what! name
bootstrap.failed: why! name
compact.begun: name count
compact.cannot: why! name
compact.done: what! name seconds
compact.failed: why! name
compact.what: first last method before after entries_before entries_after \
chars_before chars_after ratio
config.shown: settings!
cover.others: actor thing
cover.own: thing
create.done: thing id
deed.already: thing state
deed.cannot: deed thing
deed.not-now: deed thing state
deed.thing: thing!
deed.what: deed example
describe.done: name
dig.done: room id
door.full-address: count
door.idle: minutes
door.line-too-long: limit
door.lines-lost: count
door.login-timeout: seconds
door.need-name: verb
door.password-differs: name
door.throttled: seconds
door.too-many-tries: count
door.welcome: name
door.welcome-administrator: name
door.welcome-guest: name
door.who-count: people agents
douse.others: actor thing
douse.own: thing
dream.memory: text! at
drop.others: actor thing
drop.own: thing
eat.others: actor thing
eat.own: thing
emote.possessive: actor! words!
emote.text: actor! words!
examine.aliases: names!
examine.deeds: deeds!
examine.exit: exit destination
examine.id: kind id
exit.done: exit room destination
exit.exists: room exit destination
forget.begun: name
forget.done: count name
forget.failed: name why
forget.sure: count name word!
gate.arrives: name
gate.leaves: name
gate.not-a-person: name
get.cannot: thing
get.have: name
get.others: actor thing
get.own: thing
give.others: actor thing target
give.own: thing target
give.told: actor thing
go.already: destination
go.arrives: actor origin
go.heading: destination remaining
go.leaves: actor destination
go.no-way: destination
go.nowhere: name exits
go.nowhere-at-all: name
happen.cannot: why! name
happen.head: count
happen.line: name! when
happen.seen: name rooms
happen.unknown: name names
happen.unseen: name
happening.carried: thing name
happening.gone: thing
help.topics: topics!
help.unknown: topic
intention.at-it: because
intention.cannot-now: name
intention.days-ago: days
intention.did: when because
intention.did-not: when because
intention.doing: doing! because
intention.dropped: name! why
intention.ended: name
intention.finished: name!
intention.going: doing! place because
intention.kept: name! why
intention.leaves: name because
intention.mean: name! because
intention.not-now: when because
intention.not-yet: because
intention.or: first! last!
intention.put-down: name
intention.status: name step count
intention.status-none: count
intention.taken-up: name
intention.today: clock
intention.when-at: values!
intention.when-at-not: values!
intention.when-has: values!
intention.when-has-not: values!
intention.when-here: values!
intention.when-here-not: values!
intention.when-hour: values!
intention.when-hour-not: values!
intention.when-phase: values!
intention.when-phase-not: values!
intention.when-seen: values!
intention.when-seen-not: values!
intention.when-weather: values!
intention.when-weather-not: values!
intention.when-with: values!
intention.when-with-not: values!
intention.why-no-way: place
intention.why-nobody: name
intention.why-refused: reasons!
intention.yes: because
intention.yesterday: clock
inventory.list: names!
journal.facts: lines! name
journal.importance: read
journal.written: words!
light.others: actor thing
light.own: thing
llm.answer: answer! profile
llm.failed: why! profile
llm.found: best models server url
llm.host: value
llm.none: name names
llm.none-found: asked
llm.not-used: why
llm.refused: why! profile
llm.set: profile what value
llm.testing: profile
llm.trying: what
llm.use-usage: syntax
llm.used: model prompting provider
look.carries: names! name
look.contains: names!
look.exit: destination! exit
look.exits: names!
look.fixtures: names!
look.nothing-special: name
look.others: names!
look.things: names!
manners.greet manners.part.back manners.part manners.told.find manners.told.liking: name
manners.greet.again manners.greet.back manners.greet.evening manners.greet.morning: name
manners.greet.nod manners.answered: name
manners.heard.loss: gist name teller
manners.heard.promise: teller
manners.heard.search manners.heard: name teller
manners.passed-on: words! name teller when
manners.recalled.find manners.recalled.kin manners.recalled.loss: gist! name
manners.recalled.origin manners.recalled.search: gist! name
manners.recalled: words! name when
manners.told.kin manners.told.loss manners.told.origin manners.told.search: gist name
manners.told.promise manners.told.trade manners.told.wish manners.unsure: name
measure.others: actor thing
measure.own: thing
mend.others: actor thing
mend.own: thing
mind.jots: actor
mind.pauses: name
mind.remembers: actor
mind.sleeps: name
mind.wakes: name
note.added: title content
note.overwritten: title content
pace.before: duration
pace.full: factor minutes seconds
profile.set: profile
profile.yours: profile!
prompt.carrying: names!
prompt.deeds: names!
prompt.example: question! cue! answer!
prompt.exits: names!
prompt.head: persona! commands! name
prompt.hearsay: facts!
prompt.heard: words!
prompt.intention: name! because
prompt.intentions: names!
prompt.known: facts!
prompt.left-out: count name
prompt.longterm: summary!
prompt.next: line!
prompt.next-way: exit! place
prompt.notes: notes!
prompt.occupants: names!
prompt.place: place! name description
prompt.questions: name
prompt.recalled: memories!
prompt.recent: summary!
prompt.talk: partner! talk!
prompt.things: names!
prompt.time: phase clock weather
prompt.writable: names!
read.others: actor thing
recall.no-number: seq
recall.note: content! title
recall.nothing: words
recall.page: words! page at
recall.titles: titles!
refuse.administrators-only: command
refuse.agents-only: command
refuse.agent: reasons! line
refuse.failed: command
refuse.no-such-character: name
refuse.no-such-room: name
refuse.no-such-thing: name
refuse.not-carried: name
refuse.not-here: name
refuse.people-only: command
refuse.too-long: length limit
refuse.which-one: names! name
reload.doubt: what!
reload.done: rooms agents sentences
reload.agents: names!
reload.agents-gone: names!
reload.agents-new: names!
reload.happenings: names!
reload.happenings-gone: names!
reload.happenings-new: names!
reload.intentions: names!
reload.more: names! count
reload.report: what!
reload.rooms: names!
reload.rooms-new: names!
reload.settings: names!
reload.settings-later: names!
reload.texts: names!
reload.wrong: what!
ring.others: actor thing
ring.own: thing
rooms.list: names! count
save.failed: why!
save.lost: what!
say.others: actor! words!
say.own: words!
scene.about: about! name
scene.cue: heard! speaker name
scene.examples: examples! name
scene.exchange: heard! answer! speaker name
scene.facts: facts! name
scene.home: place!
scene.intention: doing! name
scene.place: place! name
scene.present: names!
scene.time: phase weather
shutdown.begun: name
sleep.already: name
sleep.other: name
storage.fails: what!
storage.files-fail: what!
storage.files-work: reason
storage.stop: why!
storage.works: lost reason saved
summary.context: before! lines! cite
summary.merge: recent! older! cite
summary.prompt: lines! cite
summary.sections: before! lines! sections cite
summary.steps: before! lines! task sentences cite
teleport.already: name place
teleport.appears: actor
teleport.done: name place
teleport.vanishes: actor
tell.asleep: target
tell.own: words! target
tell.told: actor! words!
tend.others: actor thing
tend.own: thing
text.several: names!
text.shown: text! key where
text.unknown: name
text.which: groups! count pages
think.behaviour: actor
think.own: words!
time.date: phase clock day season
time.now: phase clock
uncover.others: actor thing
uncover.own: thing
unknown.ambiguous: names! verb
unknown.command: verb
unknown.corrected: typed meant
unknown.suggestions: names!
wake.awake: name
wake.others: actor name
wake.own: name
wake.told: actor
watch.begins: name
watch.ends: name
watch.line: text! name kind
where.asleep: name
where.other: place! name
where.own: place!
whisper.others: actor target
whisper.own: words! target
whisper.told: actor! words!
who.doing: line! doing
who.head: count
who.line: name! kind place
why.cited: memories! name sentence first last method
why.guessed: memories! name sentence first last method
why.nothing: name words
why.page: words! page name at
why.recalled: memories! name words
why.unknown: name sentence first last method
why.verbatim: memory! name
why.written: file at name sentence first last
write.cannot: thing
write.others: actor thing
write.own: words! thing
written.earlier: words! author! clock days
written.plain: words! author!
written.today: words! author! clock
written.yesterday: words! author! clock
"""

#: Values for each line that the plain brain may choose; a line needs none.
_BRAIN = "exit me name own place thing to topic"


@dataclass(frozen=True, slots=True)
class Placeholders:
    """The placeholders of one text."""

    allowed: tuple[str, ...] = ()
    needed: tuple[str, ...] = ()

    def find_mistakes(self, names: Collection[str]) -> list[tuple[str, str]]:
        """Return each unknown or missing placeholder: what is wrong, and what was read."""
        unknown = [each for each in dict.fromkeys(names) if each not in self.allowed]
        missing = [each for each in self.needed if each not in names]
        return [
            *(("unknown placeholder", each) for each in unknown),
            *(("missing placeholder", f"a text without {{{each}}}") for each in missing),
        ]

    def describe(self) -> str:
        """Return what is allowed, for an error message."""
        marked = (
            f"{{{each}}}{' (needed)' if each in self.needed else ''}" for each in self.allowed
        )
        return ", ".join(marked) or "none"


def _read_row(names: str) -> Placeholders:
    words = names.split()
    needed = tuple(each[:-1] for each in words if each.endswith("!"))
    return Placeholders(tuple(each.rstrip("!") for each in words), needed)


def _read_table(table: str) -> dict[str, Placeholders]:
    rows = (line.partition(":") for line in table.strip().split("\n"))
    return {key: _read_row(names) for keys, _, names in rows for key in keys.split()}


PLACEHOLDERS = _read_table(_TABLE) | _read_table(PEOPLE_TABLE)


def find_placeholders(key: str) -> Placeholders | None:
    """Return the placeholders of the text `key`; None if the table does not have it."""
    return _read_row(_BRAIN) if key.startswith("brain.") else PLACEHOLDERS.get(key)
