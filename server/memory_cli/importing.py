"""``tarn memory import``: memories from an export or a chat, appended whole or not at all.

The whole file is read and checked before the first byte is written.  The new memories make
one segment of their own, which takes its place by a single rename: a kill leaves either
nothing or all of them.
"""

from __future__ import annotations

import os
from codecs import BOM_UTF8
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from agents.clock import SystemClock
from agents.memory.core.records import Experience
from agents.memory.core.view import fold
from agents.memory.inspect.line_reader import LineReader, ReadOnlyReader
from agents.memory.interchange.formats import (
    Imported,
    ImportRefused,
    ImportTarget,
    detect_form,
    read_memories,
)
from agents.memory.log.archive import Archive, ArchiveUnwritable
from agents.memory.log.codec import decode, encode
from agents.memory.log.disk import SystemDisk
from agents.memory.log.segment import segment_path
from server.memory_cli.agent_folders import PROFILE, AgentFolder, list_agents
from server.memory_cli.atomic_paths import (
    ignore_stop_signals,
    new_folder,
    place_file,
    place_folder,
    remove_leftovers,
)
from server.memory_cli.console import OK, ArchiveBroken, CannotDo, Console, format_count
from server.memory_cli.job import Job
from world.names import NameRefused, PathRefused, check_name, key_of, vault_path
from world.vault.markdown import write_atomically

_FORMS = {
    "export": "an export",
    "objects": "lines of JSON",
    "list": "a list of JSON",
    "talk": "a transcript",
}


def run_import(job: Job) -> int:
    """Import the file."""
    given, path = job.given, job.given.file
    if not path.is_file():
        raise CannotDo(f"FILE is '{path}', allowed: a file that is there")
    agent = _agent(job)
    with job.alone():
        importer = _Importer(agent, path, given.own or "", given.again, job.console)
        try:
            importer.check()
        except ImportRefused as refused:
            raise CannotDo(f"{refused}; nothing was imported") from None
        importer.write()
    for line in importer.describe():
        job.console.say(line)
    return OK


def _agent(job: Job) -> AgentFolder:
    """Return the agent of this name, or a new one if the name is allowed."""
    name = job.given.agent
    for each in list_agents(job.vault):
        if key_of(each.name) == key_of(name):
            return each
    try:
        normal = check_name(name)
        vault_path(job.vault / "agents", normal)
    except (NameRefused, PathRefused) as refused:
        raise CannotDo(
            f"AGENT is {name!r}, allowed: a name as agents have it ({refused})"
        ) from None
    return AgentFolder(job.vault, normal)


