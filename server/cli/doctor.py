"""``tarn doctor``: says what is wrong with a vault, and repairs what is safe to repair."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from server.arguments import BAD_USAGE, Options, Parser, explain_unknown_option, make_common_options
from server.checking.file_check import check_everything
from server.command_rows import list_commands
from server.lock import MACHINE_FOLDER
from server.memory_cli.console import Console
from server.storage.database import StorageError
from server.storage.world import read_things
from server.upkeep.examination import (
    VaultFinding,
    check_references,
    examine_archives,
    examine_databases,
    examine_leftovers,
    examine_modes,
)

SOUND, FOUND = 0, 1
"""Exit statuses: nothing is wrong; something is, or was until it was repaired."""


class _Parser(Parser):
    reworded = (
        (r"^argument (--\w+): expected one argument", r"\1 is empty, allowed: a folder"),
        (r"^argument (--\w+): ", r"\1 is "),
    )


def make_doctor_parser() -> Parser:
    """Return the parser of the arguments behind ``tarn doctor``."""
    parser = _Parser(
        prog="tarn doctor",
        description="Looks at databases, references, accounts, archives, notes, settings, file "
        "modes and left-over temporary files, beside a running server too. A line for each "
        "finding: where, what, what to do. Exit status 0: sound, 1: something was found, 2: it "
        "cannot look.",
        parents=[make_common_options(_Parser, telnet=False)],
        allow_abbrev=False,
    )
    parser.add_argument(
        "--repair", action="store_true",
        help="set file modes right and remove left-over temporary files; nothing else is changed",
    )  # fmt: skip
    return parser


def run_doctor(options: Options) -> int:
    """Print all findings and return the exit status."""
    parser = make_doctor_parser()
    given, unknown = parser.parse_known_args(options.arguments)
    if unknown:
        known = ("--vault", "--config", "--repair", "--help")
        parser.error(explain_unknown_option(unknown[0], known))
    vault = getattr(given, "vault", options.vault)
    config = getattr(given, "config", options.config)
    count = 0
    try:
        if not vault.is_dir():
            raise NotADirectoryError(0, "there is no such vault: name one with --vault DIR", vault)
        next(vault.iterdir(), None)
        for line in _examine(vault, config, os.environ, repair=given.repair):
            count += 1
            print(line, flush=True)
    except OSError as error:
        print(f"tarn: {error.filename}: {error.strerror or error}", file=sys.stderr)
        return BAD_USAGE
    if not count:
        print(f"{vault} is sound.")
    return FOUND if count else SOUND


def _examine(
    vault: Path, config: Path, environment: Mapping[str, str], *, repair: bool
) -> Iterator[str]:
    console = Console(sys.stdout.buffer, sys.stderr)
    for each in (
        *examine_databases(vault),
        *examine_archives(vault, console),
        *examine_modes(vault, config),
        *examine_leftovers(vault, time.time()),
    ):
        yield _repair(each) if repair and each.repair else str(each)
    report = check_everything(config, vault, environment, list_commands())
    said = _list_said(vault)
    yield from (line for line in report.lines() if line not in said)


def _list_said(vault: Path) -> list[str]:
    """Return what `examine_databases` has said with other words around it."""
    try:
        return check_references(read_things(vault / MACHINE_FOLDER / "world.sqlite"))
    except StorageError as error:
        return [str(error)]


def _repair(finding: VaultFinding) -> str:
    assert finding.repair is not None
    try:
        finding.repair()
    except OSError as error:
        return f"{finding} (not repaired: {error.strerror})"
    return f"{finding.where}: {finding.what}: repaired"
