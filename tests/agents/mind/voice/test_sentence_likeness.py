"""Lines are compared by the vectors of a sentence model, made beforehand and kept."""

from __future__ import annotations

import importlib.util
from collections.abc import Coroutine, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy
import pytest

from agents.boundaries import ModelRejected
from agents.mind.voice import sentence_likeness
from agents.mind.voice.retrieval import NEAR_ENOUGH, VoiceIndex
from agents.mind.voice.sentence_likeness import KEPT, KEPT_READINGS, Known, SentenceLikeness
from agents.mind.voice.vector_file import VectorFile, digest_line, pack_vector, unpack_vector
from agents.mind.voice.voice_file import parse_voice, read_voice
from agents.models.embedding.sentence import PACKAGE, SentenceEmbedder
from server.shipped.voice_vectors import SHIPPED_VECTORS
from tests.paths import VAULT

LINES = ("Where is the boat?", "How deep is it?")


class Letters:
    """Embeds a text as the counts of its letters, and notes what it was asked for."""

    name = "letters"

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def embed(self, texts: Sequence[str]) -> Sequence[bytes]:
        self.asked += texts
        rows = [
            [text.lower().count(each) for each in "abcdefghijklmnopqrstuvwxyz"] for text in texts
        ]
        return [_shorten(numpy.array(each)) for each in rows]

    def embed_at_once(self, text: str) -> bytes | None:
        return None

    async def close(self) -> None:
        """Do nothing."""


def _shorten(row: Any) -> bytes:
    short: bytes = (row / numpy.linalg.norm(row)).astype("<f4").tobytes()
    return short


class Absent(Letters):
    async def embed(self, texts: Sequence[str]) -> Sequence[bytes]:
        raise ModelRejected("the model is not installed")


class Place:
    """A folder with the files, and what is logged."""

    def __init__(self, folder: Path) -> None:
        self.own, self.shipped = VectorFile(folder / "own.npz"), VectorFile(folder / "shipped.npz")
        self.logged: list[str] = []
        self.begun: list[Coroutine[Any, Any, None]] = []

    def open(self, embedder: Letters) -> SentenceLikeness:
        return SentenceLikeness(
            embedder, self.own, self.shipped, self.begun.append, self.logged.append
        )


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    place = Place(tmp_path)
    yield place
    for each in place.begun:
        each.close()


async def test_lines_are_compared_once_their_vectors_are_there(place: Place) -> None:
    sentences = place.open(Letters())
    await sentences.hear(["How deep is it?"])
    assert sentences.compare("How deep is it?", LINES) == ()
    await sentences.learn(LINES)
    await sentences.hear(["How deep is it?"])
    boat, depth = sentences.compare("How deep is it?", LINES)
    assert depth == pytest.approx(1.0, abs=0.01)
    assert boat < 0.9


async def test_lines_behind_answers_are_compared_each_by_itself(place: Place) -> None:
    sentences = place.open(Letters())
    await sentences.learn(LINES, ("Who was it?",))
    await sentences.hear(["Who was it then?"])
    near, unknown = sentences.compare_each("Who was it then?", ["Who was it?", "Why so?"])
    assert near > 0.8 and unknown == 0.0
    assert len(sentences.compare("Who was it then?", LINES)) == len(LINES)
    again = Letters()
    await place.open(again).learn(LINES, ("Who was it?",))
    assert not again.asked


