"""The files around the code agree with each other and with what they name."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.e2e.test_installed import FILES, SOURCES
from tests.paths import ROOT
from tools.third_party import BEGIN, list_direct, list_transitive, name_and_range, replace_tables

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PREFIX = "Programming Language :: Python :: 3."


def supported() -> list[str]:
    """The minor versions of Python that the project says it runs on."""
    named = (line.removeprefix(PREFIX) for line in PROJECT["classifiers"])
    return [f"3.{minor}" for minor in named if minor.isdigit()]


def load(name: str) -> Any:
    return yaml.safe_load((ROOT / name).read_text("utf-8"))


def test_the_workflow_runs_the_two_commands_on_every_supported_python() -> None:
    """No version is promised that is not tried, from the oldest allowed one on."""
    linux = load(".github/workflows/test.yml")["jobs"]["linux"]
    assert linux["strategy"]["matrix"]["python"] == supported()
    assert PROJECT["requires-python"] == f">={supported()[0]}"
    commands = [step["run"].split() for step in linux["steps"] if "run" in step]
    scripts = [(ROOT / words[0]).read_text("utf-8") for words in commands]
    assert ["make run" in scripts[0], "make test" in scripts[1]] == [True, True]


def test_each_hook_is_a_tool_of_the_projects_own() -> None:
    """Hooks before a commit download nothing: the extra ``test`` brings their tools."""
    (repository,) = load(".pre-commit-config.yaml")["repos"]
    assert repository["repo"] == "local"
    extra = {re.split(r"[<>=]", line)[0] for line in PROJECT["optional-dependencies"]["test"]}
    tools = {Path(hook["entry"].split()[0]).name for hook in repository["hooks"]}
    assert tools == {"ruff", "mypy", "lint-imports"}
    assert {"ruff", "mypy", "import-linter"} <= extra


def test_the_licence_is_the_one_that_is_named() -> None:
    """The whole text is there, and the metadata names it."""
    text = (ROOT / "LICENSE").read_text("utf-8")
    assert PROJECT["license"] == "Apache-2.0"
    assert "Apache License\n" in text and "END OF TERMS AND CONDITIONS" in text


def test_the_image_is_built_from_what_a_wheel_is_made_of() -> None:
    """The container's build sees every source of the wheel, and nobody's memories."""
    lines = (ROOT / "deploy" / "Dockerfile.dockerignore").read_text("utf-8").splitlines()
    assert {line[1:].rstrip("/") for line in lines if line.startswith("!")} == {*SOURCES, *FILES}
    written = {line for line in (ROOT / ".gitignore").read_text("utf-8").splitlines()
               if line.startswith("vault/")}  # fmt: skip
    assert {line.rstrip("/") for line in written} - {"vault/.obsidian"} <= set(lines)


def direct() -> list[str]:
    extras = PROJECT["optional-dependencies"].values()
    return [*PROJECT["dependencies"], *(line for lines in extras for line in lines)]


def test_each_dependency_is_named_with_its_range_and_licence() -> None:
    """Write the tables again: python -m tools.third_party"""
    page = (ROOT / "THIRD_PARTY.md").read_text("utf-8")
    rows = [line.strip("| ").split(" | ") for line in page.partition(BEGIN)[2].splitlines()]
    named = {(cells[0], cells[1]): cells[2] for cells in rows if len(cells) > 3}
    assert not [line for line in direct() if not named.get(name_and_range(line), "").strip()]


def test_what_comes_along_is_found_with_what_needs_it() -> None:
    """The tables go below the first floor, and to what other machines need."""
    rows = {row.name: row for row in list_transitive(PROJECT["dependencies"])}
    assert "twisted" not in rows  # it is named by pyproject.toml itself
    assert rows["cryptography"].needed_by == ("pyopenssl", "service-identity")  # twisted[tls]
    assert all(row.licence and row.home and row.needed_by for row in rows.values())


def test_a_dependency_without_a_licence_stops_the_tables() -> None:
    """Nothing is named without one, and nothing that cannot be looked at."""
    with pytest.raises(SystemExit, match="not-there is not installed here"):
        list_direct(["not-there>=1"])
    with pytest.raises(SystemExit, match="no lines"):
        replace_tables("a page without the marks", "tables")


def test_the_notice_that_goes_with_the_weights_is_there_and_in_the_wheel() -> None:
    """The Gemma terms want this sentence, alone and word for word."""
    lines = (ROOT / "THIRD_PARTY.md").read_text("utf-8").splitlines()
    terms = "ai.google.dev/gemma/terms"
    assert (
        f"Gemma is provided under and subject to the Gemma Terms of Use found at {terms}" in lines
    )
    assert "THIRD_PARTY.md" in PROJECT["license-files"]


@pytest.mark.skipif(not shutil.which("make"), reason="needs make")
def test_make_upgrades_pip_and_setuptools_in_an_older_environment_too(tmp_path: Path) -> None:
    """The first thing that is installed is the installer, whenever pyproject.toml has changed."""
    python = tmp_path / "bin" / "python"
    python.parent.mkdir()
    python.touch()
    command = ["make", "--dry-run", f"VENV={tmp_path}", f"{tmp_path}/.test"]
    made = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    installs = [line for line in made.splitlines() if " install " in line]
    older = "--upgrade pip 'setuptools; python_version < \"3.12\"'"
    assert installs[0].endswith(older)
    assert installs[-1].endswith("--upgrade -e '.[test]' setuptools")


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd-analyze")
def test_the_unit_is_one_that_systemd_understands(tmp_path: Path) -> None:
    """Every key and value is known; only the program's place is another here."""
    text = (ROOT / "deploy" / "tarn.service").read_text("utf-8")
    unit = tmp_path / "tarn.service"
    unit.write_text(text.replace("/usr/local/bin/tarn", shutil.which("true") or ""), "utf-8")
    command = ["systemd-analyze", "verify", "--man=no", str(unit)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")


def test_a_first_run_says_what_it_installs() -> None:
    """A line before each step that takes long, so that nobody thinks that it hangs."""
    lines = (ROOT / "Makefile").read_text("utf-8").splitlines()
    steps = [n for n, line in enumerate(lines) if "-m venv" in line or "pip install" in line]
    begun = [n for n in steps if lines[n].startswith("\t@")]
    assert len(begun) == 5
    assert all(lines[n - 1].startswith('\t@echo "make: ') for n in begun)
