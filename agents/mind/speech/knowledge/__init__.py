"""Answers about things: what the voice knows of them, and a fitting word where it knows nothing."""
