"""The schema of settings that a reader is given; the code that uses them declares it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeAlias

from config.section import Section

SettingValue: TypeAlias = bool | int | float | str | tuple[str, ...] | tuple[float, ...]


class SettingRule(Protocol):
    """One setting. The type of its default is its type."""

    @property
    def name(self) -> str:
        """Its key in the file."""
        ...

    @property
    def default(self) -> SettingValue:
        """The value if it is not written."""
        ...

    @property
    def least(self) -> float:
        """The smallest number."""
        ...

    @property
    def most(self) -> float | None:
        """The largest number; None: no limit."""
        ...

    @property
    def words(self) -> Sequence[str]:
        """The allowed texts; empty: any text."""
        ...

    @property
    def same(self) -> Mapping[str, str]:
        """Other spellings of `words`."""
        ...

    @property
    def refused(self) -> Mapping[str, str]:
        """Words that are refused, each with the reason."""
        ...


class OrderRule(Protocol):
    """Setting `lower` must be below setting `upper`; it may be equal if `equal` says so."""

    @property
    def lower(self) -> str:
        """The key of the smaller one."""
        ...

    @property
    def upper(self) -> str:
        """The key of the larger one."""
        ...

    @property
    def equal(self) -> bool:
        """Whether both may be the same."""
        ...

    @property
    def part(self) -> int:
        """An unwritten `lower` becomes at most `upper` divided by this; 0: it stays."""
        ...


class SettingsSchema(Protocol):
    """Declares all settings of one kind of file."""

    @property
    def settings(self) -> Sequence[SettingRule]:
        """Each setting once."""
        ...

    @property
    def orders(self) -> Sequence[OrderRule]:
        """The order that settings must have."""
        ...


def read_setting(section: Section, rule: SettingRule, default: SettingValue) -> SettingValue:
    """Return the value of one setting, or `default`; the section notes an error."""
    key, least, most = rule.name, rule.least, rule.most
    match default:
        case bool():
            return section.flag(key, default)
        case int():
            whole = None if most is None else int(most)
            return section.whole(key, default, least=int(least), most=whole)
        case float():
            return section.number(key, default, least=least, most=most)
        case tuple():
            return section.words(key, tuple(map(str, default)))
        case _ if rule.words:
            return _read_word(section, rule, default)
    return section.text(key, default)


def _read_word(section: Section, rule: SettingRule, default: str) -> str:
    def parse(text: str) -> str:
        word = rule.same.get(text.lower(), text)
        return rule.words[rule.words.index(word)]  # ValueError: it is none of them

    allowed = " or ".join(rule.words) + _hint(section.raw_text(rule.name), rule)
    return section.parse(rule.name, default, parse, allowed)


def _hint(read: str, rule: SettingRule) -> str:
    """Return the reason why a word is refused, or the word probably meant; may be empty."""
    if read in rule.refused:
        return f" ({rule.refused[read]})"
    if not read or rule.same.get(read.lower(), read) in rule.words:
        return ""  # nothing is wrong
    import difflib  # noqa: PLC0415  # for mistakes alone

    near = difflib.get_close_matches(read.lower(), rule.words, n=1)
    return f" (did you mean {near[0]}?)" if near else ""


def in_order(order: OrderRule, lower: float, upper: float) -> bool:
    """Return whether the two values are in order."""
    return lower < upper or (order.equal and lower == upper)


def describe_order(order: OrderRule, key: str, other: float) -> str:
    """Return the allowed values of `key`, given the value of the `other` setting."""
    if key == order.lower:
        return f"{'at most' if order.equal else 'less than'} {order.upper}, which is {other:g}"
    return f"{'at least' if order.equal else 'more than'} {order.lower}, which is {other:g}"
