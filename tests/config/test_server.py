from dataclasses import asdict, fields
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from config.address import format_address
from config.budgets import BudgetSettings
from config.errors import ConfigError, ConfigErrors
from config.logs import LogSettings
from config.server import (
    MOST_WORKERS,
    AccountSettings,
    ConnectionLimits,
    ModelServerSettings,
    ServerSettings,
    read_server,
)
from config.telnet import ListingSettings, TelnetSettings
from tests.examples import choose_count
from tests.paths import CONFIG


def write_server(folder: Path, text: str) -> ServerSettings:
    (folder / "server.yaml").write_text(text, encoding="utf-8")
    return read_server(folder)


def refusal(folder: Path, text: str) -> str:
    with pytest.raises(ConfigError) as caught:
        write_server(folder, text)
    return str(caught.value).replace(f"{folder}/", "")


def test_the_defaults_are_the_designs() -> None:
    assert asdict(ServerSettings()) == {
        "telnet": {
            "host": "127.0.0.1",
            "port": 4000,
            "tls": None,
            "certificate": "certificate.pem",
            "key": "key.pem",
        },
        "limits": {
            "commands_per_second": 20,
            "burst": 100,
            "connections_per_address": 20,
            "connections": 1000,
            "places_for_administrators": 5,
            "guests_per_address": 10,
            "accounts_per_hour": 10,
            "login_seconds": 60,
            "idle_seconds": 3600,
            "linkdead_seconds": 300,
            "step_seconds": 1.5,
            "line_bytes": 8192,
            "input_bytes_per_second": 4096,
            "output_bytes": 65536,
        },
        "accounts": {"guests": True, "creation": True, "new_role": "player"},
        "model_servers": {
            "look": True,
            "ollama": 11434,
            "lmstudio": 1234,
            "llamacpp": 8080,
            "vllm": 8000,
        },
        "budgets": asdict(BudgetSettings()),
        "chronicle": {"enabled": True, "keep_days": 0, "file_megabytes": 50},
        "log": asdict(LogSettings()),
        "listing": {"name": "Tarn", "hostname": "", "contact": "", "website": ""},
        "workers": "auto",
        "web": {"listen": ("127.0.0.1", 4001), "public": False},
    }


def test_the_shipped_file_says_the_defaults() -> None:
    assert read_server(CONFIG) == ServerSettings()
    # Told as they are read, a reload of a world that began without the file says nothing changed.
    assert str(read_server(CONFIG)) == str(ServerSettings())


def test_the_shipped_file_writes_out_and_documents_every_key() -> None:
    lines = (CONFIG / "server.yaml").read_text(encoding="utf-8").splitlines()
    keys = [
        *("listen", "tls", "certificate", "key", "public"),
        *(
            field.name
            for kind in (
                ConnectionLimits,
                AccountSettings,
                ModelServerSettings,
                BudgetSettings,
                LogSettings,
                ListingSettings,
            )
            for field in fields(kind)
        ),
    ]
    for key in keys:
        at = [index for index, line in enumerate(lines) if line.startswith(f"  {key}: ")]
        assert len(at) == 1 + (key == "listen"), key  # telnet has one, and the page
        for place in at:
            value = lines[place].split(": ", 1)[1]
            assert lines[place - 1].lstrip().startswith("#"), key
            assert lines[place - 1].endswith(f"Default: {value}"), key


def test_a_missing_file_means_the_defaults(tmp_path: Path) -> None:
    assert read_server(tmp_path) == ServerSettings()


def test_what_is_left_out_keeps_its_default(tmp_path: Path) -> None:
    got = write_server(
        tmp_path, "limits: {burst: 5, login_seconds: 0.5}\naccounts: {guests: no}\ntelnet:"
    )
    assert got == ServerSettings(
        limits=ConnectionLimits(burst=5, login_seconds=0.5), accounts=AccountSettings(guests=False)
    )


def test_telnet_over_tls_has_its_own_address(tmp_path: Path) -> None:
    got = write_server(tmp_path, 'telnet: {tls: "[::]:4443", certificate: /etc/tarn/full.pem}')
    assert got.telnet == TelnetSettings(tls=("::", 4443), certificate="/etc/tarn/full.pem")
    said = refusal(tmp_path, "telnet: {tls: yes}")
    assert said.startswith("server.yaml:1: telnet.tls is 'yes', allowed: off, or HOST:PORT")


def test_what_listings_are_told_can_be_left_off(tmp_path: Path) -> None:
    got = write_server(tmp_path, "listing: {contact: ada@example.org, hostname: off}")
    assert got.listing == ListingSettings(contact="ada@example.org")


