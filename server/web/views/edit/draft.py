"""Checks a text as `tarn check` and ``@reload`` would, before it is written: on copies.

What the text is checked against is copied into a folder of its own, with the text in place of the
file; nothing else is written.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from agents.memory.core.records import Summary
from agents.memory.summary_files.comparison import check_edited_file
from agents.mind.note_files.note_file import find_state, load_note_file
from agents.mind.profile import PROFILE
from agents.mind.voice.voice_file import VOICE, VOICE_FOLLOW_UPS
from config.errors import ConfigError
from config.server import SERVER_FILE, ServerSettings, read_server
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from server.checking.file_check import check_everything
from server.lock import MACHINE_FOLDER
from server.web.views.edit.files import NOTE, EditableFile
from world.commands.command import Command
from world.vault.markdown import NoteError

LINE = late_pattern(r":(\d+)(?:[:,]|$)")

SET_BY_HAND = ("telnet", "web", "log")
"""Groups of ``server.yaml`` with addresses, certificates and paths."""


@late_dataclass(frozen=True, slots=True)
class DraftError:
    """What is wrong with a text; `line` counts from 1, 0 stands for the whole file."""

    line: int
    text: str


@late_dataclass(frozen=True, slots=True)
class CheckGround:
    """What texts are checked against."""

    vault: Path
    config: Path
    environment: Mapping[str, str]
    commands: Sequence[Command]
    in_force: ServerSettings


def check_draft(
    ground: CheckGround, file: EditableFile, text: str, summary: Summary | None = None
) -> list[DraftError]:
    """Return what is wrong with `text` in place of `file`; `summary` is what a summary shows.

    It reads many files: call it in a thread. Raises `OSError`.
    """
    machine = ground.vault / MACHINE_FOLDER
    with tempfile.TemporaryDirectory(prefix=".draft.", suffix=".tmp", dir=machine) as folder:
        trial = _Trial(ground, file, Path(folder))
        trial.fill(text)
        return [trial.describe(line) for line in trial.find_errors(summary)]


class _Trial:
    """Copies of the vault and the config folder, with the text in place of one file."""

    def __init__(self, ground: CheckGround, file: EditableFile, folder: Path) -> None:
        self._ground, self._file = ground, file
        self._vault, self._config = folder / "vault", folder / "config"
        self._is_config = file.path.parent == ground.config
        self._draft = (self._config if self._is_config else self._vault) / file.name

    def fill(self, text: str) -> None:
        """Copy what is needed, and write the text."""
        ground = self._ground
        for part in ("config", "text", "world"):
            if (ground.vault / part).is_dir():
                shutil.copytree(ground.vault / part, self._vault / part, symlinks=True)
        for path in ground.vault.glob(f"agents/{self._file.agent or '*'}/*"):
            if path.name in (PROFILE, VOICE, VOICE_FOLLOW_UPS) and not path.is_symlink():
                copy = self._vault / path.relative_to(ground.vault)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, copy)
        self._config.mkdir()
        for path in ground.config.iterdir():
            if path.suffix == ".yaml":
                shutil.copyfile(path, self._config / path.name)
            else:
                (self._config / path.name).symlink_to(path.resolve())
        self._draft.parent.mkdir(parents=True, exist_ok=True)
        self._draft.write_bytes(text.encode("utf-8", "replace"))

    def find_errors(self, summary: Summary | None) -> list[str]:
        """Return a line for each error, as `describe` takes them."""
        try:
            if summary is not None:
                check_edited_file(self._draft, summary)
            elif self._file.kind == NOTE:
                self._check_note()
            elif self._file.name == SERVER_FILE:
                self._check_set_by_hand()
        except (NoteError, ConfigError) as error:
            return str(error).splitlines()
        return [] if self._file.kind in (NOTE, "summary") else list(self._check_all())

    def _check_note(self) -> None:
        error = load_note_file(
            self._draft.parent, self._draft.stem, find_state(self._draft)
        ).error  # fmt: skip
        if error is not None:
            raise error

    def _check_set_by_hand(self) -> None:
        now = read_server(self._config)
        try:
            before = read_server(self._ground.config)
        except ConfigError:
            before = self._ground.in_force
        for each in SET_BY_HAND:
            if getattr(before, each) != getattr(now, each):
                raise ConfigError(
                    self._draft, self._find_group(each), each, "changed",
                    "what stands there: addresses, certificates and paths are set in the file "
                    "itself, not from the page",
                )  # fmt: skip

    def _find_group(self, group: str) -> int | None:
        lines = self._draft.read_text("utf-8").splitlines()
        found = (at for at, line in enumerate(lines, 1) if line.startswith(f"{group}:"))
        return next(found, None)

    def _check_all(self) -> Iterator[str]:
        """Yield what is wrong with the file, and what would keep the server from starting."""
        ground = self._ground
        machine = ground.vault / MACHINE_FOLDER
        found = check_everything(
            self._config, self._vault, ground.environment, ground.commands, machine
        )
        own = [line for line in (*found.refused, *found.left_out) if self._is_own(line)]
        others = [line for line in found.refused if line not in own]
        yield from own
        if others:
            before = check_everything(
                ground.config, ground.vault, ground.environment, ground.commands
            )
            known = {self._clean(line) for line in before.refused}
            yield from (line for line in others if self._clean(line) not in known)

    def _is_own(self, line: str) -> bool:
        return line.startswith(str(self._draft))

    def describe(self, line: str) -> DraftError:
        """Return an error with its line and with paths as people know them."""
        number = LINE.match(line, len(str(self._draft))) if self._is_own(line) else None
        return DraftError(int(number[1]) if number else 0, self._clean(line))

    def _clean(self, line: str) -> str:
        for folder in (self._vault, self._config, self._ground.vault, self._ground.config):
            line = line.replace(f"{folder}/", "")
        return line
