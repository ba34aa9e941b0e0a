"""Aliases, the last line again, long texts by the page, and the password."""

from __future__ import annotations

from typing import Any

import pytest

from server.boundaries import Account, Refused, Role
from server.people.entries import Entries
from server.people.own.shortcuts import LONGEST_LINE, MOST_SHORTCUTS, Shortcuts
from server.session.pager import Pager
from server.session.terminal import Terminal
from tests.server.people.test_company import do
from tests.server.session.fakes import MemoryWire
from tests.server.test_gate import Stay, Threshold
from tests.texts import shipped_texts


@pytest.mark.parametrize(
    ("meaning", "typed", "run"),
    [
        ("say Good morning.", "gm", "say Good morning."),
        ("say Good morning,", "GM dear Moss", "say Good morning, dear Moss"),
        ("tell $1 Good morning. $*", "gm Moss now", "tell Moss Good morning. Moss now"),
        ("give $2 to $1", "gm Moss", "give  to Moss"),
        ("gm $1", "gm x", "gm x"),
        ("say $9$1", "gm a b c d e f g h i j", "say ia"),
        ("say $", "gm x", "say $ x"),
        ("$*" * 250, "gm " + "x" * 4000, "x" * LONGEST_LINE),
        ("say a", "gmx", "gmx"),
        ("say a", "", ""),
    ],
)
def test_a_word_stands_for_a_line_once(meaning: str, typed: str, run: str) -> None:
    """What it stands for is not looked up again, and does not grow beyond bounds."""
    shortcuts = Shortcuts(Entries())
    shortcuts.put("Ada", "gm", meaning)
    assert shortcuts.expand("ada", typed) == run
    assert shortcuts.expand("Bob", typed) == typed


async def test_no_alias_hides_the_way_back_or_out() -> None:
    threshold = Threshold()
    ada = threshold.arrive(Account("Ada"))
    for word in ("alias", "unalias", "Quit", "@quit"):
        assert f"'{word}' stays what it is" in await do(ada, f"alias {word} = say bye")
    assert "You have no words of your own." in await do(ada, "alias")


def test_an_alias_of_an_earlier_version_hides_no_way_out() -> None:
    shortcuts = Shortcuts(Entries())
    shortcuts.put("Ada", "quit", "say bye")
    assert shortcuts.expand("Ada", "quit") == "quit"


async def test_aliases_are_made_listed_used_and_forgotten() -> None:
    """What it runs is seen as if it was typed; others have their own."""
    threshold = Threshold()
    ada, bob = threshold.arrive(Account("Ada")), threshold.arrive(Account("Bob"))
    assert "You have no words of your own." in await do(ada, "alias")
    assert await do(ada, "alias gm = say Good morning, $1!") == (
        "gm stands for: say Good morning, $1!"
    )
    bob.wire.take()
    assert await do(ada, "gm Bob") == 'You say, "Good morning, Bob!"'
    assert bob.wire.take() == 'Ada says, "Good morning, Bob!"'
    assert await do(ada, "!!") == 'You say, "Good morning, Bob!"'
    assert "Good morning" not in await do(bob, "gm Ada")
    assert await do(ada, "alias GM") == "gm = say Good morning, $1!"
    assert await do(ada, "alias") == "gm = say Good morning, $1!"
    assert await do(ada, "unalias gm") == "gm stands for nothing any more."
    assert await do(ada, "unalias gm") == "You have no word 'gm' of your own."


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("alias two words = look", "cannot stand for a line"),
        ("alias = look", "cannot stand for a line"),
        ("alias a|b = look", "cannot stand for a line"),
        ("alias gm =", "What is gm to stand for?"),
        ("alias gm = " + "x" * 501, "That is too long"),
        ("alias gm", "You have no word 'gm' of your own."),
    ],
)
async def test_what_cannot_be_an_alias_is_refused(line: str, answer: str) -> None:
    threshold = Threshold()
    ada = threshold.arrive(Account("Ada"))
    assert answer in await do(ada, line)
    assert not threshold.people.shortcuts.list("Ada")


async def test_there_are_not_too_many_aliases() -> None:
    threshold = Threshold()
    ada = threshold.arrive(Account("Ada"))
    for number in range(MOST_SHORTCUTS):
        threshold.people.shortcuts.put("Ada", f"a{number}", "look")
    assert "You have 50 words of your own already" in await do(ada, "alias b = look")
    assert await do(ada, "alias a7 = who") == "a7 stands for: who"


def page(wire: MemoryWire, on: str = "on") -> Pager:
    pager = Pager(wire, shipped_texts())
    pager.prefer({"paging": on})
    return pager


LONG = "\n".join(f"line {number}" for number in range(1, 31))


