"""Which of the near exchanges answer, by the signs of their words and by learnt weights."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from agents.meaning import NO_MEANINGS
from agents.mind.voice.deciding import answer_decider
from agents.mind.voice.deciding.answer_decider import choose_answers, split_answers
from agents.mind.voice.deciding.answer_signs import contradicts, find_form, measure_signs
from agents.mind.voice.deciding.answer_weights import BY_MEANING, BY_WORDS
from agents.mind.voice.retrieval import NearExchange, VoiceIndex
from agents.mind.voice.voice import VoiceExchange, VoiceLine
from agents.mind.voice.voice_file import parse_voice, read_voice
from tests.paths import VAULT


def make_near(wording: str, meant: float, words: float, second: float = 0.0) -> NearExchange:
    exchange = VoiceExchange((wording,), (VoiceLine(f"To {wording}"),))
    score = max(meant, words)
    return NearExchange(exchange, wording, score, meant >= words, words, meant, second)


def choose(heard: str, *near: NearExchange) -> list[str]:
    text = "## Exchanges\n" + "".join(f"> {each.heard}\n\nYes.\n\n" for each in near)
    index = VoiceIndex(parse_voice(Path("voice.md"), text).voice, "Wren")
    ranked = sorted(near, key=lambda each: -each.score)
    return [each.heard for each in choose_answers(index, heard, ranked)]


def test_what_shares_the_topic_and_asks_something_else_is_no_answer() -> None:
    """Its cosine is high; the other question has another form, or is of another's thing."""
    for heard, wording in (
        ("How long did it take you to learn the lamp?", "Where is the lamp?"),
        ("What was your father like?", "What is my mother like?"),
        ("Whom would you like to see in your boat?", "Where is my boat?"),
    ):
        other = make_near("Do you like the boats and the lamp?", 0.6, 0.1)
        assert not choose(heard, make_near(wording, 0.62, 0.3), other)
    lamp = "Where can I find the lamp?"
    assert choose(lamp, make_near("Where is the lamp?", 0.85, 0.7, 0.7)) == ["Where is the lamp?"]


def test_the_same_words_are_answered_whatever_their_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answer_decider, "BY_WORDS", {"base": -9.0})
    assert choose("Hello.", make_near("Hello.", 0.0, 1.0)) == ["Hello."]
    assert not choose("Hello there.", make_near("Hello.", 0.0, 0.8))


def test_a_better_answer_goes_before_a_nearer_one_and_scores_fall() -> None:
    """Who goes first has the highest score: elsewhere scores decide."""
    asks_where = make_near("How is your aunt?", 0.85, 0.75, 0.8)
    asks_who = make_near("Who is your aunt?", 0.83, 0.8, 0.83)
    index = VoiceIndex(parse_voice(Path("voice.md"), "").voice)
    chosen = choose_answers(index, "Who was your aunt?", [asks_where, asks_who])
    assert [each.heard for each in chosen] == ["Who is your aunt?", "How is your aunt?"]
    assert [each.score for each in chosen] == sorted((e.score for e in chosen), reverse=True)


def test_a_name_at_the_beginning_is_no_part_of_what_is_asked() -> None:
    """What is asked is measured alike, whether or not the agent is called."""
    near = [make_near("Where is the lamp?", 0.85, 0.7, 0.7)]
    index = VoiceIndex(parse_voice(Path("voice.md"), "").voice, "Wren")
    called, plain = (
        choose_answers(index, heard, near)
        for heard in ("Wren, where is the lamp?", "where is the lamp?")
    )
    assert called == plain


@pytest.mark.parametrize(
    ("line", "form"),
    [
        ("How long did that take?", "duration"),
        ("how many steps are there", "count"),
        ("Who taught you?", "person"),
        ("What do you think of Cobb?", "opinion"),
        ("What should I do about it?", "advice"),
        ("Why is it green?", "reason"),
        ("Are you afraid?", "whether"),
        ("My mother kept hens.", "tells"),
        ("Tell me of the lamp.", "telling"),
    ],
)
def test_a_line_asks_for_something_of_one_form(line: str, form: str) -> None:
    assert find_form(line) == form


