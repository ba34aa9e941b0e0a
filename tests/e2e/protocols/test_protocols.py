"""MSSP, GMCP and MCCP2 with the real server: what is told is true of the world."""

from __future__ import annotations

import json
import zlib
from typing import Any

from tests.e2e.harness import Client, Server
from tests.e2e.protocols.raw import DO, RawClient


def listing(told: bytes) -> dict[str, str]:
    variables = (each.partition(b"\x02") for each in told.split(b"\x01")[1:])
    return {name.decode(): value.decode() for name, _, value in variables}


def test_listings_are_told_the_truth_in_both_forms(server: Server, tls_port: int) -> None:
    """PLAYERS counts people, not agents; the ports are the real ones; what is off is not told."""
    person = server.client().create("Hazel")
    crawler = RawClient(server.port)
    crawler.send(DO + b"\x46")
    crawler.until(b"\xff\xfa\x46")
    told = listing(crawler.until(b"\xff\xf0")[:-2])
    expected = {
        "NAME": "Testing Tarn",
        "PLAYERS": "1",
        "MOBILES": "1",
        "ROOMS": "3",
        "PORT": str(server.port),
        "SSL": str(tls_port),
        "CONTACT": "ada@example.org",
    }
    assert told.items() >= expected.items()
    assert int(told["UPTIME"]) > 1_700_000_000
    assert "HOSTNAME" not in told
    plain = crawler.ask("MSSP-REQUEST", b"MSSP-REPLY-END\r\n").partition(b"MSSP-REPLY-START\r\n")[2]
    lines = (line.decode().partition("\t") for line in plain.splitlines()[:-1])
    assert {name: value for name, _, value in lines} == told
    crawler.close()
    person.close()


def message(client: RawClient, package: str) -> Any:
    """Return the data of the next message of the package."""
    client.until(b"\xff\xfa\xc9" + package.encode() + b" ")
    return json.loads(client.until(b"\xff\xf0")[:-2])


def test_a_client_that_draws_maps_is_told_rooms_and_speech(server: Server) -> None:
    """Room.Info on coming in and on going; its exits lead to the numbers of their rooms."""
    client = RawClient(server.port)
    client.send(
        DO + b"\xc9\xff\xfa\xc9" + b'Core.Supports.Set ["Char 1", "Room 1", "Comm.Channel 1"]'
    )
    client.send(b"\xff\xf0create Ivy correct horse\r\n")
    assert message(client, "Char.Name") == {"name": "Ivy", "fullname": "Ivy"}
    assert message(client, "Char.Status")["place"] == "The Hall"
    hall = message(client, "Room.Info")
    assert hall["name"] == "The Hall"
    client.send(b"go garden\r\n")
    garden = message(client, "Room.Info")
    assert (garden["name"], garden["num"]) == ("The Garden", hall["exits"]["garden"])
    assert garden["exits"] == {"hall": hall["num"]}
    client.send(b"tell Moss good evening\r\n")
    heard = message(client, "Comm.Channel.Text")
    told = {"channel": "tell", "talker": "Ivy", "text": 'You tell Moss, "good evening"'}
    assert heard == told
    client.close()


def test_a_compressed_visit_reads_like_a_plain_one(server: Server) -> None:
    """Everything behind IAC SB 86 IAC SE is one zlib stream, to the goodbye and its own end."""
    client = RawClient(server.port)
    client.until(b"quit: leave")
    client.send(DO + b"\x56")
    client.until(b"\xff\xfa\x56\xff\xf0")
    client.send(b"create Rowan correct horse\r\nlook\r\nsay hello\r\nquit\r\n")
    stream = zlib.decompressobj()
    text = stream.decompress(client.rest()).decode()
    assert stream.eof and not stream.unused_data
    assert text.count("A long stone hall.") == 2
    assert 'You say, "hello"' in text and "Goodbye" in text


def test_one_byte_per_packet(server: Server) -> None:
    """Options, passwords and commands arrive whole, however they are cut."""
    client = RawClient(server.port)
    bystander: Client = server.client()
    stream = (
        DO
        + b"\xc9"
        + DO
        + b"\x19\xff\xfb\x1f\xff\xfa\x1f\x00\x28\x00\x18\xff\xf0connect Warden\r\n"
    )
    for byte in stream:
        client.send(bytes([byte]))
    assert client.until(b"Password: \xff\xef").endswith(b"\xff\xfb\x01Password: \xff\xef")
    for byte in b"correct horse\r\x00look\r\x00":
        client.send(bytes([byte]))
    client.until(b"A long stone hall.\r\n")
    client.until(b"A long stone hall.\r\n")
    client.close()
    bystander.close()
