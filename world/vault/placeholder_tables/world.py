"""The placeholders of the texts of what is seen, done and refused in the world."""

WORLD_TABLE = """
ask.about: name words
ask.question: name words
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
dig.note: room
douse.others: actor thing
douse.own: thing
drop.others: actor thing
drop.own: thing
eat.others: actor thing
eat.own: thing
emote.marked: actor! text!
emote.possessive: actor! words!
emote.text: actor! words!
examine.aliases: names!
examine.deeds: deeds!
examine.exit: exit destination
examine.id: kind id
exit.done: exit room destination
exit.exists: room exit destination
get.cannot: thing
get.have: name
get.others: actor thing
get.own: thing
give.others: actor thing target
give.own: thing target
give.told: actor thing
go.already: where
go.arrives: actor origin
go.heading: destination remaining
go.leaves: actor destination
go.no-way: destination
go.nowhere: name exits
go.nowhere-at-all: name
happening.carried: thing name
happening.gone: thing
help.topics: topics!
help.unknown: topic
inventory.list: names!
light.others: actor thing
light.own: thing
look.carries: names! name
look.contains: names!
look.exit: destination! exit
look.exits: names!
look.fixtures: names!
look.in-passing: words!
look.nothing-special: name
look.others: names!
look.things: names!
measure.others: actor thing
measure.own: thing
mend.others: actor thing
mend.own: thing
read.others: actor thing
refuse.administrators-only: command
refuse.agents-only: command
refuse.builders-only: command
refuse.agent: reasons! line
refuse.failed: command
refuse.no-such-character: name
refuse.no-such-room: name
refuse.no-such-thing: name
refuse.not-carried: name
refuse.not-here: name
refuse.by-leave: command
refuse.people-only: command
refuse.reads-as-report: name
refuse.too-long: length limit
refuse.which-one: names! name
refuse.words-behind: rest syntax
ring.others: actor thing
ring.own: thing
rooms.list: names! count
say.others: actor! words!
say.own: words!
teleport.already: name where
teleport.appears: actor
teleport.done: name where
teleport.vanishes: actor
tell.asleep: target
tell.overseen: actor! words! target
tell.own: words! target
tell.told: actor! words!
tend.others: actor thing
tend.own: thing
think.behaviour: actor
think.own: words!
time.date: phase clock day season
time.now: phase clock
uncover.others: actor thing
uncover.own: thing
unknown.ambiguous: names! verb
unknown.as-command: verb syntax
unknown.command: verb
unknown.corrected: typed meant
unknown.left-out: rest syntax
unknown.say: line
unknown.suggestions: names!
where.asleep: name
where.other: name where!
where.own: where!
whisper.others: actor target
whisper.overseen: actor! words! target
whisper.own: words! target
whisper.told: actor! words!
who.doing: line! doing
who.head: count
who.line: name! kind place
write.cannot: thing
write.others: actor thing
write.own: words! thing
written.earlier: words! author! clock days
written.plain: words! author!
written.today: words! author! clock
written.yesterday: words! author! clock
"""
