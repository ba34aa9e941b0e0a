"""Modules that are loaded when something of them is first used.

What a start of the server declares, such as the settings of each strategy, often stands in one
module with what is done with it much later, and that needs many modules more.
"""

from __future__ import annotations

import importlib
from typing import Any

__all__ = ["late_module"]


def late_module(name: str) -> Any:
    """Return what stands for the module `name` until something of it is used::

        if TYPE_CHECKING:
            from agents.memory.language import deterministic
        else:
            deterministic = late_module("agents.memory.language.deterministic")

    So types and the order of layers are checked as for any import. What is wrong with the module
    is raised at its first use.
    """
    return _LateModule(name)


class _LateModule:
    """Stands for a module; what was asked for once is found in the object itself."""

    def __init__(self, name: str) -> None:
        self.__name__ = name

    def __getattr__(self, asked: str) -> Any:
        """Called for what was not asked for yet."""
        found = getattr(importlib.import_module(self.__name__), asked)
        setattr(self, asked, found)
        return found

    def __repr__(self) -> str:
        return f"late_module({self.__name__!r})"
