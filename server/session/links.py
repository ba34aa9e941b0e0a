"""Links in the server's own lists of exits and commands, as MXP's markup.

A line with links begins with ESC[1z (a secure line); all other lines are locked, see
`server.telnet.options.links`.  In such a line everything that is no link of ours is escaped, so
that nobody's words are markup.
"""

from __future__ import annotations

from late.late_pattern import late_pattern

_SECURE_LINE = "\x1b[1z"
_EXITS = "Exits: "
_LEADS_TO = " - "
#: What surrounds a name in the list of exits, or in the part of it that one line has.
_NAME = late_pattern(r"(\s*(?:Exits: )?)(.*?)([.,]?)")
#: The lines of `help`: a command's syntax and its summary, or a category and its commands.
_SUMMARY = late_pattern(r"(  )(@?[a-z][a-z-]*)(.* - .*)")
_CATEGORY = late_pattern(r"[a-z ]+: ")
#: A command in such a list, with its first alias if it has any: ``look (l)``.
_COMMAND = late_pattern(r"(@?[a-z][a-z-]*)( \(.*)?")


def link_line(kind: str, line: str, parts: list[str]) -> list[str]:
    """Return the parts into which `line` was wrapped, with its exits and commands as links."""
    if kind == "room" and line.startswith(_EXITS):
        names = line.removeprefix(_EXITS).rstrip(".").split(", ")
        return [_link_exits(part, frozenset(names)) for part in parts]
    if kind == "ways" and len(parts) == 1:
        return [_link_way(line)]
    if kind == "listing":
        return [_link_commands(part) for part in parts]
    return parts


def _link_exits(part: str, names: frozenset[str]) -> str:
    return _secure(part, ", ".join(_link_exit(token, names) for token in part.split(", ")))


def _link_exit(token: str, names: frozenset[str]) -> str:
    found = _NAME.fullmatch(token)
    if found is None or found[2] not in names:
        return _escape(token)
    return found[1] + _link(f"go {found[2]}", found[2]) + found[3]


def _link_way(line: str) -> str:
    """Link the exit in a line of `exits`: ``garden - The Garden``; others have no such dash."""
    name, dash, place = line.partition(_LEADS_TO)
    return _secure(line, _link(f"go {name}", name) + _escape(dash + place)) if dash else line


def _link_commands(part: str) -> str:
    summary = _SUMMARY.fullmatch(part)
    if summary is not None:
        linked = _link(f"help {summary[2]}", summary[2])
        return _secure(part, summary[1] + linked + _escape(summary[3]))
    category = _CATEGORY.match(part)
    if category is None:
        return part
    words = part[category.end() :].split(", ")
    linked = ", ".join(map(_link_command, words))
    return _secure(part, _escape(category[0]) + linked)


def _link_command(word: str) -> str:
    found = _COMMAND.fullmatch(word)
    if found is None:
        return _escape(word)
    return _link(f"help {found[1]}", found[1]) + _escape(found[2] or "")


def _link(command: str, shown: str) -> str:
    # A bar would make a menu of several commands.
    if "|" in command:
        return _escape(shown)
    href = _escape(command).replace('"', "&quot;")
    return f'<send href="{href}">{_escape(shown)}</send>'


def _secure(part: str, marked: str) -> str:
    return _SECURE_LINE + marked if "<send" in marked else part


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
