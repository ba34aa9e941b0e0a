"""``tarn memory history``: lists an agent's compactions, the newest first."""

from __future__ import annotations

import json

from agents.memory.compaction_history import read_history
from agents.memory.core.view import fold
from agents.memory.health import list_worn
from agents.memory.inspect.line_reader import ReadOnlyReader
from agents.memory.settings import MemorySettings
from server.memory_cli.agent_folders import AgentFolder
from server.memory_cli.agent_settings import read_agent_settings
from server.memory_cli.console import OK, WRONG, CannotDo
from server.memory_cli.job import Job
from server.reports.history_report import render_history
from server.reports.plain_json import to_plain

_FAILED = (
    "Tries that failed are in no archive: @memory-history {name} tells of them"
    "\nwhile the server runs."
)


def run_history(job: Job) -> int:
    """Print the history as text or as JSON."""
    agent, given = job.agent(), job.given
    reader = ReadOnlyReader(agent.archive)
    history = read_history(reader.summary_changes(), given.last, given.upto)
    warnings = list(list_worn(fold(reader.read_tail()), _read_settings(job, agent)))
    if given.json:
        plain = {"agent": agent.name, "warnings": warnings, **to_plain(history)}
        job.console.say(json.dumps(plain, ensure_ascii=False, indent=2))
    else:
        older = f"tarn memory history {agent.name} --upto"
        upto = given.upto
        job.console.say(render_history(agent.name, history, warnings, None, upto, older))
        job.console.say(_FAILED.format(name=agent.name))
    for (segment, offset), why in reader.rejected.items():
        job.console.note(f"tarn: passed over: {segment}, byte {offset}: {why}")
    return WRONG if reader.rejected else OK


def _read_settings(job: Job, agent: AgentFolder) -> MemorySettings:
    """Return the agent's settings; where they are wrong, the defaults, with a remark."""
    try:
        return read_agent_settings(job, agent)[1]
    except CannotDo as error:
        job.console.note(f"tarn: {error}; warnings go by the default settings")
        return MemorySettings()
