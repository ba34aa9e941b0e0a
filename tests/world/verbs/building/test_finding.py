"""Finding and fetching."""

from __future__ import annotations

import pytest

from tests.world.verbs.building.test_altering import site


def test_things_rooms_and_people_are_found_by_words() -> None:
    """In names, aliases and descriptions, with their numbers and places; nobody notices."""
    play, lamp = site()
    bob = play.who("Bob").id
    play.world.set_description(bob, "He has a lamp.")
    play(f"""
        Bea> @find LAMP
        Bea: With 'LAMP': 2
            #{bob} Bob (character) in The Hall
            #{lamp} lamp (thing) in The Hall
        Bea> @find brass lamp in things
        Bea: With 'brass lamp': 1
            #{lamp} lamp (thing) in The Hall
        Bea> @find box hedges in rooms
        Bea: With 'box hedges': 1
            #{play.garden.id} The Garden (room)
        Bea> @find lamp in rooms
        Bea: Nothing has 'lamp' in its name or description.
        Bea> @find
        Bea: Find what? Like this: @find lamp in things
    """)


def test_findings_come_in_pages() -> None:
    play, _ = site()
    for number in range(45):
        play.thing(f"pebble {number}", play.pond)
    first = play.perform("Bea", "@find pebble").text.splitlines()
    assert first[0] == "With 'pebble': 45" and first[-1] == "and 25 more: page 2"
    last = play.perform("Bea", "@find pebble in things page 3").text.splitlines()
    assert len(last) == 6 and "pebble 44" in last[-1]
    for page in ("4", "99", "0"):
        refused = play.perform("Bea", f"@find pebble page {page}")
        assert refused.text == f"There is no page {page} of 45 found: page 1 to 3."


def test_an_ending_that_means_nothing_is_named() -> None:
    """Words that are found are words all the same."""
    play, lamp = site()
    for ending in ("in foo", "page abc"):
        told = play.perform("Bea", f"@find lamp {ending}").text
        assert f"'{ending}' was read as words to find; allowed at the end: in rooms" in told
    play.world.set_description(lamp, "It stands in foo.")
    assert play.perform("Bea", "@find lamp in foo").ok


def test_a_thing_comes_from_anywhere_and_people_for_administrators_alone() -> None:
    play, lamp = site()
    play.world.move(lamp, play.pond.id)
    play.world.move(play.who("Moss").id, play.garden.id)
    play(f"""
        Bea> @fetch lamp
        Bea: You have lamp now.
        Bea> @fetch lamp
        Bea: You have lamp already.
        Bea> give lamp to Bob
        Bea: You give the lamp to Bob.
        Ann: Bea gives the lamp to Bob.
        Bob: Bea gives you the lamp.
        Bea> @fetch #{lamp}
        Bea: Only administrators change or move Bob; builders change rooms and things.
        Ann> @fetch lamp
        Ann: You have lamp now.
        Bob: lamp is gone from your hands.
        Bea> @fetch Moss
        Bea: Only administrators change or move Moss; builders change rooms and things.
        Ann> @fetch Moss
        Ann: Moss is in the Hall now.
        Bob: Moss is here all at once.
        Bea: Moss is here all at once.
        Moss: The Hall
            A long stone hall.
            Also here: Ann, Bea, Bob.
            Exits: garden.
    """)


def test_what_is_nowhere_is_said_to_be_nowhere() -> None:
    play, _ = site()
    for name in ("#99999", "unicorn"):
        told = play.perform("Bea", f"@fetch {name}").text
        assert told.startswith(f"Nothing is called '{name}', here or anywhere;")


@pytest.mark.parametrize("target", ["#1", "Bea", "nothing", ""])
def test_what_cannot_be_fetched_is_refused(target: str) -> None:
    play, _ = site()
    before = play.world.rows()
    assert not play.perform("Bea", f"@fetch {target}").ok
    assert play.world.rows() == before and not play.errors
