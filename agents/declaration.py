"""Settings declared once: a dataclass field with its default, bounds and sentence.

::

    @late_dataclass(frozen=True, slots=True)
    class Lamp:
        brightness: int = setting(40, "How bright the lamp is.", least=1, most=100)

Readers of files, checks and documentation all use `settings_in(Lamp)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, fields, replace
from functools import cache
from typing import Any, Literal, TypeAlias, TypeVar

from late.late_dataclass import late_dataclass

Value: TypeAlias = bool | int | float | str | tuple[str, ...] | tuple[float, ...]
"""The types that a setting may have; it has the type of its default."""

T = TypeVar("T", bool, int, float, str, tuple[str, ...], tuple[float, ...])

Shape = Literal["", "url", "variable", "file", "model", "price"]
"""What a text must name: an address, an environment variable, a file, or a model (a name or the
path of a ``.gguf`` file); empty: any text.  A price is a group of keys, ``input`` and ``output``;
its value is both numbers, or nothing."""

_DECLARED = "setting"


@late_dataclass(frozen=True, slots=True)
class Setting:
    """One setting: its purpose and its allowed values."""

    name: str
    default: Value
    doc: str
    """Its purpose in whole sentences; with `words`, also what each of them means."""
    least: float = 0
    most: float | None = None
    """Bounds of a number, both included; None: no upper bound."""
    words: tuple[str, ...] = ()
    """The allowed texts; empty: any text."""
    shape: Shape = ""
    same: Mapping[str, str] = field(default_factory=dict)
    """Other spellings of `words`. YAML reads a bare ``off`` as false."""
    refused: Mapping[str, str] = field(default_factory=dict)
    """Word → why it is not allowed, a sentence: the plug-in of that name cannot be used."""
    zero: str = ""
    """What 0 means, if it is more than the least number."""
    left_out: str = ""
    """A sentence about an omitted setting, if it is more than the default."""
    room: Literal["", "in use", "always"] = ""
    """The setting counts tokens of a prompt, and the model's context must have room for them:
    ``in use``: for each agent that uses it; ``always``: in at least one of the models."""
    share: tuple[int, int] | None = None
    """The default is at most this part of that room: ``(3, 4)``."""


@late_dataclass(frozen=True, slots=True)
class Order:
    """Setting `lower` must be below setting `upper`, or at most `upper` if `equal`."""

    lower: str
    upper: str
    equal: bool = False
    part: int = 0
    """An omitted `lower` is at most `upper` divided by this; 0: it keeps its default."""


def setting(
    default: T,
    doc: str,
    *,
    least: float = 0,
    most: float | None = None,
    words: tuple[str, ...] = (),
    shape: Shape = "",
    same: Mapping[str, str] | None = None,
    zero: str = "",
    left_out: str = "",
    room: Literal["", "in use", "always"] = "",
    share: tuple[int, int] | None = None,
) -> T:
    """Return a dataclass field that is a setting; `Setting` documents the arguments."""
    declared = Setting(
        "", default, doc, least, most, words, shape, same or {}, {}, zero, left_out, room, share
    )
    found: Any = field(default=default, metadata={_DECLARED: declared})
    return found  # type: ignore[no-any-return]


def setting_of(declaring: type, name: str) -> Any:
    """Return a field with the setting that another dataclass declares under that name."""
    declared = next(each for each in settings_in(declaring) if each.name == name)
    return field(default=declared.default, metadata={_DECLARED: replace(declared, name="")})


@cache
def settings_in(declaring: type) -> tuple[Setting, ...]:
    """Return the settings that a dataclass declares, in order."""
    declared = ((each.name, each.metadata.get(_DECLARED)) for each in fields(declaring))
    return tuple(replace(each, name=name) for name, each in declared if each is not None)


def describe_setting(each: Setting, orders: Iterable[Order] = ()) -> str:
    """Return the documentation of a setting: its purpose, the allowed values, the default."""
    allowed = _describe_allowed(each, orders)
    if each.left_out:
        return " ".join(filter(None, (each.doc, allowed and f"{allowed}.", each.left_out)))
    quoted = f"`{each.default}`" if isinstance(each.default, str) else format_value(each.default)
    return f"{each.doc} {allowed and f'{allowed}; '}{quoted} if left out."


def format_value(value: Value) -> str:
    """Return a value as it is written in a settings file."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return f"[{', '.join(map(repr, value))}]"
    return f"{value:.10g}" if isinstance(value, float) else str(value)


def _describe_allowed(each: Setting, orders: Iterable[Order]) -> str:
    if isinstance(each.default, bool):
        return "`true` or `false`"
    if isinstance(each.default, str):
        words = [f"`{word}`" for word in each.words]
        explained = all(word in each.doc for word in words)
        return "" if explained else " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))
    zero = f", {each.zero}," if each.zero else ""
    if each.most is None:
        amount = f"{format_value(each.least)}{zero} or more"
    else:
        amount = f"From {format_value(each.least)}{zero} to {format_value(each.most)}"
    return ", and ".join((amount, *_describe_limits(each, orders)))


def _describe_limits(each: Setting, orders: Iterable[Order]) -> Iterator[str]:
    for order in orders:
        if order.lower == each.name:
            yield f"{'at most' if order.equal else 'less than'} `{order.upper}`"
    if each.room:
        yield "no more than the model's context has room for"
