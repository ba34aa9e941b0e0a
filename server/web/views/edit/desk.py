"""Reads, checks and writes the files of the view Edit, and puts them in force."""

from __future__ import annotations

import asyncio
import difflib
import os
from collections.abc import Sequence
from dataclasses import field
from pathlib import Path
from typing import Any

from agents.event_line import tell_event
from agents.memory.core.records import Summary
from agents.memory.summary_files.page import list_file_summaries, name_file
from agents.models.profiles import ModelProfiles
from late.late_dataclass import late_dataclass
from reading.text_file import UnfitFile
from server.boundaries import Account, Role
from server.budgets.budgets import Budgets
from server.budgets.meter import make_payer
from server.lock import MACHINE_FOLDER
from server.reload import Reloader
from server.session.boundaries import Desk, quote_for_log
from server.web.boundaries import NotAnswered
from server.web.views.edit.building import (
    LARGEST_NOTE,
    find_building_faults,
    read_built_room,
)
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
from server.web.views.edit.new_files import (
    NEW_KINDS,
    CannotBeMade,
    make_template,
    plan_file,
    write_new_file,
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


@late_dataclass(frozen=True, slots=True)
class FileEditor:
    """Who edits: an account, and the address that it comes from."""

    account: Account
    address: str

    @property
    def builds(self) -> bool:
        """Whether they are a builder, and no administrator."""
        return not self.account.role.includes(Role.ADMINISTRATOR)


@late_dataclass(slots=True)
class FileDesk:
    """The files that people write by hand. One is written at a time."""

    reloader: Reloader
    desk: Desk
    budgets: Budgets
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock, init=False)

    async def list_all(self, by: FileEditor) -> list[EditableFile]:
        """Return every file that somebody may edit."""
        found = await self._list_everything()
        return [each for each in found if each.may_be_edited_by(by.account.role)]

    async def _list_everything(self) -> list[EditableFile]:
        options = self.reloader.options
        return await asyncio.to_thread(list_files, options.vault, options.config)

    async def find(self, name: str, by: FileEditor) -> EditableFile:
        """Return the file of that name. Raises `NotAnswered`."""
        found = find_file(await self.list_all(by), name)
        if found is None:
            raise NotAnswered(404, "There is no such file that you may edit on the page.")
        return found

    async def plan(self, name: str, by: FileEditor) -> EditableFile:
        """Return the file of that name, which need not be there yet. Raises `NotAnswered`."""
        known = await self._list_everything()
        file = find_file(known, name)
        try:
            vault, world = self.reloader.options.vault, self.reloader.world
            file = file or plan_file(vault, world, known, name)
        except CannotBeMade as refused:
            raise NotAnswered(400, str(refused)) from refused
        if not file.may_be_edited_by(by.account.role):
            raise NotAnswered(403, "Builders make rooms; other files are for administrators.")
        return file

    async def read(self, file: EditableFile) -> FileText:
        """Return a file's text, or what a new one begins with. Raises `NotAnswered`."""
        if file.kind in NEW_KINDS and not await asyncio.to_thread(file.path.exists):
            return FileText(make_template(file, self.reloader.world), "")
        try:
            return await asyncio.to_thread(read_file_text, file)
        except UnfitFile as unfit:
            why = f"{file.name}: read: {unfit.read}; allowed: {unfit.allowed}"
            raise NotAnswered(422, f"{why}. Mend the file itself.") from unfit
        except OSError as error:
            raise NotAnswered(503, f"{file.name} cannot be read: {error.strerror}.") from error

    async def write(self, file: EditableFile, text: str, digest: str, by: FileEditor) -> list[str]:
        """Check a text, write it and put it in force; return what `@reload` says.

        `digest` is that of the file as the person has read it, empty if it was not there. Raises
        `FileChanged`, `DraftRefused` or `NotAnswered`; then nothing was written.
        """
        async with self._turn:
            self._check_size(text, LARGEST_NOTE if by.builds else LARGEST_TEXT)
            present = await self.read(file)
            if present.digest != digest:
                raise FileChanged(present)
            await self._check(file, text)
            if by.builds:
                self._check_building(file, text, present, by)
            self._write(file, text, present, by)
            if by.builds:
                return self.reloader.reload_rooms()
            models = self.reloader.settings.llm
            messages = await self._reload()
        self.desk.spawn(self._follow_up(models))
        return messages

    def _check_building(
        self, file: EditableFile, text: str, present: FileText, by: FileEditor
    ) -> None:
        """Hold a builder's note against the rules and budgets of building."""
        built = read_built_room(file.name, text, present.text if present.digest else None)
        if faults := list(find_building_faults(self.reloader.world, built)):
            raise DraftRefused(faults)
        payer = make_payer(by.account, by.address)
        if why := self.budgets.spend_all(payer.account, payer.address, built.costs, payer.exempt):
            raise NotAnswered(429, why)

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

    def _check_size(self, text: str, most: int) -> None:
        size = len(text.encode("utf-8", "replace"))
        if size > most:
            raise NotAnswered(413, f"{size} bytes are too many; allowed: {most}.")

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

    def _write(self, file: EditableFile, text: str, present: FileText, by: FileEditor) -> None:
        """Write the text unless the file has changed just now; keep a persona's version before."""
        personas, name = self.reloader.population.personas, by.account.name
        is_persona = file.kind in ("profile", "voice")
        try:
            # Again, with nothing in between: an agent may have written while it was checked.
            now = make_digest(file.path.read_bytes()) if file.path.exists() else ""
            if now != present.digest:
                raise NotAnswered(409, f"{file.name} has changed just now. Save again.")
            if is_persona and now:
                personas.observe(file.agent)
            self._put(file, text, present)
            # Not by the desk's record, which counts what strangers cause and leaves lines out.
            personas.record(EVENT, name, file=file.name, done="changed" if now else "made")
            line = f"{quote_for_log(name)} writes {file.name} from the page"
            self.desk.log(tell_event("web.edit", line, who=name, file=file.name))
            if is_persona:
                personas.observe(file.agent, name, HOW)
        except CannotBeMade as refused:
            raise NotAnswered(409, str(refused)) from refused
        except OSError as error:
            raise NotAnswered(503, f"{file.name} cannot be written: {error.strerror}.") from error

    def _put(self, file: EditableFile, text: str, present: FileText) -> None:
        """Write a text in place of another, which is kept, or as a new file."""
        options = self.reloader.options
        if present.digest:
            kept = self._find_kept(file)
            kept.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_atomically(kept, present.text)
            write_atomically(file.path, text)
        else:
            write_new_file(options.vault, self.reloader.world, file, text)

    def _find_kept(self, file: EditableFile) -> Path:
        name = make_digest(file.name.encode("utf-8", "replace"))
        return self.reloader.options.vault / MACHINE_FOLDER / "edited" / name

    async def read_before(self, file: EditableFile) -> str | None:
        """Return the text that the page's last change has replaced; None: it has changed none.

        Raises `NotAnswered`.
        """
        try:
            return await asyncio.to_thread(_read_kept, self._find_kept(file))
        except OSError as error:
            raise NotAnswered(503, f"The version before cannot be read: {error}.") from error

    async def _reload(self) -> list[str]:
        try:
            return await self.reloader.reload()
        except Exception as error:  # the text is written: who wrote it must hear of both
            why = str(error) or repr(error)
            self.desk.log(f"[Page] after an edit not everything could be reloaded: {error!r}")
            return [self.reloader.texts.say("reload.failed", why=why)]

    async def _follow_up(self, models: ModelProfiles) -> None:
        await self.reloader.follow_up(models)


def _read_kept(path: Path) -> str | None:
    return path.read_text("utf-8") if path.exists() else None


def compare_texts(present: str, own: str) -> list[str]:
    """Return the lines in which a person's text differs from a file's, with some around them.

    Each begins with ``-`` (only in the file), ``+`` (only in their text), a space or ``@@``.
    """
    lines: Any = difflib.unified_diff(present.splitlines(), own.splitlines(), lineterm="", n=2)
    return list(lines)[2:]
