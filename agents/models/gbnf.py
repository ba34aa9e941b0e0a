"""Writing GBNF, llama.cpp's notation for grammars.

https://github.com/ggml-org/llama.cpp/tree/master/grammars
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def quote_literal(text: str) -> str:
    """Return `text` as a GBNF literal, with quotes, backslashes and the rest escaped."""
    return '"' + "".join(map(_escape_char, text)) + '"'


def write_choice(sentences: Sequence[str], count: int) -> str:
    """Return the GBNF of a choice of `count` of the `sentences`, in order, each at most once.

    A model under this grammar can choose but cannot invent; a small model writes true
    summaries in no other way. Spaces join the sentences and a newline ends them; if there are
    fewer than `count`, the choice has all. Raises `ValueError` if there is no sentence.
    """
    wanted = min(count, len(sentences))
    if wanted < 1:
        raise ValueError("a selection needs at least one sentence to choose from")
    rules = [f'root ::= " "? take-{wanted}-0']
    rules += _choices(len(sentences), wanted)
    rules += [f"s-{at} ::= {quote_literal(sentence)}" for at, sentence in enumerate(sentences)]
    return "\n".join(rules) + "\n"


def _choices(total: int, wanted: int) -> Iterator[str]:
    """Yield rules ``take-k-i``: k more sentences, from the i-th on."""
    for left in range(wanted, 0, -1):
        for at in range(total - left + 1):
            after = f'" " take-{left - 1}-{at + 1}' if left > 1 else '"\\n"'
            later = f" | take-{left}-{at + 1}" if at < total - left else ""
            yield f"take-{left}-{at} ::= s-{at} {after}{later}"


def _escape_char(char: str) -> str:
    if char in '"\\':
        return "\\" + char
    return char if char.isprintable() else f"\\U{ord(char):08x}"
