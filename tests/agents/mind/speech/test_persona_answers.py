"""A question that only the persona answers is answered with the persona's sentence."""

from __future__ import annotations

from collections.abc import Sequence

from agents.meaning import NoMeanings
from agents.mind.speech.persona_answers import answer_by_persona

ABOUT = ("I ferry people across the tarn.", "My palms are burned by rope.", "I own one hat.")


def answers(heard: str) -> list[str]:
    return [each.words for each in answer_by_persona(ABOUT, heard, "Cobb")]


def test_the_sentence_with_the_words_of_the_question_answers() -> None:
    assert answers("Cobb, how did your palms get burned?") == ["My palms are burned by rope."]
    assert answers("Have you got a hat?") == ["I own one hat."]


def test_a_statement_a_chance_word_and_nothing_get_no_sentence() -> None:
    assert answers("Your palms are burned.") == []
    assert answers("Do people like to dance and sing with fiddles?") == []
    assert answers("How are you?") == []


def test_what_is_stated_beside_a_question_is_not_asked() -> None:
    """ "My cat sleeps in the pot" got "I sleep in the Hall"."""
    heard = "My palms were burned by rope, too. What do you think of cats?"
    assert answers(heard) == []
    assert answers("I have a cat. Have you got a hat?") == ["I own one hat."]


class _Near(NoMeanings):
    """Every sentence is near to every question, and only one word to another."""

    def compare(self, text: str, others: Sequence[str]) -> Sequence[float]:
        if " " in text:
            return [0.6 for _ in others]
        return [0.5 if (text, each) == ("folk", "people") else 0.0 for each in others]


def test_a_side_word_in_common_is_not_enough_where_another_has_no_counterpart() -> None:
    """ "Do you get lonely on the tarn?" is not answered by "I ferry people across the tarn." """
    found = list(answer_by_persona(ABOUT[:1], "Do you get lonely on the tarn?", "Cobb", _Near()))
    assert found == []
    (ferries,) = answer_by_persona(ABOUT[:1], "Do folk go over the tarn?", "Cobb", _Near())
    assert ferries.words == ABOUT[0]


def test_what_is_pointed_at_is_not_in_the_profile() -> None:
    """ "A pane in that hut is clean. Who looks after it?" got "I am Cobb, the ferryman." """
    about = ("I mend the ferry and look after its rope.",)
    assert list(answer_by_persona(about, "Do you mend and look after it?", "Cobb", _Near())) == []
    assert list(answer_by_persona(about, "Do you mend the ferry?", "Cobb", _Near()))


def test_who_asks_for_a_name_hears_the_sentence_that_has_one() -> None:
    about = ("I keep a crow called Tib.", "I feed the crow at dusk.")
    for heard in ("What is your crow called?", "What's your crow's name?"):
        found = [each.words for each in answer_by_persona(about, heard, "Hedda")]
        assert found == ["I keep a crow called Tib."]
