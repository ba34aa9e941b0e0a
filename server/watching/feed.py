"""Adds what happens around agents to the stream of what happens in them."""

from __future__ import annotations

from collections.abc import Sequence

from agents.boundaries import Clock, WatchEvent, WatchKind
from agents.mind.watch import WatchHub
from world.boundaries import Event
from world.model import Character, Room
from world.realm import Realm


class WorldFeed:
    """Passes the world's events on to the watchers of those agents that perceive them."""

    def __init__(self, realm: Realm, hub: WatchHub, clock: Clock) -> None:
        self._realm = realm
        self._hub = hub
        self._clock = clock
        self._moment = 0
        self._event = ""

    def notice(self, events: Sequence[Event]) -> None:
        """Pass on what agents do, see and hear."""
        if self._hub.is_watched:
            for event in events:
                self._moment, self._event = self._moment + 1, event.kind
                self._pass_on(event)

    def _pass_on(self, event: Event) -> None:
        room, actor = self._realm.thing(event.place), self._realm.thing(event.actor or 0)
        if event.ambient or not isinstance(room, Room):
            return
        present = [] if event.only_told else list(self._realm.present_in(room))
        if isinstance(actor, Character) and actor not in present and not event.only_told:
            present.append(actor)
        for one in filter(self._is_agent, present):
            if event.others:
                self._tell(one, "scene", event.others, room, actor.name if actor else "")
        for id, text in event.told.items():
            hearer = self._realm.thing(id)
            if isinstance(hearer, Character) and self._is_agent(hearer) and text:
                self._tell(hearer, "hears", text, hearer.room, "")

    def _is_agent(self, one: Character) -> bool:
        return self._realm.kind_of(one.id) == "agent"

    def _tell(self, agent: Character, kind: WatchKind, text: str, room: Room, actor: str) -> None:
        about = {"place": room.name, "moment": self._moment, "actor": actor, "event": self._event}
        self._hub(WatchEvent(agent.name, self._clock.now(), kind, text, about))
