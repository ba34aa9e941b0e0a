"""The table of strategies by the names that settings use: Tarn's and other packages'."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import is_dataclass
from inspect import isabstract
from typing import TYPE_CHECKING, TypeAlias

from agents.declaration import Setting, settings_in
from agents.memory.strategies.layered import Layered
from agents.memory.strategies.protocol import Strategy
from agents.memory.strategies.rolling import Rolling
from agents.memory.strategies.sleep import Sleep
from agents.memory.strategies.tree import Tree
from agents.memory.strategies.waterfall import Waterfall
from agents.memory.strategies.window import Window
from agents.plugins import Plugins, WrongPlugin, load_plugins

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

OWN_STRATEGIES: tuple[type[Strategy], ...] = (Waterfall, Rolling, Sleep, Layered, Tree, Window)
"""The strategies that come with Tarn; the first is the default."""

GROUP = "tarn.strategies"
"""The entry points of other packages' strategies, subclasses of `Strategy`."""

StrategyTable: TypeAlias = Plugins[type[Strategy]]


def load_strategies(
    reserved: Iterable[Setting] = (), found: Iterable[EntryPoint] | None = None
) -> StrategyTable:
    """Return Tarn's own strategies and the plug-ins that `load_plugins` finds.

    A plug-in is refused if one of its settings has a name of `reserved`, or the name of another
    strategy's setting that is declared differently.
    """
    known = {each.name: each for row in OWN_STRATEGIES for each in settings_in(row)}
    taken = {each.name for each in reserved}

    def check(name: str, value: object) -> type[Strategy]:
        row = _check_shape(name, value)
        for each in settings_in(row):
            if each.name in taken or known.get(each.name, each) != each:
                raise WrongPlugin(f"its setting {each.name!r} has the name of another setting")
        known.update({each.name: each for each in settings_in(row)})
        return row

    return load_plugins(GROUP, {row.name: row for row in OWN_STRATEGIES}, check, found)


def _check_shape(name: str, value: object) -> type[Strategy]:
    if not isinstance(value, type) or not issubclass(value, Strategy) or not is_dataclass(value):
        raise WrongPlugin(f"it is no dataclass derived from {Strategy.__module__}.Strategy")
    if isabstract(value):
        raise WrongPlugin(f"it lacks {', '.join(sorted(value.__abstractmethods__))}")
    if getattr(value, "name", "") != name:
        raise WrongPlugin(f"its name is {getattr(value, 'name', '')!r}, not {name!r}")
    if any(not getattr(value, each, "") for each in ("compacts", "stands")):
        raise WrongPlugin("its row for the documentation, `compacts` and `stands`, is empty")
    return value
