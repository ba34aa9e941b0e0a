"""What a medium holds while a program writes: what a power cut leaves of a folder.

POSIX promises no more: the bytes of a file are safe once that file was synced, a name once its
folder was.  A `Medium` is an `Act` of a `Tap`, so that it sees every call.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from tests.agents.memory.proof.syscalls import Call

State = Mapping[str, bytes]
"""Path within the folder → content."""


@dataclass(frozen=True, slots=True)
class Cut:
    """What there is after the power was cut, and what had been promised by then."""

    after: str
    """The call after which it was cut."""
    state: State
    promised: object


class Medium:
    """Follows one folder, which must be empty and safe when it begins."""

    def __init__(self, root: Path, promised: Callable[[], object]) -> None:
        self.cuts: list[Cut] = []
        self._root = root
        self._promised = promised
        self._new = itertools.count()
        self._names: dict[str, int] = {}
        self._safe_names: dict[str, int] = {}
        self._safe: dict[int, bytes] = {}
        self._folders = {str(root)}
        self._safe_folders = {str(root)}
        self._seen: set[object] = set()

    def __call__(self, call: Call, whole: Callable[[], Any]) -> Any:
        """The `Act`."""
        result = whole()
        getattr(self, f"_{call.name}")(call)
        for state in (self._worst(), self._cut_back()):
            self._note(call, state)
        rng = Random(call.number)
        for part in (_part, _make_hole, _make_hole, _make_hole):
            self._note(call, self._mix(rng, part))
        return result

    # --- the calls ---------------------------------------------------------------------

    def _open(self, call: Call) -> None:
        self._names[str(call.path)] = next(self._new)
        self._safe[self._names[str(call.path)]] = b""

    def _write(self, call: Call) -> None:
        """Nothing is safe by that."""

    _ftruncate = _write

    def _fsync(self, call: Call) -> None:
        where = str(call.path)
        if where in self._folders:
            self._sync_folder(where)
        else:
            file = self._names[where]
            self._safe[file] = call.path.read_bytes()

    _fdatasync = _fsync

    def _sync_folder(self, where: str) -> None:
        inside = {name for name in self._safe_names if os.path.dirname(name) == where}  # noqa: PTH120
        for name in inside:
            del self._safe_names[name]
        for name, file in self._names.items():
            if os.path.dirname(name) == where:  # noqa: PTH120
                self._safe_names[name] = file
        self._safe_folders |= {each for each in self._folders if os.path.dirname(each) == where}  # noqa: PTH120

    def _replace(self, call: Call) -> None:
        self._names[str(call.to)] = self._names.pop(str(call.path))

    _rename = _replace

    def _unlink(self, call: Call) -> None:
        self._names.pop(str(call.path), None)

    def _mkdir(self, call: Call) -> None:
        self._folders.add(str(call.path))

    # --- what is left ------------------------------------------------------------------

    def _worst(self) -> dict[str, bytes]:
        """Nothing but what was promised."""
        safe = self._safe_names.items()
        return {name: self._safe[file] for name, file in safe if self._is_reached(name)}

    def _is_reached(self, name: str) -> bool:
        above = [str(each) for each in Path(name).parents]
        return all(each in self._safe_folders for each in above if each.startswith(str(self._root)))

    def _cut_back(self) -> dict[str, bytes]:
        """Names are there, files end where they were last synced."""
        return {name: self._safe[file] for name, file in self._names.items()}

    def _mix(self, rng: Random, part: Callable[[Random, bytes], bytes]) -> dict[str, bytes]:
        """Of what was not synced something has come onto the medium all the same."""
        state = dict[str, bytes]()
        for name, file in self._names.items():
            safe, now = self._safe[file], Path(name).read_bytes()
            state[name] = safe + part(rng, now[len(safe) :]) if now.startswith(safe) else safe
        return state

    def _note(self, call: Call, state: State) -> None:
        promised = self._promised()
        known = (tuple(sorted(state.items())), repr(promised))
        if known not in self._seen:
            self._seen.add(known)
            self.cuts.append(Cut(f"{call.number} {call.name}", state, promised))

    def restore(self, cut: Cut, to: Path) -> None:
        """Make the folder `to` what is left."""
        for name, content in cut.state.items():
            path = to / Path(name).relative_to(self._root)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)


def _part(rng: Random, more: bytes) -> bytes:
    """The beginning."""
    return more[: rng.randint(0, len(more))]


def _make_hole(rng: Random, more: bytes) -> bytes:
    """The size has grown, and a page before the end has not come yet."""
    start = rng.randint(0, len(more))
    hole = rng.randint(0, len(more) - start)
    return more[:start] + bytes(hole) + more[start + hole :]
