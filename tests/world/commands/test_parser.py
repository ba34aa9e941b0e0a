from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.examples import choose_count
from world.commands.command import Command, Permission
from world.commands.distance import damerau_levenshtein
from world.commands.parser import Action, Unrecognised, parse, split_reason
from world.commands.table import CommandTable, TableError, help_for
from world.commands.talk import is_talk
from world.nature import Nature
from world.verbs.rows import WORLD_COMMANDS


def row(name: str, *aliases: str, **more: object) -> Command:
    return Command(
        name,
        lambda _: None,
        name,
        "x",
        "query",
        aliases,
        nature=Nature.DEED,
        **more,  # type: ignore[arg-type]
    )


TABLE = CommandTable(
    [
        *WORLD_COMMANDS,
        row("quit", exact=True),
        row("@shutdown", permission=Permission.ADMINISTRATORS, exact=True),
        row("@memory-status", permission=Permission.ADMINISTRATORS),
    ]
)
EXITS = ("garden", "the old gate", "north", "look")


def read(line: str) -> Action | Unrecognised:
    return parse(line, TABLE, exits=EXITS)


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("say hi | I am shy", ("say hi", "I am shy")),
        ("say hi |", ("say hi", "")),
        ("say a||b | c", ("say a||b", "c")),
        ("say a || b", ("say a || b", "")),
        ("say a|b", ("say a|b", "")),
        ("look| x", ("look| x", "")),
        ("say one | two | three", ("say one", "two | three")),
        ('say "one | two" | three', ('say "one | two"', "three")),
        ("say “one | two”, yes | three", ("say “one | two”, yes", "three")),
        ('"hi there | secret', ('"hi there', "secret")),
        ('"hi | there" | secret', ('"hi | there"', "secret")),
        ('say he said "no | secret', ('say he said "no', "secret")),
        ('say 5" pipe | it is 6" really', ('say 5" pipe', 'it is 6" really')),
    ],
)
def test_the_private_reason(line: str, parts: tuple[str, str]) -> None:
    assert split_reason(line) == parts


@pytest.mark.parametrize(
    ("line", "runs"),
    [
        ('"hi', "say hi"),
        ("“hi", "say hi"),
        (":waves", "emote waves"),
        ("L", "look"),
        ("look at me", "look at me"),
        ("x lamp", "examine lamp"),
        ("garden", "go garden"),
        ("Old  Gate".replace("  ", " "), "go the old gate"),
        ("n", "go north"),
        ("look", "look"),
        ("inven", "inventory"),
        ("@mem", "@memory-status"),
        ("whsiper Bob hi", "whisper Bob hi"),
        ("sya hi", "say hi"),
        ("quit", "quit"),
        ("@shutdown", "@shutdown"),
    ],
)
def test_what_a_line_runs(line: str, runs: str) -> None:
    action = read(line)
    assert isinstance(action, Action)
    assert action.line == runs


@pytest.mark.parametrize("line", ["qit", "qui", "q", "@shutdow", "@shutdwon", "@memroy-status"])
def test_what_cannot_be_taken_back_is_never_guessed(line: str) -> None:
    assert isinstance(read(line), Unrecognised)


def test_a_correction_says_what_it_made_of_what() -> None:
    action = read("exmaine lamp | why not")
    assert isinstance(action, Action)
    assert action.correction == ("exmaine", "examine")
    assert (action.args, action.reason) == ("lamp", "why not")


def test_several_neighbours_are_offered_and_none_runs() -> None:
    table = CommandTable([row("stare"), row("store"), row("story")])
    assert parse("stora", table) == Unrecognised("stora", "", "stora", ("stare", "store", "story"))
    only = parse("stareee", table)
    assert isinstance(only, Action)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("graden", ("garden",)),
        ("the gardn", ("garden",)),
        ("gard", ("garden",)),
        ("old gaet", ("the old gate",)),
        ("nroth", ("north",)),  # two letters from note, which ran
        ("soth", ("south",)),
        ("serach", ()),
    ],
)
def test_a_misspelt_exit_or_direction_is_suggested(line: str, meant: tuple[str, ...]) -> None:
    """Nobody walks by mistake, and no command runs that is further off."""
    parsed = read(line)
    assert isinstance(parsed, Unrecognised)
    assert parsed.candidates == meant


def test_a_word_as_near_to_a_command_as_to_an_exit_offers_both() -> None:
    table = CommandTable([*WORLD_COMMANDS, row("mail")])
    parsed = parse("mil", table, exits=["mill"])
    assert isinstance(parsed, Unrecognised)
    assert parsed.candidates == ("mail", "mill")
    assert isinstance(parse("mil", table, exits=["garden"]), Action)
    nearer = parse("northh hi", table, exits=["north"])
    assert isinstance(nearer, Unrecognised) and nearer.candidates == ()


def test_short_verbs_are_corrected_by_one_letter_only() -> None:
    table = CommandTable([row("give")])
    assert isinstance(parse("gvie", table), Action)
    assert isinstance(parse("gxxe", table), Unrecognised)


def test_only_commands_the_actor_may_use_are_completed_or_corrected() -> None:
    parsed = parse("exami lamp", TABLE, may=lambda command: command.name != "examine")
    assert isinstance(parsed, Unrecognised)
    exact = parse("examine lamp", TABLE, may=lambda _: False)
    assert isinstance(exact, Action)


def test_two_commands_of_one_name_are_refused() -> None:
    with pytest.raises(TableError, match="'l' is a name of both look and list"):
        CommandTable([row("look", "l"), row("list", "L")])


def test_help_of_every_command_is_complete() -> None:
    for command in WORLD_COMMANDS:
        assert help_for(command).startswith(command.name)
        assert not command.summary.endswith(".")


@settings(max_examples=choose_count(160, 400), deadline=None)
@given(st.text() | st.text("lokesay @\"|:'“”# ", max_size=20))
def test_every_line_gives_one_action_or_none_and_never_an_error(line: str) -> None:
    parsed = read(line)
    text, reason = split_reason(line)
    assert parsed.reason == reason
    if isinstance(parsed, Action):
        assert parsed.command in TABLE.rows
        assert parsed.command.name == "go" or parsed.args in text
    else:
        assert parsed.line == text


@settings(max_examples=choose_count(80, 200), deadline=None)
@given(st.text("abc", max_size=6), st.text("abc", max_size=6))
def test_distance_is_symmetric_and_zero_for_equals_alone(one: str, other: str) -> None:
    apart = damerau_levenshtein(one, other, 10)
    assert apart == damerau_levenshtein(other, one, 10)
    assert (apart == 0) == (one == other)
    assert damerau_levenshtein(one, other, 1) == min(apart, 2)


def test_a_swap_of_neighbours_is_one_step() -> None:
    assert damerau_levenshtein("gvie", "give", 2) == 1


@pytest.mark.parametrize(
    ("line", "talks"),
    [
        ("hello", True),
        ("i am Tom", True),
        ("i", False),
        ("i'm Tom", True),
        ("who are you?", True),
        ("who", False),
        ("where is Moss", False),
        ("where are you going", True),
        ("tell me a story", True),
        ("tell Moss hello", False),
        ("see you", True),
        ("no, thanks", True),
        ("nope title -> text", True),
        ("he look", False),
        ("do you like it", True),
        ("douse lamp", False),
        ("itch", False),
    ],
)
def test_what_reads_as_talk(line: str, talks: bool) -> None:
    named = line.split(maxsplit=1)[0] in ("i", "who", "where", "tell", "no", "help", "douse")
    assert is_talk(line, named=named) is talks
