"""Speaking and thinking, as play reads: for the actor and for everyone else."""

from __future__ import annotations

from tests.world.transcript import trio


def test_saying() -> None:
    trio()("""
        Ann> say Hello there
        Ann: You say, "Hello there"
        Bob: Ann says, "Hello there"
        Moss: Ann says, "Hello there"
        Bob> "Good morning
        Bob: You say, "Good morning"
        Ann: Bob says, "Good morning"
        Moss: Bob says, "Good morning"
        Moss> say "Welcome, both." | they look cold
        Moss: You say, "Welcome, both."
        Ann: Moss says, "Welcome, both."
        Bob: Moss says, "Welcome, both."
        Bob> say
        Bob: What do you want to say?
    """)


def test_asking_is_speech_to_somebody_by_name() -> None:
    trio()("""
        Ann> ask bob what grows here
        Ann: You say, "Bob, what grows here?"
        Bob: Ann says, "Bob, what grows here?"
        Moss: Ann says, "Bob, what grows here?"
        Bob> ask Ann about the bees.
        Bob: You say, "Ann, what can you tell me about the bees?"
        Ann: Bob says, "Ann, what can you tell me about the bees?"
        Moss: Bob says, "Ann, what can you tell me about the bees?"
        Ann> ask Bob Who built this? I have walked all day.
        Ann: You say, "Bob, who built this? I have walked all day."
        Bob: Ann says, "Bob, who built this? I have walked all day."
        Moss: Ann says, "Bob, who built this? I have walked all day."
        Ann> ask Nobody what time it is
        Ann: There is nobody called 'Nobody' here.
        Ann> ask Bob
        Ann: Ask whom what? Like this: ask Moss what grows here
    """)


def test_user_text_is_never_a_template_or_markup() -> None:
    trio()("""
        Ann> say {actor} {0} %s [[x]] <b>
        Ann: You say, "{actor} {0} %s [[x]] <b>"
        Bob: Ann says, "{actor} {0} %s [[x]] <b>"
        Moss: Ann says, "{actor} {0} %s [[x]] <b>"
    """)


def test_control_characters_reach_nobody() -> None:
    play = trio()
    play.perform("Ann", "say x\x1b[2J\x9b2J\u202e\u2028y\nBob says, hi\x00")
    assert play.last("Bob").text == 'Ann says, "x[2J2J yBob says, hi"'.replace("yBob", "y Bob")


def test_emoting() -> None:
    trio()("""
        Ann> :waves to everyone.
        Ann: Ann waves to everyone.
        Bob: Ann waves to everyone.
        Moss: Ann waves to everyone.
        Bob> emote 's hat falls off.
        Ann: Bob's hat falls off.
        Bob: Bob's hat falls off.
        Moss: Bob's hat falls off.
        Moss> emote
        Moss: You tried: emote
            This failed because: What do you want to do?
    """)


def test_whispering_in_three_ways() -> None:
    trio()("""
        Ann> whisper Bob meet me at the pond
        Ann: You whisper to Bob, "meet me at the pond"
        Bob: Ann whispers to you, "meet me at the pond"
        Moss: Ann whispers something to Bob.
        Ann> whisper bob = at noon
        Ann: You whisper to Bob, "at noon"
        Bob: Ann whispers to you, "at noon"
        Moss: Ann whispers something to Bob.
        Ann> whisper come to me to Moss
        Ann: You whisper to Moss, "come to me"
        Moss: Ann whispers to you, "come to me"
        Bob: Ann whispers something to Moss.
        Ann> whisper a secret to bob
        Ann: You whisper to Bob, "a secret"
        Bob: Ann whispers to you, "a secret"
        Moss: Ann whispers something to Bob.
        Bob> whisper an apology
        Bob: There is nobody called 'an'.
        Bob> whisper mos it is late
        Bob: You whisper to Moss, "it is late"
        Moss: Bob whispers to you, "it is late"
        Ann: Bob whispers something to Moss.
        Ann> whisper Zed hello
        Ann: There is nobody called 'Zed' here.
        Ann> whisper Bob
        Ann: Whisper what, and to whom? Like this: whisper Moss good evening
    """)


