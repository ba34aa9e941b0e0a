"""Reading ``vault/agents/<Name>/profile.md``, which says who an agent is.

::

    ---
    home: The Hall
    profile: npc
    think_interval: 12
    memory: {strategy: waterfall}
    ---
    You are Moss, a patient gardener who …
"""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import field
from pathlib import Path

from agents.mind.intentions.intention import Intention
from agents.mind.intentions.reading import INTENTIONS, read_intentions
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from world.names import NameRefused, PathRefused, check_name, key_of, vault_path
from world.text import clean_line, clean_text
from world.vault.markdown import Note, NoteError, parse_note, read_note

PROFILE = "profile.md"
PERSONA_LENGTH = 8000
DESCRIPTION_LENGTH = 2000
ALIASES = 10
WORD_LENGTH = 60
LONGEST_INTERVAL = 86_400.0

LICENCES = ("set-profile", "set-description")
"""What a profile may allow its agent: words that others say to a model can make it say anything,
so no agent rewrites itself unless a person has decided that it may.  They are the commands with
`by_leave` in the table."""

#: Keys that Obsidian adds to any note.
_FOREIGN = frozenset({"tags", "cssclasses"})

_FENCE = late_pattern(r"(?:-{2,}|[–—]{1,3}|\+{3,})\s*$")
_KEY = late_pattern(r"([a-z_]+)\s*:(?:\s|$)")
_DATA = late_pattern(r"\{.*\}\s*$|\[.*\]\s*$", re.DOTALL)
_FORM_ALLOWED = (
    "front matter that begins on the first line: ---, then key: value lines, then --- again,"
    " and below it a text that says who the agent is"
)

INTERVAL_ALLOWED = f"0 (only perceives), or a number of seconds from 1 to {LONGEST_INTERVAL:.0f}"


@late_dataclass(frozen=True, slots=True)
class Profile:
    """An agent, as its note describes it."""

    name: str
    persona: str
    """The text in every prompt that tells the agent who it is."""
    home: str = ""
    """The name of its room; empty: where newcomers arrive."""
    model_profile: str = ""
    """The name of a model profile; empty: the default one."""
    think_interval: float | None = None
    """Seconds between turns that nobody asked for; 0: it only perceives; None: the default."""
    memory: Mapping[str, object] = field(default_factory=dict)
    """The memory settings in the note."""
    description: str = ""
    """The text that others see when they look at the agent; may be empty."""
    aliases: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    """Which of `LICENCES` it has: commands, without the ``@``, that an agent needs leave for."""
    channels: bool = False
    """Whether it hears what people say on their public channel."""
    memory_lines: Mapping[str, int] = field(default_factory=dict, compare=False)
    """The line of each key under `memory`; the empty key has the line of ``memory`` itself."""
    intentions: tuple[Intention, ...] = ()
    """What it is about now and then; those that cannot be read are left out."""
    intention_names: tuple[str, ...] = field(default=(), compare=False)
    """The names of all intentions in the note."""
    wrong_intentions: tuple[NoteError, ...] = field(default=(), compare=False)
    """What is wrong with those that were left out."""

    def allows(self, command: str) -> bool:
        """Return whether the agent may use a command that needs leave."""
        return command.removeprefix("@") in self.may


class ProfileErrors(NoteError):
    """Several errors of one profile. As a `NoteError` it shows the first of them."""

    def __init__(self, errors: Sequence[NoteError]) -> None:
        first = errors[0]
        super().__init__(first.path, first.line, first.what, first.read, first.allowed)
        self.errors = tuple(errors)


