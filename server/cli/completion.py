"""Shell completion of all commands and options, by argcomplete.

What the commands take that read their own arguments is in a written table: a shell that asks
must not wait two seconds for the parsers, which import most of the server.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import argcomplete
from argcomplete.shell_integration import shellcode

from server.arguments import Parser
from server.cli.options import make_program_parser, parse_options

COMPLETIONS = Path("server", "shipped", "completions.json")
"""What a shell offers for each command that reads its own arguments, from the packages' folder.

``python -m tools.completion_table`` writes it.
"""
_TABLE = Path(__file__).parents[2] / COMPLETIONS


def run_completion(argv: Sequence[str]) -> int:
    """Answer a shell that asks for completions, else print its code; return the exit status."""
    if "_ARGCOMPLETE" in os.environ:
        complete_line()
    return print_completion(parse_options(argv).arguments[0])


def print_completion(shell: str) -> int:
    """Print the code for `shell` to run, and return the exit status."""
    print(shellcode(["tarn"], shell=shell))
    return 0


def complete_line() -> None:
    """Answer a shell's request for completions, and exit."""
    argcomplete.autocomplete(make_whole_parser())


def make_whole_parser() -> Parser:
    """Return a parser that has all commands' words and options, and checks nothing else."""
    table: Mapping[str, Any] = json.loads(_TABLE.read_text("utf-8"))
    parser = make_program_parser()
    for row in parser._actions:
        if isinstance(row, argparse._SubParsersAction):
            row.choices.update({name: _make_parser(each) for name, each in table.items()})
    return parser


def _make_parser(row: Mapping[str, Any]) -> argparse.ArgumentParser:
    return _fill(argparse.ArgumentParser(), row)


def _fill(parser: argparse.ArgumentParser, row: Mapping[str, Any]) -> argparse.ArgumentParser:
    for option, (value, help) in row["options"].items():
        if value is False:
            parser.add_argument(option, action="store_true", help=help)
        else:
            choices = value if isinstance(value, list) else None
            parser.add_argument(option, choices=choices, help=help)
    for number, choices in enumerate(row["words"]):
        parser.add_argument(f"word{number}", choices=choices or None, nargs="?")
    if row["commands"]:
        under = parser.add_subparsers()
        for name, each in row["commands"].items():
            _fill(under.add_parser(name, help=each["help"]), each)
    return parser
