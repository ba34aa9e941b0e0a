"""``python -m tools.word_relations FOLDER``: take from WordNet which words mean the same or differ.

FOLDER has WordNet's files ``data.noun``, ``index.noun`` and so on, as Debian's package
``wordnet-base`` installs them in ``/usr/share/wordnet``.  It writes
``agents/memory/language/meanings/word_relations.txt``, which ``relations.py`` reads: common words
alone, by the stems that checks compare, and of each only its first senses.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from agents.memory.core.tokens import load_encoding
from agents.memory.language.meanings.relations import RELATIONS
from agents.memory.language.stems import stem_word

#: Senses of a word that are kept for each part of speech: the common ones come first.
SENSES = 3
#: A word that nobody tagged is common if it takes so many of the tokens of a language model.
MOST_TOKENS = 2
#: Signs of what has the same root, and of parts, members and substances with their wholes.
_BESIDE = ("+", "#p", "%p", "#m", "%m", "#s", "%s")
PARTS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}

_LICENCE = """\
# Taken from WordNet 3.0 by tools/word_relations.py: common words by their stems, senses as
# numbers. WordNet Release 3.0. This software and database is being provided to you, the
# LICENSEE, by Princeton University under the following license. By obtaining, using and/or
# copying this software and database, you agree that you have read, understood, and will comply
# with these terms and conditions.: Permission to use, copy, modify and distribute this software
# and database and its documentation for any purpose and without fee or royalty is hereby
# granted, provided that you agree to comply with the following copyright notice and statements,
# including the disclaimer, and that the same appear on ALL copies of the software, database and
# documentation, including modifications that you make for internal use or for distribution.
# WordNet 3.0 Copyright 2006 by Princeton University. All rights reserved. THIS SOFTWARE AND
# DATABASE IS PROVIDED "AS IS" AND PRINCETON UNIVERSITY MAKES NO REPRESENTATIONS OR WARRANTIES,
# EXPRESS OR IMPLIED. BY WAY OF EXAMPLE, BUT NOT LIMITATION, PRINCETON UNIVERSITY MAKES NO
# REPRESENTATIONS OR WARRANTIES OF MERCHANTABILITY OR FITNESS FOR ANY PARTICULAR PURPOSE OR THAT
# THE USE OF THE LICENSED SOFTWARE, DATABASE OR DOCUMENTATION WILL NOT INFRINGE ANY THIRD PARTY
# PATENTS, COPYRIGHTS, TRADEMARKS OR OTHER RIGHTS. The name of Princeton University or Princeton
# may not be used in advertising or publicity pertaining to distribution of the software and/or
# database. Title to copyright in this software, database and any associated documentation shall
# at all times remain with Princeton University and LICENSEE agrees to preserve same.
"""


@dataclass(frozen=True)
class Sense:
    """A set of words that mean the same, with what it points to."""

    part: str
    kind: int
    """The number of its lexicographer's file: plants, foods, artifacts …"""
    words: tuple[str, ...]
    wider: tuple[str, ...]
    """What it is a kind of; of an adjective, the one that it is like."""
    opposites: tuple[tuple[str, int, int], ...]
    """Another sense, and which words of both are opposites (from 1, 0 for all)."""
    akin: tuple[str, ...]
    """What is derived from it, or from which it is derived, and parts and wholes."""


def read_senses(folder: Path) -> dict[str, Sense]:
    """Return all senses by their part of speech and offset."""
    return dict(
        _read_sense(line, part)
        for name, part in PARTS.items()
        for line in _list_lines(folder / f"data.{name}")
    )


def _list_lines(path: Path) -> Iterator[str]:
    with path.open(encoding="latin-1") as file:
        yield from (line for line in file if not line.startswith("  "))


