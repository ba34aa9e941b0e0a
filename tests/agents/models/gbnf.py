"""GBNF without recursion as a regular expression: enough to read our grammars in tests."""

from __future__ import annotations

import re

_TOKEN = re.compile(
    r'"(?:\\.[0-9a-f]{0,8}|[^"\\])*"|\[[^\]]*\]|\{\d+,?\d*\}|[()|?*+]|[a-z0-9-]+|\s+'
)
_ESCAPE = re.compile(r"\\(?:U([0-9a-f]{8})|(.))")


def matcher(grammar: str) -> re.Pattern[str]:
    """Return a pattern for `fullmatch` of what `grammar` lets through."""
    rules = dict(line.split(" ::= ", 1) for line in grammar.strip().splitlines())
    return re.compile(_pattern("root", rules))


def _pattern(rule: str, rules: dict[str, str]) -> str:
    body = rules[rule]
    tokens = _TOKEN.findall(body)
    assert "".join(tokens) == body, f"not understood: {body}"
    return "(?:" + "".join(_translated(token, rules) for token in tokens if token.strip()) + ")"


def _translated(token: str, rules: dict[str, str]) -> str:
    if token.startswith('"'):
        return "(?:" + re.escape(_literal(token[1:-1])) + ")"
    if token[0].isalpha():
        return _pattern(token, rules)
    return "(?:" if token == "(" else token


def _literal(text: str) -> str:
    def plain(match: re.Match[str]) -> str:
        code, char = match.groups()
        return chr(int(code, 16)) if code else {"n": "\n"}.get(char, char)

    return _ESCAPE.sub(plain, text)
