"""The placeholders of what administrators and builders are told."""

ADMINISTRATION_TABLE = """
audit.line: at! who! event! fields!
build.characters: name
role.changed: name role
role.last: name
role.shown: name role
role.told: role
role.unknown: name
role.which: roles
"""
