"""Plug-ins of other packages by entry points, and the reasons given for unusable ones."""

import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from agents.plugins import WrongPlugin, load_plugins
from tests.paths import ROOT

GROUP = "tarn.test"


def check(name: str, value: object) -> int:
    if not isinstance(value, int):
        raise WrongPlugin(f"{value!r} is not a number")
    return value


def point(name: str, value: str) -> EntryPoint:
    return EntryPoint(name, value, GROUP)


def test_own_rows_come_first_and_then_what_packages_add() -> None:
    found = [point("b", "sys:maxsize"), point("a", "sys:maxunicode")]
    rows = load_plugins(GROUP, {"own": 1}, check, found).rows
    assert list(rows.items()) == [("own", 1), ("a", sys.maxunicode), ("b", sys.maxsize)]


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("no_such_module:ROW", "its import fails (ModuleNotFoundError: No module named"),
        ("sys:no_such_name", "its import fails (AttributeError: "),
        ("sys:byteorder", "'little' is not a number."),
    ],
)
def test_what_cannot_be_used_is_left_out_with_its_reason(value: str, reason: str) -> None:
    found = load_plugins(GROUP, {"own": 1}, check, [point("x", value)])
    assert found.rows == {"own": 1}
    assert found.refused["x"].startswith(f"'x' (tarn.test of an unknown package, {value}) cannot")
    assert reason in found.refused["x"]


def test_a_name_of_our_own_stays_ours() -> None:
    found = load_plugins(GROUP, {"own": 1}, check, [point("own", "sys:maxsize")])
    assert found.rows == {"own": 1}
    assert "the name 'own' is taken by Tarn itself" in found.refused["own"]


def test_of_two_packages_with_one_name_neither_is_taken() -> None:
    found = load_plugins(
        GROUP, {}, check, [point("x", "sys:maxsize"), point("x", "sys:maxunicode")]
    )
    assert found.rows == {}
    assert found.refused["x"].count("2 packages use the name 'x'") == 2


def test_nothing_installed_means_our_own_rows_alone() -> None:
    assert load_plugins(GROUP, {"own": 1}, check).rows == {"own": 1}


@pytest.mark.parametrize(
    ("points", "scanned"), [("[tarn.test]\nx = sys:maxsize\n", True), ("[other]\nx = y:Z\n", False)]
)
def test_packages_are_read_whole_only_where_one_names_a_group_of_ours(
    tmp_path: Path, points: str, *, scanned: bool
) -> None:
    package = tmp_path / "added-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: added\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text(points)
    program = (
        f"import sys; sys.path[:] = [p for p in sys.path if 'site-packages' not in p]\n"
        f"sys.path += [{str(ROOT)!r}, {str(tmp_path)!r}]\n"
        "from agents.plugins import load_plugins\n"
        "found = load_plugins('tarn.test', {}, lambda name, value: value)\n"
        "print(found.rows == {'x': sys.maxsize}, 'importlib.metadata' in sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == [str(scanned)] * 2
