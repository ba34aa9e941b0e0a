"""Measures verdicts and labels on labelled sentences: ``python -m benchmarks.truth``."""

from __future__ import annotations

from benchmarks.truth.labels import report_labels
from benchmarks.truth.sentences import report_sentences

if __name__ == "__main__":
    print(report_sentences())
    print()
    print(report_labels())
