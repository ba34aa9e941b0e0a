"""What an option is: its row in the table, its handler, and the facts it learns of the client."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from late.late_dataclass import late_dataclass
from server.session.terminal import UNKNOWN_TERMINAL, Terminal
from server.telnet.codes import GO_AHEAD

StatusReport = Mapping[str, str]
"""What a server tells of itself: MSSP's variables by name."""


class Peer:
    """The facts known of the client and what was agreed with it; handlers update them."""

    def __init__(
        self,
        report: Callable[[], StatusReport] = dict,
        terminal: Terminal = UNKNOWN_TERMINAL,
    ) -> None:
        """`report` tells what the server is at this moment."""
        self.report = report
        self.terminal = terminal
        self.prompt_end = GO_AHEAD
        """The mark behind a prompt."""
        self.compressed = False
        """Whether everything that follows is to be compressed."""
        self.packages: frozenset[str] = frozenset()
        """The GMCP packages that the client asked for, in lower case."""
        self.on_packages: Callable[[], None] = lambda: None
        """Called when `packages` has changed."""


class Handler:
    """Handles one option: derive from it, and define what differs from doing nothing."""

    def on_agreed(self, ours: bool) -> bytes:
        """Answer that the option is on, on our side (`ours`) or the peer's."""
        return b""

    def on_received(self, body: bytes) -> bytes:
        """Answer the option's own message, which may be any bytes."""
        return b""

    def on_ended(self, ours: bool) -> None:
        """Learn that the option is off again, or was refused."""


@late_dataclass(frozen=True, slots=True)
class OptionRow:
    """An implemented option. `offer_ours` and `offer_theirs` ask for it when a client connects."""

    option: int
    handler: Handler
    ours: bool = False
    """We perform it, at the peer's wish (DO)."""
    theirs: bool = False
    """The peer may perform it (WILL)."""
    offer_ours: bool = False
    offer_theirs: bool = False


OptionTable = Callable[[Peer], Sequence[OptionRow]]
"""Makes the rows of one connection."""
