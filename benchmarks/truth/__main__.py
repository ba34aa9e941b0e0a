"""Measures what is carried by labelled texts: ``python -m benchmarks.truth``."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence
from pathlib import Path

from agents.memory.summarization.second_reading.checks import SentenceChecks
from agents.models.embedding.sentence import SentenceEmbedder
from agents.models.embedding.wordllama import WordLlamaEmbedder
from benchmarks.process import ROOT
from benchmarks.truth.changes import report_changes
from benchmarks.truth.journal import report_journal
from benchmarks.truth.labels import report_labels
from benchmarks.truth.later_lines import load_held_out_later, report_later
from benchmarks.truth.lives import report_lives
from benchmarks.truth.reader_profile import ReaderMissing
from benchmarks.truth.remembered import report_remembered
from benchmarks.truth.second_readings import load_each_once, report_checks, report_reader
from benchmarks.truth.sentences import report_sentences
from benchmarks.truth.written import load_held_out, report_written
from server.shipped.voice_vectors import SENTENCE_CHECKS


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print; with ``--reader`` the second reading alone, with ``--checks`` those."""
    parser = _make_parser()
    given = parser.parse_args(arguments)
    if given.reader:
        try:
            print(asyncio.run(report_reader(given.reader, given.config.resolve())))
        except ReaderMissing as error:
            raise SystemExit(f"{parser.prog}: {error}") from None
        return
    checks = SentenceChecks(SentenceEmbedder(checks=SENTENCE_CHECKS))
    if given.checks:
        print(asyncio.run(_report_all_checks(checks)))
        return
    print(report_sentences())
    print()
    print(report_labels())
    print()
    print(report_journal())
    print()
    print(report_remembered())
    print()
    if given.written:
        print(report_written())
        print()
    if given.changes:
        print(report_changes(checks))
        print()
    print(report_lives(WordLlamaEmbedder() if given.semantic else None))


async def _report_all_checks(checks: SentenceChecks) -> str:
    found = await report_checks(checks, load_each_once() | load_held_out())
    return f"{found}\n\n{await report_later(checks, load_held_out_later())}"


def _make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.truth", description=__doc__)
    parser.add_argument("--semantic", action="store_true", help="recall by meaning too (wordllama)")
    parser.add_argument(
        "--changes", action="store_true", help="what prompts show of changes too (minutes)"
    )
    parser.add_argument(
        "--written", action="store_true", help="the sentences of fifteen writers too (a minute)"
    )
    parser.add_argument(
        "--checks", action="store_true",
        help="what the checks of sentences find, alone (some ten minutes)",
    )  # fmt: skip
    parser.add_argument(
        "--reader", metavar="PROFILE", default="",
        help="the second reading alone, by the model of this profile of llm.yaml",
    )  # fmt: skip
    parser.add_argument(
        "--config", type=Path, default=ROOT / "config", help="settings folder of the profile"
    )
    return parser


if __name__ == "__main__":
    main()
