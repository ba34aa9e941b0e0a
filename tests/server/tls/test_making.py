"""``tarn certificate``: the files, and what to write into the settings."""

from __future__ import annotations

from pathlib import Path

import pytest

from config.server import read_server
from server.tls.making import make_certificate_files


def test_the_lines_that_it_prints_are_settings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """They name both files, wherever these are."""
    assert make_certificate_files(tmp_path / "elsewhere") == 0
    _, instruction, *lines = capsys.readouterr().out.splitlines()
    assert instruction == "Write these lines into server.yaml, under telnet:, and start again:"
    config = tmp_path / "config"
    config.mkdir()
    (config / "server.yaml").write_text("\n".join(["telnet:", *lines]) + "\n", encoding="utf-8")
    telnet = read_server(config).telnet
    assert telnet.tls == ("127.0.0.1", 4002)
    assert Path(telnet.certificate).read_text().startswith("-----BEGIN CERTIFICATE")
    assert Path(telnet.key).stat().st_mode & 0o077 == 0
