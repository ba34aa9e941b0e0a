"""The placeholders of the texts of minds: memory, intentions, models, prompts."""

MINDS_TABLE = """
agent.asleep: name
agent.awake-already: name
agent.busy: name
agent.interval-off: name
agent.interval-set: name seconds
agent.paused: name
agent.paused-all: count
agent.paused-already: name
agent.paused-thinks: name
agent.profile: persona! name path home model_profile pace intention
agent.profile-set: name profile
agent.prompt: prompt! name tokens room
agent.resumed: name
agent.steps agent.steps-paused: name
agent.thinks: seconds
agent.thinks-now: name
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
dream.memory: text! at
forget.begun: name
forget.done: count name
forget.failed: name why
forget.sure: count name word!
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
intention.errand: doing
intention.leaves: name errand because
intention.leaves-now: name errand because
intention.leaves-to-meet: name
intention.on-the-way: place!
intention.mean: name! because
intention.not-now: when because
intention.not-yet: because
intention.or: first! last!
intention.put-down: name
intention.status: name step count
intention.status-none: count
intention.taken-up: name
intention.then: first! last!
intention.was-today intention.was-yesterday intention.was-before intention.and-now: doing!
intention.today: clock
intention.when-at: values!
intention.when-at-not: values!
intention.when-has: values!
intention.when-has-not: values!
intention.when-here: values!
intention.when-here-not: values!
intention.when-hour: values!
intention.when-hour-over: values!
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
intention.woken: doing! because
intention.yes: because
intention.yesterday: clock
journal.facts: lines! name
journal.importance: read
journal.written: words!
llm.answer: answer! profile
llm.failed: why! profile
llm.found: best models server url
llm.in-the-file: what
llm.none: name names
llm.none-found: asked
llm.not-used: why
llm.refused: why! profile
llm.set: profile what value
llm.testing: profile
llm.trying: what
llm.use-usage: syntax
llm.temperature: read profile
llm.unknown-word: read! profile
llm.used-own: model prompting provider
llm.used: model prompting provider
manners.greet manners.part.back manners.part manners.told.find manners.told.liking: name
manners.favour.await manners.favour.keep manners.favour.message: name
manners.favour.lookout: name
manners.favour.company manners.favour.deed manners.favour.gift manners.favour.spare: name
manners.feeling.joke manners.protest manners.protest.not-asked manners.favour.remember: name
manners.protest.meant: meant! name
manners.feeling.anger manners.feeling.apology manners.feeling.correction: name
manners.feeling.fear manners.feeling.grief manners.feeling.insult: name
manners.feeling.praise manners.feeling.teasing manners.feeling.thanks: name
manners.feeling.weariness manners.feeling.joy manners.feeling.sympathy: name
manners.feeling.put-right: name new! old
manners.feeling.put-right.new: name new!
manners.favour.help manners.favour.leave: name
manners.answered.sorry: name
manners.answered.errand manners.answered.gift manners.answered.origin: name
manners.answered.trade manners.message.self: name
manners.answered.find manners.answered.journey manners.answered.journey.no: name
manners.answered.journey.yes manners.answered.liking manners.answered.loss: name
manners.answered.no manners.answered.search manners.answered.wish: name
manners.answered.yes manners.message.what: name
manners.answered.kin: gist name
manners.answered.kin.no manners.answered.kin.yes: gist name
manners.message.here: name to
speech.message.brought: name teller when words
speech.message.given: name to teller
speech.message.heard-you: name when
speech.message.none speech.message.not-yet speech.message.there: name to
speech.message.not-brought speech.message.of-others speech.present: name
speech.told-by.nobody speech.told-by.you speech.unknown.are speech.unknown.do: name
speech.unknown.is speech.unknown.should speech.unknown.will: name
speech.message.told: name to when
speech.present-with: name others
speech.put-right.now: new old
speech.seen-thing: name words
speech.told-by.somebody: name teller when
speech.turn-to: to
manners.given-back: name
manners.given manners.told.joy manners.told.woe: name
manners.greet.again manners.greet.back manners.greet.evening manners.greet.morning: name
manners.greet.aside manners.greet.nod manners.greet.resting manners.answered: name
names.both: first last
manners.heard.loss: gist name teller
manners.heard.promise: teller
manners.heard.search manners.heard: name teller
manners.news.found manners.news.seen: name news sentence
manners.news.heard: name news sentence teller
manners.news.known: name teller
manners.news.new manners.news.saw: name
manners.news.of-you: name news teller
manners.news.person: name news sentence person
manners.news.new-person: name person
manners.farewell.loss manners.farewell.search manners.farewell.kin: gist name
manners.farewell.woe manners.farewell.wish: gist name
manners.farewell.journey manners.farewell.origin: gist name
manners.call: name
manners.call.news: name news
manners.call.news-heard: name news sentence teller
manners.asks.errand manners.asks.trade manners.asks.origin: name
manners.asks.gift: gist name
manners.answered.lines: gist name
manners.asks-on.trade manners.asks-on.origin manners.asks-on.kin: gist name
manners.asks-on.loss manners.asks-on.search manners.asks-on.find: gist name
manners.asks-on.loss.described: gist name
manners.asks-on.journey manners.asks-on.woe: gist name
manners.asks-on.wish manners.asks-on.errand manners.asks-on.liking: name
manners.worry.despair manners.advice.despair: name
manners.worry.debt manners.worry.dread manners.worry.peril manners.worry.quarrel: name
manners.worry.ruin manners.worry.sleepless manners.worry.ailing manners.worry.missing: name
manners.worry.denied manners.worry.on manners.favour.journey manners.answered.asks-worry: name
manners.favour.comfort manners.favour.disturb manners.farewell.joy: name
manners.worry.ill: gist name
manners.advice manners.advice.peril manners.advice.sleepless manners.advice.ailing: name
manners.advice.debt manners.advice.dread manners.advice.quarrel manners.advice.ruin: name
manners.advice.grief: name
manners.asks-after.debt manners.asks-after.work manners.asks-after.quarrel: name
manners.asks-after.fear manners.asks-after.guilt manners.asks-after.lonely: name
manners.asks-after.homesick manners.asks-after.decision manners.asks-after.expecting: name
manners.asks-after.sleepless manners.asks-after.ruin manners.asks-after.despair: name
manners.asks-after.dread manners.worry.work manners.worry.fear manners.worry.guilt: name
manners.worry.lonely manners.worry.homesick manners.worry.decision manners.worry.expecting: name
manners.advice.work manners.advice.fear manners.advice.guilt manners.advice.lonely: name
manners.advice.homesick manners.advice.decision manners.advice.expecting: name
manners.asks-after.ailing manners.asks-after.ill manners.asks-after.missing: gist name
manners.reminds.promise manners.reminds.none: name
manners.reminds.of manners.reminds.ask manners.reminds.quoted: name what
manners.advice.loss: gist name
manners.advice.ill manners.advice.missing manners.hope.missing: gist name
manners.hope manners.hope.ill: name
manners.asks-worry.ill.care manners.asks-worry.ill.eats manners.asks-worry.missing.last: gist
manners.asks-worry.missing.looking manners.asks-worry.missing.looks: gist
manners.asks-worry.missing.since: gist
manners.remark.disagreement manners.remark.plan manners.remark.remark: name
manners.remark.report: name
manners.farewell.ailing manners.farewell.ill manners.farewell.missing: gist name
manners.told.journey: gist name
manners.told.errand: name
manners.recalled.trade manners.recalled.journey manners.recalled.errand: gist! name
manners.passed-on: words! name teller when
manners.recalled.find manners.recalled.kin manners.recalled.loss: gist! name
manners.recalled.origin manners.recalled.search: gist! name
manners.recalled.turned manners.recalled: words! name when
manners.told.own-name: gist
manners.told.kin manners.told.loss manners.told.name: gist name
manners.told.origin manners.told.search: gist name
manners.told.promise manners.told.trade manners.told.wish manners.unsure: name
mind.follows-again: count
mind.jots: actor
mind.pauses: name
mind.remembers: actor
mind.sleeps: name
mind.wakes: name
note.added: title content
note.overwritten: title content
note.unkept: title why!
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
prompt.instructions: persona! commands! name cue
prompt.instructions-command: syntax! summary
prompt.intention: name! because
prompt.intentions: names!
prompt.known: facts!
prompt.later: facts!
prompt.left-out: count name
prompt.longterm: summary!
prompt.meanwhile: facts!
prompt.near: exchanges!
prompt.near-exchange: heard! answer!
prompt.next: line!
prompt.next-way: exit! place
prompt.notes: notes!
prompt.occupants: names!
prompt.place: place! name description
prompt.questions: name
prompt.recalled: memories!
prompt.recent: summary!
prompt.request: name
prompt.request-answer: speaker command! name
prompt.talk: partner! talk!
prompt.things: names!
prompt.time: phase clock weather
prompt.voice-exchange: heard! answer! cue
prompt.writable: names!
recall.no-number: seq
recall.note: content! title
recall.nothing: words
recall.page: words! page at
recall.titles: titles!
scene.about: about! name
scene.cue: heard! speaker name
scene.examples: examples! name
scene.exchange: heard! answer! speaker name
scene.facts: facts! name
scene.home: place!
scene.intention: doing! name
scene.place: place! name
scene.present: names!
scene.self: name
scene.told: name told!
scene.time: phase weather
sleep.already: name
sleep.other: name
speech.acquainted: words! name
speech.acquainted.discreet: name
speech.acquainted.more: words!
speech.acquainted.no-more: name
speech.as-said speech.called: name
speech.acquainted.kin: kin! name
speech.asked-you: said! name
speech.here: place
speech.sum: result
speech.news-here: what! when
speech.news: what! when place
speech.how-known speech.no-more speech.no-news speech.no-reason: name
speech.either: chosen! name
speech.not-seen.person speech.not-seen.thing: name
speech.not-told: name
speech.not-told.age speech.not-told.colour speech.not-told.name: name who
speech.not-told.number speech.not-told.place speech.not-told.since: name who
speech.not-told.trade speech.not-told.who speech.not-told.worn: name who
speech.told.clause: clause! name
speech.told.nearly: clause! name
speech.told-otherwise: name
speech.told-otherwise.from: clause! name
speech.said: words! to when name
speech.said.to-all speech.said.to-you: words! when name
speech.heard: words! teller when name
speech.heard.ask: teller when name
speech.told-on.nobody: name
speech.told-on.somebody: name to when
speech.told.value: value! name
speech.put-right: told! words!
speech.repeat: words!
speech.roused: doing! name
speech.roused.stranger: doing!
speech.meant speech.sure: name
speech.day: day! season! name
speech.company: names! here name
speech.earlier: names! name
speech.seat: words! name
speech.seat.elsewhere: words! place! way! name
speech.company.nobody speech.earlier.nobody manners.protest.own-words: name
manners.protest.again manners.protest.unknown: name
speech.talked: names!
speech.unknown.can speech.unknown.ever speech.unknown.for speech.unknown.from: name
speech.unknown.have speech.unknown.how speech.unknown.like speech.unknown.made: name
speech.unknown.number speech.unknown.of speech.unknown.when speech.unknown.who: name
speech.unknown.what: name thing!
speech.unknown.whose speech.unknown.why: name
speech.way: way! place
speech.way.shown: way! name place
speech.you-said: words!
speech.your-name: name
summary.context: before! lines! cite
summary.merge: recent! older! cite
summary.prompt: lines! cite
summary.reading: lines! sentences!
summary.sections: before! lines! sections cite
summary.steps: before! lines! task sentences cite
wake.awake: name
wake.others: actor name
wake.own: name
wake.told: actor
why.between: count
why.cannot-tell: why!
why.cited: memories! name sentence first last method
why.contradicts: why!
why.guessed: memories! name sentence first last method
why.nothing: name words
why.page: words! page name at
why.recalled: memories! name words
why.unknown: name sentence first last method
why.verbatim: memory! name
whereabouts.seen-here: when! name!
whereabouts.seen: when! place! name!
whereabouts.unknown: name!
whereabouts.with-me: place! name!
why.written: file at name sentence first last
"""
