"""Word vectors are those of the package, mapped from its file, in small batches."""

from __future__ import annotations

import functools
import json
import struct
import threading
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from agents import word_vectors
from agents.word_vectors import TOKENIZER, WEIGHTS, WordVectors, load_word_vectors

numpy = pytest.importorskip("numpy")
tokenizers = pytest.importorskip("tokenizers")

WORDS = ["<unk>", "a", "boat", "lamp"]


def write_package(folder: Path) -> None:
    """Write the two files of the package, with four words of two numbers."""
    body = numpy.array([[0, 0], [1, 2], [3, 4], [5, 0]], "<f2").tobytes()
    entry = {"dtype": "F16", "shape": [4, 2], "data_offsets": [0, len(body)]}
    head = json.dumps({"embedding.weight": entry}).encode()
    for name in (WEIGHTS, TOKENIZER):
        (folder / name).parent.mkdir(parents=True)
    (folder / WEIGHTS).write_bytes(struct.pack("<Q", len(head)) + head + body)
    model = tokenizers.models.WordLevel({word: n for n, word in enumerate(WORDS)}, "<unk>")
    tokenizer = tokenizers.Tokenizer(model)
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    tokenizer.enable_padding()
    tokenizer.save(str(folder / TOKENIZER))


@pytest.fixture
def small(tmp_path: Path) -> WordVectors:
    write_package(tmp_path)
    return word_vectors._load_files(tmp_path)


def test_a_text_is_the_mean_of_its_words_in_any_company(small: WordVectors) -> None:
    """The padding to the longest, which the file asks for, does not count; no word is nothing."""
    found = small.embed(["a boat", "", "lamp", "a a a a lamp boat"])
    assert found.tolist() == pytest.approx(numpy.array([[2, 3], [0, 0], [5, 0], [2, 2]]))
    assert found.dtype == "f4" and small.embed([]).shape == (0, 2)


def test_the_weights_are_no_copy_and_nobody_writes_to_them(small: WordVectors) -> None:
    assert not small._table.flags.owndata and not small._table.flags.writeable
    assert small._table.dtype == "f2"


def test_the_package_gives_the_vectors_that_memories_were_kept_with() -> None:
    """Its own program gave these numbers; vectors of an archive stay comparable."""
    pytest.importorskip("wordllama")
    row = load_word_vectors().embed(["The lamp was lit at night."])[0]
    assert row.shape == (256,)
    assert row[:4].tolist() == pytest.approx(KEPT_NUMBERS, abs=1e-6)


KEPT_NUMBERS = [0.09993, -0.163816, -0.017709, 0.26457]


def test_one_long_text_among_many_takes_no_room_for_all() -> None:
    pytest.importorskip("wordllama")
    model = load_word_vectors()
    texts = ["a bell " * 3000, *(f"the boat of guest {number}" for number in range(60))]
    alone = [model.embed([each])[0] for each in texts]
    tracemalloc.start()
    try:
        found = model.embed(texts)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    for row, vector in zip(found, alone, strict=True):
        assert row == pytest.approx(vector, abs=1e-6)
    assert most < 30_000_000  # as one batch: 750 MB


def test_two_who_ask_at_the_same_time_share_one_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second one waits for what the first one loads."""
    made: list[WordVectors] = []
    began, go_on = threading.Event(), threading.Event()

    @functools.cache
    def load(folder: Path) -> WordVectors:
        began.set()
        go_on.wait(60)
        made.append(WordVectors(None, None))
        return made[-1]

    monkeypatch.setattr(word_vectors, "_find_folder", lambda: Path("wordllama"))
    monkeypatch.setattr(word_vectors, "_load_files", load)
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(load_word_vectors)
        assert began.wait(60)
        second = pool.submit(load_word_vectors)
        go_on.set()
        assert [first.result(60), second.result(60)] == made * 2
