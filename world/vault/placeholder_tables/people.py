"""The placeholders of the texts in ``vault/text/people.md``."""

from __future__ import annotations

PEOPLE_TABLE = """
away.left-out: count
gate.back: name
gate.lost: name
look.marked: name! mark
set.done: name value
set.line: name! value! summary values
set.list: preferences!
set.unknown: name names
set.value: name value values!
"""