def test_every_weight_is_of_a_sign_that_is_measured() -> None:
    """Both sets of weights go by the same signs."""
    near = make_near("Where is the lamp?", 0.8, 0.7)
    signs = measure_signs("Where is it?", [near], lambda stem: 1.0, NO_MEANINGS)[0]
    assert set(BY_MEANING) == set(BY_WORDS) == set(signs)


def test_signs_of_two_opposite_lines_say_so() -> None:
    near = replace(make_near("What is your best day?", 0.9, 0.8))
    sign = measure_signs("What is your worst day?", [near], lambda stem: 1.0, NO_MEANINGS)[0]
    assert sign["opposite"] == 1.0 and sign["other form"] == 0.0


@pytest.mark.parametrize(
    ("heard", "known", "is_contrary"),
    [
        ("And I have regretted it every day.", "I have no regrets", True),
        ("I cannot sleep.", "My uncle sleeps all day.", True),
        ("I don’t trust maps.", "I trust you.", True),
        ("I have never kept a hen.", "I have no hens.", False),
        ("I want a plant.", "I like my plant.", False),
        ("I did not sell the boat, I sank it.", "I sank a boat.", False),
        ("Can you not sleep?", "I sleep well.", False),
    ],
)
def test_what_one_line_denies_the_other_does_not_tell(
    heard: str, known: str, is_contrary: bool
) -> None:
    assert contradicts(heard, known) is is_contrary


def test_an_exchange_for_the_contrary_does_not_answer() -> None:
    heard = "I have regretted it every day since."
    near = make_near("I have no regrets", 0.99, 0.99), make_near("I regret it", 0.9, 0.9)
    assert choose(heard, *near) == ["I regret it"]


def test_every_wording_of_a_shipped_voice_is_answered_by_its_own_exchange() -> None:
    """By words alone, too: the decider takes nothing from what was written for these words."""
    index = VoiceIndex(read_voice(VAULT / "agents" / "Wren" / "voice.md").voice, "Wren")
    for each in index.voice.exchanges[::25]:
        heard = each.heard[0]
        chosen = choose_answers(index, heard, index.rank_exchanges(heard))
        assert any(heard in one.exchange.heard for one in chosen[:3])


def test_what_was_read_together_counts_but_for_the_same_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What a reader finds beside the point is not said, and what it finds an answer goes first."""
    near = [
        make_near("How is your aunt?", 0.85, 0.75, 0.8),
        make_near("Who is your aunt?", 0.83, 0.8, 0.83),
    ]
    index = VoiceIndex(parse_voice(Path("voice.md"), "").voice)

    def choose_by(**read: float) -> list[str]:
        monkeypatch.setattr(index, "find_reading", lambda _, each: read.get(each.heard[:3]))
        return [each.heard for each in choose_answers(index, "Who was your aunt?", near)]

    assert choose_by(How=-7.0, Who=3.0) == ["Who is your aunt?"]
    assert choose_by(How=7.0, Who=-7.0) == ["How is your aunt?"]
    assert choose_by() == ["Who is your aunt?", "How is your aunt?"]
    same = make_near("Who was your aunt?", 1.0, 1.0)
    monkeypatch.setattr(index, "find_reading", lambda *_: -9.0)
    assert choose_answers(index, "Who was your aunt?", [same]) == [replace(same, chance=1.0)]


def test_what_hardly_answers_is_kept_apart_and_what_does_not_is_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A chance is here what its wording says."""
    chances = {"a": 0.9, "b": 0.3, "c": 0.2, "d": 0.1}
    monkeypatch.setattr(
        answer_decider, "_weigh_signs", lambda _, near, __: (chances[near.heard], 0.35)
    )
    near = [make_near(each, 0.5, 0.2) for each in "cadb"]
    index = VoiceIndex(parse_voice(Path("voice.md"), "").voice)
    likely, unlikely = split_answers(index, "e", near)
    assert [(each.heard, each.chance) for each in likely] == [("a", 0.9)]
    assert [(each.heard, each.chance) for each in unlikely] == [("b", 0.3), ("c", 0.2)]
