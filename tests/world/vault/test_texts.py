from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import world
from tests.examples import choose_count
from tests.paths import TEXT_FOLDER
from world.use.deeds import DEED_NAMES
from world.vault.texts import MissingValue, Texts, UnknownText, make_sentence
from world.verbs.rows import WORLD_COMMANDS


def folder(tmp_path: Path, name: str, **files: str) -> Path:
    made = tmp_path / name
    (made / "pages").mkdir(parents=True)
    for file, text in files.items():
        (made / f"{file}.md").write_text(text, encoding="utf-8")
    return made


def test_sentences_blocks_and_comments(tmp_path: Path) -> None:
    made = folder(
        tmp_path,
        "text",
        a='# Heading\n\n_comment_\n**say.own**: You say, "{words}"\n'
        "**two**:\n```\n{a}\n  b {{x}}\n```\n"
        "prose\n```\n**not.a.key**: in a block\n```\n",
    )
    texts = Texts.load([made])
    assert not texts.errors
    assert texts.keys() == ("say.own", "two")
    assert texts.say("say.own", words="{words} {0}") == 'You say, "{words} {0}"'
    assert texts.say("two", a="{b}", b="no") == "{b}\n  b {x}"
    assert texts.raw("two") == "{a}\n  b {{x}}"
    assert texts.where("two").endswith("a.md:5")


def test_what_is_asked_for_wrongly_is_a_clear_error(tmp_path: Path) -> None:
    texts = Texts.load([folder(tmp_path, "text", a="**one**: {word} here\n")])
    with pytest.raises(UnknownText, match="there is no sentence 'two'"):
        texts.say("two")
    with pytest.raises(MissingValue, match=r"a\.md:1: one has the placeholder \{word\}.*: wrod"):
        texts.say("one", wrod="x")
    with pytest.raises(UnknownText, match="there is no page 'banner'; pages: "):
        texts.page("banner")


def test_later_folders_override_and_their_mistakes_are_named(tmp_path: Path) -> None:
    first = folder(tmp_path, "shipped", a="**one**: {x}\n**two**: b\n**three**: c\n")
    later = folder(
        tmp_path,
        "own",
        a="**one**: now {x}\n**two**: {x}\n**tow**: typo\n**one**: again\n**A b**: x\n**three**:\n",
    )
    texts = Texts.load([first, later])
    assert texts.say("one", x=1) == "now 1"
    assert (texts.say("two"), texts.say("three")) == ("b", "c")
    assert [str(error).split("own/")[1] for error in texts.errors] == [
        "a.md:2: two: unknown placeholder; read: x; allowed: none; the shipped text is: b",
        "a.md:3: unknown key; read: tow; allowed: a key of the shipped texts",
        "a.md:4: the key is there twice, first at a.md:1; read: one; allowed: once",
        "a.md:5: not a key; read: A b; allowed: small letters, digits, . and -",
        "a.md:6: the sentence is empty; "
        "allowed: a sentence after the colon, or a block between lines of ```",
    ]


def test_copies_are_read_when_they_are_used(tmp_path: Path) -> None:
    """As they were at the load, and where they lie in the later folder."""
    first = folder(tmp_path, "shipped", a="**one**: now {x}\n", b="**two**: b\n")
    copy = folder(tmp_path, "own", a="**one**: now {x}\n")
    texts = Texts.load([first, copy])
    (copy / "a.md").write_text("**tow**: typo\n")
    assert texts.say("one", x=1) == "now 1"
    assert texts.where("one").endswith("own/a.md:1")
    assert texts.where("two").endswith("shipped/b.md:1")
    assert not texts.errors
    assert len(Texts.load([first, copy]).errors) == 1


def test_pages_are_whole_files(tmp_path: Path) -> None:
    made = folder(tmp_path, "text")
    (made / "pages" / "banner.md").write_text("  Tarn {name}\n\nLine\n", encoding="utf-8")
    texts = Texts.load([made, made])
    assert not texts.errors
    assert texts.page("banner") == "  Tarn {name}\n\nLine"
    assert texts.page("banner", name="{x}") == "  Tarn {x}\n\nLine"


@settings(max_examples=choose_count(80, 200), deadline=None)
@given(st.text("ab{}_ \n"), st.text("{}ab"))
def test_values_are_put_in_once_and_never_read_again(raw: str, value: str) -> None:
    sentence = make_sentence("k", raw, Path("x.md"), 1)
    filled = sentence.fill(dict.fromkeys(sentence.names, value))
    literals = sentence.parts[::2]
    assert filled == value.join(literals)


def _keys_in_code() -> set[str]:
    """Return every constant text key that the world's code asks for."""
    asked: set[str] = set()
    for path in Path(world.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                asked.add(node.value)
    return {text for text in asked if re.fullmatch(r"[a-z]+\.[a-z-]*[a-z]", text)}


def test_every_sentence_the_world_asks_for_is_there() -> None:
    """No command can fail for want of a sentence, and no sentence is a leftover."""
    texts = Texts.load([TEXT_FOLDER])
    ours = [key for key in texts.keys() if "world.md" in texts.where(key)]  # noqa: SIM118
    asked = _keys_in_code()
    prefixes = {key.split(".")[0] for key in ours}
    wanted = {key for key in asked if key.split(".")[0] in prefixes - {"note"}}
    assert wanted <= set(ours)
    deeds = {f"{each}." for each in DEED_NAMES}
    computed = {"examine.mind-", "who.", "get.", "drop.", "time.weather-", *deeds}
    assert not {key for key in ours if key not in asked and not key.startswith(tuple(computed))}
    assert all(command.behaviour in ours for command in WORLD_COMMANDS if command.behaviour)


def test_the_shipped_texts_have_no_mistakes() -> None:
    mistakes = [
        str(error) for error in Texts.load([TEXT_FOLDER]).errors if "world.md" in str(error)
    ]
    assert mistakes == []