def test_a_long_text_stops_at_the_screens_height() -> None:
    """Enter goes on; what comes meanwhile is shown at once; nothing is lost or doubled."""
    wire = MemoryWire(Terminal(width=40, height=12))
    pager = page(wire)
    pager.show(LONG, "result")
    assert wire.text.split("\n") == [
        *(f"line {number}" for number in range(1, 11)),
        "-- 20 more lines: Enter shows them, q ends --",
    ]
    wire.take()
    pager.show(LONG, "speech")
    assert wire.take() == LONG
    assert pager.takes("")
    assert wire.take().split("\n")[0] == "line 11"
    assert pager.takes("")
    assert wire.take().split("\n")[-1] == "line 30"
    assert not pager.takes("")


def test_q_ends_and_any_other_line_is_a_command() -> None:
    """The rest is not shown any more."""
    for line, taken in (("q", True), ("Q", True), ("look", False)):
        wire = MemoryWire(Terminal(width=40, height=12))
        pager = page(wire)
        pager.show(LONG, "result")
        wire.take()
        assert pager.takes(line) is taken
        assert wire.take() == "" and not pager.takes("")


def test_wrapped_lines_count_as_rows_and_a_short_text_is_whole() -> None:
    """Twelve rows have room for eleven; paging that is off shows all."""
    wire = MemoryWire(Terminal(width=40, height=12))
    short = "\n".join(["x " * 30] * 5 + ["y"])
    page(wire).show(short, "result")
    assert wire.take() == short
    page(wire).show(short + "\nz", "result")
    assert wire.take().endswith("-- 2 more lines: Enter shows them, q ends --")
    page(wire, "off").show(LONG, "result")
    assert wire.take() == LONG


def test_a_line_longer_than_the_screen_is_shown_whole() -> None:
    """Otherwise nothing would ever go on."""
    wire = MemoryWire(Terminal(width=20, height=5))
    pager = page(wire)
    pager.show("x" * 400 + "\nend", "result")
    assert wire.take().startswith("x" * 400)
    assert pager.takes("") and wire.take() == "end"


class Vault:
    """One account, whose password can be changed."""

    def __init__(self) -> None:
        self.password = "old one"
        self.tries = 0

    async def change_password(self, name: str, old: str, new: str) -> None:
        self.tries += 1
        if old != self.password:
            raise Refused("Wrong name or password.")
        self.password = new


class Change:
    """Ada, who is about to change her password."""

    def __init__(self, role: Role = Role.PLAYER) -> None:
        self.threshold = Threshold()
        self.vault = Vault()
        self.recorded: list[tuple[Any, ...]] = []

        def record(event: str, who: str, /, **fields: str) -> None:
            self.recorded.append((event, who, *fields.values()))

        self.threshold.parts.allow_passwords(self.vault, record)
        self.ada: Stay = self.threshold.arrive(Account("Ada", role))

    async def answer(self, *lines: str) -> str:
        return "\n".join([await do(self.ada, line) for line in lines])


async def test_the_password_is_changed_by_three_hidden_answers() -> None:
    """They are neither commands nor logged; the result is recorded without them."""
    change = Change()
    seen = await change.answer("@password", "old one", "new one", "new one")
    assert "Your password now:" in seen and "Your password is changed." in seen
    assert change.vault.password == "new one"
    assert change.ada.wire.hidden == [True, False]
    assert change.recorded == [("password", "Ada", "changed")]
    assert await change.answer("!!") != "" and change.ada.wire.hidden == [True, False, True]


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        (("",), "Your password stays as it is."),
        (("old one", ""), "Your password stays as it is."),
        (("old one", "a", "b"), "The two new passwords differ."),
        (("wrong", "new one", "new one"), "Wrong name or password."),
    ],
)
async def test_anything_else_leaves_it_as_it_is(answers: tuple[str, ...], told: str) -> None:
    """The next line is a command again."""
    change = Change()
    assert told in await change.answer("@password", *answers)
    assert change.vault.password == "old one"
    assert change.ada.wire.hidden == [True, False] and not change.ada.wire.held
    assert 'You say, "hi"' in await change.answer("say hi")


async def test_guessing_is_slowed_down_as_at_the_door() -> None:
    """From somebody's forgotten session, too."""
    change = Change()
    for _ in range(12):
        seen = await change.answer("@password", "guess", "x", "x")
    assert "Too many wrong passwords." in seen
    assert change.vault.tries == 8
    assert set(change.recorded) == {("password", "Ada", "refused")}


async def test_a_guest_has_no_password() -> None:
    change = Change()
    guest = change.threshold.arrive(Account("Guest1", Role.GUEST))
    assert await do(guest, "@password") == "A guest has no password; make an account for that."
