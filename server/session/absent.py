"""The session of a person who has lost the connection, after an upgrade: it has no connection."""

from __future__ import annotations

from server.boundaries import Gate, Refused, make_account
from server.session.boundaries import Desk
from server.session.lost.cut_wire import CutWire
from server.session.session import Session
from server.upgrade.handover import HandedBody


def resume_absent(body: HandedBody, gate: Gate, desk: Desk) -> None:
    """Let a body wait for its person as it did in the program before this one."""
    session = Session(CutWire(), gate, make_account(body.person.account), desk)
    try:
        session.resume_lost(body)
    except Refused as refused:
        desk.log(str(refused))
