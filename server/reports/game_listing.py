"""What listings of games are told of this server, by MSSP's names for it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from config.telnet import ListingSettings
from late.late_dataclass import late_dataclass
from server.reports.version import find_version

ABILITIES = ("ANSI", "UTF-8", "XTERM 256 COLORS", "XTERM TRUE COLORS", "MCCP", "GMCP", "MXP")


@late_dataclass(frozen=True, slots=True)
class Headcount:
    """How many are here at this moment, and how large the world is."""

    people: int
    agents: int
    rooms: int


@late_dataclass(frozen=True, slots=True)
class GameListing:
    """Describes one running server to listings."""

    settings: Callable[[], ListingSettings]
    count: Callable[[], Headcount]
    started: datetime
    ports: tuple[int, int]
    """The plain one, and that of TLS; 0: there is none."""

    def describe(self) -> dict[str, str]:
        """Return every variable with its value; what is empty is not told."""
        told, count = self.settings(), self.count()
        values = {
            "NAME": told.name,
            "PLAYERS": str(count.people),
            "UPTIME": str(int(self.started.timestamp())),
            "CODEBASE": f"Tarn {find_version()}",
            "HOSTNAME": told.hostname,
            "PORT": str(self.ports[0]),
            "SSL": str(self.ports[1] or ""),
            "CONTACT": told.contact,
            "WEBSITE": told.website,
            "LANGUAGE": "English",
            "FAMILY": "Custom",
            "GENRE": "None",
            "GAMEPLAY": "Simulation",
            "STATUS": "Live",
            "CHARSET": "UTF-8",
            "ROOMS": str(count.rooms),
            "MOBILES": str(count.agents),
            **dict.fromkeys(ABILITIES, "1"),
        }
        return {name: value for name, value in values.items() if value}
