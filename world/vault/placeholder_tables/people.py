"""The placeholders of the texts in ``vault/text/people.md``."""

from __future__ import annotations

PEOPLE_TABLE = """
afk.mark-words: words!
afk.others: actor mark
afk.own: mark
alias.command alias.empty alias.gone alias.unknown alias.word: word
alias.full: count
alias.line alias.set: word! line!
away.left-out: count
channel.is-off channel.on channel.off channel.silent: channel
channel.is-on: channel syntax
channel.others: actor! words! channel
channel.own: words! channel
channel.said: speaker! words! at
channel.who: names! channel
gate.back: name
gate.lost: name
exits.head: place
exits.line: exit! destination!
go.walking: destination remaining
ignore.begun ignore.ended last.here last.not-known: name
ignore.full: count
ignore.list: names!
last.line: name! at ago
look.marked: name! mark
mail.arrives: name number
mail.deleted mail.waiting mail.head: count
mail.full mail.kept mail.not-person mail.sent: name
mail.line mail.line-new: number! name! begins at
mail.shown: text! name number at
mail.unknown: number
mail.what: syntax
map.line: place! ways!
map.way: exit! destination!
say.asleep: name
say.elsewhere: name where!
pager.more: count
set.done: name value
set.line: name! value! summary values
set.list: preferences!
set.unknown: name names
set.value: name value values!
tell.marked: target mark
tell.refused: target
walk.stopped: destination
"""
