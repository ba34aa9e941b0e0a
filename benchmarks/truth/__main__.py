"""Measures verdicts, labels and recall on labelled texts: ``python -m benchmarks.truth``."""

from __future__ import annotations

import argparse

from agents.memory.recall.embedding import WordLlamaEmbedder
from benchmarks.truth.labels import report_labels
from benchmarks.truth.lives import report_lives
from benchmarks.truth.sentences import report_sentences

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.truth", description=__doc__)
    parser.add_argument("--semantic", action="store_true", help="recall by meaning too (wordllama)")
    given = parser.parse_args()
    print(report_sentences())
    print()
    print(report_labels())
    print()
    print(report_lives(WordLlamaEmbedder() if given.semantic else None))
