"""Counting the tokens of a long text a part at a time."""

from __future__ import annotations

import asyncio

from agents.memory.core.tokens import TiktokenCounter, count_in_slices


async def test_a_long_text_has_as_many_tokens_and_lets_others_go_on_meanwhile() -> None:
    text = "".join(f'Fern says, "The water is at mark {n}."\n' for n in range(500))
    turns = 0

    async def go_on() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    other = asyncio.ensure_future(go_on())
    counter = TiktokenCounter()
    assert await count_in_slices(counter, text) == counter.count(text)
    other.cancel()
    assert turns >= 5