async def test_lines_are_compared_a_few_at_a_time_wherever_their_vectors_are(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of a voice's vectors as floats at once would leave holes of 10 MB in the memory."""
    monkeypatch.setattr(sentence_likeness, "BLOCK", 2)
    lines = ("Where is it?", "How deep?", "Who dug it?", "What for?", "Zounds!", "Is it wet?")
    rows = [numpy.frombuffer(each, "<f4") for each in await Letters().embed(lines)]
    packed = {digest_line(line): pack_vector(row) for line, row in zip(lines, rows, strict=True)}
    place.shipped.write("letters", dict(list(packed.items())[1:4]))
    sentences = place.open(Letters())
    await sentences.learn(lines)
    await sentences.hear(["Who dug?"])
    (one,) = [numpy.frombuffer(each, "<f4") for each in await Letters().embed(["Who dug?"])]
    whole = [float(unpack_vector(packed[digest_line(each)]) @ one) for each in lines]
    assert sentences.compare("Who dug?", lines) == pytest.approx(whole, abs=1e-6)
    blocks = [at for _, at in sentences._known[lines]._list_blocks()]
    assert max(map(len, blocks)) == 2 and sorted(numpy.concatenate(blocks)) == list(range(6))


async def test_lines_asked_about_are_learned_in_the_background(place: Place) -> None:
    sentences = place.open(Letters())
    assert sentences.compare("How deep is it?", LINES) == ()
    assert sentences.compare("Who are you?", LINES) == ()
    (learning,) = place.begun
    await learning
    await sentences.hear(["How deep is it?"])
    assert sentences.compare("How deep is it?", LINES)


async def test_vectors_are_made_once_and_kept(place: Place) -> None:
    await place.open(Letters()).learn(LINES)
    again = Letters()
    await place.open(again).learn((*LINES, "Who are you?"))
    assert again.asked == ["Who are you?"]


async def test_what_is_shipped_is_not_made_and_not_written_again(place: Place) -> None:
    row = numpy.frombuffer((await Letters().embed([LINES[0]]))[0], "<f4")
    place.shipped.write("letters", {digest_line(LINES[0]): pack_vector(row)})
    embedder = Letters()
    await place.open(embedder).learn(LINES)
    assert embedder.asked == [LINES[1]]
    assert set(place.own.read("letters")) == {digest_line(LINES[1])}


@pytest.mark.parametrize("content", [b"", b"PK", b"not a file of vectors"])
async def test_a_broken_file_is_made_anew(place: Place, content: bytes) -> None:
    place.own.path.write_bytes(content)
    await place.open(Letters()).learn(LINES)
    assert set(place.own.read("letters")) == set(map(digest_line, LINES))


async def test_vectors_of_another_model_do_not_count(place: Place) -> None:
    await place.open(Letters()).learn(LINES)
    assert place.own.read("words") == {}


async def test_a_cosine_is_kept_to_a_hundredth(place: Place) -> None:
    rows = [numpy.frombuffer(each, "<f4") for each in await Letters().embed(LINES)]
    packed = map(pack_vector, rows)
    place.own.write("letters", dict(zip(map(digest_line, LINES), packed, strict=True)))
    kept = place.own.read("letters")
    one, other = (unpack_vector(kept[digest_line(each)]) for each in LINES)
    assert one @ other == pytest.approx(rows[0] @ rows[1], abs=0.01)


async def test_without_the_model_words_decide_and_that_is_said_once(place: Place) -> None:
    sentences = place.open(Absent())
    await sentences.learn(LINES)
    await sentences.learn((*LINES, "Who are you?"))
    await sentences.hear(["How deep is it?"])
    assert sentences.compare("How deep is it?", LINES) == ()
    assert place.logged == [
        "[Speech] the model is not installed: what is said is compared by its words"
    ]


async def test_a_folder_that_cannot_be_written_keeps_nobody_from_comparing(tmp_path: Path) -> None:
    place = Place(tmp_path / "gone")
    sentences = place.open(Letters())
    await sentences.learn(LINES)
    await sentences.hear(["How deep is it?"])
    assert sentences.compare("How deep is it?", LINES)
    assert "are not kept" in place.logged[0]


async def test_what_was_heard_is_kept_within_bounds(place: Place) -> None:
    sentences = place.open(Letters())
    await sentences.learn(LINES)
    for number in range(KEPT):
        await sentences.hear([f"deep {'deep ' * number}"])
    assert sentences.compare("deep ", LINES)
    await sentences.hear(["another"])
    assert sentences.compare("deep ", LINES) == ()


# --- with the published model ----------------------------------------------------------------

INSTALLED = pytest.mark.skipif(importlib.util.find_spec(PACKAGE) is None, reason="not installed")


@pytest.fixture(scope="module")
def published() -> SentenceEmbedder:
    return SentenceEmbedder()


async def listen(place: Place, embedder: SentenceEmbedder, name: str, heard: str) -> VoiceIndex:
    """The index of a shipped voice that has heard these words."""
    run, log = place.begun.append, place.logged.append
    sentences = SentenceLikeness(embedder, place.own, SHIPPED_VECTORS, run, log)
    voice = read_voice(VAULT / "agents" / name / "voice.md", lambda room: True).voice
    index = VoiceIndex(voice, name, sentences=sentences)
    await sentences.learn(index.lines)
    await index.listen(heard)
    return index


@INSTALLED
@pytest.mark.parametrize(
    ("name", "heard", "answer"),
    [
        ("Hester", "how deep is it, is it deeper than a church?", "161 feet"),
        ("Wren", "do you ever get scared up here at night", "A night with no answer"),
        ("Moss", "May I sit down a minute?", "Please do, it is free."),
    ],
)
async def test_a_voice_answers_what_is_asked_in_other_words(
    place: Place, published: SentenceEmbedder, name: str, heard: str, answer: str
) -> None:
    index = await listen(place, published, name, heard)
    nearest = index.rank_exchanges(heard)[0]
    assert nearest.score >= NEAR_ENOUGH
    assert nearest.exchange.answers[0].text.startswith(answer)


@INSTALLED
async def test_shared_words_alone_do_not_make_lines_alike(
    place: Place, published: SentenceEmbedder
) -> None:
    heard = "My mother salts the bread twice. How do you make yours?"
    index = await listen(place, published, "Moss", heard)
    by_words = VoiceIndex(index.voice, "Moss").rank_exchanges(heard)[0]
    assert by_words.heard == "How do you do?"
    assert by_words.score >= NEAR_ENOUGH
    near = (each for each in index.rank_exchanges(heard) if each.score >= NEAR_ENOUGH)
    assert "How do you do?" not in [each.heard for each in near]


def test_most_lines_of_the_shipped_voices_have_a_vector() -> None:
    there = SHIPPED_VECTORS.read("all-MiniLM-L6-v2")
    for path in sorted((VAULT / "agents").glob("*/voice.md")):
        lines = VoiceIndex(read_voice(path, lambda room: True).voice).lines
        known = sum(digest_line(each) in there for each in lines)
        assert known >= 0.95 * len(lines), f"{path}: run python -m tools.voice_vectors"


EXCHANGES: tuple[Known, ...] = tuple((each, "Yes.") for each in LINES)


class Readers(Letters):
    """Rates an exchange by its wording's length, and notes what it was asked for."""

    def __init__(self, fails: bool = False) -> None:
        super().__init__()
        self.read: list[tuple[str, tuple[Known, ...]]] = []
        self.fails = fails

    async def read_exchanges(self, heard: str, exchanges: Sequence[Known]) -> Sequence[float]:
        if self.fails:
            raise ModelRejected("there is no file for it")
        self.read.append((heard, tuple(exchanges)))
        return [float(len(wording)) for wording, _ in exchanges]


async def test_what_is_near_is_read_together_once(place: Place) -> None:
    """In one pass; wordings that were read are not read again."""
    reader = Readers()
    sentences = SentenceLikeness(
        reader, place.own, place.shipped, place.begun.append, place.logged.append, reader
    )
    assert sentences.find_reading("Who?", EXCHANGES[0]) is None
    await sentences.read("Who?", EXCHANGES[:1])
    await sentences.read("Who?", EXCHANGES)
    await sentences.read("Who?", EXCHANGES)
    assert reader.read == [("Who?", EXCHANGES[:1]), ("Who?", EXCHANGES[1:])]
    assert [sentences.find_reading("Who?", each) for each in EXCHANGES] == [18.0, 15.0]
    assert sentences.find_reading("Where?", EXCHANGES[0]) is None
    assert sentences.find_reading("Who?", (LINES[0], "No.")) is None
    for number in range(KEPT_READINGS):
        await sentences.read(f"Who is {number}?", EXCHANGES)
    assert sentences.find_reading("Who?", EXCHANGES[0]) is None


async def test_without_a_reader_vectors_go_on(place: Place) -> None:
    """It is said once that nothing is read together."""
    reader = Readers(fails=True)
    sentences = SentenceLikeness(
        reader, place.own, place.shipped, place.begun.append, place.logged.append, reader
    )
    await sentences.learn(LINES)
    for heard in ("How deep is it?", "How high is it?"):
        await sentences.hear([heard])
        await sentences.read(heard, EXCHANGES)
        assert sentences.compare(heard, LINES)
        assert sentences.find_reading(heard, EXCHANGES[0]) is None
    (line,) = place.logged
    assert "is not read once more" in line


async def test_an_index_reads_the_nearest_unless_the_words_are_the_same(place: Place) -> None:
    text = "## Exchanges\n" + "".join(f"> {each}\n\nYes.\n\n" for each in LINES)
    reader = Readers()
    sentences = SentenceLikeness(
        reader, place.own, place.shipped, place.begun.append, place.logged.append, reader
    )
    index = VoiceIndex(parse_voice(Path("voice.md"), text).voice, "Wren", sentences=sentences)
    await sentences.learn(index.lines)
    await index.listen("Wren, where is the boat?")
    assert reader.read == []
    await index.listen("Wren, how deep is the boat?")
    ((heard, known),) = reader.read
    assert heard == "how deep is the boat?"
    near = index.rank_exchanges("Wren, how deep is the boat?")
    assert known == tuple((each.heard, "Yes.") for each in near)
    read = [index.find_reading("Wren, how deep is the boat?", each) for each in near]
    assert read == [float(len(wording)) for wording, _ in known]
