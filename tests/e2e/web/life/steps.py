"""What the tests of the view Memory do."""

from __future__ import annotations

from tests.e2e.web.chromium import Chromium


def go(page: Chromium, place: str, words: str) -> None:
    """Open a place of the page and wait for what it shows."""
    page.go(place)
    page.until_shows(words)


def unfold(page: Chromium, name: str) -> None:
    """Open a part of the view that is closed at first, if it is not open."""
    part = f"document.querySelector('.{name}-fold')"
    page.until(f"!!{part}")
    page.evaluate(f"{part}.open || {part}.querySelector('summary').click()")
    page.until(f"{part}.open && {part}.children.length > 1")


def count_colors(page: Chromium) -> int:
    """How many colours the strip is drawn in: one if it is empty."""
    found: int = page.evaluate(
        "(c => new Set(new Uint32Array(c.getContext('2d')"
        ".getImageData(0, 0, c.width, c.height).data.buffer)).size)"
        "(document.querySelector('.strip canvas'))"
    )
    return found
