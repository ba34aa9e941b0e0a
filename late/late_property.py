"""`functools.cached_property` without its lock, which in Python 3.11 costs more than a value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__all__ = ["late_property"]

if TYPE_CHECKING:
    from functools import cached_property as late_property
else:

    class late_property:  # noqa: N801 - it stands for `cached_property`
        """A value that is found when it is first asked for, and kept in the object's `__dict__`.

        Two threads that ask at once may both find it; so it must be a pure function of the object.
        """

        def __init__(self, find: Any) -> None:
            self._find = find
            self.__doc__ = find.__doc__

        def __set_name__(self, owner: type, name: str) -> None:
            self._name = name

        def __get__(self, instance: Any, owner: type | None = None) -> Any:
            if instance is None:
                return self
            found = instance.__dict__[self._name] = self._find(instance)
            return found
