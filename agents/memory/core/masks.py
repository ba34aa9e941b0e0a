"""What a prompt shows for bulky output: ``[look: The Mill, nobody there, 41 tokens, #1234]``.

The log records each mask as it was shown, so a prompt that is rendered again has the same one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from agents.boundaries import TokenCounter
from agents.memory.core.records import Experience
from agents.prose import cut_text, one_line
from late.late_pattern import late_pattern
from world.nature import Nature

#: The most characters of a name, or of the beginning of an output.
_SHOWN = 48

#: The most people or memories that a mask names.
_NAMED = 4

_MEMORY = late_pattern(r"#\d+")
_BRACKETS = str.maketrans("[]", "()")


def write_mask(memory: Experience, tokens: TokenCounter) -> str:
    """Return the mask of a memory's output: the command, what it showed, its size, its number."""
    given, parted, result = memory.text.partition("\n")
    output = result if parted else given
    about = _describe_output(memory, output).translate(_BRACKETS)
    size = tokens.count(output)
    shown = (about, f"{size} token{'' if size == 1 else 's'}", f"#{memory.seq}")
    return f"[{_name_command(memory)}: {', '.join(filter(None, shown))}]"


def put_mask(memory: Experience, masks: Mapping[int, str]) -> str:
    """Return the memory's text with a mask for its output.

    Logs of earlier versions have no masks; they show the command and the memory's number.
    """
    given, parted, _ = memory.text.partition("\n")
    mask = masks.get(memory.seq) or f"[{_name_command(memory)} output archived, #{memory.seq}]"
    return f"{given}\n{mask}" if parted else mask


def _name_command(memory: Experience) -> str:
    return memory.command or "command"


def _describe_output(memory: Experience, output: str) -> str:
    """Return what the output showed, by the command's nature."""
    object_ = _cut_name(memory.line.partition(" ")[2])
    if memory.nature.is_recollection:
        found = [each for each in _MEMORY.findall(output) if each != object_]
        return ", ".join(filter(None, (object_, _join_named(list(dict.fromkeys(found)), " "))))
    if memory.nature is Nature.MOVEMENT or (memory.nature is Nature.SIGHT and not object_):
        people = _join_named(memory.occupants, ", ")
        company = f"with {people}" if people else "nobody there"
        return f"{_cut_name(memory.place)}, {company}" if memory.place else company
    return object_ or _cut_name(output)


def _join_named(names: Sequence[str], separator: str) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return separator.join(names[:_NAMED]) + more


def _cut_name(text: str) -> str:
    return cut_text(one_line(text), _SHOWN)
