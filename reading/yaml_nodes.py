"""Composes YAML of foreign texts without YAML's surprises and bombs.

Aliases are refused, because a few of them may expand to gigabytes, and so is deep nesting.
Texts are read by libyaml, some eight times as fast as by PyYAML's own parser, which reads only what
libyaml refuses: so errors are always its own, and the same where libyaml is missing.
`TameLoader` also reads every plain value that YAML 1.1 would turn into something else (``010``,
``12:30``, ``0xff``, ``2026-01-01``) as the text that was written.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import yaml
from yaml.composer import Composer
from yaml.constructor import SafeConstructor
from yaml.parser import Parser
from yaml.reader import Reader
from yaml.resolver import Resolver
from yaml.scanner import Scanner

from late.late_pattern import late_pattern

try:
    from yaml import cyaml
except ImportError:  # PyYAML was built without libyaml
    _FAST = None
else:
    _FAST = cyaml.CParser  # type: ignore[attr-defined]

_READ_OTHERWISE = late_pattern("[\t\ufeff]")
"""Where libyaml takes what PyYAML's own parser refuses, but for a `?` within brackets."""

DEEPEST = 12
"""The deepest nesting of lists and groups."""

TANGLED_ALLOWED = f"each value written out, at most {DEEPEST} levels deep"
"""What is allowed instead of what `TooTangledError` refuses, for errors."""

_TAME = (
    ("bool", r"(?:yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)",
     "yYnNtTfFoO"),
    ("null", r"(?:~|null|Null|NULL|)", ["~", "n", "N", ""]),
    # Longer numbers are text, which whatever wants a number refuses.
    ("int", r"[-+]?(?:0|[1-9][0-9]{0,17})", "-+0123456789"),
    ("float", r"[-+]?[0-9]{1,18}\.[0-9]{0,18}(?:[eE][-+][0-9]{1,2})?", "-+0123456789"),
)  # fmt: skip


class TooTangledError(yaml.MarkedYAMLError):
    """The YAML has aliases or tags, or is nested too deeply."""


def _refuse(problem: str, event: yaml.Event) -> TooTangledError:
    return TooTangledError(problem=problem, problem_mark=event.start_mark)  # type: ignore[arg-type]


class _Events(Protocol):
    """Where a composer takes events from."""

    def check_event(self, *kinds: type[yaml.Event]) -> bool: ...
    def peek_event(self) -> Any: ...
    def get_event(self) -> Any: ...


class _Parsed:
    """The events of a text that was parsed whole."""

    def __init__(self, events: Sequence[yaml.Event]) -> None:
        self._events = iter(events)
        self._next = next(self._events, None)

    def check_event(self, *kinds: type[yaml.Event]) -> bool:
        return self._next is not None and (not kinds or isinstance(self._next, kinds))

    def peek_event(self) -> yaml.Event | None:
        return self._next

    def get_event(self) -> yaml.Event | None:
        event, self._next = self._next, next(self._events, None)
        return event


class _OwnParser(Reader, Scanner, Parser):
    """PyYAML's own parser: what is wrong is raised when its place is reached."""

    def __init__(self, text: str) -> None:
        Reader.__init__(self, text)
        Scanner.__init__(self)
        Parser.__init__(self)


def _parse(text: str, exact: bool) -> _Events:
    if _FAST is None or exact or _READ_OTHERWISE.search(text):
        return _OwnParser(text)
    try:
        parser = _FAST(text)
        events: list[yaml.Event] = []
        while parser.check_event():
            event: Any = parser.get_event()
            if isinstance(event, yaml.ScalarEvent) and not event.style:
                event.style = None  # as PyYAML's own parser tells of plain words
            events.append(event)
    except (yaml.YAMLError, ValueError):
        return _OwnParser(text)
    return _Parsed(events)


class FlatLoader(Composer, SafeConstructor, Resolver):
    """Composes nodes; refuses aliases and deep nesting."""

    depth = 0

    def __init__(self, text: str, *, exact: bool = False) -> None:
        """`exact`: the columns of all marks are true, not the lines alone.

        Raises what PyYAML raises for letters that YAML does not allow.
        """
        Composer.__init__(self)
        SafeConstructor.__init__(self)
        Resolver.__init__(self)
        events = _parse(text, exact)
        self.check_event = events.check_event
        self.peek_event = events.peek_event
        self.get_event = events.get_event

    def compose_node(self, parent: yaml.Node | None, index: object) -> yaml.Node | None:
        """Compose the next node. Raises `TooTangledError`."""
        event: yaml.Event = self.peek_event()
        if isinstance(event, yaml.AliasEvent):
            raise _refuse("an alias (*)", event)
        if self.depth > DEEPEST:
            raise _refuse("too deep nesting", event)
        self.check_event_tag(event)
        if isinstance(event, yaml.ScalarEvent) and event.anchor is None:
            return self._compose_word(event)
        self.depth += 1
        node: yaml.Node | None = super().compose_node(parent, index)  # type: ignore[arg-type]
        self.depth -= 1
        return node

    def _compose_word(self, event: Any) -> yaml.Node:
        """Do what PyYAML's composer does for a scalar, nine of ten nodes, without its detours."""
        self.get_event()
        tag = event.tag
        if tag is None or tag == "!":
            tag = self.resolve(yaml.ScalarNode, event.value, event.implicit)  # type: ignore[no-untyped-call]  # untyped in the stubs
        return yaml.ScalarNode(tag, event.value, event.start_mark, event.end_mark, event.style)

    def check_event_tag(self, event: yaml.Event) -> None:
        """Raise `TooTangledError` for a tag that is not allowed; all are."""


class TameLoader(FlatLoader):
    """Loads flags, short decimal numbers, nothing (null) and texts; refuses tags."""

    def check_event_tag(self, event: yaml.Event) -> None:
        """Raise `TooTangledError` for any tag: it makes something else of what is written."""
        if getattr(event, "tag", None) is not None:
            raise _refuse("a tag (!)", event)


def compose_flat(text: str, *, exact: bool = False) -> yaml.Node | None:
    """Return the one node of `text`, None if it is empty. Raises what PyYAML raises.

    `exact`: the columns of its marks are true, not the lines alone.
    """
    return FlatLoader(text, exact=exact).get_single_node()


TameLoader.yaml_implicit_resolvers = {}
for _tag, _pattern, _first in _TAME:
    TameLoader.add_implicit_resolver(
        f"tag:yaml.org,2002:{_tag}", late_pattern(rf"{_pattern}\Z"), list(_first)
    )
