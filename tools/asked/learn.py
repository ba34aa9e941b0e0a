"""``python -m tools.asked.learn``: learn who asks for what they told, and what answers it.

From ``tools/asked/visits.txt``, ``later_visits.txt``, ``in_passing.txt`` and ``for_all.txt``, and
from lines of ``tools/replies/judged.txt`` that ask for no memory, it makes

- ``server/shipped/asking.npz``, the weights of the numbers of a line's vector,
- ``agents/mind/speech/told/asking/asking_weights.py``, the weights of signs,

and prints how well both do on the files of ``tools/asked`` that are held out.  It needs the package
of the sentence model; some two minutes.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy

from agents.mind.speech.kinds.vector_weights import sum_weights
from agents.mind.speech.told.asking import asking_weights
from agents.mind.speech.told.asking.nearest import list_compared, list_sides
from agents.mind.speech.told.asking.reader import AskingReader
from agents.mind.speech.told.asking.signs import (
    list_line_signs,
    list_sentence_signs,
)
from agents.mind.speech.told.telling_back import Told, ToldLine, read_told
from server.shipped.voice_vectors import ASKING_ROWS
from tools.asked.visits import (
    ALL,
    FOR_ALL,
    FOR_ALL_HELD_OUT,
    HELD_OUT,
    IN_PASSING,
    IN_PASSING_HELD_OUT,
    LATER,
    NONE,
    VISITS,
    AskingVisit,
    read_more,
    read_visits,
)
from tools.regression import render_weights
from tools.replies.judged import split_judged
from tools.vectors import HELD, OF_VECTOR, KnownVectors, descend, write_rows

WEIGHTS = Path(asking_weights.__file__)
AGENTS = ("Moss", "Cobb", "Wren", "Hester")

#: What a line asks for: one thing, all, or nothing that was told.
ONE_THING, ALL_OF_IT, NOTHING = range(3)

#: How lines are marked that are no part of a visit.
_MARKS = {"?": ALL_OF_IT, "1": ONE_THING, "!": NOTHING}

#: So many lines of talks are learnt from besides, as asking for nothing that was told.
OF_TALKS = 2500

_PAGE = '''"""Weights of signs of who asks for what they told, which ``tools.asked.learn`` makes."""

from __future__ import annotations

from collections.abc import Mapping

ONE: Mapping[str, float] = {one}
"""Of a line that asks for one thing."""

ALL: Mapping[str, float] = {whole}
"""Of a line that asks for all that the hearer knows."""

SENTENCE: Mapping[str, float] = {sentence}
"""Of a told sentence that answers a question."""
'''


class SpokenLine(NamedTuple):
    """A line, and for which of the three it asks."""

    words: str
    asks: int


class AskedSides(NamedTuple):
    """The sentences of a visit beside a question."""

    signs: Sequence[Mapping[str, float]]
    answers: Sequence[bool]
    """Whether each answers it; none may."""


def read_visit(visit: AskingVisit) -> Told:
    """Return what a visitor has told."""
    lines = [ToldLine(words, at) for at, words in enumerate(visit.lines, 1)]
    return read_told(lines, (*AGENTS, visit.name))


def list_lines(visits: Sequence[AskingVisit]) -> list[SpokenLine]:
    """Return all lines of visits."""
    found = []
    for each in visits:
        asked = ((one.question, one.answered_by) for one in each.asked)
        found += [SpokenLine(q, ALL_OF_IT if by == ALL else ONE_THING) for q, by in asked]
        found += [SpokenLine(words, NOTHING) for words in (*each.lines, *each.unasked)]
    return found


def read_for_all(path: Path) -> list[SpokenLine]:
    """Return the lines of a file that mostly ask for all, or look like it."""
    rows = [row for row in path.read_text("utf-8").split("\n") if row[:2].rstrip() in _MARKS]
    return [SpokenLine(row[2:], _MARKS[row[0]]) for row in rows]


def list_talk_lines() -> list[SpokenLine]:
    """Return lines of talks that ask for no memory by their words."""
    moments = [each for part in split_judged() for each in part]
    lines = dict.fromkeys(each.line for each in moments)
    plain = [each for each in lines if not list_line_signs(each)["of memory"]]
    return [SpokenLine(each, NOTHING) for each in plain[:OF_TALKS]]


def list_asked_sides(visits: Sequence[AskingVisit], known: KnownVectors) -> Iterator[AskedSides]:
    """Yield for each question for one thing the sentences beside it."""
    for visit in visits:
        told = read_visit(visit)
        for by, words, question, _ in visit.asked:
            if by == ALL or not told.sentences:
                continue
            ways = [each.casefold() for each in words]
            has = [any(way in e.words.casefold() for way in ways) for e in told.sentences]
            of_line = [str(each.seq) == by for each in told.sentences]
            right = [one and other for one, other in zip(has, of_line, strict=True)]
            signs = [list_sentence_signs(question, e) for e in list_sides(question, told, known)]
            yield AskedSides(signs, right if any(right) else has)


def leave_out_answers(visits: Sequence[AskingVisit]) -> Iterator[AskingVisit]:
    """Yield each visit without the line that answers a question, which nothing answers then."""
    for visit in visits:
        for each in visit.asked:
            if each.answered_by in (NONE, ALL):
                continue
            ways = [way.casefold() for way in each.words]
            lines = [
                words for words in visit.lines if not any(way in words.casefold() for way in ways)
            ]
            yield visit._replace(lines=lines, asked=[each._replace(answered_by=NONE, words=())])


def learn_lines(lines: Sequence[SpokenLine], known: KnownVectors) -> tuple[Any, list[Any]]:
    """Return the weights of vectors, and of signs, for one thing and for all."""
    signs = [list_line_signs(each.words) for each in lines]
    names = list(signs[0])
    vectors = numpy.stack([known.find_vector(each.words) for each in lines]) * OF_VECTOR
    table = numpy.array([[float(each[name]) for name in names] + [1.0] for each in signs])
    whole = numpy.concatenate([vectors, table], axis=1)
    wanted = numpy.eye(3)[[each.asks for each in lines]][:, :NOTHING]

    def find_slope(weights: Any) -> Any:
        likely = numpy.exp(whole @ weights)
        likely /= 1 + likely.sum(axis=1, keepdims=True)
        return whole.T @ (likely - wanted) / len(whole) + HELD * weights

    weights = descend(numpy.zeros((whole.shape[1], 2)), find_slope)
    size = vectors.shape[1]
    by_sign = [
        dict(zip((*names, "base"), weights[size:, at].round(3).tolist(), strict=True))
        for at in (ONE_THING, ALL_OF_IT)
    ]
    return (weights[:size] * OF_VECTOR).T, by_sign


def learn_sentences(asked: Sequence[AskedSides]) -> dict[str, float]:
    """Return the weights with which the sentence that answers, or none, is likeliest."""
    names = list(asked[0].signs[0])
    tables = [
        numpy.array([[float(s[n]) for n in names] + [1.0] for s in each.signs]) for each in asked
    ]
    right = [numpy.array(each.answers, float) for each in asked]

    def find_slope(weights: Any) -> Any:
        total = HELD * weights
        for table, answers in zip(tables, right, strict=True):
            likely = numpy.exp(table @ weights)
            likely /= 1 + likely.sum()
            among = likely * answers
            wanted = among / among.sum() if answers.any() else answers
            total += table.T @ (likely - wanted) / len(tables)
        return total

    found = descend(numpy.zeros(len(names) + 1), find_slope).round(3).tolist()
    return dict(zip((*names, "base"), found, strict=True))


def describe_lines(lines: Sequence[SpokenLine], known: KnownVectors) -> Iterator[str]:
    """Yield how many lines are read as what they are."""
    reader = AskingReader(ASKING_ROWS)
    for kind, name in ((ONE_THING, "one thing"), (ALL_OF_IT, "all"), (NOTHING, "nothing told")):
        read = [reader.read(e.words, known.find_vector(e.words)) for e in lines if e.asks == kind]
        if not read:
            continue
        most = (
            [each.one >= 0.5 for each in read if each],
            [each.all >= 0.5 for each in read if each],
        )
        yield (
            f"asks for {name}: {len(read)}, read as one thing {sum(most[0]) / len(read):.1%},"
            f" as all {sum(most[1]) / len(read):.1%}"
        )


def describe_answers(asked: Sequence[AskedSides], weights: Mapping[str, float]) -> Iterator[str]:
    """Yield how often the likeliest sentence answers, by how likely it is."""
    rated = []
    for each in asked:
        shares = [math.exp(sum_weights(signs, weights)) for signs in each.signs]
        best = max(range(len(shares)), key=shares.__getitem__)
        rated.append((shares[best] / (1 + sum(shares)), each.answers[best], any(each.answers)))
    answered = [right for _, right, has in rated if has]
    yield f"sentence: {sum(answered) / len(answered):.1%} of {len(answered)} right"
    for low, high in ((0, 0.1), (0.1, 0.2), (0.2, 0.3), (0.3, 0.5), (0.5, 0.7), (0.7, 1.01)):
        some = [(right, has) for share, right, has in rated if low <= share < high]
        right, told = sum(one for one, _ in some), sum(has for _, has in some)
        yield f"  likely {low:.1f}-{min(high, 1):.1f}: {told} told, right {right};" + (
            f" {len(some) - told} not told"
        )


def main() -> None:
    """Learn, write both files, and tell how well it does."""
    visits = [*read_visits(VISITS), *read_visits(LATER), *read_more(LATER, IN_PASSING)]
    held, passing = list(read_visits(HELD_OUT)), list(read_more(HELD_OUT, IN_PASSING_HELD_OUT))
    lines = list(dict.fromkeys((*list_lines(visits), *read_for_all(FOR_ALL), *list_talk_lines())))
    of_held = [list_lines(held), list_lines(passing), read_for_all(FOR_ALL_HELD_OUT)]
    every = (*visits, *held, *leave_out_answers(visits))
    told = [text for each in every for text in list_compared(read_visit(each))]
    known = KnownVectors([*(each.words for some in (lines, *of_held) for each in some), *told])
    rows, (one, whole) = learn_lines(lines, known)
    sides = [*visits, *leave_out_answers(visits)]
    sentence = learn_sentences([e for e in list_asked_sides(sides, known) if e.signs])
    write_rows(ASKING_ROWS, rows)
    parts = {"one": one, "whole": whole, "sentence": sentence}
    page = _PAGE.format(**{name: render_weights(each) for name, each in parts.items()})
    WEIGHTS.write_text(page, "utf-8")
    asking_weights.ONE, asking_weights.ALL = one, whole
    for some in of_held:
        print("\n".join(describe_lines(some, known)))
    for asked in (held, passing):
        print("\n".join(describe_answers(list(list_asked_sides(asked, known)), sentence)))


if __name__ == "__main__":
    main()
