"""The placeholders of what administrators and builders are told."""

ADMINISTRATION_TABLE = """
accounts.line: name role made
accounts.list: count all
accounts.more: count
audit.nothing-of: name
audit.which: read most
audit.line: at! who! event! fields!
ban.done: name until why
ban.guest: name address
ban.line: name until why
ban.loopback: network
ban.no-network: network
ban.own-address: network
ban.refused-address: until why
ban.refused: until why
ban.too-wide: network
boot.done: name
boot.not-here: name
boot.told: why
build.characters: name
destroy.character: name
destroy.confirm: id!
destroy.done: name
destroy.holding: name place held!
destroy.home: name names
destroy.keeper: name
destroy.room: name start people! things! exits!
destroy.note: name
destroy.start: name
destroy.thing: name place
destroy.told: name start
fetch.cannot: name
fetch.done: name
fetch.have: name
fetch.here: name
fetch.nothing: name
fetch.taken: name
find.ending: words read!
find.head: words count
find.line: id! name kind place
find.more: count page
find.no-page: page count pages
find.nothing: words
find.room: id! name kind
link.moved: exit destination before
mute.done: name until why
mute.line: name until why
mute.refused: until why
name.character: name
name.done: before name
name.note: name id
order.agent: name
order.time: time example
order.until: until
order.why: why
property.done: name property value
property.no-state: name states
property.state-unseen: name
property.state-word: most
property.too-many: most
property.unknown: property properties!
property.what: properties!
property.yes-or-no: value
retire.at-rest: name
retire.done: name
retire.failed: name why!
retire.unknown: name names
role.changed: name role
role.last: name
role.no-role: read roles
role.shown: name role
role.told: role
role.unknown: name
role.which: roles
shutdown.in: left! why
shutdown.time: time
spawn.done: name
spawn.failed: name why!
spawn.here: name
spawn.no-template: name
spawn.woken: name
stats.shown: uptime people agents rooms things characters commands rate delay worst memory \
processor calls failed workers done died storage!
unban.done: name
unban.none: name
undo.cannot: line why!
undo.cannot-older: line why! newer
undo.changed-since: name
undo.done: line
undo.line: line!
undo.moved: names
undo.not-empty: name
undo.place-gone: name
undo.refused: name!
undo.room-gone: name
undo.skipped: line
undo.taken: name
undo.thing-gone: name
unlink.done: exit destination
unlink.lost: destination
unlink.none: exit exits
unmute.done: name
unmute.none: name
wall.told: name words!
"""
