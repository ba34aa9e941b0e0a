"""docs/protocols.md: every option and package is on the page, and the exchanges are true."""

from __future__ import annotations

import json
import re

import pytest

from server.boundaries import Account, Surroundings
from server.session.client_messages import describe_place, describe_speech, introduce
from server.telnet.codec import Codec, Negotiation, Subnegotiation
from server.telnet.negotiator import Negotiator
from server.telnet.options.boundaries import Peer
from server.telnet.options.gmcp import VERBS
from server.telnet.options.table import option_rows
from tests.paths import ROOT
from world.boundaries import Perception
from world.nature import Nature

PAGE = (ROOT / "docs" / "protocols.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| ([A-Z0-9-]+) \| (\d+) \| (?:`([0-9A-F ]+)`)? ?\|", PAGE, re.MULTILINE)
EXCHANGES = re.findall(r"```telnet\n(.*?)```", PAGE, re.DOTALL)
MESSAGES = {
    line.partition(" ")[0]: line.partition(" ")[2]
    for line in re.findall(r"```gmcp\n(.*?)```", PAGE, re.DOTALL)[0].splitlines()
}
ACCOUNT = Account("Ada")


def read_bytes(written: str) -> bytes:
    """Hexadecimal bytes, and texts in quotes, in which a quote is doubled."""
    out = b""
    for text, number in re.findall(r'"((?:[^"]|"")*)"|([0-9A-F]{2})', written):
        out += bytes.fromhex(number) if number else text.replace('""', '"').encode()
    return out


def test_the_table_has_every_option_in_the_order_of_the_offers() -> None:
    """With its number, and the bytes of the opening if there are any."""
    rows = option_rows(Peer())
    documented = {int(number): opening for _, number, opening in ROWS}
    assert documented.keys() == {row.option for row in rows}
    assert read_bytes("".join(documented.values())) == Negotiator().opening()


@pytest.mark.parametrize("exchange", EXCHANGES, ids=range(len(EXCHANGES)))
def test_every_exchange_is_true(exchange: str) -> None:
    """The server answers exactly what the page says."""
    telnet = Negotiator(report=lambda: {"NAME": "Tarn", "PLAYERS": "3"})
    telnet.opening()
    answered = b""
    for line in exchange.splitlines():
        if line.startswith("<"):
            assert answered == read_bytes(line), line
        else:
            answered = b"".join(hear(telnet, read_bytes(line)))


def hear(telnet: Negotiator, data: bytes) -> list[bytes]:
    codec = Codec(8192, telnet.options)
    return [
        telnet.negotiate(event) if isinstance(event, Negotiation) else telnet.subnegotiate(event)
        for event in codec.receive(data)
        if isinstance(event, (Negotiation, Subnegotiation))
    ]


def test_every_package_is_on_the_page() -> None:
    """Whatever name of a package stands in the program is documented."""
    found: set[str] = set()
    for path in (ROOT / "server").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        found |= set(re.findall(r'"((?:Core|Char|Room|Comm|Tarn)(?:\.[A-Z][A-Za-z]+)+)"', text))
    assert found <= MESSAGES.keys()
    for verb in VERBS:
        assert re.search(f"`{re.escape(verb)}`", PAGE, re.IGNORECASE), verb


def test_the_examples_have_the_fields_that_are_sent() -> None:
    place = Surroundings(3, "The Hall", {"garden": 4})
    words = 'Wren says, "Good evening."'
    heard = Perception("say", words, "The Hall", actor="Wren", nature=Nature.SPEECH)
    speech = describe_speech(heard, ACCOUNT)
    assert speech is not None
    for message in (*introduce(ACCOUNT), *describe_place(ACCOUNT, place), speech):
        assert json.loads(MESSAGES[message.package]) == message.data
