"""Walking the whole way: a step at a time, until something happens to the walker."""

from __future__ import annotations

import asyncio
import json

import pytest

from config.server import ConnectionLimits
from server.boundaries import Account
from tests.server.people.test_company import do
from tests.server.test_gate import Stay, Threshold
from world.model import Room

STEP = ConnectionLimits().step_seconds


class Road(Threshold):
    """The Hall, four rooms in a row behind it, and Ada, who walks to the last one."""

    def __init__(self) -> None:
        super().__init__()
        self.rooms = [self.hall]
        for number in range(1, 5):
            self.add_room(f"Way {number}")
        self.ada = self.arrive(Account("Ada"))

    def add_room(self, name: str) -> None:
        room, before = self.world.create_room(name), self.rooms[-1]
        with self.world.changes() as tx:
            tx.add_exit(before, "on", room)
            tx.add_exit(room, "back", before)
        self.rooms.append(room)

    @property
    def place(self) -> Room:
        return self.world.character(self.ada.body).room

    async def pass_time(self, steps: float = 1) -> str:
        self.clock.advance(STEP * steps)
        for _ in range(5):
            await asyncio.sleep(0)
        return self.ada.wire.take()


async def test_one_go_walks_the_whole_way_with_one_event_a_step() -> None:
    """The walker sees each room, and so do those who are in them; no step comes early."""
    road = Road()
    bob = road.arrive(Account("Bob"))
    road.world.move(bob.body, road.rooms[2].id)
    bob.wire.take()
    seen = await do(road.ada, "go Way 4")
    assert seen.startswith("Way 1\n") and "(On the way to Way 4: on, on, on." in seen
    assert await road.pass_time(0.5) == ""
    assert (await road.pass_time(0.5)).startswith("Way 2\n")
    assert bob.wire.take() == "Ada arrives from Way 1."
    await road.pass_time()
    assert bob.wire.take() == "Ada leaves for Way 3."
    last = await road.pass_time()
    assert last.startswith("Way 4\n") and "On the way" not in last
    assert await road.pass_time(10) == "" and not road.clock.getDelayedCalls()


@pytest.mark.parametrize("line", ["stop", "look", "say hello", "go back"])
async def test_whatever_is_done_ends_it(line: str) -> None:
    """With a word on it, once; then nothing more happens by itself."""
    road = Road()
    await do(road.ada, "go Way 4")
    seen = await do(road.ada, line)
    assert seen.startswith("(You stop on the way to Way 4.)")
    place = road.place
    assert await road.pass_time(10) == "" and road.place is place


@pytest.mark.parametrize("line", ["who", "WHO", "inventory", "exits", "help go"])
async def test_what_only_lists_something_does_not_end_it(line: str) -> None:
    road = Road()
    await do(road.ada, "go Way 4")
    assert "You stop" not in await do(road.ada, line)
    for _ in range(3):
        await road.pass_time()
    assert road.place is road.rooms[4]


async def test_words_to_the_walker_end_it_and_other_words_do_not() -> None:
    """Somebody who is passed may call; a walk of somebody else's talk goes on."""
    road = Road()
    bob, eve = road.arrive(Account("Bob")), road.arrive(Account("Eve"))
    for one in (bob, eve):
        road.world.move(one.body, road.rooms[1].id)
    await do(road.ada, "go Way 4")
    await do(bob, "say Nice weather, Eve.")
    assert "You stop" not in await road.pass_time() and road.place is road.rooms[2]
    await do(bob, "tell ada Wait!")
    seen = await road.pass_time(10)
    assert 'Bob tells you, "Wait!"' in seen and "(You stop on the way to Way 4.)" in seen
    assert road.place is road.rooms[2]


async def _is_moved(road: Road, ada: Stay) -> None:
    road.world.move(ada.body, road.rooms[3].id)


async def _is_lost(road: Road, ada: Stay) -> None:
    ada.lose()


async def _leaves(road: Road, ada: Stay) -> None:
    ada.leave()


async def _way_is_closed(road: Road, ada: Stay) -> None:
    with road.world.changes() as tx:
        tx.remove_exit(road.rooms[1], "on")


@pytest.mark.parametrize("happens", [_is_moved, _is_lost, _leaves, _way_is_closed])
async def test_it_ends_when_the_walker_is_no_longer_on_the_way(happens: object) -> None:
    """Moved, without a link, gone, or without a way: no step is taken."""
    road = Road()
    body = road.ada.body
    await do(road.ada, "go Way 4")
    await happens(road, road.ada)  # type: ignore[operator]
    place = road.world.character(body).room
    road.clock.advance(STEP)
    road.clock.advance(STEP * 10)
    assert road.world.character(body).room is place


async def test_another_program_takes_the_next_step() -> None:
    """What is handed over walks no more here; what is resumed walks on from where it stood."""
    road = Road()
    await do(road.ada, "go Way 4")
    await road.pass_time()
    walks, walker = road.parts.walks, road.ada.body
    kept = json.loads(json.dumps(walks.hand_over(walker)))
    assert await road.pass_time(3) == ""
    assert walks.hand_over(walker) == {}
    walks.resume(walker, kept)
    assert (await road.pass_time()).startswith("Way 3\n")
    assert (await road.pass_time()).startswith("Way 4\n")
