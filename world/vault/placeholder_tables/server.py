"""The placeholders of the texts of the server: accounts, the door, storage, reloading."""

SERVER_TABLE = """
accounts.guest-name: name
accounts.not-kept: why!
accounts.password-long: longest
accounts.password-short: shortest
accounts.taken: name
budget.answers budget.exits budget.heard budget.kept: wait!
budget.recorded budget.rooms budget.things budget.time: wait!
config.shown: settings!
listen.branch: count way!
listen.exits listen.fixtures listen.others listen.things: names!
door.accounts-address: minutes
door.full-address: count
door.from-page: name
door.guests-address: count
door.idle: minutes
door.line-too-long: limit
door.lines-lost: count
door.overloaded: count
door.login-timeout: seconds
door.need-name: verb
door.password-differs: name
door.password-words: count
door.throttled: seconds
door.too-many-tries: count
door.welcome: name
door.welcome-builder: name
door.welcome-administrator: name
door.welcome-guest: name
door.who-count: people agents
gate.arrives: name
gate.leaves: name
gate.not-a-person: name
happen.cannot: why! name
happen.head: count
happen.line: name! when
happen.seen: name rooms
happen.unknown: name names
happen.unseen: name
reload.doubt: what!
reload.done: rooms agents sentences
reload.agents: names!
reload.agents-gone: names!
reload.agents-new: names!
reload.happenings: names!
reload.happenings-gone: names!
reload.happenings-new: names!
reload.intentions: names!
reload.voices: names!
reload.failed: why!
reload.later: what!
reload.more: names! count
reload.replaced: name what before!
reload.report: what!
reload.rooms: names!
reload.rooms-new: names!
reload.settings: names!
reload.settings-later: names!
reload.texts: names!
reload.wrong: what!
save.failed: why!
save.lost: what!
shutdown.begun: name
persona.changed: who! name! how note file
persona.history: name count
persona.no-version: number name count
persona.none: name
persona.not-restored: why! name
persona.own-none: name
persona.own-version: number! who how at begins!
persona.own-whole: name who how at text!
persona.restored: note name file
persona.version: number! who how at note file
storage.accounts-fail: what!
storage.accounts-work: reason
storage.fails: what!
storage.files-fail: what!
storage.files-work: reason
storage.intentions-fail: what!
storage.intentions-work: owner reason
storage.lines-fail: what!
storage.lines-work: lost owner reason
storage.notes-fail: what!
storage.notes-work: reason
storage.people-fails: what!
storage.people-works: reason
storage.row-fails: what!
storage.row-works: reason
storage.stop: why!
storage.tokens-fail: what!
storage.tokens-work: reason
storage.world-fails: what!
storage.world-works: reason
storage.works: lost reason saved
text.several: names!
text.shown: text! key where
text.unknown: name
text.which: groups! count pages
upgrade.no-body: name
upgrade.refused: who why
"""
