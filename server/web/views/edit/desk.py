"""Reads, checks and writes the files of the view Edit, and puts them in force."""

from __future__ import annotations

import asyncio
import difflib
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from agents.memory.core.records import Summary
from agents.memory.summary_files.page import list_file_summaries, name_file
from agents.models.profiles import ModelProfiles
from reading.text_file import UnfitFile
from server.boundaries import Account
from server.reload import Reloader
from server.session.boundaries import Desk, quote_for_log
from server.web.boundaries import NotAnswered
from server.web.views.edit.draft import CheckGround, DraftError, check_draft
from server.web.views.edit.files import (
    LARGEST_TEXT,
    EditableFile,
    FileText,
    find_file,
    list_files,
    make_digest,
    read_file_text,
)
from world.vault.markdown import write_atomically

EVENT = "page-edit"
"""The event in the audit log."""

HOW = "the page"
"""How a persona was changed, in its history."""


class FileChanged(Exception):
    """The file is not what the person has read; `present` is its text now."""

    def __init__(self, present: FileText) -> None:
        super().__init__("changed")
        self.present = present


class DraftRefused(Exception):
    """A text does not pass its check; nothing was written."""

    def __init__(self, errors: Sequence[DraftError]) -> None:
        super().__init__("refused")
        self.errors = errors


@dataclass(slots=True)
class FileDesk:
    """The files that people write by hand. One is written at a time."""

    reloader: Reloader
    desk: Desk
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock, init=False)

    async def list_all(self) -> list[EditableFile]:
        """Return every file that may be edited."""
        options = self.reloader.options
        return await asyncio.to_thread(list_files, options.vault, options.config)

    async def find(self, name: str) -> EditableFile:
        """Return the file of that name. Raises `NotAnswered`."""
        found = find_file(await self.list_all(), name)
        if found is None:
            raise NotAnswered(404, "There is no such file that the page may edit.")
        return found

    async def read(self, file: EditableFile) -> FileText:
        """Return a file's text. Raises `NotAnswered`."""
        try:
            return await asyncio.to_thread(read_file_text, file)
        except UnfitFile as unfit:
            why = f"{file.name}: read: {unfit.read}; allowed: {unfit.allowed}"
            raise NotAnswered(422, f"{why}. Mend the file itself.") from unfit
        except OSError as error:
            raise NotAnswered(503, f"{file.name} cannot be read: {error.strerror}.") from error

    async def write(self, file: EditableFile, text: str, digest: str, by: Account) -> list[str]:
        """Check a text, write it and put it in force; return what `@reload` says.

        `digest` is that of the file as the person has read it. Raises `FileChanged`,
        `DraftRefused` or `NotAnswered`; then nothing was written.
        """
        async with self._turn:
            self._check_size(text)
            present = await self.read(file)
            if present.digest != digest:
                raise FileChanged(present)
            await self._check(file, text)
            self._write(file, text, present, by)
            models = self.reloader.settings.llm
            messages = await self._reload()
        self.desk.spawn(self._follow_up(models))
        return messages

    async def _check(self, file: EditableFile, text: str) -> None:
        summary = self._find_summary(file)
        try:
            errors = await asyncio.to_thread(check_draft, self._ground(), file, text, summary)
        except OSError as error:
            why = f"{file.name} cannot be checked: {error.strerror or error}."
            raise NotAnswered(503, why) from error
        if errors:
            raise DraftRefused(errors)

    def _ground(self) -> CheckGround:
        options, rows = self.reloader.options, self.reloader.world.table.rows
        in_force = self.reloader.settings.server
        return CheckGround(options.vault, options.config, dict(os.environ), rows, in_force)

    def _check_size(self, text: str) -> None:
        size = len(text.encode("utf-8", "replace"))
        if size > LARGEST_TEXT:
            raise NotAnswered(413, f"{size} bytes are too many; allowed: {LARGEST_TEXT}.")

    def _find_summary(self, file: EditableFile) -> Summary | None:
        """Return the summary that a file shows; None: it is no summary. Raises `NotAnswered`."""
        if file.kind != "summary":
            return None
        agent = self.reloader.population.minds.find_exactly(file.agent)
        shown = list_file_summaries(agent.memory.view) if agent else ()
        found = next((each for each in shown if name_file(each) == file.path.name), None)
        if agent is None or found is None:
            raise NotAnswered(409, f"{file.name}: no summary of this kind stands now.")
        if agent.memory.status().running:
            why = f"{agent.name}: a compaction is running, which writes its summaries"
            raise NotAnswered(409, f"{why}. Save again when it is done.")
        return found

    def _write(self, file: EditableFile, text: str, present: FileText, by: Account) -> None:
        """Write the text unless the file has changed just now; keep a persona's version before."""
        personas = self.reloader.population.personas
        try:
            # Again, with nothing in between: an agent may have written while it was checked.
            if make_digest(file.path.read_bytes()) != present.digest:
                raise NotAnswered(409, f"{file.name} has changed just now. Save again.")
            if file.kind in ("profile", "voice"):
                personas.observe(file.agent)
            write_atomically(file.path, text)
            # Not by the desk's record, which counts what strangers cause and leaves lines out.
            personas.record(EVENT, by.name, file=file.name)
            self.desk.log(f"{quote_for_log(by.name)} writes {file.name} from the page")
            if file.kind in ("profile", "voice"):
                personas.observe(file.agent, by.name, HOW)
        except OSError as error:
            raise NotAnswered(503, f"{file.name} cannot be written: {error.strerror}.") from error

    async def _reload(self) -> list[str]:
        try:
            return await self.reloader.reload()
        except Exception as error:  # the text is written: who wrote it must hear of both
            why = str(error) or repr(error)
            self.desk.log(f"[Page] after an edit not everything could be reloaded: {error!r}")
            return [self.reloader.texts.say("reload.failed", why=why)]

    async def _follow_up(self, models: ModelProfiles) -> None:
        await self.reloader.follow_up(models)


def compare_texts(present: str, own: str) -> list[str]:
    """Return the lines in which a person's text differs from a file's, with some around them.

    Each begins with ``-`` (only in the file), ``+`` (only in their text), a space or ``@@``.
    """
    lines: Any = difflib.unified_diff(present.splitlines(), own.splitlines(), lineterm="", n=2)
    return list(lines)[2:]
