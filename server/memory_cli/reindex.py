"""``tarn memory reindex``: builds the recall index again from the archive."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from agents.memory.core.records import Experience
from agents.memory.inspect.line_reader import ReadOnlyReader
from agents.memory.recall.reindex import rebuild_index
from agents.mind.recording import is_searchable
from server.memory_cli.agent_folders import AgentFolder, list_agents
from server.memory_cli.console import OK, WRONG, CannotDo, Console, format_count
from server.memory_cli.job import Job

ALL = "all"


def run_reindex(job: Job) -> int:
    """Rebuild one index, or all of them."""
    agents = list_agents(job.vault) if job.given.agent == ALL else [job.agent()]
    sound = True
    with job.alone():
        for agent in agents:
            sound &= _rebuild(agent, job.console)
    return OK if sound else WRONG


def _rebuild(agent: AgentFolder, console: Console) -> bool:
    """Rebuild one index; return whether every line of the archive was readable."""
    reader = ReadOnlyReader(agent.archive)

    def show_progress(done: int) -> None:
        console.progress(f"{agent.name}, memories", done, 0)

    def memories(after: int) -> Iterator[Experience]:
        return _each_once(reader, after)

    console.begin()
    agent.recall.parent.mkdir(parents=True, exist_ok=True)
    try:
        done = rebuild_index(agent.recall, memories, show_progress, searchable=is_searchable)
    except sqlite3.Error as error:
        raise CannotDo(f"{agent.recall}: {error}") from error
    console.say(f"{agent.name}: {format_count(done, 'memory')} in {agent.recall}")
    for (segment, offset), why in reader.rejected.items():
        console.note(f"tarn: left out: {segment}, byte {offset}: {why}")
    return not reader.rejected


def _each_once(reader: ReadOnlyReader, after: int) -> Iterator[Experience]:
    """Yield each memory once; in a damaged archive the first of a repeated number counts."""
    last = after
    for each in reader.iterate(after):
        if isinstance(each, Experience) and each.seq > last:
            last = each.seq
            yield each
