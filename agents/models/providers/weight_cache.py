"""Keeping pinned weights once per user, in a folder that all vaults share.

A file is read and checked by its SHA-256 when it is new or has changed. The digest then stands
beside it together with the file's size and time, so that a later start compares only those.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from hashlib import file_digest, sha256
from pathlib import Path
from typing import BinaryIO

from agents.boundaries import ModelUnavailable
from agents.event_line import tell_event
from late.late_dataclass import late_dataclass

#: The environment variable that moves the folder of weights.
VARIABLE = "TARN_MODELS"

#: An unfinished file of a crashed process is removed when it is so old (seconds).
ABANDONED_SECONDS = 3600.0

BLOCK = 1 << 20
UNFINISHED = ".assembling-"


@late_dataclass(frozen=True, slots=True)
class PinnedWeights:
    """A file that always has the same bytes, and the package that holds it or its parts."""

    name: str
    size: int
    sha256: str
    package: str


@late_dataclass(frozen=True, slots=True)
class Stamp:
    """What a file was when its digest was computed; `time` is its mtime in nanoseconds."""

    size: int
    time: int
    sha256: str


ListParts = Callable[[], Sequence[Path]]


def find_shared_folder(environment: Mapping[str, str]) -> Path | None:
    """Return this user's folder of weights; None if the environment names no home.

    A relative ``XDG_CACHE_HOME`` does not count: https://specifications.freedesktop.org/basedir/
    """
    home = environment.get("HOME") or environment.get("USERPROFILE")
    if given := environment.get(VARIABLE):
        if home and given.startswith("~/"):
            return Path(home, given[2:])
        return Path(given).absolute()
    if Path(cache := environment.get("XDG_CACHE_HOME", "")).is_absolute():
        return Path(cache, "tarn", "models")
    return Path(home, ".cache", "tarn", "models") if home else None


class WeightCache:
    """Finds or makes files of weights; the first of the `folders` in which it can serves.

    The last folder is the vault's own: it may hold a copy that an older version has made.
    """

    def __init__(
        self, folders: Sequence[Path], log: Callable[[str], None] = lambda line: None
    ) -> None:
        self._folders = folders
        self._log = log
        self._stamps: dict[Path, Stamp] = {}
        self._wrong_parts = ""

    def prepare(self, weights: PinnedWeights, list_parts: ListParts) -> Path:
        """Return the path of the checked file; assemble it first if it is nowhere.

        Takes some seconds if the file is new, so call it in a thread. Raises `ModelUnavailable`
        if the file or the package's parts are not what is expected, `OSError` if no folder can
        be written to.
        """
        for folder in self._folders:
            path = folder / weights.name
            with suppress(OSError):
                # A file of another size was torn by a crash, and is made again.
                if path.stat().st_size == weights.size:
                    self._check(path, weights)
                    self._tell_spare_copies(path)
                    return path
        return self._assemble_somewhere(weights, list_parts)

    def check_in_place(self, path: Path, weights: PinnedWeights) -> Path:
        """Return `path`, a package's own file, if it is what is expected; write nothing there.

        Takes up to a second, so call it in a thread. Raises `ModelUnavailable` or `OSError`.
        """
        with path.open("rb") as file:
            found = file_digest(file, "sha256").hexdigest()
        if found != weights.sha256:
            raise ModelUnavailable(
                f"the weights {path} are not those of {weights.package}: SHA-256 {found}, expected"
                f" {weights.sha256}; install that version again, or choose another model in"
                " config/llm.yaml"
            )
        return path

    def _check(self, path: Path, weights: PinnedWeights) -> None:
        found = self._find_digest(path)
        if found != weights.sha256:
            raise ModelUnavailable(
                f"the weights {path} are not those that were shipped: SHA-256 {found}, expected"
                f" {weights.sha256}; delete this file, and it is made again from the package"
                f" {weights.package}, or choose another model in config/llm.yaml"
            )

    def _find_digest(self, path: Path) -> str:
        now = path.stat()
        for known in (self._stamps.get(path), _read_stamp(path)):
            if known and (known.size, known.time) == (now.st_size, now.st_mtime_ns):
                return known.sha256
        with path.open("rb") as file:
            digest = file_digest(file, "sha256").hexdigest()
        self._remember(path, Stamp(now.st_size, now.st_mtime_ns, digest))
        return digest

    def _remember(self, path: Path, stamp: Stamp) -> None:
        self._stamps[path] = stamp
        # Where nothing can be written, the next start computes the digest again.
        with suppress(OSError):
            _write_stamp(path, stamp)

    def _tell_spare_copies(self, used: Path) -> None:
        for folder in self._folders[1:]:
            spare = folder / used.name
            if spare != used and spare.is_file() and not spare.samefile(used):
                line = f"[Models] {spare} is no longer used and may be deleted: {used} is"
                self._log(tell_event("models.spare", line, file=str(spare), used=str(used)))

    def _assemble_somewhere(self, weights: PinnedWeights, list_parts: ListParts) -> Path:
        if self._wrong_parts:
            raise ModelUnavailable(self._wrong_parts)
        parts = list_parts()
        for folder in self._folders[:-1]:
            try:
                return self._assemble(folder, weights, parts)
            except OSError as error:
                why, last = error.strerror or str(error), self._folders[-1]
                line = (
                    f"[Models] weights cannot be kept in {folder} ({why}): they go to {last};"
                    f" the environment variable {VARIABLE} names another folder"
                )
                self._log(
                    tell_event(
                        "models.kept", line, "warning",
                        folder=str(folder), error=why, used=str(last),
                    )
                )  # fmt: skip
        return self._assemble(self._folders[-1], weights, parts)

    def _assemble(self, folder: Path, weights: PinnedWeights, parts: Sequence[Path]) -> Path:
        """Join the parts; a file gets its name only when it is whole, checked and on disk."""
        _make_private(folder)
        target = folder / weights.name
        descriptor, name = tempfile.mkstemp(prefix=UNFINISHED, dir=folder)  # 0600
        unfinished = Path(name)
        _remove_abandoned(folder, unfinished)
        try:
            with os.fdopen(descriptor, "wb") as file:
                digest = _join(parts, file)
            if digest != weights.sha256:
                raise self._refuse_parts(weights, parts, digest)
            made = unfinished.stat()
            unfinished.replace(target)
        finally:
            unfinished.unlink(missing_ok=True)
        self._remember(target, Stamp(made.st_size, made.st_mtime_ns, digest))
        return target

    def _refuse_parts(
        self, weights: PinnedWeights, parts: Sequence[Path], digest: str
    ) -> ModelUnavailable:
        self._wrong_parts = (
            f"the parts of the package {weights.package}, from {parts[0]} on, are not those that"
            f" were shipped: together SHA-256 {digest}, expected {weights.sha256}; install it and"
            " its parts again, and restart, or choose another model in config/llm.yaml"
        )
        return ModelUnavailable(self._wrong_parts)


def _join(parts: Sequence[Path], file: BinaryIO) -> str:
    digest = sha256()
    for part in parts:
        with part.open("rb") as source:
            while block := source.read(BLOCK):
                digest.update(block)
                file.write(block)
    file.flush()
    os.fsync(file.fileno())
    return digest.hexdigest()


def _make_private(folder: Path) -> None:
    """Make the folder and what is missing above it, for this user alone."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    for each in reversed(missing):
        each.mkdir(mode=0o700, exist_ok=True)


def _remove_abandoned(folder: Path, present: Path) -> None:
    """Remove what crashed processes have left; `present` was made just now."""
    now = present.stat().st_mtime
    for each in folder.glob(f"{UNFINISHED}*"):
        with suppress(OSError):
            if now - each.stat().st_mtime > ABANDONED_SECONDS:
                each.unlink()


def _name_stamp(path: Path) -> Path:
    return path.with_name(f"{path.name}.checked")


def _read_stamp(path: Path) -> Stamp | None:
    """Return what stands beside the file; None if it cannot be used."""
    with suppress(OSError, ValueError, TypeError):
        return Stamp(**json.loads(_name_stamp(path).read_text(encoding="utf-8")))
    return None


def _write_stamp(path: Path, stamp: Stamp) -> None:
    descriptor, name = tempfile.mkstemp(prefix=UNFINISHED, dir=path.parent)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump(asdict(stamp), file)
    Path(name).replace(_name_stamp(path))