def test_an_ipv6_address_stands_in_brackets(tmp_path: Path) -> None:
    assert write_server(tmp_path, 'telnet: {listen: "[::1]:0"}').telnet == TelnetSettings("::1", 0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "limits:\n\n  burst: many",
            "server.yaml:3: limits.burst is 'many', allowed: a whole number of 0 or more",
        ),
        ("limits: {burst: -1}", "limits.burst is -1, allowed: a whole number of 0 or more"),
        ("limits: {burst: 1.5}", "limits.burst is 1.5, allowed: a whole number"),
        ("limits: {burst: [1]}", "limits.burst is a list, allowed: a whole number"),
        ("limits: {burst: }", "limits.burst is empty, allowed: a whole number"),
        ("limits: {burst: " + "9" * 5000 + "}", "limits.burst is 999"),
        ("limits: {idle_seconds: .nan}", "limits.idle_seconds is '.nan', allowed: a number of 0"),
        ("limits: {idle_seconds: 1e999}", "limits.idle_seconds is '1e999', allowed: a number"),
        ("limits: 7", "server.yaml:1: limits is 7, allowed: a group of keys"),
        (
            "\nlimits: {brust: 5}",
            "server.yaml:2: limits.brust is not a setting, allowed: commands_per_second, burst,",
        ),
        ("limits: {brust: 5}", "(did you mean burst?)"),
        ("limit: {burst: 5}", "server.yaml:1: limit is not a setting"),
        ("accounts: {guests: 2}", "accounts.guests is 2, allowed: true or false"),
        ("telnet: {listen: 4000}", "telnet.listen is 4000, allowed: HOST:PORT"),
        ("telnet: {listen: 127.0.0.1:99999}", "telnet.listen is '127.0.0.1:99999', allowed: HOST"),
        (
            "workers: many",
            "server.yaml:1: workers is 'many', allowed: auto, or a whole number from 0",
        ),
        ("workers: 17", "workers is 17, allowed: auto, or a whole number from 0 to 16"),
        ("limits: {burst: 1, burst: 2}", "limits.burst is given twice (first on line 1)"),
    ],
)
def test_a_wrong_setting_is_one_clear_line(tmp_path: Path, text: str, message: str) -> None:
    said = refusal(tmp_path, text)
    assert message in said
    assert said.startswith("server.yaml:")
    assert "\n" not in said


def test_all_that_is_wrong_is_said_at_once(tmp_path: Path) -> None:
    with pytest.raises(ConfigErrors) as caught:
        write_server(tmp_path, "accounts: {guest: yes}\nlimits:\n  burst: x\n  connections: y\n")
    assert [error.line for error in caught.value.errors] == [1, 3, 4]


AMOUNTS = {
    "commands_per_second": st.integers(0, 10**6),
    "login_seconds": st.floats(0, 10**6),
    "idle_seconds": st.floats(0, 10**6),
}
LIMITS = st.builds(
    ConnectionLimits,
    **{f.name: AMOUNTS.get(f.name, st.integers(0, 10**9)) for f in fields(ConnectionLimits)},
)
SETTINGS = st.builds(
    ServerSettings,
    st.builds(TelnetSettings, st.sampled_from(["::1", "0.0.0.0", "a-b.c"]), st.integers(0, 65535)),
    LIMITS,
    st.builds(AccountSettings, st.booleans(), st.booleans()),
    workers=st.just("auto") | st.integers(0, MOST_WORKERS),
)


@given(SETTINGS, st.sampled_from([None, True]))
@settings(max_examples=choose_count(25, 60), deadline=None)
def test_valid_settings_come_back_as_they_were_written(
    tmp_path_factory: pytest.TempPathFactory, wanted: ServerSettings, flow: bool | None
) -> None:
    tree = asdict(wanted)
    tree["telnet"] = {"listen": format_address(wanted.telnet.host, wanted.telnet.port)}
    tree["web"] = {"listen": format_address("127.0.0.1", 4001)}
    tree["listing"] = {key: value or "off" for key, value in tree["listing"].items()}
    folder = tmp_path_factory.mktemp("config")
    assert write_server(folder, yaml.safe_dump(tree, default_flow_style=flow)) == wanted


SCRAPS = st.lists(
    st.sampled_from(["limits:", "\n", "  ", "burst", ": ", "telnet", "listen", "{", "}", "[", "1"])
    | st.text(max_size=4),
    max_size=14,
).map("".join)


@given(SCRAPS)
@settings(max_examples=choose_count(80, 200), deadline=None)
def test_no_file_raises_anything_but_a_config_error(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    folder = tmp_path_factory.mktemp("config")
    (folder / "server.yaml").write_bytes(text.encode("utf-8", "surrogatepass"))
    try:
        read_server(folder)
    except ConfigError as error:
        assert "server.yaml" in str(error)
