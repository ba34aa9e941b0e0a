"""The lines that agents get on their turns: from a script, or calm ones if it has none."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, cycle

from agents.models.providers.script_file import Reply, Script

CALM = "think The water is still. | counting"


class ScriptedLines:
    """Gives each agent the lines of its list; `script_file` describes scripts."""

    def __init__(self, script: Script) -> None:
        self._script = script
        self._rules = [(rule.match, cycle(rule.replies)) for rule in script.rules]
        self._names: dict[str, Iterator[Reply]] = {}

    def says(self, name: str, *lines: Reply) -> None:
        """Give agent `name` these lines next, then calm ones."""
        self._names[name] = chain(lines, cycle([CALM, "look"]))

    def match_rule(self, prompt: str) -> Reply | None:
        """Return the next reply of the first rule that matches `prompt`; None if none does."""
        found = (replies for match, replies in self._rules if match in prompt)
        return next(next(found, iter(())), None)

    def next(self, name: str) -> Reply:
        """Return the next line of agent `name`."""
        if name not in self._names:
            script = self._script
            self._names[name] = cycle(script.owners.get(name) or script.replies or [CALM])
        return next(self._names[name])
