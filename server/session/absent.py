"""The session of a person who has lost the connection, after an upgrade: it has no connection."""

from __future__ import annotations

from collections.abc import Mapping

from server.boundaries import Gate, Refused, make_account
from server.session.boundaries import Desk, Wire
from server.session.session import Session
from server.session.terminal import Terminal
from server.upgrade.handover import HandedBody


class CutWire:
    """A connection that is lost: nothing is shown and nothing is typed."""

    terminal = Terminal()
    address = ""
    hides_input = False
    takes_messages = False

    def send(self, text: str) -> None:
        """Show nothing."""

    def close(self, reason: str = "") -> None:
        """Do nothing: it is closed."""

    def show(self, text: str, kind: str) -> None:
        """Show nothing."""

    def prompt(self, text: str) -> None:
        """Ask nothing."""

    def hide_input(self) -> None:
        """Do nothing: nobody types."""

    def show_input(self) -> None:
        """Do nothing: nobody types."""

    def hold(self) -> None:
        """Do nothing: nobody types."""

    def release(self) -> None:
        """Do nothing: nobody types."""

    def mark_admitted(self) -> None:
        """Do nothing: no time-out runs."""

    def gmcp(self, package: str, data: object = None) -> None:
        """Send nothing."""

    def tell_status(self) -> None:
        """Tell nothing."""

    def ready(self) -> None:
        """Show nothing."""

    def prefer(self, values: Mapping[str, str]) -> None:
        """Do nothing: nothing is shown."""


def resume_absent(body: HandedBody, gate: Gate, desk: Desk) -> None:
    """Let a body wait for its person as it did in the program before this one."""
    session = Session(_CUT, gate, make_account(body.person.account), desk)
    try:
        session.resume_lost(body)
    except Refused as refused:
        desk.log(str(refused))


_CUT: Wire = CutWire()
