"""The list of who is here, as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from server.boundaries import Visitor
from server.session.boundaries import Sentences
from server.session.columns import display_width

_HEAD = ("Name", "", "Where", "Here for", "Idle")


def who_table(visitors: Sequence[Visitor]) -> str:
    """Return one line for each visitor under a head line, in columns."""
    rows = [_HEAD, *(_row(visitor) for visitor in visitors)]
    widths = [max(display_width(row[at]) for row in rows) for at in range(len(_HEAD))]
    return "\n".join(_line(row, widths) for row in rows)


def _row(visitor: Visitor) -> tuple[str, ...]:
    agent = visitor.kind == "agent"
    connected = "lives here" if agent else format_duration(visitor.connected_seconds)
    kind = ", ".join(filter(None, (visitor.kind.replace("person", ""), visitor.mark)))
    return visitor.name, kind, visitor.place, connected, format_duration(visitor.idle_seconds)


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    cells = (
        cell + " " * (width - display_width(cell)) for cell, width in zip(row, widths, strict=True)
    )
    return "  ".join(cells).rstrip()


def format_duration(seconds: float) -> str:
    """Return a duration in its largest unit: ``45s``, ``12m``, ``3h``, ``2d``."""
    for unit, length in (("d", 86400), ("h", 3600), ("m", 60)):
        if seconds >= length:
            return f"{int(seconds // length)}{unit}"
    return f"{int(max(0.0, seconds))}s"


def list_visitors(visitors: Sequence[Visitor], texts: Sentences) -> Iterator[str]:
    """Yield what is shown at the door: the table and how many there are, or that nobody is here."""
    if not visitors:
        yield texts.say("door.who-nobody")
        return
    agents = sum(visitor.kind == "agent" for visitor in visitors)
    yield who_table(visitors)
    yield texts.say("door.who-count", people=str(len(visitors) - agents), agents=str(agents))
