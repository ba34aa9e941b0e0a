"""What a reader is told of the settings it reads: plain values, declared by whoever uses them."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from typing import Protocol, TypeAlias

from config.section import Section

SettingValue: TypeAlias = bool | int | float | str | tuple[str, ...]


class SettingRule(Protocol):
    """One setting. The type of its default is its type."""

    @property
    def name(self) -> str:
        """Its key in the file."""
        ...

    @property
    def default(self) -> SettingValue:
        """What holds if it is not written."""
        ...

    @property
    def least(self) -> float:
        """The smallest number."""
        ...

    @property
    def most(self) -> float | None:
        """The largest number; None: as large as one likes."""
        ...

    @property
    def words(self) -> Sequence[str]:
        """What a text may be; empty: any text."""
        ...

    @property
    def same(self) -> Mapping[str, str]:
        """Other spellings of `words`."""
        ...

    @property
    def refused(self) -> Mapping[str, str]:
        """Words that would be allowed but for the reason that stands here."""
        ...


class OrderRule(Protocol):
    """Setting `lower` must stay below setting `upper`, or reach it where they may be `equal`."""

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
        """A `lower` that nobody wrote gives way to `upper` divided by this; 0: it does not."""
        ...


class SettingsSchema(Protocol):
    """All settings of one kind of file."""

    @property
    def settings(self) -> Sequence[SettingRule]:
        """Each setting once."""
        ...

    @property
    def orders(self) -> Sequence[OrderRule]:
        """How they must stand to one another."""
        ...


def read_setting(section: Section, rule: SettingRule, default: SettingValue) -> SettingValue:
    """Return what is written for one setting, or `default`; what is wrong the section notes."""
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
            return section.words(key, default)
        case _ if rule.words:
            return _read_word(section, rule, default)
    return section.text(key, default)


def _read_word(section: Section, rule: SettingRule, default: str) -> str:
    def parse(text: str) -> str:
        word = rule.same.get(text.lower(), text)
        return rule.words[rule.words.index(word)]  # ValueError says that it is none of them

    allowed = " or ".join(rule.words) + _hint(section.raw_text(rule.name), rule)
    return section.parse(rule.name, default, parse, allowed)


def _hint(read: str, rule: SettingRule) -> str:
    """Why the word cannot be used, or which one was meant, if that can be told."""
    if read in rule.refused:
        return f" ({rule.refused[read]})"
    near = difflib.get_close_matches(read.lower(), rule.words, n=1)
    return f" (did you mean {near[0]}?)" if near else ""


def in_order(order: OrderRule, lower: float, upper: float) -> bool:
    """Return whether these values may stand together."""
    return lower < upper or (order.equal and lower == upper)


def describe_order(order: OrderRule, key: str, other: float) -> str:
    """Return what `key`, one of the two, may be beside the value of the `other` one."""
    if key == order.lower:
        return f"{'at most' if order.equal else 'less than'} {order.upper}, which is {other:g}"
    return f"{'at least' if order.equal else 'more than'} {order.lower}, which is {other:g}"
