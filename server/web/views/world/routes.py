"""What the view World is answered: rooms, people, hour and events."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from itertools import islice

from server.boundaries import Account, Role
from server.chronicle.entry import ChronicleEntry
from server.web.api import describe_account
from server.web.browser_sessions import BrowserSession
from server.web.routing import Data, Route, RouteCall, require
from server.web.stream import Onlooker, PageStream, show_record
from server.web.views.world.world_view import WorldView

MOST_EVENTS = 500


class WorldRoutes:
    """Answers from the stream and the map; `find_onlooker` tells for whom a session looks on.

    `history` are events from before the stream.
    """

    def __init__(
        self,
        view: WorldView,
        stream: PageStream,
        history: Sequence[ChronicleEntry],
        find_onlooker: Callable[[BrowserSession], Onlooker],
    ) -> None:
        self._view, self._stream = view, stream
        self._history, self._find_onlooker = history, find_onlooker

    @property
    def routes(self) -> Sequence[Route]:
        """What can be asked."""
        return (
            Route("/world", self._show_world),
            Route("/rooms", self._list_rooms),
            Route("/rooms/{id}", self._show_room, Role.PLAYER),
            Route("/people", self._list_people),
            Route("/people/{id}", self._show_person, Role.PLAYER),
            Route("/agents", self._list_agents),
            Route("/events", self._list_events),
        )

    def describe_all(self, account: Account, onlooker: Onlooker) -> Data:
        """Return the whole picture that a page begins with."""
        return {
            "type": "world",
            "seq": self._stream.seq,
            "you": describe_account(account),
            "time": self._view.describe_time(),
            "rooms": self._view.rooms,
            "people": list(self._stream.people.values()),
            "events": self._find_events(onlooker, 0),
        }

    def _show_world(self, asked: RouteCall) -> Data:
        agents = sum(each["kind"] == "agent" for each in self._stream.people.values())
        return {
            "time": self._view.describe_time(),
            "rooms": len(self._view.rooms),
            "people": len(self._stream.people) - agents,
            "agents": agents,
            "seq": self._stream.seq,
        }

    def _list_rooms(self, asked: RouteCall) -> Data:
        return {"rooms": self._view.rooms}

    def _show_room(self, asked: RouteCall) -> Data:
        return require(self._view.describe_room(asked.read_id()), "room")

    def _list_people(self, asked: RouteCall) -> Data:
        return {"people": list(self._stream.people.values())}

    def _show_person(self, asked: RouteCall) -> Data:
        return require(self._view.describe_person(asked.read_id()), "person awake")

    def _list_agents(self, asked: RouteCall) -> Data:
        people = self._stream.people.values()
        return {"agents": [each for each in people if each["kind"] == "agent"]}

    def _list_events(self, asked: RouteCall) -> Data:
        after = asked.read_query("after", 0)
        onlooker = self._find_onlooker(asked.session)
        return {"seq": self._stream.seq, "events": self._find_events(onlooker, after)}

    def _find_events(self, onlooker: Onlooker, after: int) -> list[Data]:
        """Return the newest events after a number that somebody may see, oldest first."""
        kept = self._stream.list_after(after)
        records = kept if kept is not None else self._stream.list_kept()
        events = (each for each in reversed(records) if each.data["type"] == "event")
        shown = (show_record(each, onlooker) for each in events)
        newest = islice((each for each in shown if each is not None), MOST_EVENTS)
        newer = [json.loads(each) for each in newest][::-1]
        older = [] if after else filter(onlooker.reader.may_read, self._history)
        return [*map(describe_past_event, older), *newer][-MOST_EVENTS:]


def describe_past_event(entry: ChronicleEntry) -> Data:
    """Return an event from before the stream, in the form of one of the stream's."""
    return {
        "type": "event",
        "seq": 0,
        "at": f"{entry.at:%Y-%m-%dT%H:%M:%S}Z",
        "room": entry.room,
        "place": 0,
        "actor": entry.actor,
        "who": 0,
        "by": entry.actor_kind or "",
        "kind": str(entry.kind),
        "event": entry.event,
        "text": entry.text,
        "private": False,
    }
