"""Every command as play reads, for the actor and for everyone else."""

from __future__ import annotations

from tests.world.transcript import Play, trio


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


def test_looking() -> None:
    play = trio()
    play.thing("brass lamp", play.hall, description="It is dented.")
    play("""
        Ann> l
        Ann: The Hall
            A long stone hall.
            Things here: brass lamp.
            Also here: Bob, Moss.
            Exits: garden.
        Bob> look at the lamp
        Bob: brass lamp
            It is dented.
        Bob> look garden
        Bob: garden leads to The Garden.
        Moss> look me
        Moss: Moss
            You see nothing special about Moss.
        Moss> look unicorn
        Moss: You tried: look unicorn
            This failed because: There is nothing called 'unicorn' here.
    """)


def test_a_look_is_a_room_and_a_look_at_something_is_a_result() -> None:
    play = trio()
    play.perform("Ann", "look")
    seen = play.last("Ann")
    assert (seen.kind, seen.text.split("\n")[0]) == ("room", "The Hall")
    play.perform("Ann", "look Bob")
    assert play.last("Ann").kind == "result"


def test_examining() -> None:
    play = trio()
    lamp = play.thing("brass lamp", play.hall, alias="light")
    play(f"""
        Ann> x light
        Ann: brass lamp
            You see nothing special about brass lamp.
            It is the thing #{lamp}.
            Also called: light.
        Bob> examine #{lamp}
        Bob: brass lamp
            You see nothing special about brass lamp.
        Ann> ex Moss
        Ann: Moss
            You see nothing special about Moss.
            It is the character #{play.who("Moss").id}.
            An agent is awake in there.
        Ann> examine here
        Ann: The Hall
            A long stone hall.
            It is the room #{play.hall.id}.
            The exit garden leads to The Garden.
        Bob> examine the garden
        Bob: garden leads to The Garden.
        Bob> examine
        Bob: What do you want to examine?
    """)


def test_going_by_an_exit() -> None:
    play = trio()
    play.character("Far", place=play.garden)
    play("""
        Ann> garden
        Ann: The Garden
            Box hedges and bees.
            Also here: Far.
            Exits: hall, pond.
        Bob: Ann leaves for The Garden.
        Moss: Ann leaves for The Garden.
        Far: Ann arrives from The Hall.
        Ann> go to the Hall
        Ann: The Hall
            A long stone hall.
            Also here: Bob, Moss.
            Exits: garden.
        Bob: Ann arrives from The Garden.
        Moss: Ann arrives from The Garden.
        Far: Ann leaves for The Hall.
        Bob> go nowhere
        Bob: There is no exit or place called 'nowhere'. Exits here: garden.
        Bob> go the hall
        Bob: You are already in The Hall.
        Bob> go
        Bob: Where do you want to go?
    """)


def test_a_way_alone_on_a_line_means_to_go_there() -> None:
    """A place further off, or an exit of another room; a direction that is none says which are."""
    play = trio()
    play("""
        Ann> pond
        Ann: The Garden
            Box hedges and bees.
            Exits: hall, pond.
            (Heading toward The Pond. Remaining path: pond)
        Bob: Ann leaves for The Garden.
        Moss: Ann leaves for The Garden.
        Bob> up
        Bob: There is no exit or place called 'up'. Exits here: garden.
        Bob> n
        Bob: There is no exit or place called 'north'. Exits here: garden.
    """)


def test_going_further_takes_the_first_step_and_tells_the_rest() -> None:
    play = trio()
    play.room("The Moon")
    play("""
        Ann> go to the pond
        Ann: The Garden
            Box hedges and bees.
            Exits: hall, pond.
            (Heading toward The Pond. Remaining path: pond)
        Bob: Ann leaves for The Garden.
        Moss: Ann leaves for The Garden.
        Ann> go to the moon
        Ann: There is no way from here to The Moon.
    """)


def test_taking_dropping_and_giving() -> None:
    play = trio()
    play.thing("brass lamp", play.hall)
    play("""
        Ann> get the lamp
        Ann: You take the brass lamp.
        Bob: Ann takes the brass lamp.
        Moss: Ann takes the brass lamp.
        Ann> i
        Ann: You carry: brass lamp.
        Ann> get lamp
        Ann: You already have 'lamp'.
        Ann> give lamp to Bob
        Ann: You give the brass lamp to Bob.
        Bob: Ann gives you the brass lamp.
        Moss: Ann gives the brass lamp to Bob.
        Ann> inventory
        Ann: You carry nothing.
        Ann> give lamp to Bob
        Ann: You do not carry 'lamp'.
        Bob> give lamp
        Bob: Give what to whom? Like this: give lamp to Moss
        Bob> give lamp to Zed
        Bob: There is nobody called 'Zed' here.
        Bob> drop lamp
        Bob: You drop the brass lamp.
        Ann: Bob drops the brass lamp.
        Moss: Bob drops the brass lamp.
        Bob> drop lamp
        Bob: You do not carry 'lamp'.
        Bob> take Moss
        Bob: That cannot be taken: Moss.
        Bob> take unicorn
        Bob: There is nothing called 'unicorn' here.
        Bob> take
        Bob: What do you want to take?
        Bob> drop
        Bob: What do you want to drop?
    """)


def test_several_alike_are_told_apart() -> None:
    play = trio()
    for name in ("brass lamp", "oil lamp", "pebble", "pebble"):
        play.thing(name, play.hall)
    play("""
        Bob> get lamp
        Bob: Which 'lamp' do you mean: brass lamp, oil lamp?
        Bob> get 2.lamp
        Bob: You take the oil lamp.
        Ann: Bob takes the oil lamp.
        Moss: Bob takes the oil lamp.
        Bob> get pebble
        Bob: Which 'pebble' do you mean: 1.pebble, 2.pebble?
        Bob> get 3.pebble
        Bob: There is nothing called '3.pebble' here.
    """)


