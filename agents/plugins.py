"""What other packages add, by entry points: groups ``tarn.strategies`` and ``tarn.providers``.

A package says in its ``pyproject.toml`` what it adds, and installing it is all that is needed::

    [project.entry-points."tarn.strategies"]
    seasons = "tarn_example.seasons:ROW"

The entry point's name is the name that settings use; its value is a row as the table of that
group has them.  One that is of no use never stops the start: it is left out with a reason, and
only a setting that asks for it is then wrong, with that reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import EntryPoint, entry_points
from typing import Generic, TypeVar

T = TypeVar("T")


class WrongPlugin(ValueError):
    """What is wrong with the value of an entry point, as a clause: ``it has no name``."""


@dataclass(frozen=True, slots=True)
class Plugins(Generic[T]):
    """The rows of one table: this project's own and those of other packages."""

    rows: Mapping[str, T]
    """By name; this project's own first, then the others by name."""
    refused: Mapping[str, str] = field(default_factory=dict)
    """Name → a sentence that says which package adds it and why it cannot be used."""


def load_plugins(
    group: str,
    own: Mapping[str, T],
    check: Callable[[str, object], T],
    found: Iterable[EntryPoint] | None = None,
) -> Plugins[T]:
    """Return `own` and what the installed packages add to `group`.

    `check` takes the name and the value of an entry point, returns the row, and raises
    `WrongPlugin` if it has not the shape of one.  Refused are: what cannot be imported, what
    `check` refuses, a name of `own`, and a name that two packages use (both are refused, since
    which of them comes first would be chance).  `found` replaces the installed packages.
    """
    points = sorted(entry_points(group=group) if found is None else found, key=_sort_key)
    uses = Counter(each.name for each in points)
    rows, refused = dict(own), dict[str, str]()
    for each in points:
        try:
            rows[each.name] = _load(each, own, uses, check)
        except WrongPlugin as error:
            refused[each.name] = " ".join(
                filter(
                    None,
                    (refused.get(each.name), f"{_describe_point(each)} cannot be used: {error}."),
                )
            )
    return Plugins(rows, refused)


def _load(
    point: EntryPoint,
    own: Mapping[str, T],
    uses: Mapping[str, int],
    check: Callable[[str, object], T],
) -> T:
    if point.name in own:
        raise WrongPlugin(f"the name {point.name!r} is taken by Tarn itself")
    if uses[point.name] > 1:
        raise WrongPlugin(f"{uses[point.name]} packages use the name {point.name!r}")
    try:
        value = point.load()
    except Exception as error:
        what = f"{type(error).__name__}: {error}".rstrip(".")
        raise WrongPlugin(f"its import fails ({what})") from error
    return check(point.name, value)


def _sort_key(point: EntryPoint) -> tuple[str, str]:
    return point.name, _describe_package(point)


def _describe_point(point: EntryPoint) -> str:
    """``'seasons' (tarn.strategies of tarn-example 1.0, tarn_example.seasons:ROW)``."""
    return f"{point.name!r} ({point.group} of {_describe_package(point)}, {point.value})"


def _describe_package(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist else "an unknown package"
