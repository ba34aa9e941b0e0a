from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from config.errors import ConfigError, ConfigErrors
from config.markdown_settings import parse_settings_note
from config.yaml_lines import Entry
from tests.examples import choose_count

NOTE = Path("note.md")


def values(text: str) -> dict[str, object]:
    return {key: entry.value for key, entry in parse_settings_note(NOTE, text).items()}


def test_settings_stand_among_prose() -> None:
    text = """\
# Windows

Some **bold** words, and a **key** without a colon.

**immediate_window**: 64
_How many: **not_this**: 3_

- **profile**: "summarizer"
   **strategy:** `waterfall`

---

**Notes**:
- **Immediate window**: Full detail for the newest
**Automatic**: Compaction runs by itself at 129

1. **Long-term summary** ← older
"""
    assert parse_settings_note(NOTE, text) == {
        "immediate_window": Entry("64", 5),
        "profile": Entry("summarizer", 8),
        "strategy": Entry("waterfall", 9),
    }


def test_a_bold_word_in_small_letters_is_never_passed_over() -> None:
    assert values("**immediate-window**: 3\n**two words**: 4\n**empty**:") == {
        "immediate-window": "3",
        "two words": "4",
        "empty": None,
    }


def test_code_and_comments_set_nothing() -> None:
    text = """\
```
**a**: 1
~~~
```
~~~~ md
**b**: 2
~~~
**c**: 3
~~~~
%% hidden %%
**seen**: yes
%%
**d**: 4
%%
    **indented_code**: 5
"""
    assert values(text) == {"seen": "yes"}


def test_front_matter_sets_the_same_keys_and_obsidian_keeps_its_own() -> None:
    text = "---\ntags: [settings]\nwindow: 32\n---\n**profile**: x\n"
    assert parse_settings_note(NOTE, text) == {"window": Entry("32", 3), "profile": Entry("x", 5)}


def test_a_key_in_both_places_is_an_error_that_names_both_lines() -> None:
    with pytest.raises(ConfigError) as caught:
        parse_settings_note(NOTE, "---\nwindow: 32\n---\n\n**window**: 64\n")
    assert str(caught.value) == "note.md:5: window is given twice (first on line 2), allowed: once"


def test_every_repeated_key_is_named() -> None:
    with pytest.raises(ConfigErrors) as caught:
        parse_settings_note(NOTE, "**a**: 1\n**a**: 2\n**a**: 3\n")
    assert [error.line for error in caught.value.errors] == [2, 3]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("---\na: 1\n", "note.md:1: the front matter is not closed"),
        ("---\na: 1\nb: [\n---\n", "note.md:3: the YAML is broken"),
        ("---\na: 1\na: 2\n---\n", "note.md:3: a is given twice (first on line 2)"),
        ("---\n- a\n---\n", "note.md:2: the file's content is a list"),
    ],
)
def test_broken_front_matter_is_named_with_its_line(text: str, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_settings_note(NOTE, text)
    assert message in str(caught.value)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_line_ending_counts_one_line(end: str) -> None:
    text = end.join(["---", "a: 1", "---", "# Head", "**b**: 2", ""])
    assert parse_settings_note(NOTE, text) == {"a": Entry("1", 2), "b": Entry("2", 5)}


WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1)


@given(st.dictionaries(st.from_regex(r"[a-z][a-z0-9_]{0,9}", fullmatch=True), WORDS))
@settings(max_examples=choose_count(40, 100), deadline=None)
def test_settings_come_back_as_they_were_written(wanted: dict[str, str]) -> None:
    note = "\n".join(f'# About\n**{key}**: "{value}"\n_why_\n' for key, value in wanted.items())
    assert values(note) == wanted


@given(st.text(alphabet=st.sampled_from('ab*_:-`~%"#\n\r \t—{[')) | st.text())
@settings(max_examples=choose_count(120, 300), deadline=None)
def test_no_text_raises_anything_but_a_config_error(text: str) -> None:
    try:
        parse_settings_note(NOTE, text)
    except ConfigError as error:
        assert str(error).startswith("note.md:")
