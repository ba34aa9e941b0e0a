"""The placeholders of the texts in ``vault/text/story.md``."""

from __future__ import annotations

STORY_TABLE = """
follow.asleep follow.no-way follow.begins follow.ends: name
narrative.and: first! last!
narrative.comes-by: actor! room rooms
narrative.comes: actor! room
narrative.date: day season
narrative.day: number
narrative.days: most
narrative.failed: why!
narrative.full: hour
narrative.goes-by: actor! room rooms
narrative.goes: actor! room
narrative.half: hour
narrative.joined: first! then!
narrative.often: text! count
narrative.quarter: hour
narrative.returns: actor! rooms
narrative.said-after: actor! verb words!
narrative.said-within: actor! verb first! rest!
narrative.said: actor! verb words!
narrative.then: first! then!
narrative.three-quarters: hour
narrative.twice: text!
narrative.whose: name names
narrative.written: paths!
training.confirm: command!
training.exported: count path! left_out
training.failed: why!
training.on training.off training.cleared: name
training.status-on training.status-off: name count! refused left_out
watch.aside: name text!
watch.begins: name
watch.does: name line! result
watch.ends: name
watch.hears: name text!
watch.line: name kind text!
watch.means: name what!
watch.place-hour: place hour
watch.place: place
watch.there: place text!
watch.thinks: name text!
watch.where-with: name place others
watch.where: name place
"""
