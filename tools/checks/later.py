"""What was told or seen later than a note, by writers, to learn from or to be held out."""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

_FOLDER = Path(__file__).parents[2] / "tests" / "data" / "sentences" / "later"

LEARNT = tuple(each for each in sorted(_FOLDER.glob("*.txt")) if int(each.stem) % 2)
"""What is learnt from; files with an even number are for measuring."""

#: Whether the note is out of date, by the mark before what came later.
_LABELS = {"-": True, "+": False, "?": False}
_NOTE = "E"
_WORD, _NAME = re.compile(r"\b[a-z]+\b"), re.compile(r"\b[A-Z][a-z]+\b")
_SPEAKER = re.compile(r"([A-Z][a-z]+):")

#: So many lines are read beside the note of another block, too, of which they tell nothing: one
#: that shares its rare words, any that is told of the same people, or any.
_NEAR, _OF_SAME, _ASTRAY = 0.4, 0.7, 0.15
#: A word that more notes have is not rare, and one with fewer letters is no word of a matter.
_COMMON, _LETTERS = 40, 4


class LaterLine(NamedTuple):
    """A note, what was told or seen later, and whether that makes the note out of date."""

    note: str
    line: str
    outdated: bool

    @property
    def texts(self) -> tuple[str, str, str]:
        """What is read: the note, nothing between, and the later line."""
        return self.note, "", self.line


def list_later(path: Path) -> Iterator[LaterLine]:
    """Yield the later lines of a file, each beside its note."""
    for block in path.read_text("utf-8").split("\n\n"):
        rows = [each.strip() for each in block.splitlines() if each.strip()]
        notes = [row[2:].strip() for row in rows if row[0] == _NOTE]
        for row in (each for each in rows if notes and each[0] in _LABELS):
            yield LaterLine(notes[0], row[2:].strip(), _LABELS[row[0]])


def mix_notes(later: Sequence[LaterLine], order: random.Random) -> Iterator[LaterLine]:
    """Yield the lines, and most of them beside another block's note as well: as it stands, or told
    of the same people, as whoever goes on speaks of something else most of the time."""
    having, notes = _index_notes(later), list(dict.fromkeys(each.note for each in later))
    known = _list_names(later)
    for each in later:
        yield each
        near = _list_near(each, having)
        if near and order.random() < _NEAR:
            yield each._replace(note=order.choice(near), outdated=False)
        other = order.choice(notes)
        of_same = _rename(other, each, known)
        if of_same and other != each.note and order.random() < _OF_SAME:
            yield each._replace(note=of_same, outdated=False)
        elif other != each.note and order.random() < _ASTRAY:
            yield each._replace(note=other, outdated=False)


def _list_names(later: Sequence[LaterLine]) -> frozenset[str]:
    """Return the names of all who speak, as far as they are one word."""
    told = (_SPEAKER.match(text) for each in later for text in (each.note, each.line))
    return frozenset(found[1] for found in told if found)


def _rename(note: str, line: LaterLine, known: Collection[str]) -> str:
    """Return a note, told by or of somebody of the line or of the line's note; empty if one of both
    names nobody."""
    own = [each for each in _NAME.findall(line.line) if each in known]
    own = own or [each for each in _NAME.findall(line.note) if each in known]
    theirs = next((each for each in _NAME.findall(note) if each in known), "")
    return re.sub(rf"\b{theirs}\b", own[0], note) if own and theirs else ""


def _index_notes(later: Sequence[LaterLine]) -> dict[str, list[str]]:
    """Return the notes that have a word, by the word; of rare words alone."""
    having: dict[str, list[str]] = defaultdict(list)
    for note in dict.fromkeys(each.note for each in later):
        for word in _read_words(note):
            having[word].append(note)
    return {word: notes for word, notes in having.items() if len(notes) <= _COMMON}


def _list_near(line: LaterLine, having: Mapping[str, list[str]]) -> list[str]:
    """Return other notes that share rare words with a line: the ones with most of them.

    None with one of its names: of people with one name it might be news.
    """
    weights = Counter[str]()
    for word in _read_words(line.line) & having.keys():
        for note in having[word]:
            weights[note] += 1
    names = frozenset(_NAME.findall(line.line))
    for note in [each for each in weights if not names.isdisjoint(_NAME.findall(each))]:
        del weights[note]
    del weights[line.note]
    most = max(weights.values(), default=0)
    return sorted(note for note, weight in weights.items() if weight == most)


def _read_words(text: str) -> frozenset[str]:
    return frozenset(each for each in _WORD.findall(text) if len(each) >= _LETTERS)
