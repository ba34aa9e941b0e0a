"""The watches of people: begun and ended by command, and carried over by an upgrade."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from agents.boundaries import WatchEvent
from agents.mind.watch import ALL, WatchHub
from late.late_dataclass import late_dataclass
from server.upgrade.boundaries import Carried
from server.watching.messages import make_message
from world.world import World

if TYPE_CHECKING:
    from server.watching.storyteller import Storyteller

Send = Callable[[int, str, Mapping[str, object]], None]
"""Sends a person's client a message as data: character, package, data."""


@late_dataclass(frozen=True, slots=True)
class PersonalWatch:
    """One person's watch of one agent or of all: a `Watcher`."""

    who: int
    prompts: bool
    teller: Storyteller
    send: Send

    def __call__(self, event: WatchEvent) -> None:
        """Tell the person and their client of `event`."""
        message = make_message(event)
        if message is not None:
            self.send(self.who, message.package, message.data)
        self.teller(event)


class Watchers:
    """Begins and ends watches. `send` and `prefers` have their values once there is a gate."""

    def __init__(self, world: World, hub: WatchHub) -> None:
        self._world = world
        self._hub = hub
        self.send: Send = lambda who, package, data: None
        self.prefers: Callable[[str, str], str] = lambda person, name: ""
        """A person's name and a preference → its value."""

    def toggle(self, who: int, agent: str, *, prompts: bool = False) -> bool:
        """Begin or end a character's watch of an agent, or of `ALL`; return whether it is on.

        `prompts` are added to a watch that is on without them.
        """
        known = dict(self._hub.list_watches(who)).get(agent)
        if prompts and isinstance(known, PersonalWatch) and not known.prompts:
            self._hub.toggle(agent, who, known)
        return self._hub.toggle(agent, who, self._make(who, agent, prompts))

    def end_all(self, who: int) -> bool:
        """End all watches of a character; return whether there were any."""
        return self._hub.forget(who)

    def hand_over(self, character: int) -> Sequence[Sequence[Any]]:
        """Return each agent that the character watches, and whether with prompts."""
        found = self._hub.list_watches(character)
        return [[name, each.prompts] for name, each in found if isinstance(each, PersonalWatch)]

    def resume(self, character: int, kept: Sequence[Sequence[Any]]) -> None:
        """Begin the watches anew."""
        for agent, prompts in kept:
            self.toggle(character, agent, prompts=prompts)

    def _make(self, who: int, agent: str, prompts: bool) -> PersonalWatch:
        from server.watching.storyteller import Storyteller  # noqa: PLC0415  # when one watches

        world, name = self._world, self._world.character(who).name
        teller = Storyteller(
            world.texts,
            lambda line: self._tell(who, line),
            world.time,
            lambda: prompts or self.prefers(name, "promptview") == "on",
            lambda: world.find_place(name),
            world.find_place,
            agent == ALL,
        )
        return PersonalWatch(who, prompts, teller, self._send)

    def _tell(self, who: int, line: str) -> None:
        if self._world.thing(who) is not None:
            self._world.notify(who, line, "watch")

    def _send(self, who: int, package: str, data: Mapping[str, object]) -> None:
        self.send(who, package, data)


_carried: type[Carried] = Watchers
