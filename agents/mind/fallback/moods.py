"""The moods of a room, found by the words of its description."""

from __future__ import annotations

import re

from world.boundaries import Situation

_MOODS: dict[str, str] = {
    "water": r"water|tarn|lake|river|stream|fall|shore|pool|sea",
    "fire": r"hearth|fire|stove|ash(es)?|chimney",
    "green": r"garden|beans|soil|grass|tree|orchard|leaf|leaves|seed\w*|gardener",
    "books": r"book\w*|librar\w+|shel(f|ves)|page\w*|ledger|reading",
    "light": r"lamp|lantern|window\w*|glass|lens|light",
    "height": r"ridge|summit|wind|cliff|tower|cairn|saddle|pass|roof",
    "dark": r"cave|hollow|dark\w*|cellar|crypt|tunnel|rock",
    "work": r"mill\w*|workshop|boat\w*|loft|forge|rope\w*|oar|wheel|tools?|surveyor|ferry\w*",
}


def find_moods(situation: Situation) -> list[str]:
    """Return at most two moods, those with most words in the room's description."""
    points = {mood: _count_points(pattern, situation) for mood, pattern in _MOODS.items()}
    best = sorted(points, key=lambda mood: points[mood], reverse=True)[:2]
    return [mood for mood in best if points[mood] >= 2]


def _count_points(pattern: str, situation: Situation) -> int:
    words = re.compile(rf"\b({pattern})\b", re.IGNORECASE)
    is_named = words.search(situation.place) is not None
    return 4 * is_named + len(words.findall(situation.description))