def parse_interval(text: str) -> float:
    """Return `text` as seconds between turns. Raises `ValueError`, which says what is allowed."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not _is_interval(seconds):
        raise ValueError(f"'{clean_line(text, 30)}' will not do: {INTERVAL_ALLOWED}.")
    return seconds


def _is_interval(seconds: float) -> bool:
    return seconds == 0 or 1 <= seconds <= LONGEST_INTERVAL


def read_profile(path: Path) -> Profile:
    """Return the profile at `path`; the agent has the name of its folder.

    Raises `NoteError`; with several errors it is a `ProfileErrors`.
    """
    return make_profile(read_note(path))


def parse_profile(path: Path, text: str) -> Profile:
    """Return the profile in `text`. Raises as `read_profile` does."""
    return make_profile(parse_note(path, text))


def make_profile(note: Note) -> Profile:
    """Return the profile in `note`. Raises as `read_profile` does."""
    fields = _Fields(note)
    intentions, wrong = fields.intentions()
    profile = Profile(
        name=note.path.parent.name,
        persona=fields.persona(),
        home=fields.word("home", "the name of a room"),
        model_profile=fields.word("profile", "the name of a model profile"),
        think_interval=fields.interval(),
        memory=fields.mapping("memory"),
        description=fields.description(),
        aliases=fields.aliases(),
        may=fields.licences(),
        channels=fields.flag("channels"),
        memory_lines=fields.lines_under("memory"),
        intentions=intentions,
        intention_names=fields.names_under(INTENTIONS),
        wrong_intentions=wrong,
    )
    fields.check_form()
    fields.finish()
    return profile


class _Fields:
    """Reads the fields of a note one by one and collects their errors."""

    def __init__(self, note: Note) -> None:
        self._note = note
        self._known: list[str] = []
        self._errors: list[NoteError] = []

    def _value(self, key: str) -> object:
        self._known.append(key)
        return self._note.metadata.get(key)

    def _refuse(self, key: str, what: str, allowed: str) -> None:
        self._errors.append(self._note.error(key, what, allowed))

    def word(self, key: str, allowed: str) -> str:
        value = self._value(key)
        if value is None:
            return ""
        if not isinstance(value, str) or not 0 < len(value.strip()) <= WORD_LENGTH:
            self._refuse(key, f"{key} is not a name", allowed)
            return ""
        return clean_line(value, WORD_LENGTH)

    def flag(self, key: str) -> bool:
        value = self._value(key)
        if value is not None and not isinstance(value, bool):
            self._refuse(key, f"{key} is neither true nor false", "true or false")
        return value is True

    def interval(self) -> float | None:
        value = self._value("think_interval")
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float) or not _is_interval(value):
            self._refuse("think_interval", "think_interval does not fit", INTERVAL_ALLOWED)
            return None
        return float(value)

    def mapping(self, key: str) -> Mapping[str, object]:
        value = self._value(key)
        if value is None:
            return {}
        if not isinstance(value, dict):
            self._refuse(
                key, f"{key} is not a group of settings", f"{key}: {{strategy: waterfall}}"
            )
            return {}
        return value

    def lines_under(self, key: str) -> Mapping[str, int]:
        lines = self._note.lines
        under = {
            name[len(key) + 1 :]: at for name, at in lines.items() if name.startswith(f"{key}.")
        }
        return {"": lines[key], **under} if key in lines else {}

    def names_under(self, key: str) -> tuple[str, ...]:
        value = self._note.metadata.get(key)
        return tuple(value) if isinstance(value, dict) else ()

    def description(self) -> str:
        value = self._value("description")
        if value is None:
            return ""
        if not isinstance(value, str) or len(value) > DESCRIPTION_LENGTH:
            allowed = f"a text of at most {DESCRIPTION_LENGTH} characters"
            self._refuse("description", "the description does not fit", allowed)
            return ""
        return clean_text(value, DESCRIPTION_LENGTH)

    def aliases(self) -> tuple[str, ...]:
        value = self._value("aliases")
        given = value if isinstance(value, list) else [] if value is None else [value]
        words = [clean_line(word, WORD_LENGTH + 1) for word in given if isinstance(word, str)]
        fits = len(words) == len(given) and all(0 < len(word) <= WORD_LENGTH for word in words)
        if not fits or len(words) > ALIASES:
            allowed = f"a list of at most {ALIASES} words"
            self._refuse("aliases", "the aliases do not fit", allowed)
            return ()
        return tuple(dict.fromkeys(words))

    def licences(self) -> tuple[str, ...]:
        value = self._value("may")
        given = value if isinstance(value, list) else [] if value is None else [value]
        if any(each not in LICENCES for each in given):
            allowed = f"a list of what the agent may do: [{', '.join(LICENCES)}], or []"
            self._refuse("may", "may allows what cannot be allowed", allowed)
            return ()
        return tuple(dict.fromkeys(given))

    def intentions(self) -> tuple[tuple[Intention, ...], tuple[NoteError, ...]]:
        self._known.append(INTENTIONS)
        return read_intentions(self._note)

    def persona(self) -> str:
        note = self._note
        if len(note.body) > PERSONA_LENGTH:
            allowed = f"at most {PERSONA_LENGTH} characters"
            what = f"the persona has {len(note.body)} characters"
            self._errors.append(NoteError(note.path, note.body_line, what, None, allowed))
        persona = clean_text(note.body, PERSONA_LENGTH).strip()
        if not persona:
            allowed = "a text below the front matter that says who the agent is"
            self._errors.append(NoteError(note.path, note.body_line, "no persona", None, allowed))
        return persona

    def check_form(self) -> None:
        """Refuse settings in the text; every key of a profile is known by now."""
        wrong = _find_settings_in_text(self._note, self._known)
        if wrong is not None:
            self._errors.append(wrong)

    def finish(self) -> None:
        for key in self._note.metadata:
            if key not in self._known and key not in _FOREIGN:
                self._refuse(key, f"unknown key {key!r}", _suggest_keys(key, self._known))
        if len(self._errors) == 1:
            raise self._errors[0]
        if self._errors:
            raise ProfileErrors(sorted(self._errors, key=lambda error: error.line))


def _find_settings_in_text(note: Note, keys: Collection[str]) -> NoteError | None:
    """Return an error for a text that begins with settings or is data; `keys` are a profile's.

    It would be read as words about the agent.
    """
    lines = note.body.split("\n")
    place = next((number for number, line in enumerate(lines) if line.strip()), None)
    if place is None:
        return None
    line = lines[place].strip()
    key = _KEY.match(line)
    if _DATA.match(note.body.strip()):
        what = "the persona is data and no text"
    elif _FENCE.match(line) or (key is not None and key[1] in keys):
        what = "settings stand in the persona's text"
    else:
        return None
    return NoteError(note.path, note.body_line + place, what, line, _FORM_ALLOWED)


def _suggest_keys(key: str, known: Sequence[str]) -> str:
    near = difflib.get_close_matches(key.lower(), known, n=1)
    hint = f" (did you mean {near[0]}?)" if near else ""
    return f"{', '.join(known)}{hint}"


def read_profiles(
    folder: Path, *, commands: Collection[str] = ()
) -> tuple[list[Profile], list[NoteError]]:
    """Return the profiles in the folder ``vault/agents``, and all errors.

    Each sub-folder with a profile is an agent.  An agent with an error is left out; the others
    load.  `commands` are words that no agent may have as a name.
    """
    profiles: list[Profile] = []
    errors: list[NoteError] = []
    for path in _profile_paths(folder):
        try:
            _check_folder(folder, path, [profile.name for profile in profiles], commands)
            profiles.append(read_profile(path))
        except ProfileErrors as several:
            errors.extend(several.errors)
        except NoteError as error:
            errors.append(error)
    return profiles, errors


def _profile_paths(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    return sorted(
        entry / PROFILE
        for entry in folder.iterdir()
        if not entry.name.startswith(".") and (entry / PROFILE).is_file()
    )


def _check_folder(
    folder: Path, path: Path, taken: Collection[str], commands: Collection[str]
) -> None:
    name = path.parent.name
    try:
        vault_path(folder, name, PROFILE)
        if check_name(name, taken=taken, commands=commands) != name:
            raise NameRefused(f"The folder's name is not in Unicode's normal form: {key_of(name)}.")
    except (NameRefused, PathRefused) as refused:
        allowed = "a folder named as an agent may be"
        raise NoteError(path, 0, str(refused).rstrip("."), name, allowed) from None
