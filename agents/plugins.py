"""Loads plug-ins of other packages by entry points: ``tarn.strategies`` and ``tarn.providers``.

A package declares them in its ``pyproject.toml``; installing it is enough::

    [project.entry-points."tarn.strategies"]
    seasons = "tarn_example.seasons:ROW"

Settings use the name of the entry point; its value is a row of the group's table.  A plug-in that
cannot be used does not stop the start: it is left out, and only a setting that names it is an
error, which gives the reason.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from late.late_dataclass import late_dataclass

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")

GROUP_PREFIX = "tarn."
"""The beginning of each group's name."""

_METADATA = (".dist-info", ".egg-info", "EGG-INFO")


class WrongPlugin(ValueError):
    """An entry point cannot be used; the message is a clause: ``it has no name``."""


@late_dataclass(frozen=True, slots=True)
class Plugins(Generic[T]):
    """The rows of one table: Tarn's own and those of other packages."""

    rows: Mapping[str, T]
    """Name → row; Tarn's own first, then the others by name."""
    refused: Mapping[str, str] = field(default_factory=dict)
    """Name → a sentence with the package that adds it and why it cannot be used."""


def load_plugins(
    group: str,
    own: Mapping[str, T],
    check: Callable[[str, object], T],
    found: Iterable[EntryPoint] | None = None,
) -> Plugins[T]:
    """Return `own` and what the installed packages add to `group`.

    `check` takes the name and the value of an entry point and returns the row, or raises
    `WrongPlugin`.  An entry point is refused if its import fails, if `check` refuses it, if its
    name is in `own`, or if two packages use its name (then both, since their order is chance).
    `found` replaces the entry points of the installed packages.
    """
    points = sorted(_find_points(group) if found is None else found, key=_sort_key)
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


def _find_points(group: str) -> Iterable[EntryPoint]:
    """Return the entry points of a group in all installed packages.

    `importlib.metadata` takes a tenth of a start to import and to read them all, so it is asked
    only where some package names a group of ours.
    """
    if not _some_package_declares():
        return ()
    from importlib.metadata import entry_points  # noqa: PLC0415

    return entry_points(group=group)


@cache
def _some_package_declares() -> bool:
    return any(map(_may_declare, sys.path))


def _may_declare(place: str) -> bool:
    """Return whether a package at an entry of `sys.path` names one of our groups, or may do so."""
    try:
        return any(map(_names_group, Path(place or ".").iterdir()))
    except NotADirectoryError:  # an archive, which only `importlib.metadata` reads
        return True
    except OSError:
        return False


def _names_group(entry: Path) -> bool:
    if not entry.name.endswith(_METADATA):
        return False
    try:
        return f"[{GROUP_PREFIX}" in (entry / "entry_points.txt").read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return False


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
    """Return ``'seasons' (tarn.strategies of tarn-example 1.0, tarn_example.seasons:ROW)``."""
    return f"{point.name!r} ({point.group} of {_describe_package(point)}, {point.value})"


def _describe_package(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist else "an unknown package"
