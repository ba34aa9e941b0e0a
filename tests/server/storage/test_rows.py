"""A thing and the columns that it is stored in."""

import sqlite3
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.storage import StorageError
from server.storage.rows import RowError, columns_of, row_of
from tests.examples import choose_count
from tests.server.storage.stores import open_store, thing
from world.boundaries import ExitRow, ThingRow


async def test_a_row_that_is_no_thing_is_named(tmp_path: Path) -> None:
    async with open_store(tmp_path / "w") as store:
        with sqlite3.connect(tmp_path / "w") as other:
            other.execute("INSERT INTO things VALUES (5, 'thing', '', '', '[', 1, '{}', '[]')")
        other.close()
        with pytest.raises(StorageError, match="thing #5 cannot be read"):
            await store.load()


def test_columns_of_an_unknown_kind_are_refused() -> None:
    with pytest.raises(RowError, match="thing #5 is of kind 'god'"):
        row_of((5, "god", "", "", "[]", None, "{}", "[]"))


ROWS = st.builds(
    ThingRow,
    id=st.integers(1, 2**62),
    kind=st.sampled_from(["room", "thing", "character"]),
    name=st.text(st.characters(codec="utf-8")),
    description=st.text(st.characters(codec="utf-8")),
    aliases=st.lists(st.text()).map(tuple),
    place=st.none() | st.integers(1, 2**62),
    properties=st.dictionaries(st.text(), st.text()),
    exits=st.lists(st.builds(ExitRow, st.text(), st.integers(), st.text())).map(tuple),
)


@given(ROWS)
@settings(max_examples=choose_count(40, 100), deadline=None)
def test_every_thing_comes_back_as_it_was(row: ThingRow) -> None:
    assert row_of(columns_of(row)) == row


def test_text_that_cannot_be_stored_stops_nothing() -> None:
    assert row_of(columns_of(thing(1, "a\ud800b"))).name == "a?b"
