"""One word for one thing, in all that the page's modules show (decision 163)."""

from __future__ import annotations

import re

import pytest

from tests.paths import ROOT

STATIC = ROOT / "server" / "web" / "static"
MODULES = [path for path in sorted(STATIC.rglob("*.js")) if "vendor" not in path.parts]

#: What the page does not say, each with what it says in its place.
OTHER_WORDS = {
    r"(?<![\w/@.-])agents?(?![\w/])": "resident",
    r"\bnpcs?\b": "resident",
    r"\bwritten lines?\b": "line of its voice",
    r"\bmodel profiles?\b|\bprofiles? (?:of|in) config/llm": "model settings",
    r"\bfacts?\b": "note",
    r"\bin (?:question|doubt)\b": "not supported",
    r"\bknows of its past\b|\bwhat \S+ knows\b": "remembers",
}
#: What stands behind these in a tag is not read by anybody.
UNSEEN = re.compile(r"\b(?:class|className|key|id|href|role|type|style)=$")
SEEN = re.compile(r'\b(?:title|aria-label|placeholder|label|head|empty)="([^"]*)"')
#: A slash behind one of these begins a pattern.
BEFORE_PATTERN = re.compile(r"(?:[(=,:\[!&|?{};>\n]|return) *\Z")


class Script:
    """A module of the page: `texts` are what it may show."""

    def __init__(self, code: str) -> None:
        self._code, self._at, self._unseen = code, 0, False
        self.texts: list[str] = []
        self._read_code()

    def _skip(self, pattern: str) -> str:
        found = re.compile(pattern, re.DOTALL).match(self._code, self._at)
        assert found, self._code[self._at : self._at + 80]
        self._at = found.end()
        return found[0]

    def _read_code(self) -> None:
        """Read up to the brace that ends a part of a template, or to the end."""
        depth = 0
        while self._at < len(self._code) and depth >= 0:
            sign = self._code[self._at]
            if self._code.startswith("//", self._at):
                self._skip(r"[^\n]*")
            elif sign in "\"'":
                self._keep_string(self._skip(rf"{sign}(?:[^{sign}\\]|\\.)*{sign}")[1:-1])
            elif sign == "`":
                self._read_template()
            elif sign == "/" and BEFORE_PATTERN.search(self._code, 0, self._at):
                self._skip(r"/(?:\[(?:[^\]\\]|\\.)*\]|[^/\\]|\\.)+/")
            else:
                depth += {"{": 1, "}": -1}.get(sign, 0)
                self._at += 1

    def _keep_string(self, text: str) -> None:
        """Keep what is more than the name of something."""
        if not self._unseen and re.search(r"\s|^[A-Z]", text):
            self.texts.append(text)

    def _read_template(self) -> None:
        text, before = "", self._unseen
        self._at += 1
        while True:
            text += self._skip(r"(?:[^`$\\]|\\.|\$(?!\{))*")
            if self._code[self._at] == "`":
                break
            self._unseen = before or bool(UNSEEN.search(text))
            self._at += 2
            self._read_code()
            self._unseen, text = before, f"{text}\0"
        self._at += 1
        if not before:
            for each in [*SEEN.findall(text), *re.split(r"<[^>]*>", text)]:
                self._keep_string(each)


def list_other_words(code: str) -> list[str]:
    return [
        f"{text.strip()!r}: {better}"
        for text in Script(code).texts
        for other, better in OTHER_WORDS.items()
        if re.search(other, text, re.IGNORECASE)
    ]


@pytest.mark.parametrize("name", [str(path.relative_to(STATIC)) for path in MODULES])
def test_a_thing_has_one_word(name: str) -> None:
    """In headings, hints and tooltips; paths, names in the interface and comments stay."""
    assert list_other_words((STATIC / name).read_text("utf-8")) == []


def test_another_word_is_found_wherever_it_is_shown() -> None:
    code = """
      // An agent in a comment, and `one in question`.
      const KINDS = { agent: "Agent", path: "/agents/x" };
      const pattern = /["`]agent/;
      html`<p class=${`fact ${fact.sort}`} title="A fact">${all.map((one) =>
        html`<b>An npc, ${one}</b>`)}</p>`;
    """
    found = [each.split(":")[0] for each in list_other_words(code)]
    assert found == ["'Agent'", r"'An npc, \x00'", "'A fact'"]
