"""What people keep comes to disk, also late, and is never lost for a disk that fails."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from agents.boundaries import StorageTrouble
from agents.clock import VirtualClock
from server.logs.event import parse_line
from server.people.entries import Entries
from server.people.store import RETRY_SECONDS, PeopleStore
from server.storage.database import StorageError
from server.storage.trouble import READ_ONLY_SECONDS
from world.commands.invocation import Refusal


async def test_what_is_noted_is_kept_and_no_answer_waits_for_it(tmp_path: Path) -> None:
    """A command waits only for what it has recorded."""
    store = await PeopleStore.open(tmp_path / "people.sqlite", VirtualClock(), print)
    store.put("ada", "alias", "gm", "say good morning")
    store.note("ada", "undo", "1", "an act")
    assert store.recorded == 1
    await store.close()
    store = await PeopleStore.open(tmp_path / "people.sqlite", VirtualClock(), print)
    assert store.list("ada", "undo") == {"1": "an act"}
    await store.close()


def test_who_has_an_entry_of_a_kind_is_known_at_every_moment() -> None:
    """The set of holders follows every change: put, removed, and forgotten with a guest."""
    entries = Entries()
    holders = entries.holders("ignored")
    entries.put("ada", "ignored", "moss", "Moss")
    entries.lodge("guest one")
    entries.put("guest one", "ignored", "ada", "Ada")
    entries.put("ada", "alias", "gm", "say good morning")
    assert holders == {"ada", "guest one"}
    assert entries.persons("ignored") == ("ada", "guest one")
    entries.dismiss("guest one")
    entries.put("ada", "ignored", "moss", None)
    assert holders == set()
    assert entries.persons("alias") == ("ada",)


async def test_a_write_that_fails_is_tried_again_and_told_once(tmp_path: Path) -> None:
    """Whoever waits for it is told; the change is kept, and so is a newer one."""
    log: list[str] = []
    told: list[StorageTrouble] = []
    clock = VirtualClock()
    path = tmp_path / "people.sqlite"
    store = await PeopleStore.open(path, clock, log.append, patience=0)
    store.watch(told.append)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    store.put("ada", "alias", "gm", "say good morning")
    with pytest.raises(StorageError, match="locked"):
        await store.flush()
    store.put("ada", "alias", "gm", "say good day")
    await _until_told(store, log)
    assert len(log) == 1 and "tried again" in log[0]
    assert parse_line(log[0]).level == "error"
    (begun,) = told
    assert (begun.kind, begun.owner, begun.reason) == ("people", path.name, "database is locked")
    assert store.list_unsaved() == ["1 changes of what people keep: preferences, aliases and mail"]
    other.execute("ROLLBACK")
    await clock.advance(RETRY_SECONDS)
    await store.flush()
    assert other.execute("SELECT * FROM entries").fetchall() == [
        ("ada", "alias", "gm", "say good day")
    ]
    assert [each.reason for each in told[1:]] == [""]
    assert store.list_unsaved() == [] and store.trouble == ""
    other.close()
    await store.close()


async def test_what_is_asked_for_is_refused_once_trouble_lasts(tmp_path: Path) -> None:
    """What comes about by itself still waits, a guest's entries concern no disk."""
    clock = VirtualClock()
    path = tmp_path / "people.sqlite"
    store = await PeopleStore.open(path, clock, lambda line: None, patience=0)
    store.lodge("guest1")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    store.change("ada", "alias", "gm", "say good morning")
    with pytest.raises(StorageError, match="locked"):
        await store.flush()
    store.change("ada", "alias", "ge", "say good evening")
    await clock.advance(READ_ONLY_SECONDS)
    with pytest.raises(Refusal, match=r"people\.not-kept"):
        store.change("ada", "alias", "gm", "say good day")
    store.change("ada", "alias", "gm", "say good morning")
    store.change("guest1", "alias", "gm", "say good day")
    store.put("ada", "visit", "at", "now")
    other.execute("ROLLBACK")
    other.close()
    await store.flush()
    store.change("ada", "alias", "gm", "say good day")
    assert dict(store.list("ada", "alias")) == {"gm": "say good day", "ge": "say good evening"}
    await store.close()


async def _until_told(store: PeopleStore, log: list[str]) -> None:
    while not log:
        await store._connection.execute_fetchall("SELECT 1")


async def test_closing_writes_what_was_said_last(tmp_path: Path) -> None:
    """Even if nobody waited for it."""
    store = await PeopleStore.open(tmp_path / "people.sqlite", VirtualClock(), pytest.fail)
    store.put("ada", "ignore", "bob", "Bob")
    store.put("ada", "ignore", "eve", "Eve")
    store.put("ada", "ignore", "bob", None)
    await store.close()
    again = await PeopleStore.open(tmp_path / "people.sqlite", VirtualClock(), pytest.fail)
    assert again.list("ada", "ignore") == {"eve": "Eve"}
    assert again.persons("ignore") == ("ada",)
    assert again.list("bob", "ignore") == {}
    await again.close()
