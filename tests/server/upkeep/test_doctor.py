"""``tarn doctor`` on real folders and real SQLite files, each wrong in one way."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from agents.clock import SystemClock
from server.arguments import Options
from server.boundaries import Role
from server.cli.doctor import run_doctor
from server.people.store import PeopleStore
from server.storage.accounts import AccountTable
from server.storage.world import WorldStore
from server.upkeep.examination import DATABASES, STALE_SECONDS
from tests.e2e.harness import write
from tests.e2e.worlds import World, make_world, profile
from world.boundaries import ExitRow, ThingRow

HALL = ThingRow(1, "room", "The Hall", "A hall.", (), None, {})
ADA = ThingRow(2, "character", "Ada", "", (), 1, {"account": "person"})


async def _store(vault: Path, things: list[ThingRow]) -> None:
    machine, clock = vault / ".tarn", SystemClock()
    store = await WorldStore.open(machine / "world.sqlite", clock)
    store.record(things, [])
    await store.flush()
    await store.close()
    people = await PeopleStore.open(machine / "people.sqlite", clock, lambda line: None)
    await people.close()
    accounts = await AccountTable.open(machine / "accounts.sqlite")
    if await accounts.find("ada") is None:
        await accounts.add("ada", "Ada", "hash", Role.PLAYER, datetime.now(UTC))
    await accounts.close()


async def _make(root: Path) -> World:
    """A sound world that has been served."""
    made = make_world(root, {"Moss": profile("Moss")})
    await _store(made.vault, [HALL, ADA])
    return made


async def _examine(world: World, *words: str) -> int:
    given = Options(world.vault, world.config, command="doctor", arguments=words)
    return await asyncio.to_thread(run_doctor, given)  # it runs a loop of its own


def _files(root: Path) -> dict[Path, tuple[bytes, int]]:
    return {p: (p.read_bytes(), p.stat().st_mode) for p in root.rglob("*") if p.is_file()}


async def test_a_sound_vault_is_sound(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Status 0 and nothing is written; a vault that is not there is status 2."""
    world = await _make(tmp_path)
    before = _files(world.root)
    assert await _examine(world) == 0, capsys.readouterr().out
    assert capsys.readouterr().out == f"{world.vault} is sound.\n"
    assert _files(world.root) == before
    assert await _examine(World(world.root / "nowhere")) == 2
    assert "no such vault" in capsys.readouterr().err


@pytest.mark.parametrize("name", DATABASES)
async def test_a_damaged_or_newer_database_is_named(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Pages that are no pages, and a schema of a later version."""
    world = await _make(tmp_path)
    path = world.vault / ".tarn" / name
    sound = path.read_bytes()
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA user_version = 99")
    assert await _examine(world) == 1
    said = capsys.readouterr().out
    assert f"{path}: " in said and "newer version" in said and "start the newer version" in said
    path.write_bytes(sound[:4096] + b"\xff" * (len(sound) - 4096))
    assert await _examine(world) == 1
    assert "is damaged" in capsys.readouterr().out


async def test_references_and_people_without_accounts_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A thing without a place, an exit to nowhere, a person whom nobody can be."""
    world = await _make(tmp_path)
    lamp = ThingRow(3, "thing", "lamp", "", (), 77, {})
    yard = ThingRow(4, "room", "Yard", "", (), None, {}, (ExitRow("gate", 88),))
    bob = ThingRow(5, "character", "Bob", "", (), 1, {"account": "person"})
    await _store(world.vault, [lamp, yard, bob])
    assert await _examine(world) == 1
    said = capsys.readouterr().out.splitlines()
    assert len(said) == 3, said
    assert "lamp (#3) was nowhere" in said[0]
    assert "Yard: the exit gate led nowhere" in said[1]
    assert "Bob (#5) is a person without an account: tarn account add Bob" in said[2]
    assert said[2].endswith("until then nobody gets the body: to newcomers the name is taken")
    with closing(sqlite3.connect(world.vault / ".tarn" / "accounts.sqlite")) as database, database:
        database.execute("INSERT INTO removed VALUES ('bob', 'Bob')")
    assert await _examine(world) == 1
    assert "and the next start takes the person out of the world" in capsys.readouterr().out


async def test_archives_notes_and_settings_are_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What ``tarn memory verify`` and ``tarn check`` find is found."""
    world = await _make(tmp_path)
    archive = world.agent("Moss") / "archive"
    write(archive / f"{1:012d}.jsonl", "no record\nnone either\n").chmod(0o600)
    archive.chmod(0o700)
    write(world.config / "server.yaml", "limits: {burst: many}\n")
    write(world.agent("Fern") / "profile.md", "---\nhome: Nowhere at all\n---\nYou are Fern.\n")
    assert await _examine(world) == 1
    said = capsys.readouterr().out
    assert f"{archive}: " in said and "tarn memory verify Moss" in said
    assert "burst" in said and "Nowhere at all" in said


async def test_repair_does_what_is_safe_and_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Modes and old left-overs are reported first, then repaired; young ones are left alone."""
    world = await _make(tmp_path)
    accounts = world.vault / ".tarn" / "accounts.sqlite"
    accounts.chmod(0o644)
    old = write(world.vault / "world" / ".abcd1234.tmp", "half")
    young = write(world.vault / "world" / ".abcd5678.tmp", "half")
    past = young.stat().st_mtime - 2 * STALE_SECONDS
    os.utime(old, (past, past))
    assert await _examine(world) == 1
    said = capsys.readouterr().out.splitlines()
    assert len(said) == 2 and "mode 0644" in said[0] and "chmod 600" in said[0]
    assert f"{old}: a killed program has left it" in said[1]
    assert old.exists() and stat.S_IMODE(accounts.stat().st_mode) == 0o644
    assert await _examine(world, "--repair") == 1
    assert capsys.readouterr().out.count(": repaired\n") == 2
    assert not old.exists() and young.exists()
    assert stat.S_IMODE(accounts.stat().st_mode) == 0o600
    assert await _examine(world) == 0
