"""The group ``web`` of ``server.yaml``."""

from __future__ import annotations

from pathlib import Path

import pytest

from config.errors import ConfigError
from config.server import read_server
from config.web import WebSettings, is_own_machine


def read(folder: Path, text: str) -> WebSettings:
    (folder / "server.yaml").write_text(text, encoding="utf-8")
    return read_server(folder).web


def test_the_page_has_its_own_address_or_none(tmp_path: Path) -> None:
    assert read(tmp_path, 'web: {listen: "[::1]:80"}').listen == ("::1", 80)
    assert read(tmp_path, "web: {listen: off}") == WebSettings(None)


@pytest.mark.parametrize("address", ["0.0.0.0:4001", "[::]:4001", "192.168.0.7:80", "a.example:80"])
def test_an_address_of_the_network_has_to_be_meant(tmp_path: Path, address: str) -> None:
    """It is named with its line and with what to do; `public` allows it."""
    with pytest.raises(ConfigError) as refused:
        read(tmp_path, f'web:\n  listen: "{address}"\n')
    said = str(refused.value)
    assert said.startswith(f"{tmp_path}/server.yaml:2: web.listen is '{address}', allowed: ")
    assert "web: {public: true}" in said and "TLS" in said
    assert read(tmp_path, f'web: {{listen: "{address}", public: true}}').public


def test_what_is_no_address_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"web\.listen is 'here', allowed: off, or HOST:PORT"):
        read(tmp_path, "web: {listen: here}")


def test_names_of_this_machine_are_known() -> None:
    assert all(map(is_own_machine, ("127.0.0.1", "127.9.9.9", "::1", "localhost", "LOCALHOST")))
    assert not any(map(is_own_machine, ("", "0.0.0.0", "::", "10.0.0.1", "localhost.example")))
