"""What agents say on their turns: from a script, and calmly where it has nothing for them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, cycle

from agents.models.providers.script_file import Reply, Script

CALM = "think The water is still. | counting"


class ScriptedLines:
    """Each name goes through its own list; the module `script_file` describes scripts."""

    def __init__(self, script: Script) -> None:
        self._script = script
        self._rules = [(rule.match, cycle(rule.replies)) for rule in script.rules]
        self._names: dict[str, Iterator[Reply]] = {}

    def says(self, name: str, *lines: Reply) -> None:
        """Let agent `name` give these lines next, and then be calm."""
        self._names[name] = chain(lines, cycle([CALM, "look"]))

    def ruled(self, prompt: str) -> Reply | None:
        """The next reply of the first rule whose words stand in `prompt`; None without one."""
        found = (replies for match, replies in self._rules if match in prompt)
        return next(next(found, iter(())), None)

    def next(self, name: str) -> Reply:
        """The next line of agent `name`."""
        if name not in self._names:
            script = self._script
            self._names[name] = cycle(script.owners.get(name) or script.replies or [CALM])
        return next(self._names[name])
