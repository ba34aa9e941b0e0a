"""What an agent keeps of its intentions beside its memories, and the file that keeps it.

The file is a small JSON under ``.tarn``, written whole and synced.  One that cannot be read is
set aside, and the agent begins anew.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, field, fields
from pathlib import Path
from typing import Any, Protocol

from agents.boundaries import StorageTrouble, StorageWatcher, ignore_trouble
from agents.mind.intentions.choosing import Ending
from agents.mind.intentions.pursuit import Pursuit
from late.late_dataclass import late_dataclass
from reading.versioned_json import decode_versioned, encode_versioned
from world.vault.markdown import write_atomically

VERSION_OF_STATE = 1


@late_dataclass(frozen=True, slots=True)
class IntentionState:
    """The present intention, those that were interrupted, and when each ended last."""

    present: Pursuit | None = None
    interrupted: tuple[Pursuit, ...] = ()
    """The last one is taken up again first."""
    endings: Mapping[str, Ending] = field(default_factory=dict)
    used: Mapping[str, int] = field(default_factory=dict)
    """The step → which of its lines was used last."""
    rooms: tuple[tuple[int, str], ...] = ()
    """Where the agent was in the last hours: the minute of its coming, and the room."""


class StateKeeper(Protocol):
    """Keeps the state of one agent's intentions."""

    def load(self) -> IntentionState:
        """Return what was kept; an empty state if nothing was, or it cannot be read."""
        ...

    def save(self, state: IntentionState) -> None:
        """Keep `state`; must not raise."""
        ...


class Forgetful:
    """A `StateKeeper` that keeps nothing beyond the agent's life."""

    def load(self) -> IntentionState:
        """Return an empty state."""
        return IntentionState()

    def save(self, state: IntentionState) -> None:
        """Do nothing."""


class IntentionFile:
    """A `StateKeeper` with the file of the agent `name`.

    `warn` is told what cannot be read or written, `watch` when writing fails and works again.
    """

    def __init__(
        self,
        path: Path,
        warn: Callable[[str], None],
        name: str = "",
        watch: StorageWatcher = ignore_trouble,
    ) -> None:
        self._path = path
        self._warn = warn
        self._name = name
        self._watch = watch
        self._troubled = False

    def load(self) -> IntentionState:
        """Return what the file holds; a file that cannot be read is set aside."""
        try:
            return decode_state(self._path.read_text("utf-8"))
        except FileNotFoundError:
            return IntentionState()
        except (OSError, ValueError) as error:
            self._set_aside(error)
            return IntentionState()

    def save(self, state: IntentionState) -> None:
        """Write `state`, whole or not at all; a failure is told once until it works again."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(self._path, encode_state(state))
        except OSError as error:
            self._begin_trouble(error.strerror or str(error))
        else:
            self._end_trouble()

    def _begin_trouble(self, reason: str) -> None:
        if not self._troubled:
            self._troubled = True
            what = f"{self._path}: cannot be written: {reason}"
            self._warn(what)
            self._watch(StorageTrouble("intentions", self._name, reason, what))

    def _end_trouble(self) -> None:
        if self._troubled:
            self._troubled = False
            self._watch(StorageTrouble("intentions", self._name, ""))

    def _set_aside(self, error: Exception) -> None:
        aside = self._path.with_suffix(".damaged")
        what = f"{self._path}: cannot be read ({error}); the intentions begin anew"
        try:
            self._path.replace(aside)
            self._warn(f"{what}; the file is kept as {aside.name}")
        except OSError:
            self._warn(what)


def encode_state(state: IntentionState) -> str:
    """Return `state` as JSON."""
    return encode_versioned(VERSION_OF_STATE, asdict(state))


def decode_state(text: str) -> IntentionState:
    """Return the state in `text`. Raises `ValueError`."""
    return decode_versioned(text, VERSION_OF_STATE, "the state of intentions", _read_state)


def _read_state(content: Mapping[str, Any]) -> IntentionState:
    return IntentionState(
        present=_decode_pursuit(content["present"]),
        interrupted=tuple(_need(_decode_pursuit(each)) for each in content["interrupted"]),
        endings={
            name: Ending(int(each["minutes"]), str(each["why"]), _read_named(each))
            for name, each in content["endings"].items()
        },
        used={str(key): int(each) for key, each in content["used"].items()},
        rooms=tuple((int(minute), str(room)) for minute, room in content["rooms"]),
    )


def _read_named(ending: Mapping[str, Any]) -> dict[str, int]:
    return {str(name): int(at) for name, at in ending.get("named", {}).items()}


def _decode_pursuit(value: Any) -> Pursuit | None:
    if value is None:
        return None
    kinds = {each.name: type(each.default) for each in fields(Pursuit)}
    kinds.update(name=str, since=int, after=int)
    if value.keys() - kinds.keys():
        raise ValueError(f"unknown keys {', '.join(value.keys() - kinds.keys())}")
    wrong = [key for key, each in value.items() if type(each) is not kinds[key]]
    if wrong:
        raise ValueError(f"not what it should be: {', '.join(wrong)}")
    return Pursuit(**value)


def _need(pursuit: Pursuit | None) -> Pursuit:
    if pursuit is None:
        raise ValueError("an interrupted intention without a name")
    return pursuit
