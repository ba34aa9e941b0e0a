"""The last building acts of each builder, in memory: until the server ends they can be undone."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from world.transaction import Change

#: How many acts of one builder are kept, and of how many builders.
KEPT_ACTS, KEPT_BUILDERS = 20, 50


@dataclass(frozen=True, slots=True)
class BuildingAct:
    """One act: the line that did it, and what it changed."""

    line: str
    changes: Sequence[Change]


class BuildingHistory:
    """Keeps acts by builder, the newest last."""

    def __init__(self) -> None:
        self._acts: OrderedDict[str, list[BuildingAct]] = OrderedDict()

    def keep(self, builder: str, act: BuildingAct) -> None:
        """Keep an act that is done; the oldest ones make room."""
        acts = self._acts.setdefault(builder, [])
        self._acts.move_to_end(builder)
        acts.append(act)
        del acts[:-KEPT_ACTS]
        if len(self._acts) > KEPT_BUILDERS:
            self._acts.popitem(last=False)

    def list(self, builder: str) -> Sequence[BuildingAct]:
        """Return the acts of a builder that can still be undone, the newest last."""
        return tuple(self._acts.get(builder, ()))

    def drop(self, builder: str, act: BuildingAct) -> None:
        """Forget an act: it is undone."""
        acts = self._acts.get(builder, [])
        if act in acts:
            acts.remove(act)