class _Importer:
    """Reads one file twice: to check it, and to write its memories."""

    def __init__(
        self, agent: AgentFolder, path: Path, own: str, again: bool, console: Console
    ) -> None:
        self._agent, self._again = agent, again
        self._path = path
        self._console = console
        self._new = not agent.path.exists()
        self._last = _last_number(agent)
        self._into = ImportTarget(agent.name, own, self._last + 1, datetime.now(UTC))
        self._imported = Imported("talk")
        self._stamp = (0, 0, 0)

    def check(self) -> None:
        """Read the whole file. Raises `ImportRefused`."""
        self._imported = Imported(detect_form(self._path))
        self._stamp = _stamp_of(self._path)
        for _ in self._memories("checked"):
            pass
        if self._imported.form == "export" and not self._again:
            self._refuse_known()

    def _refuse_known(self) -> None:
        """Raise `CannotDo` if the export's first memory is the agent's under the same number."""
        first = _find_first_memory(self._path)
        if first is None or first.seq > self._last:
            return
        for known in LineReader(self._agent.archive).memories(first.seq, first.seq):
            if (known.at, known.text) == (first.at, first.text):
                raise CannotDo(
                    f"FILE is '{self._path}', whose memory {first.seq} {self._agent.name} has"
                    " already, allowed: memories that are new, or --again to append them once more;"
                    " nothing was imported"
                )

    def write(self) -> None:
        """Write all memories in one step. Raises `CannotDo` and `OSError`."""
        agents = self._agent.vault / "agents"
        agents.mkdir(parents=True, exist_ok=True)
        for folder in (agents, self._agent.archive):
            remove_leftovers(folder)
        if self._new:
            with new_folder(self._agent.path) as folder:
                self._write_new(folder)
        else:
            self._append()

    def describe(self) -> Iterator[str]:
        """Yield sentences about what was imported."""
        found, first = self._imported, self._into.first
        last = self._last + found.memories
        what = f"{format_count(found.memories, 'memory')} from {_FORMS[found.form]}"
        yield f"{self._agent.name}: {what}, numbers {first} to {last}"
        if found.form != "export":
            yield f"  {found.own:,} of them the agent's own words"
        if found.others:
            others = format_count(found.others, "other record")
            yield f"  {others} left out: they tell of other numbers"
        if self._new:
            yield f"  {self._agent.path / PROFILE} is new: write there who the agent is"

    # --- writing ------------------------------------------------------------------------

    def _write_new(self, folder: Path) -> None:
        made = folder / self._agent.name
        archive = made / "archive"
        archive.mkdir(parents=True)
        self._fill(segment_path(archive, 1), b"")
        (made / PROFILE).write_text(_profile(self._agent.name), encoding="utf-8", newline="\n")
        with ignore_stop_signals():
            place_folder(made, self._agent.path, folder / "before")

    def _append(self) -> None:
        agent = self._agent
        _mend(agent.archive)
        target = segment_path(agent.archive, self._into.first)
        with new_folder(target) as folder:
            made = folder / target.name
            # A segment of that name has no memory yet, but may have other records.
            self._fill(made, target.read_bytes() if target.exists() else b"")
            profile = agent.path / PROFILE
            if not profile.exists():
                write_atomically(profile, _profile(agent.name))
            with ignore_stop_signals():
                place_file(made, target)

    def _fill(self, path: Path, before: bytes) -> None:
        with path.open("wb") as file:
            file.write(before)
            for memory in self._memories("written"):
                file.write(encode(memory))
            file.flush()
            os.fsync(file.fileno())
        if _stamp_of(self._path) != self._stamp:
            raise CannotDo(f"{self._path} was changed while it was read; nothing was imported")

    def _memories(self, what: str) -> Iterator[Experience]:
        self._imported = Imported(self._imported.form)
        self._console.begin()
        for memory in read_memories(self._path, self._into, self._imported):
            self._console.progress(f"Memories {what}", self._imported.memories, 0)
            yield memory


def _find_first_memory(path: Path) -> Experience | None:
    """Return the first memory of an export that has been checked."""
    with path.open("rb") as file:
        records = (decode(line.removeprefix(BOM_UTF8)) for line in file if line.strip())
        return next((each for each in records if isinstance(each, Experience)), None)


def _stamp_of(path: Path) -> tuple[int, int, int]:
    found = path.stat()
    return found.st_ino, found.st_size, found.st_mtime_ns


def _last_number(agent: AgentFolder) -> int:
    """Return the number of the newest memory. Raises `ArchiveBroken` if it is uncertain."""
    reader = ReadOnlyReader(agent.archive)
    view = fold(reader.read_tail())
    if reader.rejected:
        (segment, offset), why = next(iter(reader.rejected.items()))
        raise ArchiveBroken(
            f"{agent.archive / segment}, byte {offset}: {why}; mend that first, so that the"
            " numbers of new memories are certain (see tarn memory verify)"
        )
    return view.last_seq


def _mend(folder: Path) -> None:
    """Set a torn last line aside, as a start of the server does, before a new segment."""
    archive = Archive(folder, SystemClock(), SystemDisk(), _ignore)
    try:
        archive.open()
    except ArchiveUnwritable as error:
        raise CannotDo(str(error)) from error
    archive.close()


def _ignore(line: str) -> None:
    """Drop the line: ``verify`` lists what has been set aside."""


def _profile(name: str) -> str:
    return f"You are {name}.\n"
