"""Settings that are declared once: a field of a dataclass with its default, bounds and sentence.

::

    @dataclass(frozen=True, slots=True)
    class Lamp:
        brightness: int = setting(40, "How bright the lamp is.", least=1, most=100)

The readers of files, the checks and the documentation all go by `settings_in(Lamp)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal, TypeAlias, TypeVar

Value: TypeAlias = bool | int | float | str | tuple[str, ...]
"""What a setting may be; the type of its default is its type."""

T = TypeVar("T", bool, int, float, str, tuple[str, ...])

Shape = Literal["", "url", "variable", "file", "model"]
"""What a text must name: an address, an environment variable, a file, or a model (a name or the
path of a ``.gguf`` file); empty: it is any text."""

_DECLARED = "setting"


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: what it may be, and what it is for."""

    name: str
    default: Value
    doc: str
    """What it is for, in whole sentences; with `words`, what each of them means."""
    least: float = 0
    most: float | None = None
    """Bounds of a number, both included; None: as large as one likes."""
    words: tuple[str, ...] = ()
    """What a text may be; empty: any text."""
    shape: Shape = ""
    same: Mapping[str, str] = field(default_factory=dict)
    """Other spellings of `words`. YAML reads a bare ``off`` as false."""
    refused: Mapping[str, str] = field(default_factory=dict)
    """Words that would be allowed but for the reason that stands here, a sentence."""
    zero: str = ""
    """What 0 means, where it is not simply the least number."""
    left_out: str = ""
    """What holds if nothing is written, a sentence, where it is not simply the default."""
    room: Literal["", "in use", "always"] = ""
    """It counts tokens of a prompt, so the model's context must have room for so many: for an
    agent that goes by it, or ``always``, for one of the models at least."""
    share: tuple[int, int] | None = None
    """Its default gives way to such a part of that room: ``(3, 4)``."""


@dataclass(frozen=True, slots=True)
class Order:
    """Setting `lower` must stay below setting `upper`, or reach it where they may be `equal`."""

    lower: str
    upper: str
    equal: bool = False
    part: int = 0
    """A `lower` that nobody wrote gives way to `upper` divided by this; 0: it does not."""


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
    """Return a dataclass field that is a setting; see `Setting` for what each argument says."""
    declared = Setting(
        "", default, doc, least, most, words, shape, same or {}, {}, zero, left_out, room, share
    )
    found: Any = field(default=default, metadata={_DECLARED: declared})
    return found  # type: ignore[no-any-return]


def setting_of(declaring: type, name: str) -> Any:
    """Return a field that is the very setting another dataclass declares under that name."""
    declared = next(each for each in settings_in(declaring) if each.name == name)
    return field(default=declared.default, metadata={_DECLARED: replace(declared, name="")})


def settings_in(declaring: type) -> tuple[Setting, ...]:
    """Return the settings that a dataclass declares, in their order."""
    declared = ((each.name, each.metadata.get(_DECLARED)) for each in fields(declaring))
    return tuple(replace(each, name=name) for name, each in declared if each is not None)


def describe_setting(each: Setting, orders: Iterable[Order] = ()) -> str:
    """Return what documentation says of a setting: its purpose, what is allowed, the default."""
    allowed = _describe_allowed(each, orders)
    if each.left_out:
        return " ".join(filter(None, (each.doc, allowed and f"{allowed}.", each.left_out)))
    quoted = f"`{each.default}`" if isinstance(each.default, str) else format_value(each.default)
    return f"{each.doc} {allowed and f'{allowed}; '}{quoted} if left out."


def format_value(value: Value) -> str:
    """Return a value as people write it in a file."""
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
