"""Reads what a room note says of a thing's states and deeds.

```yaml
state: dark
states: {lit: "The lamp is lit.", dark: ""}
deeds:
  light: {from: dark, to: lit, own: "You light the lamp.", others: "{actor} lights the lamp."}
writable: true
```

What is wrong in it is an error each, and that part is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from late.late_pattern import late_pattern
from world.text import clean_line
from world.use.deeds import DEED_NAMES, Deed, ThingUse
from world.vault.markdown import Note, NoteError
from world.vault.texts import make_sentence

USAGE_KEYS = frozenset({"state", "states", "deeds", "writable"})
"""The keys of a thing that are read here."""

SENTENCE_LIMIT = 500
"""The longest sentence of a state or deed, in characters."""

_Value = TypeVar("_Value")
_DEED_KEYS = ("from", "to", "own", "others", "uses_up")
_HOLES = frozenset({"actor", "thing"})
_STATE = late_pattern(r"[a-z]+(?:[ -][a-z]+){0,2}")
_STATE_FORM = "a word in small letters, such as lit; in quotes if YAML reads it otherwise, as off"


def read_usage(
    note: Note, key: str, item: Mapping[str, object]
) -> tuple[ThingUse, list[NoteError]]:
    """Return what the thing at `key` allows, and every error in it."""
    reader = _UsageReader(note, key, item)
    return reader.read(), reader.errors


class _UsageReader:
    """Reads the usage of one thing."""

    def __init__(self, note: Note, key: str, item: Mapping[str, object]) -> None:
        self._note, self._key, self._item = note, key, item
        self.errors: list[NoteError] = []

    def read(self) -> ThingUse:
        states = self._try(self._read_states) or {}
        deeds = dict(self._read_deeds(tuple(states)))
        if not states:
            used = (word for deed in deeds.values() for word in (*deed.start, deed.end) if word)
            states = dict.fromkeys(used, "")
        state = self._try(lambda: self._read_state(tuple(states))) or next(iter(states), "")
        writable = self._try(lambda: self._read_flag(f"{self._key}.writable", self._item))
        return ThingUse(state, {state: "", **states} if state else states, deeds, bool(writable))

    def _try(self, read: Callable[[], _Value]) -> _Value | None:
        try:
            return read()
        except NoteError as error:
            self.errors.append(error)
            return None

    # --- states -----------------------------------------------------------------------

    def _read_states(self) -> dict[str, str]:
        key, value = f"{self._key}.states", self._item.get("states")
        if isinstance(value, list):
            value = dict.fromkeys(map(str, value), "")
        if value is None:
            return {}
        if not isinstance(value, Mapping):
            allowed = '{lit: "The lamp is lit.", dark: ""}'
            raise self._note.error(key, "states is not a list of states", allowed)
        return {
            self._check_state(f"{key}.{word}", word): self._read_sentence(f"{key}.{word}", text)
            for word, text in value.items()
        }

    def _read_state(self, states: tuple[str, ...]) -> str:
        key, value = f"{self._key}.state", self._item.get("state")
        if value is None:
            return next(iter(states), "")
        return self._find_state(key, value, states)

    def _find_state(self, key: str, value: object, states: tuple[str, ...]) -> str:
        """Return the state `value`, which must be among `states` if there are any."""
        word = self._check_state(key, value)
        if states and word not in states:
            raise self._note.error(key, "not one of the thing's states", ", ".join(states))
        return word

    def _check_state(self, key: str, value: object) -> str:
        if not isinstance(value, str) or not _STATE.fullmatch(value):
            raise self._note.error(key, "not a state", _STATE_FORM)
        return value

    # --- deeds ------------------------------------------------------------------------

    def _read_deeds(self, states: tuple[str, ...]) -> Iterator[tuple[str, Deed]]:
        key, value = f"{self._key}.deeds", self._item.get("deeds")
        if isinstance(value, list) and all(isinstance(each, str) for each in value):
            value = dict.fromkeys(value)
        if value is not None and not isinstance(value, Mapping):
            allowed = "{light: {from: dark, to: lit}}, or a list of deeds"
            self.errors.append(self._note.error(key, "deeds is not a list of deeds", allowed))
            return
        for name, given in (value or {}).items():
            deed = self._try(lambda: self._read_deed(f"{key}.{name}", name, given, states))  # noqa: B023  # called at once
            if deed:
                yield name, deed

    def _read_deed(self, key: str, name: str, given: object, states: tuple[str, ...]) -> Deed:
        if name not in DEED_NAMES:
            line, allowed = self._note.find_line(key), ", ".join(DEED_NAMES)
            raise NoteError(self._note.path, line, "not a deed", name, allowed)
        if given is None:
            return Deed()
        if not isinstance(given, Mapping):
            raise self._note.error(key, f"{name} is not a deed's settings", ", ".join(_DEED_KEYS))
        for each in given:
            if each not in _DEED_KEYS:
                allowed = ", ".join(_DEED_KEYS)
                raise self._note.error(f"{key}.{each}", f"unknown key '{each}'", allowed)
        end = given.get("to")
        return Deed(
            start=self._read_starts(f"{key}.from", given.get("from"), states),
            end=self._find_state(f"{key}.to", end, states) if end is not None else "",
            own=self._read_sentence(f"{key}.own", given.get("own")),
            others=self._read_sentence(f"{key}.others", given.get("others")),
            uses_up=self._read_flag(f"{key}.uses_up", given),
        )

    def _read_starts(self, key: str, value: object, states: tuple[str, ...]) -> tuple[str, ...]:
        if value is None:
            return ()
        words = value if isinstance(value, list) else [value]
        return tuple(self._find_state(key, word, states) for word in words)

    # --- values -----------------------------------------------------------------------

    def _read_flag(self, key: str, given: Mapping[str, object]) -> bool:
        value = given.get(key.rpartition(".")[2], False)
        if not isinstance(value, bool):
            raise self._note.error(key, "neither yes nor no", "true, false")
        return value

    def _read_sentence(self, key: str, value: object) -> str:
        if value is None:
            return ""
        if not isinstance(value, str) or len(value) > SENTENCE_LIMIT:
            allowed = f"text in quotes, at most {SENTENCE_LIMIT} characters"
            raise self._note.error(key, "not a sentence", allowed)
        names = make_sentence(key, value, self._note.path, 0).names
        if not _HOLES.issuperset(names):
            raise self._note.error(key, "unknown placeholder", "{actor}, {thing}")
        return clean_line(value, SENTENCE_LIMIT)