def test_telling_across_the_world() -> None:
    play = trio()
    play.character("Far", place=play.pond)
    play.world.add_character("Sleeper")
    play("""
        Ann> tell Far are you there?
        Ann: You tell Far, "are you there?"
        Far: Ann tells you, "are you there?"
        Ann> tell far, are you there?
        Ann: You tell Far, "are you there?"
        Far: Ann tells you, "are you there?"
        Ann> tell Sleeper hello
        Ann: Sleeper is asleep and cannot hear you.
        Ann> tell Ann hello
        Ann: You know that already.
        Bob> tell a story
        Bob: There is nobody called 'a'.
        Ann> tell Zed hello
        Ann: There is nobody called 'Zed'.
        Ann> tell
        Ann: Tell whom what? Like this: tell Moss good evening
    """)


def test_thinking_is_private_and_ambient() -> None:
    trio()("""
        Moss> think Bob looks tired | I should ask him
        Moss: You think, "Bob looks tired"
        Ann: Moss pauses in thought.
        Bob: Moss pauses in thought.
        Ann> think Moss is up to something
        Ann: You think, "Moss is up to something"
        Bob: Ann pauses in thought.
        Bob> think
        Bob: What do you want to think?
    """)


def test_who_calls_somebody_who_is_not_there_learns_where_they_are() -> None:
    """Whatever form the address has; agents are told nothing, and a word is no address."""
    play = trio()
    play.character("Wren", "agent", play.garden)
    play.world.add_character("Sleeper")
    play("""
        Bob> say Wren, are you there?
        Bob: You say, "Wren, are you there?"
            (Wren is in the Garden; 'tell Wren ...' reaches anybody anywhere.)
        Ann: Bob says, "Wren, are you there?"
        Moss: Bob says, "Wren, are you there?"
        Bob> say Where are you, wren?
        Bob: You say, "Where are you, wren?"
            (Wren is in the Garden; 'tell Wren ...' reaches anybody anywhere.)
        Ann: Bob says, "Where are you, wren?"
        Moss: Bob says, "Where are you, wren?"
        Bob> say How do you keep your beans, Wren, in this wind?
        Bob: You say, "How do you keep your beans, Wren, in this wind?"
            (Wren is in the Garden; 'tell Wren ...' reaches anybody anywhere.)
        Ann: Bob says, "How do you keep your beans, Wren, in this wind?"
        Moss: Bob says, "How do you keep your beans, Wren, in this wind?"
        Bob> say Sleeper!
        Bob: You say, "Sleeper!"
            (Sleeper is asleep.)
        Ann: Bob says, "Sleeper!"
        Moss: Bob says, "Sleeper!"
        Bob> say Moss, Wren is a bird.
        Bob: You say, "Moss, Wren is a bird."
        Ann: Bob says, "Moss, Wren is a bird."
        Moss: Bob says, "Moss, Wren is a bird."
        Moss> say Wren, come.
        Moss: You say, "Wren, come."
        Ann: Moss says, "Wren, come."
        Bob: Moss says, "Wren, come."
    """)


def test_who_asks_somebody_who_is_not_here_learns_where_they_are() -> None:
    """`ask` and `whisper` agree with `say`; an agent is told no more than before."""
    play = trio()
    play.character("Wren", "agent", play.garden)
    play.world.add_character("Sleeper")
    play("""
        Bob> ask Wren who made the clock?
        Bob: (Wren is in the Garden; 'tell Wren ...' reaches anybody anywhere.)
        Bob> whisper Wren hello
        Bob: (Wren is in the Garden; 'tell Wren ...' reaches anybody anywhere.)
        Bob> ask sleeper what grows here?
        Bob: (Sleeper is asleep.)
        Bob> ask Zed what grows here?
        Bob: There is nobody called 'Zed' here.
        Moss> whisper Wren hello
        Moss: You tried: whisper Wren hello
            This failed because: There is nobody called 'Wren' here.
    """)
