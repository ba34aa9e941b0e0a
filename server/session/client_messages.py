"""What a person's client is told beside the text, as GMCP messages: the packages and their data."""

from __future__ import annotations

from collections.abc import Iterator

from late.late_dataclass import late_dataclass
from server.boundaries import Account, Surroundings
from world.boundaries import Perception

AREA = "Tarn"
"""The area of every room; the world has no smaller ones."""


@late_dataclass(frozen=True, slots=True)
class ClientMessage:
    """One GMCP message: a package's name, and what becomes its JSON."""

    package: str
    data: object


def introduce(account: Account) -> Iterator[ClientMessage]:
    """Yield who the person is, and the names of what `Char.Status` tells."""
    yield ClientMessage("Char.Name", {"name": account.name, "fullname": account.name})
    yield ClientMessage("Char.StatusVars", {"name": "Name", "rank": "Rank", "place": "Place"})


def describe_place(account: Account, place: Surroundings) -> Iterator[ClientMessage]:
    """Yield the room, and the person's state in it."""
    status = {"name": account.name, "rank": account.role.value, "place": place.name}
    yield ClientMessage("Char.Status", status)
    room = {"num": place.number, "name": place.name, "area": AREA, "exits": dict(place.exits)}
    yield ClientMessage("Room.Info", room)


def describe_speech(perception: Perception, account: Account) -> ClientMessage | None:
    """Return speech as a message; None for everything else."""
    if not perception.nature.is_speech or perception.kind == "refusal":
        return None
    channel = perception.command if perception.own else perception.kind
    talker = account.name if perception.own else perception.actor or ""
    data = {"channel": channel, "talker": talker, "text": perception.text}
    return ClientMessage("Comm.Channel.Text", data)
