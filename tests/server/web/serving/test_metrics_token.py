"""The token that lets a program read the metrics."""

from __future__ import annotations

from pathlib import Path

from server.web.serving.metrics_token import NAME, MetricsToken


def test_it_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    token, path = MetricsToken(tmp_path), tmp_path / NAME
    assert not token.fits("Bearer ")
    assert token.make() == ""
    assert path.stat().st_mode & 0o777 == 0o600
    first = path.read_text()
    assert token.make() == ""
    assert path.read_text() == first
    assert token.fits(f"Bearer {first.strip()}")
    assert not token.fits(f"Basic {first.strip()}")
    assert not token.fits(first.strip())


def test_a_token_that_could_be_guessed_lets_nobody_in(tmp_path: Path) -> None:
    for written in ("", "short", "   \n"):
        (tmp_path / NAME).write_text(written)
        assert not MetricsToken(tmp_path).fits(f"Bearer {written.strip()}")
    (tmp_path / NAME).write_text("mine is long enough\n")
    assert MetricsToken(tmp_path).fits("bearer mine is long enough")


def test_what_prevents_it_is_told(tmp_path: Path) -> None:
    said = MetricsToken(tmp_path / "nowhere").make()
    assert "cannot be made: No such file" in said
