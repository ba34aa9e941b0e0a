"""The channels: one row for each, with the command that speaks on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from late.late_dataclass import late_dataclass
from server.people.people import People
from world.boundaries import Event, Role
from world.commands.command import Command, Permission
from world.commands.invocation import Invocation
from world.model import Character
from world.nature import Nature
from world.realm import Realm
from world.verbs.speech import read_speech


@late_dataclass(frozen=True, slots=True)
class Channel:
    """A channel is called as its command is."""

    name: str
    permission: Permission
    summary: str

    def admits(self, world: Realm, character: Character) -> bool:
        """Return whether the character may listen and speak."""
        everyones = self.permission is Permission.PEOPLE
        return everyones or world.role_of(character) is Role.ADMINISTRATOR


CHANNELS = (
    Channel("chat", Permission.PEOPLE, "Speak to everybody who listens, wherever they are"),
    Channel("@admin", Permission.ADMINISTRATORS, "Speak to the other administrators"),
)


class Overhearing(Protocol):
    """The agents, as channels need them."""

    def overhears(self, character: int, /) -> bool:
        """Return whether the agent of this character hears channels, as its profile says."""
        ...


@late_dataclass(frozen=True, slots=True)
class ChannelVerbs:
    """Makes the commands. `people` is made after them."""

    people: Callable[[], People]
    minds: Overhearing

    def rows(self) -> tuple[Command, ...]:
        """Return the command of each channel."""
        return tuple(map(self._row, CHANNELS))

    def _row(self, channel: Channel) -> Command:
        name = channel.name
        return Command(
            name, lambda inv: self._run(inv, channel), f"{name} [<words> | on | off | who | last]",
            channel.summary, "admin" if name[0] == "@" else "social", nature=Nature.SPEECH,
            permission=channel.permission, wordless=frozenset(self._controls()),
            help=f"{name} off: hear nothing of it; {name} on: hear it again. {name} who: see who "
            f"listens; {name} last: what was said last.",
        )  # fmt: skip

    def _controls(self) -> dict[str, Callable[[Invocation, Channel], None]]:
        """Return what runs with each argument that is no words to say."""
        return {
            "": self._show_state,
            "on": self._turn_on,
            "off": self._turn_off,
            "who": self._show_listeners,
            "last": self._show_said,
        }

    def _run(self, inv: Invocation, channel: Channel) -> None:
        control = self._controls().get(inv.args.casefold())
        if control is not None:
            control(inv, channel)
        else:
            self._speak(inv, channel)

    def _speak(self, inv: Invocation, channel: Channel) -> None:
        """Emit the words to all who listen; whoever speaks listens again."""
        words = read_speech(inv, inv.args, "say.what")
        name, actor = channel.name, inv.actor
        self.people().channels.turn(actor.name, name, on=True)
        others = inv.say_text("channel.others", channel=name, actor=actor.name, words=words)
        told = {one.id: others for one in self._listeners(inv, channel) if one is not actor}
        own = inv.say_text("channel.own", channel=name, words=words)
        inv.emit(Event(name, actor.id, inv.room.id, own=own, told=told, only_told=True))
        self.people().channels.note(name, actor.name, words)

    def _listeners(self, inv: Invocation, channel: Channel) -> list[Character]:
        return [one for one in inv.world.characters() if self._hears(inv, channel, one)]

    def _hears(self, inv: Invocation, channel: Channel, one: Character) -> bool:
        if inv.world.kind_of(one.id) == "agent":
            return channel.permission is Permission.PEOPLE and self.minds.overhears(one.id)
        here = inv.world.is_present(one) and channel.admits(inv.world, one)
        return here and self.people().channels.listens(one.name, channel.name)

    def _show_state(self, inv: Invocation, channel: Channel) -> None:
        on = self.people().channels.listens(inv.actor.name, channel.name)
        key = "channel.is-on" if on else "channel.is-off"
        inv.reply_text(key, channel=channel.name, syntax=inv.command.syntax)

    def _turn_on(self, inv: Invocation, channel: Channel) -> None:
        self.people().channels.turn(inv.actor.name, channel.name, on=True)
        inv.reply_text("channel.on", channel=channel.name)

    def _turn_off(self, inv: Invocation, channel: Channel) -> None:
        self.people().channels.turn(inv.actor.name, channel.name, on=False)
        inv.reply_text("channel.off", channel=channel.name)

    def _show_listeners(self, inv: Invocation, channel: Channel) -> None:
        names = ", ".join(one.name for one in self._listeners(inv, channel)) or "-"
        inv.reply_text("channel.who", channel=channel.name, names=names)

    def _show_said(self, inv: Invocation, channel: Channel) -> None:
        lines = [
            inv.say_text(
                "channel.said", at=f"{line.at:%H:%M}", speaker=line.speaker, words=line.words
            )
            for line in self.people().channels.said(channel.name)
            if not self.people().ignoring.ignores(inv.actor.name, line.speaker)
        ]
        if not lines:
            inv.refuse_text("channel.silent", channel=channel.name)
        inv.reply("\n".join(lines))