def test_what_is_fixed_stays() -> None:
    play = trio()
    fountain = play.thing("fountain", play.hall)
    play.world.set_property(fountain, "fixed", "yes")
    play("""
        Bob> get fountain
        Bob: That cannot be taken: fountain.
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


def test_asking_who_and_where() -> None:
    play = trio()
    play.world.add_character("Sleeper")
    play.character("Far", place=play.pond)
    play("""
        Bob> who
        Bob: Awake in the world: 4
            Ann (person) - The Hall
            Bob (person) - The Hall
            Far (person) - The Pond
            Moss (agent) - The Hall
        Bob> where
        Bob: You are in The Hall.
        Bob> where me
        Bob: You are in The Hall.
        Bob> where far
        Bob: Far is in The Pond.
        Bob> where Sleeper
        Bob: Sleeper is asleep.
        Bob> where Zed
        Bob: There is nobody called 'Zed'.
        Bob> rooms
        Bob: Places (3): The Garden, The Hall, The Pond.
    """)


def test_help_is_made_from_the_table() -> None:
    play = trio()
    play("""
        Bob> help say
        Bob: say <words>
            Speak to everyone here.
            Shorter: "Good morning. A name among the words addresses its bearer.
        Bob> help look
        Bob: look [at <something>] (also: l)
            See where you are, or look at someone, something or an exit.
            Example: look at lamp
        Bob> help flying
        Bob: There is no help on 'flying'. Try 'commands' for a list.
        Bob> help @dig
        Bob: There is no help on '@dig'. Try 'commands' for a list.
    """)
    play.perform("Bob", "?")
    listed = play.last("Bob").text
    assert "  say <words> - Speak to everyone here" in listed
    assert "@dig" not in listed
    play.perform("Ann", "commands")
    assert "building: @dig, @exit, @describe, @create, @teleport (@tp)" in play.last("Ann").text


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


def test_digging_and_connecting() -> None:
    play = trio()
    play(f"""
        Ann> @dig The Cellar = down, up
        Ann: There is a new room: The Cellar (#{play.world.registry.next_id}).
            The exit down leads from The Hall to The Cellar.
            The exit up leads from The Cellar to The Hall.
        Ann> @exit the cellar to the pond named grating, hatch
        Ann: The exit grating leads from The Cellar to The Pond.
            The exit hatch leads from The Pond to The Cellar.
        Ann> @exit here to the pond one-way
        Ann: The exit pond leads from The Hall to The Pond.
        Ann> @exit here to the garden
        Ann: The Hall already has an exit garden; it leads to The Garden.
        Ann> @exit here to the moon
        Ann: There is no place called 'the moon'.
        Ann> @exit here
        Ann: Connect which rooms? Like this: @exit here to The Garden named gate, hall
        Ann> @dig The Hall
        Ann: The name 'The Hall' is taken by 'The Hall'.
        Ann> @dig ../x
        Ann: A name has letters, with ' or - between them; it cannot have full stop.
        Ann> @dig The Loft = look
        Ann: 'look' is a command and cannot be a name.
        Ann> @dig
        Ann: Make which room? Like this: @dig The Cellar = down, up
    """)
    assert play.world.find_room("The Loft") is None
    assert [exit.name for exit in play.pond.exits.values()] == ["garden", "hatch"]


def test_creating_and_describing() -> None:
    play = trio()
    number = play.world.registry.next_id
    play(f"""
        Ann> @create silver key -> It is very small.
        Ann: You make silver key (#{number}).
        Ann> look key
        Ann: silver key
            It is very small.
        Ann> @describe key -> It is bent.
        Ann: silver key is described anew.
        Ann> @describe here -> A cold hall. | it is winter
        Ann: The Hall is described anew.
        Ann> @describe the pond -> Black water.
        Ann: The Pond is described anew.
        Ann> @describe garden -> Thistles.
        Ann: The Garden is described anew.
        Ann> @describe Moss
        Ann: Describe what, and how? Like this: @describe here -> A long stone hall.
        Ann> @create
        Ann: Make what? Like this: @create brass lamp -> It is dented, and warm.
        Ann> @create here
        Ann: 'here' is a reserved word and cannot be a name.
    """)
    assert (play.hall.description, play.pond.description) == ("A cold hall.", "Black water.")


def test_teleporting() -> None:
    play = trio()
    play.character("Far", place=play.pond)
    play("""
        Ann> @tp the pond
        Ann: The Pond
            Still water.
            Also here: Far.
            Exits: garden.
        Bob: Ann is gone, as if never here.
        Moss: Ann is gone, as if never here.
        Far: Ann is here all at once.
        Ann> @teleport Bob to the pond
        Ann: Bob is in The Pond now.
        Moss: Bob is gone, as if never here.
        Far: Bob is here all at once.
        Bob: The Pond
            Still water.
            Also here: Ann, Far.
            Exits: garden.
        Ann> @teleport Bob to the pond
        Ann: Bob is already in The Pond.
        Ann> @teleport
        Ann: Where to? Like this: @teleport The Garden, or @teleport Moss to The Garden
    """)


def test_administrators_commands_are_refused_to_everyone_else() -> None:
    play = trio()
    moss = play.who("Moss")
    play.world.set_property(moss.id, "administrator", "yes")
    play("""
        Bob> @dig The Cellar
        Bob: Only administrators may use @dig.
        Moss> @teleport the pond
        Moss: You tried: @teleport the pond
            This failed because: Only administrators may use @teleport.
        Bob> @di The Cellar
        Bob: Unknown command: @di
            Try 'help' for available commands.
    """)


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
        Ann: You are in The Hall.
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
