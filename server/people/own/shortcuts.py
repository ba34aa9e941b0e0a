"""Personal aliases: a word that stands for a whole line."""

from __future__ import annotations

import re
from collections.abc import Mapping

from late.late_pattern import late_pattern
from server.people.entries import Entries
from world.names import key_of

KIND = "shortcut"
MOST_SHORTCUTS = 50
LONGEST_SHORTCUT = 500
"""In characters."""
LONGEST_LINE = 4000
"""What a shortcut may grow to with what is typed behind it."""
ALWAYS_COMMANDS = frozenset({"alias", "unalias", "quit", "@quit"})
"""No shortcut hides the ways back to what a word means, nor the way out."""

_PLACE = late_pattern(r"\$([1-9*])")
_WORD = late_pattern(r"[^\s|=]{1,20}")


class Shortcuts:
    """The aliases of all people. What one stands for is not looked up again."""

    def __init__(self, entries: Entries) -> None:
        self._entries = entries

    def list(self, person: str) -> Mapping[str, str]:
        """Return a person's aliases: word → line."""
        return self._entries.list(key_of(person), KIND)

    def is_word(self, word: str) -> bool:
        """Return whether an alias may be called so: one word, up to 20 characters."""
        return _WORD.fullmatch(word) is not None

    def put(self, person: str, word: str, line: str | None) -> None:
        """Set an alias; None removes it."""
        self._entries.change(key_of(person), KIND, word.casefold(), line)

    def expand(self, person: str, line: str) -> str:
        """Return the line that `line` stands for.

        ``$1`` to ``$9`` are the words behind the alias and ``$*`` all of them; without any of
        these they follow at the end.
        """
        own = self.list(person)
        if not own:
            return line
        word, _, rest = line.partition(" ")
        meaning = own.get(word.casefold())
        if meaning is None or word.casefold() in ALWAYS_COMMANDS:
            return line
        rest = rest.strip()
        if not _PLACE.search(meaning):
            return f"{meaning} {rest}".rstrip()[:LONGEST_LINE]
        words = rest.split()

        def fill(place: re.Match[str]) -> str:
            if place[1] == "*":
                return rest
            number = int(place[1])
            return words[number - 1] if number <= len(words) else ""

        return _PLACE.sub(fill, meaning).strip()[:LONGEST_LINE]
