"""How a person wants the world shown: one row for each preference, and their values."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from late.late_dataclass import late_dataclass
from server.people.entries import Entries
from world.names import key_of

KIND = "preference"
"""The kind of entry in the store."""

_SWITCH = ("on", "off")
_GUESSED = ("auto", "on", "off")


class PreferenceRefused(Exception):
    """There is no such preference (`values` is empty), or it cannot have the value."""

    def __init__(self, name: str, values: str = "") -> None:
        super().__init__(name, values)
        self.name = name
        self.values = values


@late_dataclass(frozen=True, slots=True)
class PreferenceRow:
    """One preference. A row with `numbers` takes these whole numbers besides its words."""

    name: str
    words: tuple[str, ...]
    default: str
    summary: str
    numbers: range = range(0)

    def check(self, value: str) -> str:
        """Return `value` as it is stored. Raises `PreferenceRefused`."""
        word = value.strip().casefold()
        if word in self.words or (word.isascii() and self._is_number(word)):
            return word
        raise PreferenceRefused(self.name, self.describe_values())

    def describe_values(self) -> str:
        """Return what is allowed: ``auto, 20-250``."""
        numbers = (f"{self.numbers[0]}-{self.numbers[-1]}",) if self.numbers else ()
        return ", ".join((*self.words, *numbers))

    def _is_number(self, word: str) -> bool:
        return word.isdigit() and len(word) < 10 and int(word) in self.numbers


PREFERENCES = (
    PreferenceRow(
        "colour", ("auto", "none", "16", "256", "true"), "auto", "How many colours are used"
    ),
    PreferenceRow("width", ("auto",), "auto", "Columns of a line", range(20, 251)),
    PreferenceRow("screenreader", _GUESSED, "auto", "Lines are made for listening"),
    PreferenceRow("charset", ("auto", "utf-8", "ascii"), "auto", "The letters that are sent"),
    PreferenceRow("prompt", _GUESSED, "auto", "A line shows that it is your turn"),
    PreferenceRow("links", _GUESSED, "auto", "Exits and commands can be clicked (MXP)"),
    PreferenceRow("nospoof", _SWITCH, "off", "An emote shows who wrote it"),
    PreferenceRow("paging", _SWITCH, "off", "Long texts stop at each screenful"),
    PreferenceRow("promptview", _SWITCH, "off", "Prompts are shown while you watch a mind"),
)


class Preferences:
    """The preferences of all people. `changed` is called with a person's name and all values."""

    def __init__(
        self,
        entries: Entries,
        changed: Callable[[str, Mapping[str, str]], None] = lambda person, values: None,
    ) -> None:
        self._entries = entries
        self._rows = {row.name: row for row in PREFERENCES}
        self.changed = changed

    def find(self, name: str) -> PreferenceRow:
        """Return the row that `name` means, also by its beginning. Raises `PreferenceRefused`."""
        word = name.strip().casefold()
        begun = [row for row in PREFERENCES if word and row.name.startswith(word)]
        found = self._rows.get(word) or (begun[0] if len(begun) == 1 else None)
        if found is None:
            raise PreferenceRefused(name)
        return found

    def get(self, person: str, name: str) -> str:
        """Return the value that is in force. Raises `PreferenceRefused` for an unknown name."""
        return self.all(person)[self.find(name).name]

    def set(self, person: str, name: str, value: str) -> str:
        """Set a preference; return the value as stored. Raises `PreferenceRefused`."""
        row = self.find(name)
        word = row.check(value)
        self._entries.change(key_of(person), KIND, row.name, None if word == row.default else word)
        self.changed(person, self.all(person))
        return word

    def all(self, person: str) -> dict[str, str]:
        """Return every preference with its value."""
        own = self._entries.list(key_of(person), KIND)
        return {row.name: _read(row, own.get(row.name)) for row in PREFERENCES}


def _read(row: PreferenceRow, stored: str | None) -> str:
    """Return a stored value, or the default of one that is missing or no longer allowed."""
    try:
        return row.default if stored is None else row.check(stored)
    except PreferenceRefused:
        return row.default
