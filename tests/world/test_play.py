"""What holds for every line that is typed, as play reads."""

from __future__ import annotations

from tests.world.transcript import Play, trio


def test_an_empty_line_is_nothing() -> None:
    play = trio()
    assert play.perform("Ann", " \x00 ").ok
    assert all(not play.heard(name) for name in play.minds)


def test_completion_and_correction() -> None:
    play = Play()
    play.character("Ann")
    play.character("Bob")
    play.character("Moss", "agent")
    play("""
        Ann> inv
        Ann: You carry nothing.
        Ann> wher
        Ann: You are in the Hall.
        Ann> wh Bob hello
        Ann: 'wh' may mean: where, whisper, who. Which one?
        Ann> emotte waves.
        Ann: [Auto-corrected 'emotte' → 'emote']
        Ann: Ann waves.
        Bob: Ann waves.
        Moss: Ann waves.
        Moss> thnik it is late
        Moss: You think, "it is late"
        Ann: Moss pauses in thought.
        Bob: Moss pauses in thought.
        Ann> gte lamp
        Ann: [Auto-corrected 'gte' → 'get']
        Ann: There is nothing called 'lamp' here.
        Ann> xyzzy
        Ann: Unknown command: xyzzy
            Try 'help' for available commands.
        Moss> xyzzy
        Moss: You tried: xyzzy
            This failed because: Unknown command: xyzzy Try 'help' for available commands.
    """)
