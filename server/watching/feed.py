"""Adds what happens around agents to the stream of what happens in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from agents.boundaries import Clock, WatchEvent, WatchKind
from agents.mind.watch import WatchHub
from server.chronicle.narrative.walks import ARRIVE, LEAVE
from world.boundaries import Event
from world.model import Character, Room
from world.nature import Nature
from world.realm import Realm


class WorldFeed:
    """Passes the world's events on to the watchers of those agents that perceive them."""

    def __init__(self, realm: Realm, hub: WatchHub, clock: Clock) -> None:
        self._realm = realm
        self._hub = hub
        self._clock = clock
        self._moment = 0
        self._event = ""
        self._move: Mapping[str, str] = {}
        """Of somebody's going: from which room, and to which."""

    def notice(self, events: Sequence[Event]) -> None:
        """Pass on what agents do, see and hear."""
        if self._hub.is_watched:
            moves = self._find_moves(events)
            for number, event in enumerate(events):
                begins = number not in moves or event.kind == LEAVE
                self._moment, self._event = self._moment + begins, event.kind
                self._move = moves.get(number, {})
                self._pass_on(event)

    def _find_moves(self, events: Sequence[Event]) -> Mapping[int, Mapping[str, str]]:
        """Return the places in `events` of going and coming that belong together, each with its
        rooms: whoever sees both is told of one move."""
        moves: dict[int, Mapping[str, str]] = {}
        for number, (leave, arrive) in enumerate(pairwise(events)):
            start, goal = self._realm.thing(leave.place), self._realm.thing(arrive.place)
            if not (isinstance(start, Room) and isinstance(goal, Room)):
                continue
            if _is_step(leave, arrive) and _leads_to(start, goal):
                moves[number] = moves[number + 1] = {"from": start.name, "to": goal.name}
        return moves

    def _pass_on(self, event: Event) -> None:
        room, actor = self._realm.thing(event.place), self._realm.thing(event.actor or 0)
        if event.ambient or not isinstance(room, Room):
            return
        present = [] if event.only_told else list(self._realm.present_in(room))
        if isinstance(actor, Character) and actor not in present and not event.only_told:
            present.append(actor)
        name, seen = actor.name if actor else "", event.others
        if isinstance(actor, Character) and self._is_agent(actor):
            # The name before a gesture keeps people's from passing for the world's report.
            seen = seen.removeprefix(f"[{name}] ")
        for one in filter(self._is_agent, present):
            if seen:
                self._tell(one, "scene", seen, room, name)
        for id, text in event.told.items():
            hearer = self._realm.thing(id)
            sees = event.others and hearer in present  # the same, from where others stand
            if isinstance(hearer, Character) and self._is_agent(hearer) and text and not sees:
                self._tell(hearer, "hears", text, hearer.room, "")

    def _is_agent(self, one: Character) -> bool:
        return self._realm.kind_of(one.id) == "agent"

    def _tell(self, agent: Character, kind: WatchKind, text: str, room: Room, actor: str) -> None:
        about = {
            "place": room.name, "moment": self._moment, "actor": actor, "event": self._event,
            **self._move,
        }  # fmt: skip
        self._hub(WatchEvent(agent.name, self._clock.now(), kind, text, about))


def _is_step(leave: Event, arrive: Event) -> bool:
    """Return whether somebody went by an exit."""
    return (
        (leave.kind, arrive.kind) == (LEAVE, ARRIVE)
        and leave.actor == arrive.actor
        and leave.nature is arrive.nature is Nature.MOVEMENT
    )


def _leads_to(start: Room, goal: Room) -> bool:
    return any(each.destination is goal for each in start.exits.values())
