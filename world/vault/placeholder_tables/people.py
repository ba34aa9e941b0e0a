"""The placeholders of the texts in ``vault/text/people.md``."""

from __future__ import annotations

PEOPLE_TABLE = """
set.done: name value
set.line: name! value! summary values
set.list: preferences!
set.unknown: name names
set.value: name value values!
"""
