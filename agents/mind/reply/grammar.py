"""Writing a grammar (GBNF) in which every reply is one line that makes sense now.

A grammar cannot weigh its alternatives, so it leaves out what makes no sense: speech that nobody
hears, and what the agent did a moment ago.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from agents.mind.vocabulary import Vocabulary
from agents.models.gbnf import quote_literal
from world.boundaries import Situation
from world.nature import Nature

#: Free text: words parted by single spaces, perhaps with a comma, ended as a sentence is.
#: Words are Latin letters; a number stands before a word or at the end, for a small model writes
#: row upon row of them. Small models put dashes to no good use. An accented
#: letter stands inside or at the end of a word: kept from quotation marks, a small model
#: writes what it saw in their place in badly encoded texts, a lone Ò.
_WORDS = r"""
letter ::= [a-z] | [ß-öø-ÿ] [a-z]
word ::= [A-Z]? letter{1,15} [ß-öø-ÿ]? rest | [AIaàéèôóöü]
number ::= [0-9]{1,4} ([:.,] [0-9]{1,3})?
rest ::= (['’-] [A-Z]? letter{1,8})?
next ::= [,;:]? " " (number " ")? word
sentence ::= [A-Z] letter{0,15} rest next{1,18} (" " number)? [.!?]
phrase ::= word next{1,11} "."
few ::= word (" " word){0,3}
"""

#: A small model does what its transcript shows, again and again. So a line without words of
#: its own, a note and a recall are left out while they are among so many of the latest lines,
UNREPEATED = 6
#: a thought and a gesture among so many.
QUIET = 2
#: After so many speeches in a row it must act.
SPEECHES = 3

_PAUSES = {
    Nature.GESTURE: QUIET,
    Nature.THOUGHT: QUIET,
    Nature.NOTE: UNREPEATED,
    Nature.INSCRIPTION: UNREPEATED,
    Nature.RECOLLECTION: UNREPEATED,
}


def write_command_grammar(
    situation: Situation,
    vocabulary: Vocabulary,
    *,
    last_line: str = "",
    recent: Sequence[str] = (),
    reasons: bool = False,
    intending: Sequence[str] = (),
) -> str:
    """Return the GBNF of every sensible line in `situation`; a line ends in a newline.

    `intending` are lines on what the agent means to do. `last_line` is the agent's last line and
    `recent` the lines before it, oldest first; the grammar leaves out repeats of them. With
    `reasons`, a private reason may follow `` | ``. If nothing remains, the grammar allows a look
    around, or else any words.
    """
    done = (*recent, last_line)
    lines = [*_command_lines(situation, vocabulary, done), *map(quote_literal, intending)]
    alternatives = list(dict.fromkeys(lines))
    looks = map(quote_literal, vocabulary.bare_names(Nature.SIGHT)[:1])
    return _write_grammar(alternatives or list(looks) or ["phrase"], reasons)


def write_answer_grammar(
    nature: Nature, speaker: str, vocabulary: Vocabulary, *, reasons: bool = False
) -> str:
    """Return the GBNF of an answer to `speaker`.

    `nature` is that of the words heard: the answer to private words is private, any other aloud.
    """
    private = list(_lines_to(speaker, nature, vocabulary)) if nature.is_private else []
    answers = private or list(_aloud_lines(vocabulary)) or ["phrase"]
    return _write_grammar(answers, reasons)


def _write_grammar(alternatives: Sequence[str], reasons: bool) -> str:
    reason = ' (" | " phrase)?' if reasons else ""
    return (
        f'root ::= " "? command{reason} "\\n"\n'
        f"command ::= {' | '.join(alternatives)}\n"
        f"{_WORDS.lstrip()}"
    )


def _command_lines(
    situation: Situation, vocabulary: Vocabulary, done: Sequence[str]
) -> Iterator[str]:
    """Yield the rules of all lines."""
    stale = {line.strip().casefold() for line in done[-UNREPEATED:]}
    for line in _plain_lines(situation, vocabulary):
        if line.casefold() not in stale:
            yield quote_literal(line)
    if not _has_talked(vocabulary, done):
        yield from _speech_lines(_keep_usable(situation.occupants), vocabulary)
    yield from _solitary_lines(situation, vocabulary, done)


def _has_talked(vocabulary: Vocabulary, done: Sequence[str]) -> bool:
    """Return whether the last `SPEECHES` lines were all speech; then the agent must act."""
    latest = [vocabulary.find_nature(line) for line in done[-SPEECHES:] if line.strip()]
    return len(latest) == SPEECHES and all(each and each.is_speech for each in latest)


def _plain_lines(situation: Situation, vocabulary: Vocabulary) -> Iterator[str]:
    """Yield the lines without free text."""
    people, things = _keep_usable(situation.occupants), _keep_usable(situation.things)
    carrying = _keep_usable(situation.carrying)
    given = [f"{name} to {who}" for name in carrying for who in people]
    yield from vocabulary.bare_names(Nature.SIGHT)
    for nature, arguments in (
        (Nature.SIGHT, (*people, *things)),
        (Nature.STUDY, carrying),
        (Nature.MOVEMENT, _keep_usable(situation.exits)),
        (Nature.TAKING, [each for each in things if each not in situation.fixtures]),
        (Nature.DROPPING, carrying),
        (Nature.GIVING, given),
    ):
        yield from vocabulary.command_lines(nature, arguments)
    yield from (each for each in _keep_usable(situation.deeds) if vocabulary.find_nature(each))


def _speech_lines(people: Sequence[str], vocabulary: Vocabulary) -> Iterator[str]:
    """Yield the rules of speech, if somebody is there to hear it."""
    if people:
        yield from _aloud_lines(vocabulary)
    for who in people:
        yield from _lines_to(who, Nature.PRIVATE_SPEECH, vocabulary)
        yield from _lines_to(who, Nature.DISTANT_SPEECH, vocabulary)


def _aloud_lines(vocabulary: Vocabulary) -> Iterator[str]:
    for name in vocabulary.names(Nature.SPEECH):
        yield f"{quote_literal(f'{name} ')} sentence"


def _lines_to(who: str, nature: Nature, vocabulary: Vocabulary) -> Iterator[str]:
    """Yield rules of words to `who`; after a name of several words comes a mark."""
    if " " in who and nature is Nature.DISTANT_SPEECH:
        return
    mark = " = " if " " in who else " "
    for name in vocabulary.names(nature):
        yield f"{quote_literal(f'{name} {who}{mark}')} sentence"


def _solitary_lines(
    situation: Situation, vocabulary: Vocabulary, done: Sequence[str]
) -> Iterator[str]:
    """Yield the rules of gestures, thoughts, notes, recalls and written lines, without recent
    natures."""
    surfaces = [
        f"sentence {quote_literal(f' in {each}')}" for each in _keep_usable(situation.writable)
    ]
    natures = [vocabulary.find_nature(line) for line in done if line.strip()]
    for nature, rest in (
        (Nature.GESTURE, "phrase"),
        (Nature.THOUGHT, "sentence"),
        (Nature.NOTE, f"few {quote_literal(' -> ')} sentence"),
        (Nature.RECOLLECTION, "few"),
        *((Nature.INSCRIPTION, each) for each in surfaces),
    ):
        if nature not in natures[-_PAUSES[nature] :]:
            yield from (f"{quote_literal(f'{name} ')} {rest}" for name in vocabulary.names(nature))


def _keep_usable(names: Iterable[str]) -> Sequence[str]:
    """Return the names that can be in a line: printable, and without the mark of a reason."""
    return [name for name in names if name.strip() and name.isprintable() and "|" not in name]
