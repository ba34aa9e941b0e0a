"""The placeholders of what administrators and builders are told."""

ADMINISTRATION_TABLE = """
accounts.line: name role made
accounts.list: count all
accounts.more: count
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
mute.done: name until why
mute.line: name until why
mute.refused: until why
order.agent: name
order.time: time
order.until: until
order.why: why
role.changed: name role
role.last: name
role.shown: name role
role.told: role
role.unknown: name
role.which: roles
stats.shown: uptime people agents rooms things characters commands rate delay worst memory \
processor calls failed storage!
unban.done: name
unban.none: name
unmute.done: name
unmute.none: name
wall.told: name words!
"""
