"""Telnet over TLS with the real server: a visit, a renewed certificate, a broken one."""

from __future__ import annotations

import ssl
from pathlib import Path

import pytest

from server.tls.making import make_certificate_files
from tests.e2e.harness import Server, flat, write
from tests.e2e.protocols.raw import DO, RawClient
from tests.e2e.worlds import World, make_world


@pytest.fixture
def trusted(world: World) -> Path:
    return world.config / "certificate.pem"


def test_a_visit_over_tls(server: Server, tls_port: int, trusted: Path) -> None:
    """The certificate proves who answers; people on both ports hear each other."""
    client, bystander = RawClient(tls_port, trusted), server.client().create("Linden")
    banner = client.until(b"quit: leave")
    assert b"\xff\xfb\xc9" in banner
    assert b"\xff\xfb\x56" not in banner
    client.ask("create Hawthorn correct horse", b"Also here: Linden")
    client.ask("say over the wire", b'You say, "over the wire"\r\n')
    bystander.expect('Hawthorn says, "over the wire"\n')
    bystander.ask("say it works", 'You say, "it works"\n')
    client.until(b'Linden says, "it works"\r\n')
    client.send(DO + b"\x56" + b"quit\r\n")
    assert b"\xff\xfc\x56" in client.rest()
    bystander.expect(r"Hawthorn is gone\.\n")
    bystander.close()


def test_plain_bytes_on_the_tls_port_are_hung_up(server: Server, tls_port: int) -> None:
    client = RawClient(tls_port)
    client.send(b"connect Warden correct horse\r\n" * 20)
    assert b"connect <name>" not in client.rest()


def serial(port: int) -> str:
    return ssl.get_server_certificate(("127.0.0.1", port))


def test_a_certificate_is_read_again_at_reload(server: Server, tls_port: int, world: World) -> None:
    """A renewed one is in force at once; a broken one is named, and the old stays."""
    old, certificate, key = (
        serial(tls_port),
        world.config / "certificate.pem",
        world.config / "key.pem",
    )
    certificate.unlink()
    key.unlink()
    assert make_certificate_files(world.config) == 0
    warden = server.client().connect("Warden")
    warden.ask("@reload", r"Read again|Nothing|rooms")
    warden.hears_all()
    new = serial(tls_port)
    assert new != old
    whole = certificate.read_text()
    certificate.write_text("-----BEGIN CERTIFICATE-----\nnonsense\n")
    said = warden.ask("@reload", r"`tarn\s+certificate`\s+makes")
    assert "certificate.pem: is no certificate in PEM" in flat(said)
    assert serial(tls_port) == new
    certificate.write_text(whole)
    warden.close()


@pytest.mark.parametrize(
    ("settings", "wrong"),
    [
        ("certificate: none.pem", r"config/none.pem: cannot be read: No such file"),
        ("key: certificate.pem", r"config/certificate.pem: is no private key in PEM"),
        ("certificate: key.pem", r"config/key.pem: is no certificate in PEM"),
        ("key: other/key.pem", r"config/other/key.pem: is not the key of certificate.pem"),
    ],
)
def test_a_certificate_that_cannot_be_used_stops_the_start(
    tmp_path: Path, settings: str, wrong: str
) -> None:
    """One line names the file and what is wrong; exit status 2; nothing is written."""
    world = make_world(tmp_path, {})
    make_certificate_files(world.config)
    make_certificate_files(world.config / "other")
    write(world.config / "server.yaml", f'telnet: {{tls: "127.0.0.1:0", {settings}}}\n')
    before = sorted(world.root.rglob("*"))
    ended = world.server().run()
    assert (ended.returncode, ended.stdout) == (2, "")
    assert wrong in ended.stderr
    assert ended.stderr.count("\n") == 1
    assert sorted(world.root.rglob("*")) == before
