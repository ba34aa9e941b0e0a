"""Every reader of files that people or other programs write, behind one signature."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

from agents.boundaries import ModelRejected
from agents.clock import VirtualClock
from agents.memory.interchange.formats import ImportTarget, read_memories
from agents.memory.journal.page_edits import split_page
from agents.memory.log.codec import ArchiveRefused, BadRecord, decode
from agents.memory.settings import memory_schema
from agents.mind.intentions.state import decode_state
from agents.mind.notes import NoteBook
from agents.mind.profile import read_profiles
from agents.mind.voice.voice_file import read_voice
from agents.models.profiles import profile_schema
from agents.models.providers.script_file import read_script
from config.agents import read_agents
from config.compaction import read_compaction
from config.errors import ConfigError
from config.llm import read_llm
from config.server import read_server
from config.world import read_world
from world.happenings.lore import Lore
from world.happenings.reading import read_happenings
from world.vault.markdown import NoteError, read_note
from world.vault.rooms import read_rooms
from world.vault.texts import Texts

#: What a reader may raise: each says the file and what is wrong.
REFUSALS = (NoteError, ConfigError, ModelRejected, BadRecord, ArchiveRefused, ValueError)
NOW = datetime(2026, 1, 1, tzinfo=UTC)
LORE = Lore(lambda name: True, {}, ("light",))

#: Of processor time, for one file of 20 KB. Readers take a third of one; a bomb takes many.
CPU_SECONDS = 5.0

Reader = Callable[[Path], object]


def _read_archive(path: Path) -> object:
    return [_decode(line) for line in path.read_bytes().split(b"\n")]


def _decode(line: bytes) -> object:
    try:
        return decode(line)
    except (BadRecord, ArchiveRefused) as refused:
        return refused


def _import(path: Path) -> object:
    return list(read_memories(path, ImportTarget("Moss", "", 1, NOW)))


#: The file's name, and the reader of that file.
READERS: Mapping[str, tuple[str, Reader]] = {
    "room": ("world/The Hall.md", lambda path: read_rooms(path.parent)),
    "profile": ("agents/Moss/profile.md", lambda path: read_profiles(path.parent.parent)),
    "voice": ("agents/Moss/voice.md", read_voice),
    "happening": ("happenings/Rain.md", lambda path: read_happenings(path.parent, LORE)),
    "texts": ("text/door.md", lambda path: Texts.load((path.parent,))),
    "page": ("text/pages/welcome.md", lambda path: Texts.load((path.parent.parent,))),
    "summary": ("summaries/recent.md", read_note),
    "journal page": ("journal/2026-01-01.md", lambda path: split_page(read_note(path))),
    "notes": ("notes/Roses.md", lambda path: NoteBook(path.parent, VirtualClock()).titles()),
    "world.md": ("config/world.md", read_world),
    "agents.md": ("config/agents.md", read_agents),
    "memory": ("config/memory.md", lambda path: read_compaction(path, memory_schema())),
    "server.yaml": ("server/server.yaml", lambda path: read_server(path.parent)),
    "llm.yaml": ("llm/llm.yaml", lambda path: read_llm(path.parent, profile_schema())),
    "script": ("script.yaml", read_script),
    "script lines": ("script.txt", read_script),
    "archive": ("archive.jsonl", _read_archive),
    "transfer": ("memories.jsonl", _import),
    "intentions": ("intentions.json", lambda path: decode_state(path.read_text("utf-8"))),
}


def read_as(reader: str, path: Path) -> object:
    """Read a file and return what came of it, an error that the reader may raise included."""
    try:
        return READERS[reader][1](path)
    except REFUSALS as refused:
        return str(refused)


def main(folder: Path) -> None:
    """Read all that lies in ``folder/<number>``; a read that takes much processor time ends all."""
    for case in sorted(folder.iterdir()):
        for name, (file, _) in READERS.items():
            if (case / file).exists():
                print(case.name, name, flush=True)
                signal.setitimer(signal.ITIMER_VIRTUAL, CPU_SECONDS)
                read_as(name, case / file)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
