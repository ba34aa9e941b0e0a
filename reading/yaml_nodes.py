"""Composes YAML of foreign texts without YAML's surprises and bombs.

Aliases are refused, because a few of them may expand to gigabytes, and so is deep nesting.
`TameLoader` also reads every plain value that YAML 1.1 would turn into something else (``010``,
``12:30``, ``0xff``, ``2026-01-01``) as the text that was written.
"""

from __future__ import annotations

import re

import yaml

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


class FlatLoader(yaml.SafeLoader):
    """Composes nodes; refuses aliases and deep nesting."""

    depth = 0

    def compose_node(self, parent: yaml.Node | None, index: object) -> yaml.Node | None:
        """Compose the next node. Raises `TooTangledError`."""
        event: yaml.Event = self.peek_event()  # type: ignore[no-untyped-call]
        if isinstance(event, yaml.AliasEvent):
            raise _refuse("an alias (*)", event)
        if self.depth > DEEPEST:
            raise _refuse("too deep nesting", event)
        self.check_event_tag(event)
        self.depth += 1
        node: yaml.Node | None = super().compose_node(parent, index)  # type: ignore[arg-type]
        self.depth -= 1
        return node

    def check_event_tag(self, event: yaml.Event) -> None:
        """Raise `TooTangledError` for a tag that is not allowed; all are."""


class TameLoader(FlatLoader):
    """Loads flags, short decimal numbers, nothing (null) and texts; refuses tags."""

    def check_event_tag(self, event: yaml.Event) -> None:
        """Raise `TooTangledError` for any tag: it makes something else of what is written."""
        if getattr(event, "tag", None) is not None:
            raise _refuse("a tag (!)", event)


def compose_flat(text: str) -> yaml.Node | None:
    """Return the one node of `text`, None if it is empty. Raises what PyYAML raises."""
    return FlatLoader(text).get_single_node()


TameLoader.yaml_implicit_resolvers = {}
for _tag, _pattern, _first in _TAME:
    TameLoader.add_implicit_resolver(
        f"tag:yaml.org,2002:{_tag}", re.compile(rf"{_pattern}\Z"), list(_first)
    )
