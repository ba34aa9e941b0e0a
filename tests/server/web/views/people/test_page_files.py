"""Pages are found by name and day, and nothing else of the disk is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.web.views.people.page_files import (
    PageUnread,
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
