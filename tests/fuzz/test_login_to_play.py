"""From the greeting to play: whatever bytes arrive, nothing raises and the server still answers.

Hypothesis looks for faults here; what was found once is kept in the corpus.
"""

from __future__ import annotations

import tracemalloc

from hypothesis import given, settings
from hypothesis import strategies as st

from server.telnet.codec import Codec
from tests.examples import choose_count
from tests.fuzz.targets import visit

WORDS = ("connect", "create", "guest", "who", "help", "quit", "look", "say", "Rowan", "|", "{0}")
OPTIONS = (0, 1, 3, 6, 24, 25, 31, 39, 42, 69, 70, 86, 91, 99, 201, 255)
lines = st.builds(
    lambda words, end: " ".join(words).encode() + end,
    st.lists(st.sampled_from(WORDS) | st.text(max_size=6), max_size=4),
    st.sampled_from([b"\r\n", b"\n", b"\r\x00", b"\r"]),
)
negotiations = st.builds(
    lambda verb, option: bytes((255, verb, option)),
    st.integers(251, 254),
    st.sampled_from(OPTIONS),
)
messages = st.builds(
    lambda option, body: bytes((255, 250, option)) + body + b"\xff\xf0",
    st.sampled_from(OPTIONS),
    st.binary(max_size=12),
)
streams = st.lists(lines | negotiations | messages | st.binary(max_size=8), max_size=20)


@settings(max_examples=choose_count(60, 150), deadline=None)
@given(streams)
async def test_nothing_that_arrives_raises_or_stops_the_server(pieces: list[bytes]) -> None:
    """Before and after the login; who is then still connected is answered."""
    visit(pieces)


@settings(max_examples=choose_count(25, 60), deadline=None)
@given(st.lists(st.binary(min_size=1, max_size=40), min_size=1, max_size=8))
def test_the_codec_keeps_a_bounded_amount(pieces: list[bytes]) -> None:
    """However bytes repeat, what it holds does not grow with them."""
    codec = Codec(256, handled=(1, 24, 31))
    tracemalloc.start()
    for _ in range(100):
        for piece in pieces:
            codec.receive(piece * 10)
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert size < 400_000
