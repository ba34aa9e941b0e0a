"""Pages are found by name and day, and nothing else of the disk is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.web.views.people.page_files import (
    MOST_CHARACTERS,
    PageUnread,
    find_noted,
    list_days,
    list_known,
    read_day,
    read_person,
)

PAGE = """---
type: journal
count: 3
first_met: '2026-11-20'
---
<!-- tarn:begin -->

# 2026-11-22

- (5) One · own · trust 1 · #1

<!-- tarn:end -->
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("journal/2026-11-22", "journal/2026-11-21", "journal/notes", "people/Zoë"):
        path = tmp_path / "Moss" / f"{name}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(PAGE, encoding="utf-8")
    (tmp_path / "secret.md").write_text(PAGE, encoding="utf-8")
    return tmp_path / "Moss"


def test_days_and_people_are_listed(folder: Path) -> None:
    assert list_days(folder) == [
        {"day": "2026-11-22", "facts": 3}, {"day": "2026-11-21", "facts": 3},
    ]  # fmt: skip
    assert list_known(folder) == ["Zoë"]
    assert list_days(folder / "nowhere") == []
    assert list_known(folder / "nowhere") == []


def test_a_page_is_found_by_its_name_in_any_case(folder: Path) -> None:
    page = read_person(folder, "zoe")
    assert page is not None
    assert (page["name"], page["first_met"]) == ("Zoë", "2026-11-20")
    assert page["sections"][0]["lines"][0]["text"] == "One"
    assert read_day(folder, "2026-11-22") is not None


@pytest.mark.parametrize("name", ["../../secret", "..", "", "/etc/passwd", "a\0b", "notes"])
def test_nothing_else_is_read(folder: Path, name: str) -> None:
    assert read_day(folder, name) is None
    assert read_person(folder, name) is None


def test_a_broken_page_says_why(folder: Path) -> None:
    (folder / "journal" / "2026-11-21.md").write_text("---\ncount: [\n---\n", encoding="utf-8")
    with pytest.raises(PageUnread, match=r"journal/2026-11-21\.md cannot be read: "):
        read_day(folder, "2026-11-21")


def test_a_long_line_is_shown_whole(folder: Path) -> None:
    """In pieces that are broken between words, or anywhere if there are none."""
    words, letters = "word " * 3_000, "x" * 12_001
    text = PAGE.replace("<!-- tarn:end -->", f"<!-- tarn:end -->\n\n{words}\n{letters}\n")
    (folder / "journal" / "2026-11-21.md").write_text(text, encoding="utf-8")
    page = read_day(folder, "2026-11-21")
    assert page is not None
    assert page["below"].replace("\n", "") == (words + letters).strip()
    assert page["below"].count("\n") == 5  # three pieces of each
    assert all(len(line) <= 5_000 for line in page["below"].split("\n"))


def test_what_matters_most_is_told_of_each_who_has_a_page(folder: Path) -> None:
    """Nothing of those without one, of a damaged one, or of what is outside the folder."""
    (folder / "people" / "Zoë.md").write_text(PAGE.replace("One", "Zoë is one."), "utf-8")
    (folder / "people" / "Ida.md").write_text("---\nname: [\n---\n", encoding="utf-8")
    long = PAGE.replace("One", f"Ada {'x' * 500}")
    (folder / "people" / "Ada.md").write_text(long, encoding="utf-8")
    noted = find_noted(folder, "Moss", ["ZOË", "Ada", "Ida", "Nobody", "../../secret"])
    assert noted == {
        "ZOË": ("Zoë is one.", "", ""), "Ada": (f"Ada {'x' * 500}"[:MOST_CHARACTERS], "", ""),
        "Ida": ("", "", ""), "Nobody": ("", "", ""), "../../secret": ("", "", ""),
    }  # fmt: skip
