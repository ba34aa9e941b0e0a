"""Who is awake where is counted once for each change, and people share what they perceive alike."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.world.transcript import Play, trio
from world.boundaries import Event, Perception
from world.presence import Audience, Gathering


def gathering_of(play: Play) -> Gathering:
    return play.world.gathering(play.who("Ann").room)


def test_a_gathering_is_counted_once_while_nothing_changes() -> None:
    play = trio()
    first = gathering_of(play)
    play.perform("Ann", "say hello")
    play.perform("Bob", "look")
    assert gathering_of(play) is first
    assert first.without("Ann") == ("Bob", "Moss")


def leave(play: Play) -> None:
    loft = play.world.create_room("The Loft")
    play.world.move(play.who("Bob").id, loft.id)


def fall_asleep(play: Play) -> None:
    mind = play.world.mind_of(play.who("Bob").id)
    assert mind is not None
    play.world.detach(play.who("Bob").id, mind)


def lose_the_link(play: Play) -> None:
    play.world.presence.mark(play.who("Bob").id, "link lost", lost=True)


def rename(play: Play) -> None:
    with play.world.changes() as tx:
        tx.rename(play.who("Bob"), "Zoe")


@pytest.mark.parametrize(
    ("change", "names"),
    [
        (leave, ("Ann", "Moss")),
        (fall_asleep, ("Ann", "Moss")),
        (lose_the_link, ("Ann", "Moss")),
        (rename, ("Ann", "Moss", "Zoe")),
    ],
)
def test_every_change_of_a_gathering_is_seen_at_once(
    change: Callable[[Play], None], names: tuple[str, ...]
) -> None:
    play = trio()
    assert gathering_of(play).names == ("Ann", "Bob", "Moss")
    change(play)
    assert gathering_of(play).names == names


def test_a_gathering_after_a_change_that_was_undone_is_the_one_before() -> None:
    play = trio()
    room = play.who("Ann").room
    loft = play.world.create_room("The Loft")
    with pytest.raises(ZeroDivisionError), play.world.changes() as tx:
        tx.move(play.who("Bob"), loft)
        assert play.world.gathering(room).names == ("Ann", "Moss")
        raise ZeroDivisionError
    assert play.world.gathering(room).names == ("Ann", "Bob", "Moss")
    assert play.world.gathering(loft).names == ()


def test_people_share_a_perception_and_who_is_addressed_has_another() -> None:
    """A line in a crowd is one perception, whoever many hear it; agents remember who was there."""
    play = trio()
    cara = play.character("Cara")
    room = play.who("Ann").room
    seen = views(play, Event("say", play.who("Ann").id, room.id, others="Ann says it."))
    assert seen["Bob"] is seen["Cara"]
    assert seen["Bob"].occupants == () and seen["Moss"].occupants == ("Ann", "Bob", "Cara")
    spoken = Event(
        "say", play.who("Ann").id, room.id, others="Ann asks.", addressed=frozenset({cara.id})
    )
    seen = views(play, spoken)
    assert seen["Cara"].addressed and not seen["Bob"].addressed
    whispered = Event(
        "say", play.who("Ann").id, room.id, others="Ann mutters.", told={cara.id: "Hi."}
    )
    seen = views(play, whispered)
    assert (seen["Cara"].text, seen["Bob"].text) == ("Hi.", "Ann mutters.")


def views(play: Play, event: Event) -> dict[str, Perception]:
    seen = dict[str, Perception]()
    for shown in play.world.presence.views([event]):
        views = shown.views() if isinstance(shown, Audience) else [shown]
        seen |= {who.name: perception for who, _, perception in views}
    return seen
