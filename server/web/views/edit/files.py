"""The files that the page may edit: a list that the server makes, so no path comes from a browser.

Logs, archives, accounts and the machine's own folder are not on it, nor is ``llm.yaml``: the
addresses and keys of model servers are set in that file alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from agents.memory.summary_files.page import FILE_TYPES
from agents.mind.profile import PROFILE
from agents.mind.voice.voice_file import VOICE, VOICE_FOLLOW_UPS
from config.server import SERVER_FILE
from late.late_dataclass import late_dataclass
from reading.text_file import decode_text, read_bounded
from server.boundaries import Role

LARGEST_TEXT = 200_000
"""The largest file that the page shows and writes, in bytes."""

NOTE = "private note"
"""The kind of an agent's notes."""

ROOM = "room"
"""The kind of the notes of rooms and of the things in them."""

SETTINGS = ("agents.md", "memory_compaction.md", "world.md")
"""The notes with settings in the vault."""


@late_dataclass(frozen=True, slots=True)
class EditableFile:
    """One file. `name` is its path in the vault; the settings of the server are ``server.yaml``."""

    name: str
    kind: str
    """``profile``, ``voice``, ``summary``, ``private note``, ``settings``, ``room``,
    ``happening`` or ``text``."""
    path: Path
    agent: str = ""
    """Whose it is."""

    def may_be_edited_by(self, role: Role) -> bool:
        """Return whether somebody of this role may read and write it here."""
        return role.includes(Role.BUILDER if self.kind == ROOM else Role.ADMINISTRATOR)


@late_dataclass(frozen=True, slots=True)
class FileText:
    """The text of a file, with a digest of its bytes by which a later change is noticed."""

    text: str
    digest: str
    """Empty: there is no file yet, and the text is what one begins with."""


def list_files(vault: Path, config: Path) -> list[EditableFile]:
    """Return every file that may be edited, in the order in which people look for them."""
    return [
        *_list_agents(vault),
        *(EditableFile(f"config/{each}", "settings", vault / "config" / each)
          for each in SETTINGS if _is_plain(vault / "config" / each)),
        *(EditableFile(each, "settings", config / each)
          for each in (SERVER_FILE,) if _is_plain(config / each)),
        *_list_notes(vault, ("world",), ROOM),
        *_list_notes(vault, ("world", "happenings"), "happening"),
        *_list_notes(vault, ("text",), "text"),
        *_list_notes(vault, ("text", "pages"), "text"),
    ]  # fmt: skip


def find_file(files: Sequence[EditableFile], name: str) -> EditableFile | None:
    """Return the file of that name; None: there is none that may be edited."""
    return next((each for each in files if each.name == name), None)


def read_file_text(file: EditableFile) -> FileText:
    """Return a file's text. Raises `OSError` or `UnfitFile`."""
    data = read_bounded(file.path, LARGEST_TEXT)
    return FileText(decode_text(data).replace("\r\n", "\n").replace("\r", "\n"), make_digest(data))


def make_digest(data: bytes) -> str:
    """Return what stands for these bytes."""
    return hashlib.sha256(data).hexdigest()


def _list_agents(vault: Path) -> Iterator[EditableFile]:
    for folder in _scan(vault / "agents"):
        if not folder.is_dir() or not _is_plain(folder / PROFILE):
            continue
        own = "agents", folder.name
        for name, kind in ((PROFILE, "profile"), (VOICE, "voice"), (VOICE_FOLLOW_UPS, "voice")):
            if _is_plain(folder / name):
                yield EditableFile("/".join((*own, name)), kind, folder / name, folder.name)
        known = {f"{each}.md" for each in FILE_TYPES}
        for each in _list_notes(vault, (*own, "summaries"), "summary", folder.name):
            if each.path.name in known:
                yield each
        yield from _list_notes(vault, (*own, "notes"), NOTE, folder.name)


def _list_notes(
    vault: Path, parts: Sequence[str], kind: str, agent: str = ""
) -> Iterator[EditableFile]:
    for path in _scan(vault.joinpath(*parts)):
        if path.suffix == ".md" and path.is_file():
            yield EditableFile("/".join((*parts, path.name)), kind, path, agent)


def _scan(folder: Path) -> list[Path]:
    """Return what is in a folder, without links and what is hidden; nothing if it is a link."""
    if folder.is_symlink() or not folder.is_dir():
        return []
    found = (each for each in folder.iterdir() if not each.name.startswith("."))
    return sorted(each for each in found if not each.is_symlink())


def _is_plain(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()
