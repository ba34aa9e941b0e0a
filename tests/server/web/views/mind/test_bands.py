"""A prompt in bands: of old logs, too, and never more of it than a page can take."""

from __future__ import annotations

import pytest

from server.web.views.mind.bands import MOST_CHARACTERS, Band, describe_bands, part_notes


def test_notes_are_parted_by_the_lengths_that_the_log_has() -> None:
    found = part_notes("## Notes\nx\n\n## Recalled\ny\n\n", ("notes 12", "recalled 15"))
    assert [(each.kind, each.text) for each in found] == [
        ("notes", "## Notes\nx\n\n"), ("recalled", "## Recalled\ny\n\n"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "blocks", [(), ("notes 3",), ("notes 4", "recalled 1"), ("notes",), ("",), ("notes -5",)]
)
def test_notes_whose_parts_are_not_known_are_one_band(blocks: tuple[str, ...]) -> None:
    """As an old version has written them, or a line that somebody has changed."""
    assert [(each.kind, each.text) for each in part_notes("1234", blocks)] == [("moment", "1234")]


def test_of_a_very_long_prompt_the_page_is_told_what_it_lacks() -> None:
    bands = [
        Band("persona", "p" * 1000),
        Band("verbatim", "v" * MOST_CHARACTERS, (1, 9)),
        Band("situation", "s" * 10),
    ]
    found = describe_bands(bands, len)
    assert found["tokens"] == found["characters"] == MOST_CHARACTERS + 1010
    assert [each["cut"] for each in found["bands"]] == [0, 1000, 10]
    assert [each["tokens"] for each in found["bands"]] == [1000, MOST_CHARACTERS, 10]
    assert [(each["from"], each["to"]) for each in found["bands"]] == [(0, 0), (1, 9), (0, 0)]
