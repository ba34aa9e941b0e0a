"""Of which kind a sentence is, its nearest examples tell."""

from __future__ import annotations

import importlib.util
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from agents.mind.speech.told.acts import EXAMPLES, TROUBLE, WORRYING, SpokenActs
from agents.mind.speech.told.examples import list_examples
from agents.mind.speech.told.worries import WORRY_KINDS, find_worry
from agents.mind.voice.question_kinds import WORRIES
from agents.mind.voice.sentence_likeness import SentenceLikeness
from agents.mind.voice.vector_file import VectorFile, digest_line
from agents.models.embedding.sentence import PACKAGE, SentenceEmbedder
from server.shipped.voice_vectors import EXAMPLE_VECTORS
from tests.agents.mind.speech.tellings.given_kinds import GivenKinds
from tests.agents.mind.support import TEXTS

NUMB = "Two fingers have gone numb, and I hold the saw with them."


@pytest.mark.parametrize(
    ("near", "kind"),
    [
        ({"ailing": 0.7, "trade": 0.5}, "ailing"),
        ({"ailing": 0.5, "trade": 0.6}, "trade"),
        ({"ailing": 0.5, "trade": 0.49}, ""),
        ({"ailing": 0.7, "fear": 0.69}, TROUBLE),
        ({"ailing": 0.3}, ""),
    ],
)
def test_a_kind_is_near_enough_and_nearer_than_others(near: dict[str, float], kind: str) -> None:
    acts = SpokenActs(TEXTS, GivenKinds({NUMB: near}))
    assert acts.find(NUMB) == kind
    assert acts.find_worry_kind(NUMB) == ("" if kind == "trade" else kind)


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("You have numb fingers, I see.", ""),
        ("Numb fingers.", ""),
        ("My fingers were numb once, as a boy.", ""),
        ("My fingers are numb.", "ailing"),
    ],
)
def test_what_is_over_or_of_the_hearer_weighs_on_nobody(words: str, kind: str) -> None:
    assert SpokenActs(TEXTS, GivenKinds({words: {"ailing": 0.9}})).find(words) == kind


def test_what_is_said_of_the_hearer_is_no_worry_of_the_speaker() -> None:
    of_hearer, of_another = "Nobody in Leeds has heard of you.", "She is all alone now, you see."
    near = {each: {"lonely": 0.5} for each in (of_hearer, of_another)}
    acts = SpokenActs(TEXTS, GivenKinds(near))
    assert acts.find_worry_kind(of_hearer) == "" and acts.find_worry_kind(of_another) == "lonely"


@pytest.mark.parametrize(
    ("words", "kind", "near", "weighs"),
    [
        ("I am sorry to have woken you.", "despair", 0.45, False),
        ("I have no idea what to say.", "despair", 0.44, False),
        ("I am holding nothing.", "despair", 0.46, False),
        ("I'm off home to my buckets.", "homesick", 0.43, False),
        ("Hands are whole.", "ailing", 0.42, False),
        ("Doctor or no doctor, for two numb fingers?", "ailing", 0.58, True),
        ("Now I do it alone.", "lonely", 0.45, True),
        ("At the station nobody says anything.", "lonely", 0.47, False),
        ("He died on Tuesday.", "death", 0.49, True),
    ],
)
def test_what_only_sounds_like_a_worry_is_none(
    words: str, kind: str, near: float, weighs: bool
) -> None:
    """An apology, a farewell, and what names nobody but where it is very near."""
    acts = SpokenActs(TEXTS, GivenKinds({words: {kind: near}}))
    assert acts.find_worry_kind(words) == (kind if weighs else "")


@pytest.mark.parametrize(
    ("words", "near", "kind"),
    [
        ("worth it what? the new stone?", 0.5, ""),
        ("People like you would have had a quest for me by now.", 0.45, ""),
        ("There is no place for me anywhere.", 0.55, "despair"),
        ("Is there something you wish you had been taught?", 0.5, ""),
        ("Do you ever want to just not wake up?", 0.65, ""),
        ("Do you ever wish that life were over?", 0.65, "despair"),
        ("Would anybody notice if I was gone?", 0.5, "despair"),
        ("Everything feels pointless lately.", 0.45, "despair"),
        ("Where should I begin?", 0.47, ""),
        ("What should I go on for?", 0.47, "despair"),
    ],
)
def test_who_despairs_speaks_of_themselves_or_of_all(words: str, near: float, kind: str) -> None:
    """A question about the hearer is seldom one's own despair, but where it is very near."""
    acts = SpokenActs(TEXTS, GivenKinds({words: {"despair": near}}))
    assert acts.find_worry_kind(words) == kind


async def test_a_sentence_is_heard_once_and_remembered() -> None:
    meanings = GivenKinds({NUMB: {"ailing": 0.9}})
    acts = SpokenActs(TEXTS, meanings)
    await acts.hear([NUMB])
    await acts.hear([NUMB])
    assert meanings.heard == [NUMB] and acts.is_known(NUMB)
    assert not SpokenActs(TEXTS).find(NUMB)


def test_each_kind_is_known_by_name_and_has_examples() -> None:
    kinds = {key.removeprefix(EXAMPLES) for key in TEXTS.keys() if key.startswith(EXAMPLES)}  # noqa: SIM118
    assert set(WORRYING) < kinds
    assert set(WORRYING) <= {each.name for each in WORRY_KINDS} == set(WORRIES)
    for kind in kinds:
        assert len(list_examples(TEXTS.raw(f"{EXAMPLES}{kind}"))) >= 15, kind


def test_the_examples_come_with_their_vectors() -> None:
    known = EXAMPLE_VECTORS.read("all-MiniLM-L6-v2")
    assert all(digest_line(each) in known for each in SpokenActs(TEXTS).lines)


@pytest.mark.skipif(importlib.util.find_spec(PACKAGE) is None, reason="no sentence model")
async def test_the_model_hears_worries_that_no_rule_knows(tmp_path: Path) -> None:
    """And none in what is only told."""
    work: list[Coroutine[Any, Any, None]] = []
    own = VectorFile(tmp_path / "own.npz")
    likeness = SentenceLikeness(SentenceEmbedder(), own, EXAMPLE_VECTORS, work.append, print)
    acts = SpokenActs(TEXTS, likeness)
    await acts.hear([])
    for each in work:
        await each
    worries = {
        "I have lost the feeling in two fingers, and I saw with that hand.": "ailing",
        "They sent me away from the mill after thirty years.": "work",
        "The evenings in that empty house are long.": "lonely",
        "I do not know whether to take the post abroad.": "decision",
    }
    plain = ["I climb trees and cut out dead wood.", "My cousin breeds goats in the valley."]
    await acts.hear([*worries, *plain])
    assert {each: acts.find_worry_kind(each) for each in worries} == worries
    assert not any(map(acts.find_worry_kind, plain))
    assert not any(map(find_worry, worries))


@pytest.mark.parametrize(
    ("near", "shown"),
    [
        ({"joy": 0.6, "death": 0.4}, "joy"),
        ({"joy": 0.45, "death": 0.4}, ""),
        ({"sympathy": 0.45, "lonely": 0.4}, "sympathy"),
        ({"joy": 0.6, "death": 0.7}, ""),
        ({"trade": 0.9}, ""),
    ],
)
def test_joy_and_sympathy_are_shown_only_surely(near: dict[str, float], shown: str) -> None:
    assert SpokenActs(TEXTS, GivenKinds({NUMB: near})).find_shown(NUMB) == shown
    asked = NUMB.replace(".", "?")
    assert not SpokenActs(TEXTS, GivenKinds({asked: near})).find_shown(asked)
