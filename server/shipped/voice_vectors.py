"""The vectors of lines that are shipped, which ``tools.voice_vectors`` makes."""

from __future__ import annotations

from pathlib import Path

from agents.mind.voice.vector_file import VectorFile, VectorFiles

SHIPPED_VECTORS = VectorFile(Path(__file__).with_name("voice_vectors.npz"))
"""Of the lines of the voices."""

EXAMPLE_VECTORS = VectorFile(Path(__file__).with_name("example_vectors.npz"))
"""Of the examples in ``text/acts.md`` and ``text/asked.md``."""

ALL_VECTORS = VectorFiles((SHIPPED_VECTORS, EXAMPLE_VECTORS))

EXCHANGE_READER = Path(__file__).with_name("exchange_reader.npz")
"""What makes the sentence model rate exchanges; ``tools/exchanges/reader.py`` makes it."""

KIND_ADAPTER = Path(__file__).with_name("line_kinds.npz")
"""What makes the sentence model tell kinds of lines; ``tools/line_kinds.py`` makes it."""

REPLY_READER = Path(__file__).with_name("reply_reader.npz")
"""What makes the sentence model rate replies; ``tools/replies/reader.py`` makes it."""

ASKING_ROWS = Path(__file__).with_name("asking.npz")
"""What tells of a line's vector whether it asks for what was told; ``tools/asked`` makes it."""

ANSWER_WORDS = Path(__file__).with_name("answer_words.npz")
"""What finds the words that answer a question (``python -m tools.asked.answers``)."""

SENTENCE_CHECKS = Path(__file__).with_name("sentence_checks.npz")
"""What tells whether memories bear a sentence out (``python -m tools.checks.learn``)."""

OFFER_ROWS = Path(__file__).with_name("offers.npz")
"""What tells of a line's vector whether it offers something; ``tools/offers`` makes it."""
