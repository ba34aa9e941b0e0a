"""Reading the ``intentions`` of a profile.

::

    intentions:
      light the lamp:
        when: {phase: [dusk]}
        every: 1 day
        because: The lamp is lit at dusk, every night.
        steps:
          - {at: The Lamp House, do: light great lamp}
          - do: ["say There.", "say Lit, at {clock}."]
          - "write Lit at {clock}. in lamp ledger"

What is wrong with an intention is a `NoteError`; that intention is left out.
"""

from __future__ import annotations

import difflib
import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import field
from typing import cast

from agents.mind.intentions.durations import DURATION_ALLOWED, parse_duration, parse_hours
from agents.mind.intentions.intention import (
    EVERY,
    LIMIT,
    MOST_STEPS,
    NAME_LENGTH,
    NEED_KINDS,
    Intention,
    IntentionStep,
    Need,
    NeedKind,
)
from agents.mind.intentions.placeholders import PLACEHOLDERS_OF_STEPS, find_unknown_placeholders
from late.late_dataclass import late_dataclass
from world.almanac.weather import WEATHERS
from world.calendar import PHASES
from world.text import clean_line
from world.vault.markdown import Note, NoteError

INTENTIONS = "intentions"
MOST_INTENTIONS = 60
LINE_LENGTH_OF_STEPS = 400
TEXT_LENGTH = 300
HEAVIEST = 1000.0

_KEYS = (
    "when",
    "asked",
    "every",
    "weight",
    "limit",
    "because",
    "doing",
    "news",
    "together",
    "secret",
    "steps",
)
#: What is said to the agent, among the requirements of an intention.
_WORDS = ("asked", "heard")
#: What a step asks for and does not go to.
_HELD = ("has", "here", "state", "phase", "hour", "weather", "seen")
_STEP_KEYS = ("at", "with", *_HELD, "until", "for", "still", "do")
_NOT = "not "


def read_intentions(note: Note) -> tuple[tuple[Intention, ...], tuple[NoteError, ...]]:
    """Return the intentions in a profile's note, and what is wrong with the others."""
    value = note.metadata.get(INTENTIONS)
    if value is None:
        return (), ()
    reader = _Reader(note)
    if not isinstance(value, Mapping):
        reader.refuse((), "intentions is not a group", value, "a name and, below it, its steps")
        return (), tuple(reader.errors)
    if len(value) > MOST_INTENTIONS:
        reader.refuse((), "too many intentions", len(value), f"at most {MOST_INTENTIONS}")
        return (), tuple(reader.errors)
    found = [reader.read(str(name), each) for name, each in value.items()]
    return tuple(each for each in found if each is not None), tuple(reader.errors)


