"""Happenings that several tests tell the world of."""

from __future__ import annotations

DUSK = "---\nwhen: dusk\nwhere: [The Hall, The Garden]\n---\nThe shadows lean together.\n"

ANSWER = """---
when: {deed: light, thing: great lamp}
after: {dry: 30 minutes, fog: 5 minutes, otherwise: 19 minutes}
where: [The Hall]
if: {great lamp: lit, copper dish: uncovered}
---
A second point opens on the far shore, copper-coloured.
"""

COIN = """---
when: 12:00
where: [The Hall]
changes: [{make: silver coin, in: The Hall, description: Worn smooth.}]
---
Something rings on the step.
"""
