from __future__ import annotations

import sqlite3
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.memory.recall import schema as recall_schema
from agents.memory.recall.dates import Days
from agents.memory.recall.query import MAX_WORDS, leave_out_names, parse_question
from tests.examples import choose_count


@pytest.mark.parametrize(
    ("question", "terms"),
    [
        ("What is Ada's lantern?", ['"Ada"', '"lantern"']),
        ("what kind of lantern is it", ['"lantern"']),
        ("How many lanterns?", ['"lanterns"']),
        ("dairy-free cake", ['"dairy"', '"free"', '"cake"']),
        ("the the THE", ['"the"', '"THE"']),
        ("what did he buy", ['"buy" OR "bought"']),
        ("the man's hat", ['"man" OR "men"', '"hat"']),
        ("月を見た", ['" 月  を  見  た "']),
        ('say "NEAR(a b)"', ['"say" OR "said"', '"NEAR(a"', '"b"']),
    ],
)
def test_little_words_and_question_words_are_dropped(question: str, terms: list[str]) -> None:
    """What is left to look for are the telling words, in every form that they may have."""
    assert list(parse_question(question).terms) == terms


def test_long_questions_are_cut() -> None:
    """However long a question is, the work it makes is bounded."""
    assert len(parse_question(" ".join(f"word{n}" for n in range(100))).terms) == MAX_WORDS


@pytest.mark.parametrize(
    ("question", "days"),
    [
        ("what happened in May 2023?", [Days(2023, 5, None)]),
        ("on 9 August, 2023", [Days(2023, 8, 9)]),
        ("on August 9th", [Days(None, 8, 9)]),
        ("on May 25, 2023 and on 2024-02-03", [Days(2024, 2, 3)]),
        ("during 2022", [Days(2022, None, None)]),
        ("in the month 2023-07", [Days(2023, 7, None)]),
        ("you may go", []),
        ("on 31 February 2023", [Days(2023, 2, None)]),
        ("the year 0000-01", []),
        ("on 2023-13-45", []),
        ("yesterday", []),
    ],
)
def test_dates_are_understood(question: str, days: list[Days]) -> None:
    """Days, months and years that a question names are read; what is no date is none."""
    assert list(parse_question(question).days) == days


def test_days_hold_moments() -> None:
    """A date without a year comes round every year, one without a day lasts the month."""
    at = datetime(2023, 5, 9, tzinfo=UTC)
    assert Days(2023, 5, None).holds(at)
    assert Days(None, 5, 9).holds(at)
    assert not Days(2022, 5, None).holds(at)
    assert not Days(2023, 5, 8).holds(at)


@settings(max_examples=choose_count(80, 200), deadline=None)
@given(st.text(st.characters(codec=None), max_size=80))
def test_every_expression_is_valid(question: str) -> None:
    """Whatever is asked, what comes of it is valid FTS5."""
    asked = parse_question(question)
    with recall_schema.open_in_memory(()) as connection:
        for expression in (*asked.terms, *(pair[2] for pair in asked.pairs)):
            recall_schema.match_words(connection, "words", expression, 1, (1, 9))
        assert isinstance(recall_schema.find_people(connection, asked.words), set)


def test_an_invalid_expression_would_be_noticed() -> None:
    """The check above can fail."""
    with recall_schema.open_in_memory(()) as connection, pytest.raises(sqlite3.OperationalError):
        recall_schema.match_words(connection, "words", '"', 1, (1, 9))


@pytest.mark.parametrize(
    ("question", "names", "left"),
    [
        ("What does Ada's brother do?", {"ada"}, "What does brother do?"),
        ("Where is old tom, Fern?", {"old tom", "fern"}, "Where is"),
        ("Ada Fern", {"ada", "fern"}, "Ada Fern"),
        ("Who sang?", set(), "Who sang?"),
    ],
)
def test_names_are_left_out_of_a_meaning(question: str, names: set[str], left: str) -> None:
    assert leave_out_names(question, names) == left


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How many lanterns work?", "None of them work."),
        ("How many oars has it?", "It has a pair of oars."),
        ("How much is a lantern?", "It costs ninepence."),
        ("How old is the mill?", "It stands for ninety years."),
        ("How often is it swept?", "It is swept daily."),
        ("How often is it filled?", "It is filled every evening."),
        ("How many times were you there?", "I was there once."),
        ("What is the number of steps?", "There are sixty-four."),
    ],
)
def test_a_question_of_a_count_knows_its_answer(question: str, answer: str) -> None:
    """In figures, in words, and by words for none, for two and for how often."""
    kind = parse_question(question).kind
    assert kind is not None
    assert kind.search(answer)
    assert not kind.search("The lantern is fine and loud.")