def _read_sense(line: str, part: str) -> tuple[str, Sense]:
    fields = line.partition("|")[0].split()
    words = int(fields[3], 16)
    at = 4 + 2 * words
    pointers = [fields[n : n + 4] for n in range(at + 1, at + 1 + 4 * int(fields[at]), 4)]
    found: dict[str, list[tuple[str, int, int]]] = defaultdict(list)
    for sign, offset, of, ends in pointers:
        target = ("a" if of == "s" else of) + offset
        found[sign].append((target, int(ends[:2], 16), int(ends[2:], 16)))
    wider = [each[0] for each in (*found["@"], *found["@i"])]
    if fields[2] == "s":
        wider += [each[0] for each in found["&"]]
    return part + fields[0], Sense(
        part,
        int(fields[1]),
        tuple(fields[4 + 2 * n].partition("(")[0].lower() for n in range(words)),
        tuple(wider),
        tuple(found["!"]),
        tuple(each[0] for sign in _BESIDE for each in found[sign]),
    )


def read_words(folder: Path) -> dict[str, list[list[str]]]:
    """Return for each common word its senses, of each part of speech the first ones."""
    count_tokens = load_encoding()
    tagged: dict[str, int] = defaultdict(int)
    found: dict[str, list[list[str]]] = defaultdict(list)
    for name, part in PARTS.items():
        for line in _list_lines(folder / f"index.{name}"):
            fields = line.split()
            word, pointers = fields[0], int(fields[3])
            if word.isalpha() and word.isascii() and len(word) > 2:
                tagged[word] += int(fields[5 + pointers])
                found[word].append([part + each for each in fields[6 + pointers :]][:SENSES])
    return {
        word: senses
        for word, senses in found.items()
        if tagged[word] or count_tokens(f" {word}") <= MOST_TOKENS
    }


def list_stems(words: Mapping[str, list[list[str]]]) -> dict[str, list[str]]:
    """Return the senses of each stem, without repeats."""
    stems: dict[str, list[str]] = defaultdict(list)
    for word, parts in words.items():
        kept = stems[stem_word(word)]
        kept += [each for part in parts for each in part if each not in kept]
    return stems


def write_relations(folder: Path) -> None:
    """Write the file of relations."""
    senses, words = read_senses(folder), read_words(folder)
    stems = list_stems(words)
    needed = _close(senses, {each for kept in stems.values() for each in kept})
    number = {each: at for at, each in enumerate(sorted(needed))}
    rows = [_write_sense(senses[each], number) for each in number]
    words_told = [_write_word(stem, kept, senses, number) for stem, kept in sorted(stems.items())]
    opposites = _list_opposites(senses, stems)
    pairs = [f"{one} {' '.join(sorted(others))}\n" for one, others in sorted(opposites.items())]
    parts = ("".join(rows), "".join(words_told), "".join(pairs))
    RELATIONS.write_text(_LICENCE + "".join(map("\n{}".format, parts)), "utf-8")


def _write_sense(sense: Sense, number: Mapping[str, int]) -> str:
    wider = next((f"{number[each]}" for each in sense.wider if each in number), "")
    opposite = next((f"{number[each[0]]}" for each in sense.opposites if each[0] in number), "")
    return f"{sense.kind:2} {wider:5} {opposite:5}\n"


def _write_word(
    word: str, kept: Sequence[str], senses: Mapping[str, Sense], number: Mapping[str, int]
) -> str:
    own = [number[each] for each in kept]
    akin = {number[o] for each in kept for o in senses[each].akin if o in number} - set(own)
    told = " ".join([word, *map(str, own)])
    return " ".join([told, "|", *map(str, sorted(akin))]) + "\n" if akin else f"{told}\n"


def _close(senses: Mapping[str, Sense], begun: set[str]) -> set[str]:
    """Return `begun` with all that they are sorts of."""
    needed, added = set(begun), set(begun)
    while added:
        added = {wider for each in added for wider in senses[each].wider[:1]} - needed
        needed |= added
    return needed


def _list_opposites(
    senses: Mapping[str, Sense], stems: Mapping[str, object]
) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for sense in senses.values():
        for other, one_word, other_word in sense.opposites:
            if one_word and other_word:
                one = stem_word(sense.words[one_word - 1])
                two = stem_word(senses[other].words[other_word - 1])
                if one in stems and two in stems and one != two:
                    found[one].add(two)
                    found[two].add(one)
    return found


if __name__ == "__main__":
    write_relations(Path(sys.argv[1]))
