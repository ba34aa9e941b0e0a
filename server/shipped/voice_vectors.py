"""The vectors of the shipped voices' lines, which ``tools.voice_vectors`` makes."""

from __future__ import annotations

from pathlib import Path

from agents.mind.voice.vector_file import VectorFile

SHIPPED_VECTORS = VectorFile(Path(__file__).with_name("voice_vectors.npz"))
