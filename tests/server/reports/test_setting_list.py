"""What ``@show-config`` shows: values as the files have them, and what waits for a restart."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from config.server import ServerSettings
from config.web import WebSettings
from server.arguments import Options
from server.reports.setting_list import describe_settings, list_settings
from server.settings import Settings, check_settings

OPTIONS = Options(vault=Path("/v"), config=Path("/c"))


def defaults(folder: Path) -> Settings:
    settings, _, wrong = check_settings(folder, folder)
    assert not wrong
    return settings


def test_values_are_written_as_in_the_files(tmp_path: Path) -> None:
    """What Python calls None and True nobody could copy into a file."""
    shown = list_settings(defaults(tmp_path))
    known = {
        "server.telnet.listen": "127.0.0.1:4000",
        "server.telnet.tls": "off",
        "server.web.listen": "127.0.0.1:4001",
        "server.accounts.guests": "true",
        "server.listing.contact": '""',
        "server.limits.idle_seconds": "3600",
        "llm.profiles.npc.stop": "[]",
    }
    assert {key: shown[key] for key in known} == known
    assert not {"None", "True", "False", ""}.intersection(shown.values())


def test_what_waits_for_a_restart_is_marked(tmp_path: Path) -> None:
    """What is in force comes first; so does what the command line says."""
    begun = defaults(tmp_path)
    accounts = replace(begun.server.accounts, guests=False)
    web = WebSettings(("127.0.0.1", 5001))
    server: ServerSettings = replace(begun.server, accounts=accounts, web=web)
    now = replace(begun, server=server)
    shown = list(describe_settings(now, begun, replace(OPTIONS, telnet=("::1", 0))))
    assert "server.accounts.guests: false" in shown
    assert "server.web.listen: 127.0.0.1:4001 (from the next start on: 127.0.0.1:5001)" in shown
    assert "server.telnet.listen: [::1]:0 (by --telnet; 127.0.0.1:4000 is written)" in shown
    assert "server.limits.burst: 100" in shown
