"""Commands are known by their natures: no name of one decides anything outside the table."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

import pytest

from server.command_rows import list_commands
from tests.paths import ROOT

PACKAGES = ("agents", "benchmarks", "config", "reading", "server", "late", "world")
#: Where rows are written, and the one table by which old archives are read.
TABLES = (
    "world/verbs/",
    "world/use/deeds.py",
    "agents/mind/commands/",
    "server/verbs.py",
    "server/people/verbs/",
    "server/administration/",
    "agents/memory/log/natures.py",
)
NAMES = frozenset(word for row in list_commands() for word in (row.name, *row.aliases))

#: What is spelt like a command and is none, by file.
OTHER_MEANINGS = {
    "agents/memory/checking/aligning/deeds.py": {"who"},  # a word of a clause
    "agents/memory/journal/changing/things.py": {"i", "who"},  # pronouns before a verb
    "agents/memory/strategies/sleep.py": {"sleep"},  # the moment at which a strategy is asked
    "agents/mind/fallback/moods.py": {"light", "water"},  # words in a place's description
    "agents/mind/fallback/small_talk.py": {"where", "who"},  # topics of a question
    # what a visitor asks whether to do
    "agents/mind/speech/statements/deeds.py": {"go", "stop", "take", "tell"},
    "agents/mind/voice/question_kinds.py": {"go", "stop", "take", "tell"},
    "agents/mind/speech/own_words/asked_on.py": {"time"},  # a noun behind "that"
    "agents/mind/speech/told/asking/signs.py": {"?"},  # the same
    "agents/mind/speech/told/asking/own_questions.py": {"?"},  # the mark of a question
    # the kind of a request, which is no line of an agent
    **{
        f"agents/models/testing/{each}.py": {"journal"}
        for each in ("misbehaving", "performing", "prompts", "retelling")
    },
    "benchmarks/loop/model.py": {"journal"},
    "agents/mind/speech/remembering/covering.py": {"who"},  # a kind of question
    "benchmarks/telnet/alone.py": {"look", "say"},  # what a person types, and what is measured
    "agents/mind/sleep/sleeping.py": {"sleep"},  # the kind of event that sleeping itself announces
    "server/logs/event.py": {"journal"},  # a part of the program whose lines name an agent
    # words at the door, before the world
    "server/session/door.py": {"help", "quit", "who"},
    "server/session/entry/typed_command.py": {"?", "help", "quit", "who"},
    "agents/mind/reply/reply_parser.py": {"quit"},  # what a model says of its own end is no line
    # typed words, before any is looked up
    "server/people/own/shortcuts.py": {"@quit", "alias", "quit", "unalias"},
    "server/session/session.py": {"@quit", "quit"},  # taken before the world sees the line
    "world/nature.py": {"dream", "journal", "note"},  # natures
    "world/vault/note_sync.py": {"note"},  # where an exit comes from
    "world/vault/rooms.py": {"exits"},  # a key of a room's note
    "world/vault/map_pins.py": {"map"},  # another
    "benchmarks/browser/crowd.py": {"exits", "rooms", "time", "x"},  # fields of JSON
    "server/web/views/world/routes.py": {"rooms", "time"},  # fields of JSON
    "server/web/views/world/world_view.py": {"exits", "note", "x"},
}


def product_files() -> Iterator[tuple[str, str]]:
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if not name.startswith(TABLES):
                yield name, path.read_text("utf-8")


def test_no_commands_name_decides_anything_outside_the_table() -> None:
    """Ask for the nature instead; the exceptions are words that mean something else there."""
    found = {name: set(find_decisions(source)) for name, source in product_files()}
    assert {name: words for name, words in found.items() if words} == OTHER_MEANINGS


@pytest.mark.parametrize(
    "source",
    [
        'if memory.command == "say": pass',
        'if event in ("whisper", "tell"): pass',
        'SPOKEN = frozenset({"say"})',
        'KNOWN = ("look", "go", "swim")',
        'WORDS = {"get": "picked up", "drop": "put down"}',
        'line.startswith("say ")',
        '"say tell whisper".split()',
        'match memory.command:\n    case "give" | "hand":\n        pass',
        'SPEECH = "say"',
    ],
)
def test_a_list_of_names_would_be_found(source: str) -> None:
    """However it is written: compared, listed, matched, or cut off a line."""
    assert list(find_decisions(source))


def find_decisions(source: str) -> Iterator[str]:
    """The names of commands that `source` compares with, lists, or cuts off a line."""
    for node in ast.walk(ast.parse(source)):
        yield from NAMES.intersection(decided_by(node))


def decided_by(node: ast.AST) -> Sequence[str]:
    """The texts by which `node` decides; of a list or a table at least two names of commands."""
    found: list[str] = []
    match node:
        case ast.Compare(left, _, right):
            found = [text for each in (left, *right) for text in texts_in(each)]
        case (
            ast.MatchValue(value)
            | ast.Assign(_, value)
            | ast.AnnAssign(value=ast.Constant() as value)
        ):
            found = texts_in(value) if isinstance(value, ast.Constant) else []
        case ast.Set():
            found = texts_in(node)
        case ast.List() | ast.Tuple() | ast.Dict():
            named = texts_in(node)
            found = named if len(NAMES.intersection(named)) > 1 else []
        case ast.Call(ast.Attribute(value, "startswith" | "removeprefix" | "split"), arguments):
            found = [
                word
                for each in (value, *arguments)
                for text in texts_in(each)
                for word in text.split()
            ]
    return found


def texts_in(node: ast.AST) -> list[str]:
    match node:
        case ast.Constant(str() as text):
            return [text]
        case ast.Set(parts) | ast.List(parts) | ast.Tuple(parts) | ast.Dict(parts):
            return [text for part in parts if part for text in texts_in(part)]
    return []