@late_dataclass(slots=True)
class _Reader:
    """Reads intentions one by one and collects the errors."""

    note: Note
    errors: list[NoteError] = field(default_factory=list)

    # --- errors -------------------------------------------------------------------------

    def line_of(self, where: Sequence[str]) -> int:
        """Return the line of a value, or of the nearest one around it."""
        parts = [INTENTIONS, *where]
        keys = (".".join(parts[:n]) for n in range(len(parts), 0, -1))
        return next((self.note.lines[key] for key in keys if key in self.note.lines), 1)

    def refuse(self, where: Sequence[str], what: str, read: object, allowed: str) -> None:
        shown = None if read is None else str(read)
        told = f"the intention '{clean_line(where[0], NAME_LENGTH)}': {what}" if where else what
        self.errors.append(NoteError(self.note.path, self.line_of(where), told, shown, allowed))

    def check_keys(
        self, where: Sequence[str], value: Mapping[str, object], known: Sequence[str]
    ) -> None:
        for key in value:
            if key not in known:
                near = difflib.get_close_matches(key.lower(), known, n=1)
                hint = f" (did you mean {near[0]}?)" if near else ""
                self.refuse((*where, key), f"unknown key {key!r}", key, f"{', '.join(known)}{hint}")

    # --- an intention -------------------------------------------------------------------

    def read(self, name: str, value: object) -> Intention | None:
        before, where = len(self.errors), (name,)
        if not 0 < len(name.strip()) <= NAME_LENGTH or clean_line(name, NAME_LENGTH) != name:
            self.refuse(where, "the name does not fit", name, f"1 to {NAME_LENGTH} characters")
        if not isinstance(value, Mapping):
            self.refuse(where, "is not a group of settings", value, f"{', '.join(_KEYS)}")
            return None
        self.check_keys(where, value, _KEYS)
        made = self._make(name, value)
        return made if len(self.errors) == before else None

    def _make(self, name: str, value: Mapping[str, object]) -> Intention:
        when, requested, heard = self._read_when(name, value.get("when"))
        asked = self._read_texts((name, "asked"), value.get("asked"))
        return Intention(
            name=name,
            when=when,
            asked=(*requested, *asked),
            heard=heard,
            only_asked=bool(requested or heard),
            every=self._read_duration((name, "every"), value.get("every"), EVERY),
            weight=self._read_weight(name, value.get("weight")),
            limit=self._read_duration((name, "limit"), value.get("limit"), LIMIT),
            because=self._read_text((name, "because"), value.get("because")),
            doing=self._read_text((name, "doing"), value.get("doing")),
            news=self._read_texts((name, "news"), value.get("news")),
            together=self._read_switch((name, "together"), value.get("together")),
            secret=self._read_switch((name, "secret"), value.get("secret")),
            steps=self._read_steps(name, value.get("steps")),
            line_number=self.line_of((name,)),
        )

    def _read_when(
        self, name: str, value: object
    ) -> tuple[tuple[Need, ...], tuple[str, ...], tuple[str, ...]]:
        """Return the requirements, the words by which the intention must be asked for, and those on
        which it is taken up."""
        where = (name, "when")
        if not isinstance(value, Mapping):
            return self._read_requirements(where, value, _WORDS), (), ()
        asked, heard = (self._read_texts((*where, key), value.get(key)) for key in _WORDS)
        others = {key: each for key, each in value.items() if key not in _WORDS}
        return self._read_requirements(where, others, _WORDS), asked, heard

    # --- steps --------------------------------------------------------------------------

    def _read_steps(self, name: str, value: object) -> tuple[IntentionStep, ...]:
        where = (name, "steps")
        if not isinstance(value, list) or not 0 < len(value) <= MOST_STEPS:
            allowed = f"a list of 1 to {MOST_STEPS} steps, such as - {{at: The Hall, do: look}}"
            self.refuse(where, "the steps do not fit", value, allowed)
            return ()
        return tuple(self._read_step((*where, str(at)), each) for at, each in enumerate(value))

    def _read_step(self, where: tuple[str, ...], value: object) -> IntentionStep:
        if isinstance(value, str):
            value = {"do": value}
        if not isinstance(value, Mapping) or not value:
            allowed = f"a line, or some of {', '.join(_STEP_KEYS)}"
            self.refuse(where, "is not a step", value, allowed)
            return IntentionStep()
        self.check_keys(where, value, _STEP_KEYS)
        held = {key: value[key] for key in _HELD if key in value}
        return IntentionStep(
            lines=self._read_lines((*where, "do"), value.get("do")),
            at=self._read_texts((*where, "at"), value.get("at")),
            partners=self._read_texts((*where, "with"), value.get("with")),
            requirements=self._read_requirements(where, held, ()),
            until=self._read_requirements((*where, "until"), value.get("until"), ()),
            minutes=self._read_duration((*where, "for"), value.get("for"), 0),
            still=self._read_switch((*where, "still"), value.get("still")),
            line_number=self.line_of(where),
        )

    def _read_lines(self, where: tuple[str, ...], value: object) -> tuple[str, ...]:
        found = self._read_texts(where, value, LINE_LENGTH_OF_STEPS)
        for line in found:
            for hole in find_unknown_placeholders(line):
                allowed = ", ".join(f"{{{each}}}" for each in PLACEHOLDERS_OF_STEPS)
                self.refuse(where, "unknown placeholder", f"{{{hole}}}", allowed)
        return found

    # --- requirements -------------------------------------------------------------------

    def _read_requirements(
        self, where: tuple[str, ...], value: object, besides: Sequence[str]
    ) -> tuple[Need, ...]:
        if value is None:
            return ()
        if not isinstance(value, Mapping):
            allowed = f"some of {', '.join((*NEED_KINDS, *besides))}"
            self.refuse(where, "is not a group of conditions", value, allowed)
            return ()
        self.check_keys(where, value, (*NEED_KINDS, *besides))
        kinds = [key for key in NEED_KINDS if key in value]
        return tuple(self._read_requirement((*where, key), key, value[key]) for key in kinds)

    def _read_requirement(self, where: tuple[str, ...], kind: str, value: object) -> Need:
        found = self._read_texts(where, value)
        values = tuple(each for each in found if not each.startswith(_NOT))
        excluded = tuple(each.removeprefix(_NOT) for each in found if each.startswith(_NOT))
        words: Collection[str] = {"phase": PHASES, "weather": WEATHERS}.get(kind, ())
        for each in (*values, *excluded):
            if words and each not in words:
                allowed = f"{', '.join(words)}; not before it turns it round"
                self.refuse(where, f"unknown {kind}", each, allowed)
            if kind == "hour" and parse_hours(each) is None:
                self.refuse(where, "no hours of a day", each, "two hours, such as 18-21 or 22-5")
        return Need(cast(NeedKind, kind), values, excluded)

    # --- plain values -------------------------------------------------------------------

    def _read_texts(
        self, where: tuple[str, ...], value: object, longest: int = TEXT_LENGTH
    ) -> tuple[str, ...]:
        """Return a text, or a list of some, as a tuple; empty if there is none."""
        if value is None:
            return ()
        given = value if isinstance(value, list) else [value]
        texts = [clean_line(each, longest + 1) for each in given if isinstance(each, str)]
        fits = len(texts) == len(given) and all(0 < len(each) <= longest for each in texts)
        if not fits or not texts:
            allowed = f"a text, or a list of texts, of at most {longest} characters each"
            self.refuse(where, f"{where[-1]} does not fit", value, allowed)
            return ()
        return tuple(texts)

    def _read_text(self, where: tuple[str, ...], value: object) -> str:
        if isinstance(value, list):
            self.refuse(where, f"{where[-1]} is a list", value, "one text")
            return ""
        return next(iter(self._read_texts(where, value)), "")

    def _read_switch(self, where: tuple[str, ...], value: object) -> bool:
        if value not in (None, True, False):
            self.refuse(where, f"{where[-1]} does not fit", value, "true or false")
        return value is True

    def _read_duration(self, where: tuple[str, ...], value: object, otherwise: int) -> int:
        if value is None:
            return otherwise
        minutes = parse_duration(value)
        if minutes is None:
            self.refuse(where, f"{where[-1]} is no time", value, DURATION_ALLOWED)
        return minutes or otherwise

    def _read_weight(self, name: str, value: object) -> float:
        if value is None:
            return 1.0
        number = value if isinstance(value, int | float) and not isinstance(value, bool) else None
        if number is None or not math.isfinite(number) or not 0 < number <= HEAVIEST:
            allowed = f"a number above 0, at most {HEAVIEST:.0f}"
            self.refuse((name, "weight"), "the weight does not fit", value, allowed)
            return 1.0
        return float(number)
