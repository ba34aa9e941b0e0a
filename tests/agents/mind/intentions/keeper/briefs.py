"""Two intentions as a profile writes them: one at dusk that compels, and one for any time."""

from __future__ import annotations

LAMP = """
light the lamp:
  when: {phase: dusk}
  asked: light the lamp
  every: 1 day
  weight: 150
  limit: 3 hours
  because: It is lit at dusk, every night.
  doing: lighting the lamp
  steps:
    - {at: The Tower, do: emote lights the lamp.}
    - think Lit at {clock}, in the {phase}.
"""

BEANS = """
count the beans:
  because: Somebody has to.
  steps:
    - {at: The Garden, do: emote counts beans.}
    - {do: ["think Forty.", "think Forty-one."]}
"""
