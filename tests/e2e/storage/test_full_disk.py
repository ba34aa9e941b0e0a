"""A real server whose disk fills up: its agents hear on, and people are told the truth."""

from __future__ import annotations

import itertools
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.harness import Client, Server, flat, until
from tests.e2e.storage.shortage import Shortage, open_shortage
from tests.e2e.storage.test_locked_files import is_refused
from tests.e2e.worlds import World, make_world, profile

#: So many lines fill more pages than a server gives back.
MOST_LINES = 300

REASON = r"(No\s+space\s+left\s+on\s+device|File\s+too\s+large)"


@pytest.fixture(params=["tmpfs", "limit"])
def each_shortage(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Shortage]:
    with open_shortage(tmp_path / "vault", [request.param]) as found:
        yield found


@pytest.fixture
def shortage(tmp_path: Path) -> Iterator[Shortage]:
    with open_shortage(tmp_path / "vault", ["tmpfs", "limit"]) as found:
        yield found


def _begin(tmp_path: Path) -> tuple[World, Server]:
    world = make_world(tmp_path, {"Moss": profile("Moss")})
    return world, world.server()


def _fill_up(server: Server, shortage: Shortage, ada: Client) -> int:
    """Fill the disk and talk until that is noticed: the rest of a page takes a few lines.

    A page more whenever the server gives one back before the disk is full again. Returns the
    number of the last line.
    """
    last = 50
    ada.say(10)
    shortage.fill(server)
    ada.send(*(f"say line {number}" for number in range(11, last + 1)))
    told = flat(ada.expect(f'You say, "line {last}"\n'))
    while not re.search(rf"archive/\d+\.jsonl cannot be written: {REASON}.*what waits\.", told):
        last += 1
        assert last < MOST_LINES, told
        told += flat(ada.ask(f"say line {last}", f'You say, "line {last}"\n'))
    return last


def _said(world: World) -> list[int]:
    """The numbers of the lines that Moss remembers."""
    found = (re.search(r"line (\d+)", each) for each in world.memories("Moss"))
    return [int(each[1]) for each in found if each]


def test_agents_hear_on_and_it_is_written_later(tmp_path: Path, each_shortage: Shortage) -> None:
    """In the prompt at once, on disk as soon as there is room; administrators are told."""
    shortage = each_shortage
    world, server = _begin(tmp_path)
    with server:
        ada, bob = server.client().create("Ada"), server.client().create("Bob")
        last = _fill_up(server, shortage, ada)
        assert "Storage" not in bob.hears_all()
        if shortage.keeps_log:
            server.logged(r"ERROR: Moss: .* cannot be written: .*experiences wait in memory")
        on_disk = _said(world)
        assert on_disk == list(range(1, len(on_disk) + 1)) and 10 <= len(on_disk) < last
        saved = flat(ada.ask("@save", rf"Not saved:.*(?s:.*?){REASON}(?s:.*?)until\s+then\)"))
        assert re.search(r"archive/.*\(\d+ experiences \(\d+ to \d+\) in memory", saved)
        table = flat(ada.ask("@memory-status", r"Moss: (?s:.*?)compacted\s+meanwhile"))
        assert " ERROR Moss: " in table and "experiences" in table
        ada.ask("@memory-status Moss", r"On disk: +all but the newest \d+\n")
        ada.ask("@impersonate Moss", rf'Ada says, "line {last}"')
        ada.ask("@compact-memories Moss force", rf"Nothing is\s+compacted\s+now:(?s:.*?){REASON}")
        again = server.client().connect("Ada")  # who comes in is told as well
        again.expect(r"Storage\s+trouble:")
        shortage.free(server)
        works = r"Storage\s+works\s+again(?s:.*?)disk\s+now:\s+\d+;\s+lost:\s+0\."
        told = again.ask("@save", r"Saved: everything that happened is on disk\.")
        if not re.search(works, told):  # it is told by itself: before that, or after
            again.expect(works)
        assert _said(world) == list(range(1, last + 1))
        server.logged(r"Moss: the archive can be written again: \d+ experiences .* nothing lost")
        assert server.errors().count("experiences wait in memory") == shortage.keeps_log
        assert "ERROR" not in again.ask("@memory-status", r"Moss .*\n")
        assert server.stop() == 0


