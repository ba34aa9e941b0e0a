"""A look that an overloaded server drops is counted, and the benchmark goes on."""

import asyncio
from pathlib import Path

from benchmarks.telnet.load import Looks
from benchmarks.telnet.player import DROPPED, Player
from benchmarks.telnet.target import Target
from tests.paths import TEXT_FOLDER
from world.vault.texts import Texts

ANSWERS = (b"Exits: none\r\n", DROPPED + b": 1 line\r\n", b"Exits: none\r\n")


async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    for each in ANSWERS:
        await reader.readline()
        writer.write(each)
    await reader.read()
    writer.close()


async def test_a_look_that_is_dropped_is_counted_and_the_next_is_answered() -> None:
    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()
    looks = Looks(Target(host, port, look="look"))
    player = await Player.connect(host, port)
    for _ in ANSWERS:
        await looks.look(player)
    player.close()
    server.close()
    assert (len(looks.waits), looks.dropped) == (2, 1)
    assert [each.name for each in looks.list_figures("look")][-1] == "look: dropped"


def test_the_words_are_the_servers() -> None:
    said = Texts.load([Path(TEXT_FOLDER)]).say("door.overloaded", count="1")
    assert DROPPED in said.encode()
