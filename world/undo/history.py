"""The last building acts of each builder, which can be undone."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence

from late.late_dataclass import late_dataclass
from world.transaction import Change

#: How many acts of one builder are kept, and of how many builders.
KEPT_ACTS, KEPT_BUILDERS = 20, 50


@late_dataclass(frozen=True, slots=True)
class BuildingAct:
    """One act: the line that did it, and what it changed."""

    line: str
    changes: Sequence[Change]


@late_dataclass(frozen=True, slots=True)
class NumberedAct:
    """An act of a builder; a later one has a higher number, whoever's it is."""

    builder: str
    number: int
    act: BuildingAct


class BuildingHistory:
    """Keeps acts by builder, the newest last."""

    def __init__(self) -> None:
        self._acts: OrderedDict[str, list[NumberedAct]] = OrderedDict()
        self._last = 0
        self.on_kept: Callable[[NumberedAct], None] = lambda act: None
        """Called with each act that is kept from now on …"""
        self.on_dropped: Callable[[NumberedAct], None] = lambda act: None
        """… and with each that is kept no longer."""

    def restore(self, acts: Iterable[NumberedAct]) -> None:
        """Take in the acts of an earlier run, before any other."""
        for each in sorted(acts, key=lambda act: act.number):
            self._add(each)

    def keep(self, builder: str, act: BuildingAct) -> None:
        """Keep an act that is done; the oldest ones make room."""
        numbered = NumberedAct(builder, self._last + 1, act)
        self.on_kept(numbered)
        self._add(numbered)

    def list(self, builder: str) -> Sequence[BuildingAct]:
        """Return the acts of a builder that can still be undone, the newest last."""
        return tuple(each.act for each in self._acts.get(builder, ()))

    def drop(self, builder: str, act: BuildingAct) -> None:
        """Forget an act: it is undone."""
        acts = self._acts.get(builder, [])
        for each in [each for each in acts if each.act is act]:
            acts.remove(each)
            self.on_dropped(each)

    def _add(self, numbered: NumberedAct) -> None:
        self._last = numbered.number
        acts = self._acts.setdefault(numbered.builder, [])
        self._acts.move_to_end(numbered.builder)
        acts.append(numbered)
        self._drop_all(acts[:-KEPT_ACTS])
        del acts[:-KEPT_ACTS]
        if len(self._acts) > KEPT_BUILDERS:
            self._drop_all(self._acts.popitem(last=False)[1])

    def _drop_all(self, acts: Iterable[NumberedAct]) -> None:
        for each in acts:
            self.on_dropped(each)
