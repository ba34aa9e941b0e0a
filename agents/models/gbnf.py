"""Writing GBNF, llama.cpp's notation for grammars.

https://github.com/ggml-org/llama.cpp/tree/master/grammars
"""

from __future__ import annotations


def quote_literal(text: str) -> str:
    """Return `text` as a GBNF literal, with quotes, backslashes and the rest escaped."""
    return '"' + "".join(map(_escape_char, text)) + '"'


def _escape_char(char: str) -> str:
    if char in '"\\':
        return "\\" + char
    return char if char.isprintable() else f"\\U{ord(char):08x}"
