"""`dataclasses.dataclass`, but a class's constructor is written when its first object is made.

`dataclasses` writes five functions as text for each class and compiles them, which takes half a
millisecond in Python 3.11. The tree has some 500 such classes; a start of the server uses a third
of them and would wait a quarter of a second for the rest.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from reprlib import recursive_repr
from types import MemberDescriptorType
from typing import TYPE_CHECKING, Any

__all__ = ["late_dataclass"]

if TYPE_CHECKING:
    from dataclasses import dataclass as late_dataclass
else:

    def late_dataclass(cls=None, /, *, frozen=False, slots=False, eq=True):
        """Make a dataclass of `cls`, with these parameters of `dataclasses.dataclass`.

        The class has the same constructor, comparison, hash, text and pickled state, and works with
        `fields`, `replace`, `asdict` and `is_dataclass`. It differs in two points: `inspect` does
        not see the constructor's parameters before the first object is made, and a field without a
        default behind one that has a default is refused then. `order`, `InitVar` and fields whose
        `hash` is not that of their `compare` are not for this; take `dataclasses.dataclass` for
        such a class.
        """

        def make(plain):
            return _complete(plain, frozen=frozen, slots=slots, eq=eq)

        return make if cls is None else make(cls)


def _complete(plain: type, *, frozen: bool, slots: bool, eq: bool) -> type:
    if plain.__doc__ is None:  # else `dataclasses` makes one of the signature, at some cost
        plain.__doc__ = plain.__name__
    own = vars(plain).copy()
    # What `frozen` adds is compiled, too: `dataclasses` does it only where it looks at a base.
    make = dataclasses.dataclass(
        init=False, repr=False, eq=False, slots=slots, frozen=frozen and _is_derived(plain)
    )
    cls: Any = make(plain)
    cls.__dataclass_params__.frozen = frozen  # so that derived dataclasses are checked
    fields = dataclasses.fields(cls)
    offered: dict[str, Any] = {"__repr__": _describe}
    offered["__init__"] = _write_at_first_use(cls, fields, frozen)
    if eq:
        values = _getter(each.name for each in fields if each.compare)
        offered["__eq__"] = _compare_by(values)
        if own.get("__hash__") is None:
            cls.__hash__ = _hash_by(values) if frozen else None
    if frozen:
        offered |= {"__setattr__": _refuse_change, "__delattr__": _refuse_deletion}
    if frozen and slots:
        offered |= {"__getstate__": _list_values, "__setstate__": _take_values}
    for name, function in offered.items():
        if name not in own:
            setattr(cls, name, function)
    return cls  # type: ignore[no-any-return]


def _is_derived(cls: type) -> bool:
    return any(dataclasses.is_dataclass(each) for each in cls.__bases__)


def _getter(names: Iterable[str]) -> Callable[[object], Any]:
    taken = tuple(names)
    return attrgetter(*taken) if taken else lambda _: ()


def _compare_by(values: Callable[[object], Any]) -> Callable[[object, object], Any]:
    def is_equal(self: object, other: object) -> Any:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return values(self) == values(other)

    return is_equal


def _hash_by(values: Callable[[object], Any]) -> Callable[[object], int]:
    return lambda self: hash(values(self))


# --- what all classes share -------------------------------------------------------------


@recursive_repr("...")
def _describe(self: Any) -> str:
    shown = (
        f"{each.name}={getattr(self, each.name)!r}"
        for each in dataclasses.fields(self)
        if each.repr
    )
    return f"{self.__class__.__qualname__}({', '.join(shown)})"


def _refuse_change(self: object, name: str, value: object) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_deletion(self: object, name: str) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def _list_values(self: Any) -> list[Any]:
    return [getattr(self, each.name) for each in dataclasses.fields(self)]


def _take_values(self: Any, values: Sequence[Any]) -> None:
    for each, value in zip(dataclasses.fields(self), values, strict=True):
        object.__setattr__(self, each.name, value)


# --- the constructor --------------------------------------------------------------------


def _write_at_first_use(
    cls: Any, fields: Sequence[dataclasses.Field[Any]], frozen: bool
) -> Callable[..., None]:
    def construct(self: Any, *given: Any, **named: Any) -> None:
        written = _write_constructor(cls, fields, frozen)
        cls.__init__ = written
        written(self, *given, **named)

    return construct


def _write_constructor(
    cls: type, fields: Sequence[dataclasses.Field[Any]], frozen: bool
) -> Callable[..., None]:
    """Return the `__init__` that `dataclasses` would have made."""
    scope: dict[str, Any] = {"_given": dataclasses.MISSING, "_set": object.__setattr__}
    taken = [each for each in fields if each.init]
    ordered = [each for each in taken if not each.kw_only]
    named = [each for each in taken if each.kw_only]
    parameters = ["self", *(_declare(each) for each in ordered)]
    if named:
        parameters += ["*", *(_declare(each) for each in named)]
    lines = []
    for each in fields:
        value = _value_of(each, scope)
        if value is not None:
            lines.append(_assign(cls, each.name, value, scope, frozen))
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    body = "\n    ".join(lines or ["pass"])
    exec(f"def __init__({', '.join(parameters)}):\n    {body}\n", scope)
    written: Callable[..., None] = scope["__init__"]
    written.__qualname__ = f"{cls.__qualname__}.__init__"
    written.__module__ = cls.__module__
    return written


def _assign(cls: type, name: str, value: str, scope: dict[str, Any], frozen: bool) -> str:
    if not frozen:
        return f"self.{name} = {value}"
    member = getattr(cls, name, None)
    if isinstance(member, MemberDescriptorType):  # a slot: half the time of `object.__setattr__`
        scope[f"_set_{name}"] = member.__set__
        return f"_set_{name}(self, {value})"
    return f"_set(self, {name!r}, {value})"


def _declare(field: dataclasses.Field[Any]) -> str:
    if field.default_factory is not dataclasses.MISSING:
        return f"{field.name}=_given"
    return field.name if field.default is dataclasses.MISSING else f"{field.name}=_of_{field.name}"


def _value_of(field: dataclasses.Field[Any], scope: dict[str, Any]) -> str | None:
    """Return the text of what a field gets, whose values go into `scope`; None for nothing."""
    scope[f"_of_{field.name}"] = field.default
    if field.default_factory is not dataclasses.MISSING:
        scope[f"_make_{field.name}"] = field.default_factory
        made = f"_make_{field.name}()"
        return f"{made} if {field.name} is _given else {field.name}" if field.init else made
    if field.init:
        return field.name
    return None if field.default is dataclasses.MISSING else f"_of_{field.name}"
