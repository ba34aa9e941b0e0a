from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from config.errors import ConfigError
from config.yaml_lines import LARGEST_FILE, Entry, parse_yaml, read_text
from tests.examples import choose_count

FILE = Path("some.yaml")


def refusal(text: str) -> str:
    with pytest.raises(ConfigError) as caught:
        parse_yaml(FILE, text)
    return str(caught.value)


def test_every_value_knows_its_line_and_keeps_its_text() -> None:
    tree = parse_yaml(FILE, "a: 010\nb:\n  c: 'no'\n  d: [x, 12:30]\ne:\n")
    assert tree == {
        "a": Entry("010", 1),
        "b": Entry(
            {"c": Entry("no", 3), "d": Entry((Entry("x", 4), Entry("12:30", 4)), 4)},
            2,
        ),
        "e": Entry(None, 5),
    }


def test_lines_are_counted_from_where_the_text_stands_in_its_file() -> None:
    assert parse_yaml(FILE, "a: 1", first_line=7)["a"].line == 7


@pytest.mark.parametrize("text", ["", "# only a comment\n", "---\n", "~"])
def test_a_file_without_content_sets_nothing(text: str) -> None:
    assert parse_yaml(FILE, text) == {}


def test_a_quoted_empty_text_is_a_text() -> None:
    assert parse_yaml(FILE, "a: ''")["a"] == Entry("", 1)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a: 1\nb: 2\na: 3", "some.yaml:3: a is given twice (first on line 1), allowed: once"),
        ("x:\n  a: 1\n  a: 2", "some.yaml:3: x.a is given twice (first on line 2)"),
        ("a:\n\tb: 1", "some.yaml:2: the YAML is broken"),
        ("a:\n\tb: 1", "allowed: spaces, not tabs, before a key"),
        ("a: [1, 2\nb: 3", "some.yaml:2: the YAML is broken"),
        ("- a\n- b", "some.yaml:1: the file's content is a list, allowed: lines of key: value"),
        ("\nhello", "some.yaml:2: the file's content is 'hello'"),
        ("a: 1\n? [b]\n: 2", "some.yaml:2: a key is a list or a group, allowed: a word"),
        ("a: 1\n---\nb: 2", "some.yaml:2: the YAML is broken"),
        ("a: 1\nb: \x00", "some.yaml:2: the YAML is broken (character 0x0000)"),
        ('a: "\\UFFFFFFFF"', "some.yaml:1: the YAML is broken"),
        ("a: &x [1]\nb: [*x, *x]", "some.yaml:2: the YAML is broken (an alias (*))"),
        ("a: " + "[" * 50_000, "some.yaml:1: the YAML is broken (too deep nesting)"),
    ],
)
def test_broken_yaml_is_named_with_its_line(text: str, words: str) -> None:
    message = refusal(text)
    assert words in message
    assert "\n" not in message


def test_a_tag_creates_nothing_but_text() -> None:
    assert parse_yaml(FILE, "a: !!python/name:os.system x")["a"] == Entry("x", 1)


def test_a_missing_file_is_none(tmp_path: Path) -> None:
    assert read_text(tmp_path / "absent.yaml") is None


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: 1")
    assert read_text(path) == "a: 1"


def test_text_that_is_not_utf8_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"a: 1\nb: caf\xe9\n")
    with pytest.raises(ConfigError) as caught:
        read_text(path)
    assert str(caught.value) == f"{path}:2: the text is not UTF-8 (byte 0xe9), allowed: UTF-8 text"


def test_a_folder_in_the_files_place_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="unreadable"):
        read_text(tmp_path)


def test_a_file_too_large_for_settings_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"#" * (LARGEST_FILE + 1))
    with pytest.raises(ConfigError, match=f"at most {LARGEST_FILE}"):
        read_text(path)


@given(st.text(alphabet=st.sampled_from("ab:-[]{}#&*!|>'\"%@`\n\t ,?~01\\x\x00é"), max_size=60))
@settings(max_examples=choose_count(160, 400), deadline=None)
def test_no_text_raises_anything_but_a_config_error(text: str) -> None:
    try:
        parse_yaml(FILE, text)
    except ConfigError as error:
        assert str(error).startswith("some.yaml:")
