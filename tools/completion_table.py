"""``python -m tools.completion_table``: write what a shell offers behind ``tarn``.

It is read from the parsers of all commands, which import most of the server; a shell that asks
waits for the written table alone.
"""

from __future__ import annotations

import argparse
import json

from server.cli import account, doctor, model_server, models, new_agent
from server.cli.completion import COMPLETIONS
from server.memory_cli import command as memory
from server.starter_files import PACKAGES
from server.upkeep import backup, restore


def make_completion_table() -> dict[str, object]:
    """Return the words and options of each command that reads its own arguments."""
    parsers = {
        "account": account.make_account_parser(),
        "backup": backup.make_backup_parser(),
        "restore": restore.make_restore_parser(),
        "doctor": doctor.make_doctor_parser(),
        "agent": new_agent.make_agent_parser(),
        "memory": memory.make_memory_parser(),
        "models": models.make_models_parser(),
        "model-server": model_server.make_server_parser(),
    }
    return {name: _describe(parser) for name, parser in parsers.items()}


def _describe(parser: argparse.ArgumentParser) -> dict[str, object]:
    options: dict[str, object] = {}
    words: list[object] = []
    commands: dict[str, object] = {}
    for row in parser._actions:
        choices = [str(each) for each in row.choices or ()]
        if isinstance(row, argparse._SubParsersAction):
            helps = {each.dest: each.help or "" for each in row._choices_actions}
            commands = {
                name: {"help": helps.get(name, ""), **_describe(each)}
                for name, each in row.choices.items()
            }
        elif isinstance(row, argparse._HelpAction):
            continue
        elif row.option_strings:
            options[row.option_strings[-1]] = [choices or (row.nargs != 0), row.help or ""]
        else:
            words.append(choices)
    return {"options": options, "words": words, "commands": commands}


if __name__ == "__main__":
    text = json.dumps(make_completion_table(), indent=1)
    (PACKAGES / COMPLETIONS).write_text(f"{text}\n", "utf-8")
