from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.examples import choose_count
from world.names import (
    NameKind,
    NameRefused,
    PathRefused,
    check_name,
    key_of,
    looks_of,
    vault_path,
)


@pytest.mark.parametrize("name", ["Moss", "Anne-Marie", "O'Hara", "Zoë", "Łukasz", "Xi"])
def test_plain_names_are_allowed(name: str) -> None:
    assert check_name(name) == name


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("here", "'here' is a reserved word and cannot be a name."),
        ("ME", "'ME' is a reserved word and cannot be a name."),
        ("all", "'all' is a reserved word and cannot be a name."),
        ("Quit", "'Quit' is a reserved word and cannot be a name."),
        ("con", "'con' is a reserved word and cannot be a name."),
        ("Àdmin", "'Àdmin' is a reserved word and cannot be a name."),
        ("Adмin", "A name has Latin letters only; 'м' is cyrillic small letter em."),
        ("admin ", "A name cannot begin or end with a space."),
        ("x" * 300, f"A name has 2 to 20 characters; '{'x' * 30}' has 300."),
        ("x", "A name has 2 to 20 characters; 'x' has 1."),
        ("", "A name cannot be empty."),
        ("{0}", "A name has letters, with ' or - between them; it cannot have left curly bracket."),
        ("../x", "A name has letters, with ' or - between them; it cannot have full stop."),
        ("a/b", "A name has letters, with ' or - between them; it cannot have solidus."),
        ("Old Tom", "A name is one word; 'Old Tom' has a space in it."),
        ("-Moss", "In '-Moss' an apostrophe, hyphen or space is out of place."),
        ("Look", "'Look' is a command and cannot be a name."),
        ("moss", "The name 'moss' is taken by 'Moss'."),
        ("Móss", "The name 'Móss' is taken by 'Moss'."),
        ("BiII", "The name 'BiII' is taken by 'Bill'."),
        ("Bo\x1bb", "A name has letters, with ' or - between them; it cannot have u+001b."),
        ("Bob\u202e", "A name has letters, with ' or - between them; it cannot have "
         "right-to-left override."),
    ],
)  # fmt: skip
def test_other_names_are_refused_each_with_its_reason(name: str, reason: str) -> None:
    with pytest.raises(NameRefused) as refused:
        check_name(name, taken=["Moss", "Bill"], commands=["look", "say"])
    assert str(refused.value) == reason


def test_rooms_may_have_several_words_and_be_called_like_a_command() -> None:
    assert check_name("The Old Mill, 2", "room") == "The Old Mill, 2"
    assert check_name("note", "thing", commands=["note"]) == "note"
    with pytest.raises(NameRefused, match="out of place"):
        check_name("The  Mill", "room")


@pytest.mark.parametrize(
    ("one", "other"),
    [("Moss", "MOSS"), ("Zoë", "zoe"), ("Adмin", "admin"), ("O’Hara", "o'hara"), ("Moß", "moss")],
)
def test_names_that_look_the_same_are_the_same(one: str, other: str) -> None:
    assert key_of(one) == key_of(other)


def test_glyphs_alike_are_told_apart_for_looking_up_but_not_for_taking() -> None:
    assert key_of("BiII") != key_of("Bill")
    assert looks_of("BiII") == looks_of("Bill")


KINDS: list[NameKind] = ["character", "room", "thing", "exit"]


@settings(max_examples=choose_count(120, 300), deadline=None)
@given(st.text(), st.sampled_from(KINDS))
def test_a_name_that_is_allowed_is_a_path_that_stays_inside(name: str, kind: NameKind) -> None:
    root = Path("vault")
    try:
        allowed = check_name(name, kind)
    except NameRefused as refused:
        assert str(refused).endswith(".")
        assert "\n" not in str(refused)
        return
    try:
        assert vault_path(root, allowed).parent == root
    except PathRefused:
        assert re.fullmatch(r"con|aux|prn|nul|com\d|lpt\d", key_of(allowed))


@pytest.mark.parametrize(
    "part",
    ["..", ".", "", "../x", "a/b", "a\\b", "/etc", "x\0y", "CON", "nul.md", "com1.txt", ".hidden",
     "trailing.", "trailing ", " leading", "C:", "a\nb", "x" * 201, "\ud800"],
)  # fmt: skip
def test_parts_that_might_escape_are_refused(part: str) -> None:
    with pytest.raises(PathRefused):
        vault_path(Path("vault"), part)


def test_a_link_that_leads_out_is_refused_and_one_within_is_not(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    (vault / "inside").mkdir(parents=True)
    (vault / "out").symlink_to(tmp_path)
    (vault / "loop").symlink_to(vault / "loop")
    (vault / "in").symlink_to(vault / "inside")
    assert vault_path(vault, "in", "x.md") == vault / "in" / "x.md"
    for name in ("out", "loop"):
        with pytest.raises(PathRefused, match="symbolic link"):
            vault_path(vault, name, "x.md")


@settings(max_examples=choose_count(120, 300), deadline=None)
@given(st.lists(st.text() | st.sampled_from(["..", ".", "a", "/", "a/../..", "~"]), max_size=4))
def test_no_path_ever_escapes(parts: list[str]) -> None:
    root = Path("vault")
    try:
        path = vault_path(root, *parts)
    except PathRefused:
        return
    assert path.resolve().is_relative_to(root.resolve())
    assert len(path.relative_to(root).parts) == len(parts)
