"""Measures what is carried by labelled texts: ``python -m benchmarks.truth``."""

from __future__ import annotations

import argparse

from agents.models.embedding.wordllama import WordLlamaEmbedder
from benchmarks.truth.changes import report_changes
from benchmarks.truth.journal import report_journal
from benchmarks.truth.labels import report_labels
from benchmarks.truth.lives import report_lives
from benchmarks.truth.sentences import report_sentences

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.truth", description=__doc__)
    parser.add_argument("--semantic", action="store_true", help="recall by meaning too (wordllama)")
    parser.add_argument(
        "--changes", action="store_true", help="what prompts show of changes too (minutes)"
    )
    given = parser.parse_args()
    print(report_sentences())
    print()
    print(report_labels())
    print()
    print(report_journal())
    print()
    if given.changes:
        print(report_changes())
        print()
    print(report_lives(WordLlamaEmbedder() if given.semantic else None))
