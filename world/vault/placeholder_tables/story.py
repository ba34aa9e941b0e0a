"""The placeholders of the texts in ``vault/text/story.md``."""

from __future__ import annotations

STORY_TABLE = """
follow.asleep follow.no-way follow.begins follow.ends: name
narrative.and: first! last!
narrative.asks-whom: actor! other words!
narrative.comes: actor! room
narrative.comes-by: actor! room rooms
narrative.cut: count
narrative.date: day season
narrative.day: number
narrative.days: most
narrative.failed: why!
narrative.full: hour
narrative.goes: actor! room
narrative.goes-by: actor! room rooms
narrative.half: hour
narrative.is-there narrative.are-there: names
narrative.joined: first! then!
narrative.lost: actor!
narrative.no-page: page last
narrative.page: page command!
narrative.pages: most
narrative.last-page: page
narrative.quarter: hour
narrative.returns: actor! rooms
narrative.said: actor! verb words!
narrative.said-after: actor! verb words!
narrative.said-within: actor! verb first! rest!
narrative.says-to: actor! other words!
narrative.speaker-to: actor! other
narrative.then: first! then!
narrative.three-quarters: hour
narrative.whose: name names
narrative.written: paths!
training.confirm: command!
training.exported: count path! left_out
training.failed: why!
training.on training.off training.cleared: name
training.status-on training.status-off: name count! refused left_out
watch.all-begins: place
watch.aside: name text!
watch.begins: name
watch.does: name line! result
watch.drops: name what! why!
watch.ends: name
watch.goes: name place to
watch.hears: name text!
watch.interrupts watch.resumes watch.has-done: name what!
watch.line: name kind text!
watch.looks: name result!
watch.looks-again: name
watch.looks-at: name thing! result!
watch.looks-at-again: name thing!
watch.means: name what!
watch.means-because watch.means-later: name what! why
watch.notes: name title words!
watch.place: place
watch.place-hour: place hour
watch.recalls: name line! result
watch.sums-up: name
watch.there: place text!
watch.thinks: name text!
watch.tries: name line! result!
watch.where: name where
watch.where-with: name where others
"""
