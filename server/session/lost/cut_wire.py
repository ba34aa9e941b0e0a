"""A connection that is lost: nothing is shown and nothing is typed."""

from __future__ import annotations

from collections.abc import Mapping

from server.session.boundaries import Wire
from server.session.terminal import Terminal


class CutWire:
    """Stands in the place of a connection that is closed."""

    terminal = Terminal()
    hides_input = False
    takes_messages = False

    def __init__(self, address: str = "") -> None:
        """`address` is where the person was connected from."""
        self.address = address

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


_check: type[Wire] = CutWire
