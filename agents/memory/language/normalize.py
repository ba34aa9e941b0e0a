"""Texts and names in the form in which they are stored, searched and compared."""

from __future__ import annotations


def clean_unicode(text: str) -> str:
    """Replace what SQLite cannot keep: NUL characters and lone surrogates."""
    return text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")


def fold_name(name: str) -> str:
    """A name as others are compared with it: whatever its case and spaces."""
    return " ".join(clean_unicode(name).casefold().split())
