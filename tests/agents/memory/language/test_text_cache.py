"""What was found in a text is found once, however many agents hear it."""

from __future__ import annotations

import pytest

from agents.memory.language import attribution
from agents.memory.language.attribution import attribute_parts
from agents.memory.language.text_cache import KEPT_CHARACTERS, cache_short_texts


def test_a_short_text_is_read_once() -> None:
    """The same text, with the same further arguments, is looked up."""
    read: list[tuple[str, bool]] = []

    @cache_short_texts(8)
    def find_first(text: str, loud: bool = False) -> str:
        read.append((text, loud))
        return text[0].upper() if loud else text[0]

    assert [find_first("boat"), find_first("boat"), find_first("boat", True)] == ["b", "b", "B"]
    assert read == [("boat", False), ("boat", True)]


def test_only_the_texts_used_last_are_kept() -> None:
    """So the cache never holds more than `count` texts."""
    read: list[str] = []

    @cache_short_texts(2)
    def measure(text: str) -> int:
        read.append(text)
        return len(text)

    for each in ("boat", "lamp", "cup", "boat"):
        measure(each)
    assert read == ["boat", "lamp", "cup", "boat"]


def test_long_texts_are_not_kept() -> None:
    """They would take memory for nothing."""
    read: list[str] = []

    @cache_short_texts(8)
    def measure(text: str) -> int:
        read.append(text)
        return len(text)

    long = "x" * (KEPT_CHARACTERS + 1)
    assert [measure(long), measure(long)] == [len(long)] * 2
    assert read == [long, long]


def test_long_words_after_an_attribution_take_time_in_proportion() -> None:
    """What follows "said" may be one word of any length: this once took years."""
    word = "under" * 200
    (part,) = attribute_parts(f"Fern said {word} {word}, and {word}.")
    assert (part.kind, part.speaker, part.quoted) == ("said", "Fern", False)
    parts = attribute_parts(f'Fern said to {"under" * 20}: "I left." Then it rained.')
    assert [each.quoted for each in parts] == [True, False]


def test_a_sentence_without_attribution_is_parted_once_for_both_readings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """How far an attribution would hold makes no difference to it; to another sentence it does."""
    parted, split = list[str](), attribution._split_account

    def record(sentence: str, start: int, stop: int) -> object:
        parted.append(sentence)
        return split(sentence, start, stop)

    monkeypatch.setattr(attribution, "_split_account", record)
    plain = "The zither hung by the door, and I sat under it."
    assert attribute_parts(plain) == attribute_parts(plain, strict=True)
    assert parted == [plain]
    told = "Ada said the zither was hers, and I left."
    assert attribute_parts(told) != attribute_parts(told, strict=True)
