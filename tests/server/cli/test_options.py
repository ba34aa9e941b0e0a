import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.arguments import Options
from server.cli.options import COMMANDS, parse_options
from tests.examples import choose_count
from tests.paths import ROOT, VAULT


def refusal(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    with pytest.raises(SystemExit) as caught:
        parse_options(argv)
    said = capsys.readouterr()
    assert caught.value.code == 2
    assert said.out == ""
    assert said.err.count("\n") == 1
    return said.err


def test_without_options_it_serves_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert parse_options([]) == Options(tmp_path / "vault", tmp_path / "config", None, "serve")
    assert parse_options(["serve"]) == parse_options([])


@pytest.mark.parametrize("command", [[], ["serve"]])
def test_every_option_is_read(tmp_path: Path, command: list[str]) -> None:
    argv = [*command, "--vault", f"{tmp_path}/new", "--config", str(tmp_path), "--telnet=[::1]:0"]
    assert parse_options(argv) == Options(tmp_path / "new", tmp_path, ("::1", 0))
    assert parse_options([*argv, "--web", "localhost:80"]).web == ("localhost", 80)
    assert parse_options([*argv, "--web", "off"]).web == "off"


def test_options_may_stand_before_and_after_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    got = parse_options(["--config", str(tmp_path), "serve", "--telnet", "localhost:23"])
    assert got == Options(VAULT, tmp_path, ("localhost", 23))


def test_folders_are_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert parse_options(["--vault", "mine", "--config", "."]) == Options(
        tmp_path / "mine", tmp_path
    )


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["--telnet", "abc"], "tarn: --telnet is 'abc', allowed: HOST:PORT, such as"),
        (["serve", "--telnet", "h:70000"], "tarn: --telnet is 'h:70000', allowed: HOST:PORT"),
        (["--telnet"], "tarn: --telnet is empty, allowed: HOST:PORT"),
        (["--web", "on"], "tarn: --web is 'on', allowed: off, or HOST:PORT"),
        (["--web"], "tarn: --web is empty, allowed: HOST:PORT or off"),
        (["--web", "off", "check"], "tarn: --web is for serve alone, allowed here: --vault"),
        (["--config", "/nowhere"], "tarn: --config is '/nowhere', allowed: a folder that is there"),
        (["--config", "~nobody-of-that-name"], "tarn: --config is '~nobody-of-that-name', allowed"),
        (["--config", "\0"], "tarn: --config is '\\x00', allowed: a folder"),
        (["--vault", "/nowhere/vault"], "tarn: --vault is '/nowhere/vault', allowed: a folder, or"),
        (["--vault", "/nowhere/else/vault"], "in a folder that is there (/nowhere is not there)"),
        (["init", "/nowhere/else/vault"], "in a folder that is there (/nowhere is not there)"),
        (["--vault", f"{__file__}/vault"], f"({__file__} is no folder)"),
        (["--vault", __file__], "tarn: --vault is "),
        (["--vault", "x" * 300], "tarn: --vault is "),
        (["--vault", ""], "tarn: --vault is '', allowed: a folder"),
        (["--vault"], "tarn: --vault is empty, allowed: a folder"),
        (["--valt", "x"], "tarn: '--valt' is not an option, allowed: --vault, --config"),
        (["--valt", "x"], "(did you mean --vault?)"),
        (["--tel", "h:1"], "tarn: '--tel' is not an option"),
        (["sevre"], "tarn: the command is 'sevre', allowed: "),
        (["chekc"], "(did you mean check?)"),
        (["serve", "twice"], "tarn: 'twice' is not an option"),
        (["a\nb"], "tarn: the command is 'a\\"),
        (["init", "/nowhere/here"], "tarn: the folder is '/nowhere/here', allowed: a folder, or"),
        (["init", "--force"], "tarn: '--force' is not an option"),
        (["init", "--vault", "x"], "tarn: '--vault' is not an option"),
        (
            ["--vault", "x", "init"],
            "tarn: --vault is for serve, check, upgrade, memory, models, model-server",
        ),
        (["--telnet", "a:1", "check"], "tarn: --telnet is for serve alone, allowed here: --vault"),
        (["completion"], "tarn: the shell is missing, allowed: bash, zsh, fish"),
        (["completion", "tcsh"], "tarn: the shell is 'tcsh', allowed: "),
    ],
)
def test_what_is_wrong_is_one_clear_line_and_status_2(
    capsys: pytest.CaptureFixture[str], argv: list[str], message: str
) -> None:
    assert message in refusal(capsys, *argv)


