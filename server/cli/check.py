"""``tarn check``: read all files that people write, and print all errors."""

from __future__ import annotations

import os

from server.arguments import Options
from server.checking.file_check import FINE, check_everything
from server.command_rows import list_commands


def run_check(options: Options) -> int:
    """Print all errors and return the exit status.

    0: nothing is.  1: the world would run without what is named.  2: it would not start.
    """
    report = check_everything(options.config, options.vault, os.environ, list_commands())
    for line in report.lines():
        print(line)
    for folder in (options.vault, options.config):
        if not folder.is_dir():
            print(f"{folder}: is not there; a start makes it from the starter files")
    if report.status == FINE:
        print(f"Nothing is wrong with {options.vault} and {options.config}.")
    return report.status
