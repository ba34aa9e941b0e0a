"""A grammar (GBNF) in which every reply is one executable line about what is at hand.

A grammar cannot weigh its alternatives, so what is not sensible now is left out of it:
speech where nobody hears it, and what the agent did a moment ago.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from agents.models.gbnf import quote_literal
from world.boundaries import Situation

#: The commands that the grammar knows. Without `commands` all of them are offered.
KNOWN = (
    "say",
    "emote",
    "whisper",
    "tell",
    "look",
    "examine",
    "go",
    "get",
    "drop",
    "give",
    "think",
    "note",
    "recall",
)

#: Free text: words parted by single spaces, perhaps with a comma, ended as a sentence is.
#: Words are Latin letters; small models put digits and dashes to no good use. An accented
#: letter stands inside or at the end of a word: kept from quotation marks, a small model
#: writes what it saw in their place in badly encoded texts, a lone Ò.
_WORDS = r"""
letter ::= [a-z] | [ß-öø-ÿ] [a-z]
word ::= [A-Z]? letter{1,15} [ß-öø-ÿ]? rest | [AIaàéèôóöü]
rest ::= (['’-] [A-Z]? letter{1,8})?
next ::= [,;:]? " " word
sentence ::= next{2,18} [.!?]
phrase ::= word next{1,11} "."
few ::= word (" " word){0,3}
"""

_CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

#: A small model does what its transcript shows, again and again. So a line without words of
#: its own, a note and a recall are left out while they are among so many of the latest lines,
UNREPEATED = 6
#: a thought and a gesture among so many,
QUIET = 2
#: and speech does not begin with the letter of any of so many speeches before it.
SPEECHES = 3

_SPEECH = re.compile(
    r"(?:say |think |(?:whisper|tell) (?:[^=]{1,60} = |\S+ )|note .{1,60}? -> )\s*(\S.*)",
    re.IGNORECASE,
)
_TALK = frozenset({"say", "whisper", "tell"})
_PAUSES = {"think": QUIET, "emote": QUIET, "note": UNREPEATED, "recall": UNREPEATED}


def command_grammar(
    situation: Situation,
    *,
    last_line: str = "",
    recent: Sequence[str] = (),
    commands: Collection[str] = KNOWN,
    reasons: bool = False,
) -> str:
    """Return the GBNF of every sensible line in `situation`; the line ends in a newline.

    `commands` are the names of those that may be used (others than the known ones are
    ignored), `last_line` is what the agent did last, `recent` its lines before that, oldest
    first: what would repeat them is left out. With `reasons`, a private reason may follow
    after `` | ``. Should nothing be left, `look` is.
    """
    done = (*recent, last_line)
    lines = [line for line in _lines(situation, done) if line[0] in commands]
    alternatives = list(dict.fromkeys(text for _, text in lines)) or [quote_literal("look")]
    return _grammar(alternatives, _opening(done), reasons)


def answer_grammar(
    kind: str,
    speaker: str,
    *,
    last_line: str = "",
    recent: Sequence[str] = (),
    reasons: bool = False,
) -> str:
    """Return the GBNF of an answer to `speaker`, in the way it was spoken to.

    `kind` is the command that was heard: ``whisper`` and ``tell`` are answered alike, anything
    else aloud. `last_line` and `recent` are as for `command_grammar`.
    """
    private = [text for verb, text in _spoken([speaker]) if verb == kind and verb != "say"]
    aloud = f"{quote_literal('say ')} opening sentence"
    return _grammar(private or [aloud], _opening((*recent, last_line)), reasons)


def _grammar(alternatives: Sequence[str], opening: str, reasons: bool) -> str:
    reason = ' (" | " phrase)?' if reasons else ""
    return (
        f'root ::= " "? command{reason} "\\n"\n'
        f"command ::= {' | '.join(alternatives)}\n"
        f"opening ::= {opening} letter{{0,15}} rest\n"
        f"{_WORDS.lstrip()}"
    )


def _lines(situation: Situation, done: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Every line as its command's name and its grammar."""
    stale = {line.strip().casefold() for line in done[-UNREPEATED:]}
    for name, line in _plain(situation):
        if line.casefold() not in stale:
            yield name, quote_literal(line)
    if not _talked(done):
        yield from _spoken(_usable(situation.occupants))
    yield from _alone(done)


def _talked(done: Sequence[str]) -> bool:
    """Whether the last lines were nothing but talk: it is time to do something."""
    latest = [line.split(None, 1)[0].casefold() for line in done[-SPEECHES:] if line.strip()]
    return len(latest) == SPEECHES and all(verb in _TALK for verb in latest)


def _plain(situation: Situation) -> Iterator[tuple[str, str]]:
    """The lines without free text."""
    people, things = _usable(situation.occupants), _usable(situation.things)
    carrying = _usable(situation.carrying)
    yield "look", "look"
    yield from (("look", f"look {name}") for name in (*people, *things))
    yield from (("examine", f"examine {name}") for name in carrying)
    yield from (("go", f"go {name}") for name in _usable(situation.exits))
    yield from (("get", f"get {name}") for name in things)
    yield from (("drop", f"drop {name}") for name in carrying)
    yield from (("give", f"give {name} to {who}") for name in carrying for who in people)


def _spoken(people: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Speech: somebody must be there to hear it."""
    if people:
        yield "say", f"{quote_literal('say ')} opening sentence"
    for who in people:
        # Between a name of several words and what is said stands a mark.
        mark = " = " if " " in who else " "
        yield "whisper", f"{quote_literal(f'whisper {who}{mark}')} opening sentence"
        if mark == " ":
            yield "tell", f"{quote_literal(f'tell {who} ')} opening sentence"


def _alone(done: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What needs nobody; not the same again soon, for it leads nowhere."""
    verbs = [line.split(None, 1)[0].casefold() for line in done if line.strip()]
    lines = (
        ("emote", f"{quote_literal('emote ')} phrase"),
        ("think", f"{quote_literal('think ')} opening sentence"),
        ("note", f"{quote_literal('note ')} few {quote_literal(' -> ')} opening sentence"),
        ("recall", f"{quote_literal('recall ')} few"),
    )
    yield from (line for line in lines if line[0] not in verbs[-_PAUSES[line[0]] :])


def _usable(names: Iterable[str]) -> Sequence[str]:
    """The names that can stand in a line: printable, and without the mark of a reason."""
    return [name for name in names if name.strip() and name.isprintable() and "|" not in name]


def _opening(done: Sequence[str]) -> str:
    """A plain capital letter, but none with which one of the last speeches began."""
    said = [words[0].upper() for line in done if (words := _speech(line))][-SPEECHES:]
    return f"[{''.join(letter for letter in _CAPITALS if letter not in said)}]"


def _speech(line: str) -> str:
    """The words that `line` said, thought or wrote down; empty if it did none of it."""
    found = _SPEECH.match(line)
    return found[1] if found else ""
