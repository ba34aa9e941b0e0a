"""Asking who, where and how, as play reads: for the actor and for everyone else."""

from __future__ import annotations

from tests.world.transcript import trio
from world.calendar import Calendar, WorldTime


def test_asking_who_and_where() -> None:
    play = trio()
    play.world.add_character("Sleeper")
    play.character("Far", place=play.pond)
    play("""
        Bob> who
        Bob: In the world now: 4
            Ann (person) - The Hall
            Bob (person) - The Hall
            Far (person) - The Pond
            Moss (agent) - The Hall
        Bob> where
        Bob: You are in the Hall.
        Bob> where me
        Bob: You are in the Hall.
        Bob> where far
        Bob: Far is in the Pond.
        Bob> where am i
        Bob: You are in the Hall.
        Bob> where is far?
        Bob: Far is in the Pond.
        Bob> where Sleeper
        Bob: Sleeper is asleep.
        Bob> where Zed
        Bob: There is nobody called 'Zed'.
        Bob> rooms
        Bob: Places (3): The Garden, The Hall, The Pond.
    """)


def test_help_names_what_a_role_adds_and_explains_what_all_may_do() -> None:
    """A newcomer who looks after the world is not shown sixty commands at once."""
    play = trio()
    play.world.set_property(play.who("Ann").id, "role", "builder")
    shown = {name: play.perform(name, "help").text for name in ("Ann", "Bob")}
    assert "  say <words> - Speak to everyone here" in shown["Ann"]
    assert "@dig" not in shown["Bob"] and "Your role lets you do more" not in shown["Bob"]
    added = shown["Ann"].partition("Your role lets you do more.")[2]
    assert "building: @dig, " in added and "Make a room" not in shown["Ann"]


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


def test_the_time_is_what_the_world_keeps() -> None:
    play = trio()
    play("""
        Moss> time
        Moss: Nobody keeps the time here.
    """)
    play.world.time = lambda: WorldTime(730, 18, 5, "dusk", "spring", "dry", 3)
    play("""
        Ann> time
        Ann: It is dusk, 18:05, on the third day of spring. It has been dry.
        Moss> time
        Moss: It is dusk, 18:05, on the third day of spring. It has been dry.
    """)


def test_a_world_may_have_neither_seasons_nor_weather() -> None:
    """And a season may be longer than the text has words for its days."""
    play = trio()
    play.world.time = lambda: Calendar(season_length=0, has_weather=False).at(0)
    play.perform("Ann", "time")
    assert play.last("Ann").text == "It is night, 00:00."
    play.world.time = lambda: WorldTime(60, 9, 0, "morning", "summer", "fog", 61)
    play.perform("Ann", "time")
    assert play.last("Ann").text == ("It is morning, 09:00, on the 61 day of summer. There is fog.")
