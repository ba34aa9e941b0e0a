"""Shell completion of all commands and options, by argcomplete."""

from __future__ import annotations

import argparse

import argcomplete
from argcomplete.shell_integration import shellcode

from server.arguments import Parser
from server.cli import account, doctor, model_server, models, new_agent
from server.cli.options import make_program_parser
from server.memory_cli import command as memory
from server.upkeep import backup, restore


def print_completion(shell: str) -> int:
    """Print the code for `shell` to run, and return the exit status."""
    print(shellcode(["tarn"], shell=shell))
    return 0


def complete_line() -> None:
    """Answer a shell's request for completions, and exit."""
    argcomplete.autocomplete(make_whole_parser())


def make_whole_parser() -> Parser:
    """Return the parser with the options of the commands that read theirs themselves."""
    parser = make_program_parser()
    for row in parser._actions:
        if isinstance(row, argparse._SubParsersAction):
            row.choices.update(
                {
                    "account": account.make_account_parser(),
                    "backup": backup.make_backup_parser(),
                    "restore": restore.make_restore_parser(),
                    "doctor": doctor.make_doctor_parser(),
                    "agent": new_agent.make_agent_parser(),
                    "memory": memory.make_memory_parser(),
                    "models": models.make_models_parser(),
                    "model-server": model_server.make_server_parser(),
                }
            )
    return parser
