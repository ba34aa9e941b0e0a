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


def test_talk_is_no_misspelt_command_and_is_said_how_to_say() -> None:
    """ "what did you do today" went to the public channel, as `what` is near to `chat`."""
    play = Play()
    play.character("Ann")
    play.character("Moss", "agent")
    play("""
        Ann> what did you do today
        Ann: Unknown command: what
            Try 'help' for available commands.
            Nobody heard that. What you say aloud begins with say: say what did you do today
        Ann> hi
        Ann: Unknown command: hi
            Try 'help' for available commands.
            Nobody heard that. What you say aloud begins with say: say hi
        Ann> moss, are you there
        Ann: Unknown command: moss,
            Try 'help' for available commands.
            Nobody heard that. What you say aloud begins with say: say moss, are you there
        Ann> i like your hat
        Ann: 'i' is a command: inventory
            Nobody heard that. What you say aloud begins with say: say i like your hat
        Ann> tell me a story
        Ann: 'tell' is a command: tell <someone> <words>
            Nobody heard that. What you say aloud begins with say: say tell me a story
        Ann> whisper me hm
        Ann: That is you yourself.
        Ann> whisper ann hm
        Ann: That is you yourself.
        Ann> i
        Ann: You carry nothing.
        Moss> what is that
        Moss: You tried: what is that
            This failed because: Unknown command: what Try 'help' for available commands.
    """)
