"""Describing oneself, as play reads: for the actor and for everyone else."""

from __future__ import annotations

from tests.world.transcript import trio


def test_ones_own_description() -> None:
    play = trio()
    play("""
        Bob> @set-description -> A man of {few} words.
        Bob: Your description is changed.
        Bob> @my-description
        Bob: A man of {few} words.
        Ann> look bob
        Ann: Bob
            A man of {few} words.
        Bob> @set-description ->
        Bob: What do you look like? Like this: @set-description -> A tall figure in a wet coat.
    """)
    play.perform("Ann", "@my-description")
    assert play.last("Ann").text.startswith("You have no description yet.")
    play.perform("Bob", "@set-description -> " + "x" * 4001)
    assert play.last("Bob").text == "That is too long: 4001 characters; at most 4000."
