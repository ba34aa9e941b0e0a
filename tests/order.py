"""The order of files: long ones begin, so that no process still works when all others are done."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest

from tests.paths import ROOT

#: Files that take longest, by the processor time of them and of what they start, and then folders,
#: in the order in which they begin.
FIRST = (
    "e2e/mind/test_starter_days.py",
    "e2e/test_embedded.py",
    "e2e/web/hostile",
    "e2e/web/test_accessibility.py",
    "e2e/test_installed.py",
    "agents/mind/voice/test_retrieval.py",
    "e2e/web/replay",
    "agents/memory/proof/test_failpoints.py",
    "server/story/test_newcomers.py",
    "agents/test_long_life.py",
    "benchmarks",
    "reading/test_every_reader.py",
    "vault/test_starter_talks.py",
    "agents/mind/fallback",
    "server/memory_cli",
    "e2e/memory",
    "agents/memory/proof",
    "e2e",
    "agents/mind/manners",
)


def order_files(items: list[pytest.Item]) -> None:
    """Sort the tests by file; the order within a file stays."""
    # As texts: 9,000 questions to paths take a third of a second, in each process of a run.
    folders = [str(ROOT / "tests" / each) for each in FIRST]

    @cache
    def rank(path: Path) -> int:
        name = f"{path}{os.sep}"
        places = (n for n, each in enumerate(folders) if name.startswith(f"{each}{os.sep}"))
        return next(places, len(folders))

    items.sort(key=lambda item: rank(item.path))
