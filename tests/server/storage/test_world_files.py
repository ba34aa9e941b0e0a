"""Files that cannot be used, and files that are only read."""

import sqlite3
from pathlib import Path

import pytest

from agents.clock import VirtualClock
from server.storage import StorageError, WorldStore
from server.storage.world import read_things
from tests.server.storage.stores import HALL, contents, open_store, thing


async def test_a_newer_schema_is_refused_by_name_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "world.sqlite"
    async with open_store(path) as store:
        store.record([HALL], [])
    with sqlite3.connect(path, isolation_level=None) as other:
        other.execute("PRAGMA user_version = 7")
        before = contents(tmp_path)
        with pytest.raises(StorageError) as caught:
            await WorldStore.open(path, VirtualClock())
        after = contents(tmp_path)
    other.close()
    assert after == before
    assert str(caught.value) == (
        f"{path} (the world's state) was written by a newer version of Tarn: its schema is 7, "
        "this version reads up to 1. It was left as it is; start the newer version."
    )


@pytest.mark.parametrize("where", ["all", "middle"])
async def test_a_damaged_file_is_named_with_what_to_do(tmp_path: Path, where: str) -> None:
    path = tmp_path / "world.sqlite"
    async with open_store(path) as store:
        store.record([thing(id, "x" * 500) for id in range(1, 200)], [])
    data = bytearray(path.read_bytes())
    data[0 if where == "all" else 8192 : 20000] = b"\xa5" * 4000
    path.write_bytes(data)
    with pytest.raises(StorageError) as caught:
        await WorldStore.open(path, VirtualClock())
    assert str(caught.value).startswith(f"{path} (the world's state) is damaged: ")
    assert "Put back a copy of it" in str(caught.value)
    assert "\n" not in str(caught.value)


async def test_what_is_stored_can_be_read_beside_a_server_and_after_it(tmp_path: Path) -> None:
    """A reader sees what was committed, and leaves no journal behind."""
    path = tmp_path / "world.sqlite"
    assert read_things(path) == []
    assert contents(tmp_path) == {}
    async with open_store(path) as store:
        store.record([HALL, thing(2)], [])
        await store.flush()
        assert read_things(path) == [HALL, thing(2)]
    before = contents(tmp_path)
    assert read_things(path) == [HALL, thing(2)]
    assert contents(tmp_path) == before


async def test_whoever_only_looks_is_told_of_a_damaged_and_of_a_newer_file(tmp_path: Path) -> None:
    """As at a start, and nothing is changed."""
    damaged, newer = tmp_path / "damaged.sqlite", tmp_path / "newer.sqlite"
    damaged.write_bytes(b"no database" * 100)
    with pytest.raises(StorageError, match=r"damaged\.sqlite \(the world's state\) is damaged"):
        read_things(damaged)
    async with open_store(newer):
        pass
    with sqlite3.connect(newer) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(StorageError, match=r"newer version of Tarn: its schema is 99"):
        read_things(newer)


async def test_a_folder_in_the_files_place_is_named(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="cannot be used"):
        await WorldStore.open(tmp_path, VirtualClock())
