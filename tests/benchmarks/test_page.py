"""The results page says first what missed its aim, and nothing of the machine's names."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from benchmarks.memory.__main__ import PARTS, main
from benchmarks.memory.findings import Finding, Part, Table, Wanted
from benchmarks.plots import bars

PLOT = bars("Speed", "ms", {"fast": 1.0})


def _make_met(wanted: Wanted) -> Part:
    return Part("Speed", f"With seed {wanted.seed}.", [Finding("a call", 1.5, "ms", 2.0)])


def _make_missed(wanted: Wanted) -> Part:
    findings = [Finding("found", 79.0, "%", 80.0, at_least=True), Finding("seen", 3.0)]
    table = Table(["what", "how much"], [["found", "79 %"]])
    return Part("Search", "All words.", findings, [table], {"search": PLOT}, ["A note."])


def test_one_command_measures_everything_and_writes_the_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Aims that were missed come first; each plot lies beside the page."""
    main(
        ["--report", "--docs", str(tmp_path), "--seed", "7"],
        {"speed": _make_met, "search": _make_missed},
    )
    page = (tmp_path / "memory-results.md").read_text()
    assert (tmp_path / "plots" / "search.svg").read_text() == PLOT
    assert "](plots/search.svg)" in page
    missed, met = "| found | ≥ 80 % | 79 % | **missed** |", "| a call | ≤ 2 ms | 1.5 ms | met |"
    assert page.index(missed) < page.index(met)
    assert page.index("## Speed") < page.index("## Search"), "in the order of the parts"
    assert "With seed 7." in page
    assert "| found | 79 % |" in page
    assert "- A note." in page
    assert "seen" not in page, "what has no aim stands in the tables"
    assert "written: memory-results.md" in capsys.readouterr().out


def test_the_page_names_no_machine_and_no_folder(tmp_path: Path) -> None:
    """It goes into the repository as it is."""
    main(["--report", "--docs", str(tmp_path)], {"speed": _make_met})
    page = (tmp_path / "memory-results.md").read_text()
    assert socket.gethostname() not in page
    assert str(tmp_path) not in page
    assert str(Path.home()) not in page


def test_a_part_that_is_kept_is_not_measured_again(tmp_path: Path) -> None:
    """A long report may be made in several runs; another seed is another measurement."""
    count = 0

    def counting(wanted: Wanted) -> Part:
        nonlocal count
        count += 1
        return _make_missed(wanted)

    folders = ["--keep", str(tmp_path / "kept"), "--docs", str(tmp_path)]
    main([*folders, "search"], {"search": counting})
    main([*folders, "--report"], {"search": counting})
    assert count == 1
    page = (tmp_path / "memory-results.md").read_text()
    assert "| found | ≥ 80 % | 79 % | **missed** |" in page and "Measured on 20" in page
    assert (tmp_path / "plots" / "search.svg").read_text() == PLOT
    main([*folders, "--seed", "2"], {"search": counting})
    assert count == 2


def test_a_quick_run_says_that_it_is_one(tmp_path: Path) -> None:
    """Its figures must not pass for the real ones."""
    main(["--report", "--quick", "--docs", str(tmp_path)], {"speed": _make_met})
    assert "quick run" in (tmp_path / "memory-results.md").read_text()


def test_one_section_is_renewed_and_the_others_stay(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In its place, or last if the page does not have it."""
    folder = ["--docs", str(tmp_path)]
    main(["--report", *folder], {"speed": _make_met, "plain": _make_plain})
    before = (tmp_path / "memory-results.md").read_text()
    main(["plain", "--renew", "--seed", "9", *folder], {"plain": _make_plain, "new": _make_met})
    after = (tmp_path / "memory-results.md").read_text()
    assert "seed 1; " in before.partition("## Plain")[2]
    assert "seed 9; " in after.partition("## Plain")[2]
    assert after.partition("## Plain")[0] == before.partition("## Plain")[0]
    other = {"new": lambda wanted: Part("Other", "It is new.")}
    main(["new", "--renew", *folder], other)
    assert (tmp_path / "memory-results.md").read_text().index("## Other") > after.index("## Plain")


def test_a_renewed_part_renews_its_aims_and_no_others(tmp_path: Path) -> None:
    folder = ["--docs", str(tmp_path)]
    main(["--report", *folder], {"speed": _make_met, "search": _make_missed})
    missed, met = "| found | ≥ 80 % | 79 % | **missed** |", "| a call | ≤ 2 ms | 1.5 ms | met |"
    slower = Part(
        "Speed", "How fast it is.", [Finding("a call", 2.5, "ms", 2.0)], plots={"s": PLOT}
    )
    main(["speed", "--renew", *folder], {"speed": lambda wanted: slower})
    page = (tmp_path / "memory-results.md").read_text()
    assert missed in page and "| a call | ≤ 2 ms | 2.5 ms | **missed** |" in page
    assert met not in page and (tmp_path / "plots" / "s.svg").read_text() == PLOT
    found = Part("Search", "All words.", [Finding("found", 81.0, "%", 80.0, at_least=True)])
    main(["search", "--renew", *folder], {"search": lambda wanted: found})
    page = (tmp_path / "memory-results.md").read_text()
    rows = ["| a call | ≤ 2 ms | 2.5 ms | **missed** |", "| found | ≥ 80 % | 81 % | met |"]
    assert "\n".join(rows) in page, "what is missed comes first"


def _make_plain(wanted: Wanted) -> Part:
    return Part("Plain", "Without aims.", [Finding("seen", 3.0)])


@pytest.mark.parametrize(
    "arguments", [["nonsense"], ["facts", "--report"], ["--jobs", "0"], ["--seed", "x"]]
)
def test_wrong_arguments_are_refused(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """With status 2, before anything is measured."""
    with pytest.raises(SystemExit) as refused:
        main(arguments)
    assert refused.value.code == 2
    assert "usage:" in capsys.readouterr().err


def test_parts_that_are_named_alone_are_measured(capsys: pytest.CaptureFixture[str]) -> None:
    """And what they found is told."""
    main(["search"], {"speed": _make_met, "search": _make_missed})
    out = capsys.readouterr().out
    assert "found: 79 % (≥ 80 %: **missed**)" in out
    assert "Speed" not in out


def test_every_part_is_known_by_name() -> None:
    """As the documentation lists them."""
    assert list(PARTS) == [
        "facts", "crowding", "questions", "prompts", "evidence", "recording", "opening",
        "idle_memory", "masking", "thresholds",
    ]  # fmt: skip