def test_a_stop_says_what_is_not_on_disk(tmp_path: Path, shortage: Shortage) -> None:
    """To administrators and in the log; it ends cleanly, and the next start finds the rest.

    Before that, what waits is written without being asked for.
    """
    world, server = _begin(tmp_path)
    with server:
        ada = server.client().create("Ada")
        last = _fill_up(server, shortage, ada)
        shortage.free(server)
        ada.expect(r"on\s+disk\s+now")
        assert _said(world) == list(range(1, last + 1))
        shortage.fill(server)
        ada.say(40, first=last + 1)
        assert server.stop() == 0
        assert re.search(r"The server stops although .*archive/", flat(ada.rest()))
        if shortage.keeps_log:
            server.logged(r"Moss: \d+ experiences \(.*could not be written and will not be")
        on_disk = _said(world)
        assert on_disk == list(range(1, len(on_disk) + 1)) and last <= len(on_disk) < last + 40
        if shortage.keeps_log:
            shortage.free(server)
    with server:
        server.client().connect("Ada").say(1, first=999)
        until(lambda: _said(world) == [*on_disk, 999], "the archive goes on")


def test_a_kill_on_a_full_disk_leaves_an_archive_that_opens(
    tmp_path: Path, shortage: Shortage
) -> None:
    """What was on disk is there; only what waited is gone."""
    world, server = _begin(tmp_path)
    with server:
        ada = server.client().create("Ada")
        _fill_up(server, shortage, ada)
        server.stop(signal.SIGKILL)
        if shortage.keeps_log:
            shortage.free(server)
        on_disk = _said(world)
        assert on_disk == list(range(1, len(on_disk) + 1)) and len(on_disk) >= 10
    with server:
        again = server.client().connect("Ada")
        again.say(1, first=999)
        until(lambda: _said(world) == [*on_disk, 999], "the archive goes on")
        assert "ERROR" not in again.ask("@memory-status", r"Moss .*\n")


def test_what_people_keep_is_refused_on_a_full_disk(tmp_path: Path, shortage: Shortage) -> None:
    """Who acts reads that it is not on disk, administrators are told, and it ends by itself."""
    _, server = _begin(tmp_path)
    with server:
        ada, bob = server.client().create("Ada"), server.client().create("Bob")
        ada.ask("@save", "Saved")
        shortage.fill(server)
        lines = (f"alias x = say {'y' * 400}{number}" for number in itertools.count())
        until(lambda: is_refused(bob, next(lines)), "the refusal")
        ada.expect(r"people\.sqlite(?s:.*?)this\s+ends\.")
        assert "people.sqlite" in flat(ada.ask("@stats", r"people\.sqlite(?s:.*?)\n"))
        shortage.free(server)
        ada.ask("@save", r"Saved:\s+everything\s+that\s+happened\s+is\s+on\s+disk")
        assert not is_refused(bob, next(lines))
        assert server.stop() == 0


def test_a_note_without_room_is_refused_before_it_is_shown(
    tmp_path: Path, shortage: Shortage
) -> None:
    """To its writer, and to the room, which sees nobody jot down what is not kept."""
    _, server = _begin(tmp_path)
    with server:
        ada, bob = server.client().create("Ada"), server.client().create("Bob")
        ada.ask("@save", "Saved")
        shortage.fill(server)
        kept, refused = 0, 0
        for number in range(40):
            told = bob.ask(
                f"note A{number} -> {'y' * 3000}", r"You note under|note\s+cannot\s+be\s+written"
            )
            is_kept = "You note" in told
            kept, refused = kept + is_kept, refused + (not is_kept)
        assert refused > 20, "the disk was not full"
        bob.ask("say Enough.", r"You say")
        seen = ada.expect(r"notes cannot be written") + ada.expect(r"Bob says")
        assert "NOT kept" not in bob.hears_all() and seen.count("jots something down") == kept
        shortage.free(server)
        assert server.stop() == 0
