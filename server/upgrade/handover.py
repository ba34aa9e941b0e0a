"""What a program leaves to the program that takes its place: plain data, carried as JSON."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import asdict, field
from typing import Any

from late.late_dataclass import late_dataclass

FORMAT = 2
"""The form of the data."""

READABLE = (1, FORMAT)
"""The forms that this program takes over; those before 2 have no `bodies` and no `tls`,
and some of 2 no `kept`."""

VARIABLE = "TARN_HANDOVER"
"""The environment variable with the number of the descriptor that the data is read from,
or with `TRIAL`."""

_FORMS = " or ".join(map(str, READABLE))

TRIAL = f"trial of form {FORMAT}"
"""Asks a program whether it could take over: it ends with status 0 if it could."""


class HandoverUnreadable(Exception):
    """What the program before left cannot be read; the message says why."""


@late_dataclass(frozen=True, slots=True)
class HandedPerson:
    """A person in the world: what the session knew of them."""

    account: Mapping[str, Any]
    character: int
    connected_seconds: float
    idle_seconds: float
    more: Mapping[str, Any] = field(default_factory=dict)
    """What other parts keep for the person, by the name of the part."""
    screen: Mapping[str, Any] = field(default_factory=dict)
    """What the session has begun to show or to ask."""


@late_dataclass(frozen=True, slots=True)
class HandedVisit:
    """One open connection. `person` is None at the door."""

    descriptor: int
    address: str
    family: int
    telnet: Mapping[str, Any]
    """What the telnet layer knows of the client."""
    lines: Sequence[str] = ()
    """Whole lines that were typed and not yet performed."""
    person: HandedPerson | None = None


@late_dataclass(frozen=True, slots=True)
class HandedBody:
    """A body whose person has lost the connection and may come back to it."""

    person: HandedPerson
    left_seconds: float
    """How long it still waits."""
    missed: Mapping[str, Any] = field(default_factory=dict)
    """What it has perceived meanwhile."""


@late_dataclass(frozen=True, slots=True)
class Handover:
    """All that one program leaves to the next."""

    listening: int
    lock: int
    visits: Sequence[HandedVisit] = ()
    bodies: Sequence[HandedBody] = ()
    tls: int | None = None
    """The socket at which connections over TLS arrive."""
    web: int | None = None
    """The socket at which browsers arrive."""
    kept: Mapping[str, Any] = field(default_factory=dict)
    """What parts of the server keep in memory of all together, by the name of the part."""

    def descriptors(self) -> list[int]:
        """Return every descriptor that the next program needs."""
        more = [each for each in (self.tls, self.web) if each is not None]
        return [self.listening, self.lock, *more, *(visit.descriptor for visit in self.visits)]


def leave(handover: Handover, environment: MutableMapping[str, str]) -> None:
    """Put `handover` where a program with this environment finds it.

    It goes into a file without a name, which nobody else can open.  Raises `OSError`.
    """
    for descriptor in handover.descriptors():
        os.set_inheritable(descriptor, True)
    with tempfile.TemporaryFile() as file:
        file.write(json.dumps({"format": FORMAT, **asdict(handover)}).encode())
        file.flush()
        kept = os.dup(file.fileno())
    os.set_inheritable(kept, True)
    environment[VARIABLE] = str(kept)


def is_trial(environment: MutableMapping[str, str]) -> bool:
    """Return whether this program is only asked if it could take over."""
    return environment.get(VARIABLE, "").startswith("trial")


def check_form(environment: MutableMapping[str, str]) -> None:
    """Raise `HandoverUnreadable` if the trial is of another form."""
    if environment[VARIABLE] not in (f"trial of form {each}" for each in READABLE):
        raise HandoverUnreadable(
            f"the running program makes a {environment[VARIABLE]}, this one takes form {_FORMS}"
        )


def take_over(environment: MutableMapping[str, str]) -> Handover | None:
    """Return what the program before this one left, once; None if there was none.

    Raises `HandoverUnreadable`.
    """
    number = environment.pop(VARIABLE, None)
    if number is None:
        return None
    try:
        handover = _read(json.loads(_read_all(int(number))))
    except (ValueError, KeyError, TypeError, OSError) as error:
        raise HandoverUnreadable(
            f"{VARIABLE}={number} names nothing that this program can take over: {error}"
        ) from error
    for descriptor in handover.descriptors():
        os.set_inheritable(descriptor, False)
    return handover


def _read_all(descriptor: int) -> bytes:
    os.lseek(descriptor, 0, os.SEEK_SET)
    with os.fdopen(descriptor, "rb") as file:
        return file.read()


def _read(said: Mapping[str, Any]) -> Handover:
    if said["format"] not in READABLE:
        raise ValueError(f"its form is {said['format']}, this program reads {_FORMS}")
    visits = [_read_visit(each) for each in said["visits"]]
    bodies = [_read_body(each) for each in said.get("bodies", ())]
    ports = said.get("tls"), said.get("web")
    return Handover(said["listening"], said["lock"], visits, bodies, *ports, said.get("kept", {}))


def _read_body(said: Mapping[str, Any]) -> HandedBody:
    return HandedBody(HandedPerson(**said["person"]), said["left_seconds"], said["missed"])


def _read_visit(said: Mapping[str, Any]) -> HandedVisit:
    person = said["person"]
    return HandedVisit(**{**said, "person": HandedPerson(**person) if person else None})