def test_a_refused_vault_is_not_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    refusal(capsys, "--vault", f"{tmp_path}/vault", "--telnet", "abc")
    assert list(tmp_path.iterdir()) == []


def test_help_names_every_option_and_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        parse_options(["--help"])
    said = capsys.readouterr().out
    assert caught.value.code == 0
    for word in ("--vault DIR", "--config DIR", "--telnet HOST:PORT", "--version", *COMMANDS):
        assert word in said


@pytest.mark.parametrize(
    ("command", "shown"), [("check", "--config"), ("serve", "--web"), ("upgrade", "--vault")]
)
def test_a_commands_help_names_the_options_that_it_takes(
    capsys: pytest.CaptureFixture[str], command: str, shown: str
) -> None:
    with pytest.raises(SystemExit):
        parse_options([command, "--help"])
    said = " ".join(capsys.readouterr().out.split())
    assert shown in said and ("--web" in said) == (command == "serve")
    assert f"{COMMANDS[command][1:]}." in said


def test_the_version_is_the_projects(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        parse_options(["--version"])
    assert caught.value.code == 0
    assert capsys.readouterr().out.startswith("tarn 0.")


def test_the_line_goes_to_standard_error_of_a_real_process() -> None:
    program = (
        "import sys; from server.cli.options import parse_options; parse_options(sys.argv[1:])"
    )
    command = [sys.executable, "-c", program, "--telnet", "x"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("tarn: --telnet is 'x', allowed: HOST:PORT")


def test_init_takes_a_folder_and_completion_a_shell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert parse_options(["init"]).arguments == (str(tmp_path),)
    assert parse_options(["init", "new"]).arguments == (str(tmp_path / "new"),)
    assert parse_options(["completion", "fish"]).arguments == ("fish",)


def test_a_folder_that_is_gone_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Somebody removed the folder in which the shell still is."""
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert "tarn: the current folder is gone" in refusal(capsys)
    assert "tarn: --vault is 'x', allowed: a folder" in refusal(capsys, "--vault", "x")


def test_a_letter_that_the_output_cannot_take_ends_nothing(tmp_path: Path) -> None:
    """Some terminals and pipes take ASCII alone: the rest is said in its place."""
    folder = tmp_path / "wörld"
    folder.mkdir()
    command = [sys.executable, "-m", "server", "check", "--vault", str(folder)]
    plain = {**os.environ, "PYTHONIOENCODING": "ascii"}
    run = subprocess.run(command, cwd=ROOT, env=plain, capture_output=True, text=True, check=False)
    assert run.stderr == ""
    assert r"w\xf6rld" in run.stdout


WORDS = st.sampled_from(["--vault", "--config", "--telnet", "serve", "-", "--", "a:1", "~", "%s"])


@given(st.lists(WORDS | st.text(max_size=5), max_size=4))
@settings(max_examples=choose_count(80, 200), deadline=None)
def test_no_command_line_raises_anything_else(argv: list[str]) -> None:
    try:
        parse_options(argv)
    except SystemExit as stop:
        assert stop.code in (0, 2)


def test_a_tool_reads_what_stands_behind_it_itself(tmp_path: Path) -> None:
    """And the folders may stand before it."""
    got = parse_options(["--vault", str(tmp_path), "memory", "show", "--at", "3", "Moss"])
    assert (got.vault, got.command) == (tmp_path, "memory")
    assert got.arguments == ("show", "--at", "3", "Moss")
    assert parse_options(["model-server", "--port", "x"]).arguments == ("--port", "x")
    assert parse_options(["--vault", "memory"]).arguments == ()


def test_a_tool_listens_nowhere(capsys: pytest.CaptureFixture[str]) -> None:
    """``--telnet`` is for the world alone."""
    assert "--telnet is for serve alone" in refusal(capsys, "--telnet", "a:1", "memory")


def test_upgrade_takes_the_folders_that_other_commands_take(tmp_path: Path) -> None:
    """Before the command and behind it; the running server keeps its own settings."""
    folders = ("--config", str(tmp_path), "--vault", str(tmp_path))
    for argv in ([*folders, "upgrade"], ["upgrade", *folders]):
        assert parse_options(argv) == Options(tmp_path, tmp_path, None, "upgrade")
