"""Whatever stands in a note for a thing's states and deeds, the thing is there and can be used."""

from __future__ import annotations

import tempfile
from pathlib import Path

import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.examples import choose_count
from tests.world.transcript import trio
from world.use.deeds import DEED_NAMES, state_of, usage_of
from world.vault.rooms import read_rooms

WORDS = st.sampled_from(
    ["dark", "lit", "half full", "Lit", "off", "", "{actor}", "{me}", "{", "a\nb"]
)
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), WORDS, st.text(max_size=8)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(WORDS.filter(bool), inner, max_size=3)
    ),
    max_leaves=6,
)
DEEDS = st.fixed_dictionaries(
    {},
    optional={key: st.one_of(WORDS, VALUES) for key in ("from", "to", "own", "others", "uses_up")},
)
THINGS = st.fixed_dictionaries(
    {"name": st.just("box")},
    optional={
        "state": st.one_of(WORDS, VALUES),
        "states": st.one_of(st.dictionaries(WORDS.filter(bool), WORDS), VALUES),
        "deeds": st.one_of(
            st.dictionaries(st.sampled_from([*DEED_NAMES, "polish"]), DEEDS), VALUES
        ),
        "writable": VALUES,
    },
)


@settings(max_examples=choose_count(50, 150))
@given(THINGS)
def test_any_note_gives_a_thing_that_can_be_used(thing: dict[str, object]) -> None:
    """What is wrong is named with its line, and every deed that is left works in its state."""
    front = yaml.safe_dump({"start": True, "things": [thing]}, allow_unicode=True)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "The Hall.md"
        path.write_text(f"---\n{front}---\nA hall.\n", encoding="utf-8")
        notes, errors = read_rooms(Path(folder))
        again, _ = read_rooms(Path(folder))
    assert notes == again
    assert all(error.path == path and error.line >= 1 for error in errors)
    play = trio()
    play.world.adopt(notes)
    [box] = [one for one in play.world.registry if one.name == "box"]
    usage = usage_of(box)
    assert state_of(box) in (*usage.states, "") and bool(state_of(box)) == bool(usage.states)
    for line in play.world.situation(play.who("Bob").id).deeds:
        if box.place is not None and line in play.world.situation(play.who("Bob").id).deeds:
            assert play.perform("Bob", line).ok
            assert state_of(box) in (*usage.states, "")
    assert not play.errors
