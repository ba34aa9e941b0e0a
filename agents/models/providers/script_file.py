"""Reading the script of a scripted model.

A plain text file has one reply in each line. Empty lines and lines that begin with ``#`` are
skipped; after the last line the script starts again::

    say Good morning.
    look
    !timeout

A YAML file (``.yaml``, ``.yml``) is such a list, or a mapping of these keys::

    delay: 0.2                    # seconds before every reply
    rules:                        # the first rule whose `match` is in the prompt answers
      - match: "# Summary"
        reply: I watered the roses and spoke with Fern.
    owners:                       # one list per agent
      Moss: [look, say Hello., "!error 429 5"]
    replies: [look, emote waits.] # for everybody else

An entry that begins with ``!`` is a failure: ``!timeout``, ``!error 500`` (any HTTP status
from 400 to 599; 429 may have the seconds to wait), ``!empty``, and ``!hang``, which never
answers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Literal

import yaml

from agents.boundaries import ModelRejected
from late.late_dataclass import late_dataclass
from reading.text_file import UnfitFile, decode_text, read_bounded
from reading.yaml_nodes import compose_flat

LARGEST_SCRIPT = 1_000_000
"""The largest script, in bytes."""

FAULTS = "!timeout, !error STATUS [SECONDS], !empty, !hang"


@late_dataclass(frozen=True, slots=True)
class ScriptedFailure:
    """An entry that fails instead of answering. `retry_after` is in seconds."""

    kind: Literal["timeout", "error", "empty", "hang"]
    status: int = 0
    retry_after: float | None = None


Reply = str | ScriptedFailure


@late_dataclass(frozen=True, slots=True)
class Rule:
    """Replies, one after the other, to prompts that contain `match`."""

    match: str
    replies: Sequence[Reply]


@late_dataclass(frozen=True, slots=True)
class Script:
    """A whole script. `delay` is in seconds."""

    replies: Sequence[Reply] = ()
    owners: Mapping[str, Sequence[Reply]] = field(default_factory=dict)
    rules: Sequence[Rule] = ()
    delay: float = 0.0


def read_script(path: Path) -> Script:
    """Return the script at `path`. Raises `ModelRejected`, with file and line, if it is wrong."""
    try:
        text = decode_text(read_bounded(path, LARGEST_SCRIPT))
    except OSError as error:
        raise ModelRejected(f"{path}: the script cannot be read: {error}") from error
    except UnfitFile as unfit:
        why = f"{unfit.read}, allowed: {unfit.allowed}"
        raise ModelRejected(f"{path}: the script cannot be read: {why}") from None
    script = (
        _Yaml(path).script(text) if path.suffix in (".yaml", ".yml") else _read_lines(path, text)
    )
    if not (script.replies or script.owners or script.rules):
        raise ModelRejected(f"{path}: the script holds no reply; one reply a line is enough")
    return script


def _read_lines(path: Path, text: str) -> Script:
    numbered = ((number, line.strip()) for number, line in enumerate(text.splitlines(), 1))
    used = [(number, line) for number, line in numbered if line and not line.startswith("#")]
    return Script([_parse_entry(line, f"{path}:{number}") for number, line in used])


def _parse_entry(text: str, where: str) -> Reply:
    if not text.startswith("!"):
        return text
    fault = _parse_fault(text[1:].split())
    if fault is None:
        raise ModelRejected(f"{where}: read {text!r}; a line with ! is one of {FAULTS}")
    return fault


def _parse_fault(words: Sequence[str]) -> ScriptedFailure | None:
    match words:
        case ["timeout"]:
            return ScriptedFailure("timeout")
        case ["empty"]:
            return ScriptedFailure("empty")
        case ["hang"]:
            return ScriptedFailure("hang")
        case ["error", status, *rest] if len(rest) <= 1 and all(map(_is_number, words[1:])):
            seconds = float(rest[0]) if rest else None
            return (
                ScriptedFailure("error", int(status), seconds) if 400 <= int(status) < 600 else None
            )
    return None


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit()


class _Yaml:
    """Reads the YAML form from its nodes, because they have line numbers for messages."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def script(self, text: str) -> Script:
        try:
            root = compose_flat(text)
        except yaml.MarkedYAMLError as error:
            line = error.problem_mark.line + 1 if error.problem_mark else 1
            raise ModelRejected(f"{self._path}:{line}: not YAML: {error.problem}") from error
        except yaml.YAMLError as error:
            raise ModelRejected(f"{self._path}: not YAML: {error}") from error
        if root is None:
            return Script()
        if isinstance(root, yaml.SequenceNode):
            return Script(self._replies(root))
        return self._mapping(root)

    def _mapping(self, root: yaml.Node) -> Script:
        keys = ("replies", "owners", "rules", "delay")
        values = self._values(root, keys, "a list of replies, or a mapping of " + ", ".join(keys))
        return Script(
            replies=self._replies(values["replies"]) if "replies" in values else (),
            owners=self._owners(values["owners"]) if "owners" in values else {},
            rules=self._rules(values["rules"]) if "rules" in values else (),
            delay=self._delay(values["delay"]) if "delay" in values else 0.0,
        )

    def _owners(self, node: yaml.Node) -> dict[str, Sequence[Reply]]:
        pairs = self._pairs(node, "owners maps names to lists of replies")
        return {self._text(key): self._replies(value) for key, value in pairs}

    def _rules(self, node: yaml.Node) -> list[Rule]:
        return [self._rule(entry) for entry in self._items(node, "rules is a list")]

    def _rule(self, node: yaml.Node) -> Rule:
        values = self._values(node, ("match", "reply"), "a rule has the keys match and reply")
        if len(values) != 2:
            raise self._error(node, "a rule has the keys match and reply")
        reply = values["reply"]
        replies = [self._reply(reply)] if _is_scalar(reply) else self._replies(reply)
        return Rule(self._text(values["match"]), replies)

    def _delay(self, node: yaml.Node) -> float:
        try:
            seconds = float(self._text(node))
        except ValueError:
            seconds = -1.0
        if not 0 <= seconds <= 3600:
            raise self._error(node, "delay is a number of seconds from 0 to 3600")
        return seconds

    def _replies(self, node: yaml.Node) -> list[Reply]:
        replies = [self._reply(item) for item in self._items(node, "replies are a list")]
        if not replies:
            raise self._error(node, "a list of replies holds at least one")
        return replies

    def _reply(self, node: yaml.Node) -> Reply:
        # Unquoted, `!timeout` is a YAML tag on an empty value and `!error 500` one on "500".
        tag = f"{node.tag} " if node.tag.startswith("!") else ""
        return _parse_entry((tag + self._text(node)).strip(), self._where(node))

    def _text(self, node: yaml.Node) -> str:
        if not isinstance(node, yaml.ScalarNode):
            raise self._error(node, "here stands a text")
        return str(node.value)

    def _items(self, node: yaml.Node, allowed: str) -> Sequence[yaml.Node]:
        if not isinstance(node, yaml.SequenceNode):
            raise self._error(node, allowed)
        items: Sequence[yaml.Node] = node.value
        return items

    def _pairs(self, node: yaml.Node, allowed: str) -> Sequence[tuple[yaml.Node, yaml.Node]]:
        if not isinstance(node, yaml.MappingNode):
            raise self._error(node, allowed)
        pairs: Sequence[tuple[yaml.Node, yaml.Node]] = node.value
        return pairs

    def _values(self, node: yaml.Node, keys: Sequence[str], allowed: str) -> dict[str, yaml.Node]:
        values = {}
        for key, value in self._pairs(node, allowed):
            if self._text(key) not in keys:
                raise self._error(key, f"allowed are {', '.join(keys)}")
            values[self._text(key)] = value
        return values

    def _where(self, node: yaml.Node) -> str:
        return f"{self._path}:{node.start_mark.line + 1}"

    def _error(self, node: yaml.Node, allowed: str) -> ModelRejected:
        kind = "mapping" if isinstance(node, yaml.MappingNode) else "list"
        read = repr(node.value) if _is_scalar(node) else f"a {kind}"
        return ModelRejected(f"{self._where(node)}: read {read}; {allowed}")


def _is_scalar(node: yaml.Node) -> bool:
    return isinstance(node, yaml.ScalarNode)
