"""A visitor is called as they wish to be, and not by the number of a guest."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.mind.speech.told.given_names import call_by_given_names, find_given_name
from tests.agents.mind.manners.test_going_on import stage_of, talk
from tests.agents.mind.manners.test_manners import list_said
from tests.agents.mind.support import TEXTS


@pytest.mark.parametrize(
    ("said", "name", "given"),
    [
        (("Hello, I'm Saoirse.",), "Guest1", "Saoirse"),
        (("i'm Tom and I drive",), "Guest12", "Tom"),
        (("my name is kim",), "Ada", "Kim"),
        (("Call me Bee, please.",), "Ada", "Bee"),
        (("Wren. Name's Erland.",), "Guest3", "Erland"),
        (("everybody calls me Pip",), "Guest3", "Pip"),
        (("I'm Tom.", "No, my name's Tim."), "Guest1", "Tim"),
        (("I'm Irish.",), "Ada", ""),
        (("im dan btw",), "Guest3", "Dan"),
        (("you like it and I'm not, give it back",), "Guest3", ""),
        (("I'm Tom.", "i'm toast."), "Guest3", "Tom"),
        (("hi. i'm ines i study limpets",), "Guest3", "Ines"),
        (("i'm tired i think",), "Guest3", ""),
        (("i'm tired",), "Guest3", ""),
        (("i'm lost, where am i",), "Guest3", ""),
        (("I am Wren.",), "Guest1", ""),
        (("Yes. Marta is my name.",), "Ada", "Marta"),
        (("Marta is my wife's name.",), "Ada", ""),
        (("My name is not for you.",), "Guest1", ""),
        (("I'm Dutch chocolate's best friend.",), "Guest1", ""),
        (("call me when you are done",), "Guest1", ""),
        (("im kit. got here off the last bus. is there food",), "Guest5", "Kit"),
        (
            ("Good morning. Aurel Pichler, fifty-two, I repair clocks in Vienna.",),
            "Guest8",
            "Aurel",
        ),
        (("Aurel Pichler, from Vienna.",), "Guest8", "Aurel"),
        (("Now Wren, I have come with a worry.",), "Guest8", ""),
        (("I am Amara Okafor, forty-three, I deliver babies.",), "Guest7", "Amara"),
        (("I told you. And it is Amara, not Guest7!",), "Guest7", "Amara"),
        (("I am Irish Catholic by birth.",), "Guest7", ""),
        (("Old Nick, I said, go home.",), "Ada", ""),
        (("i'm frozen",), "Guest3", ""),
        (["im jaz", "dont tell my mum where i am ok?"], "Guest1", "Jaz"),
    ],
)
def test_the_name_that_somebody_gives(said: tuple[str, ...], name: str, given: str) -> None:
    assert find_given_name(said, name, ("Wren",)) == given


def test_only_whole_names_are_put_in_place() -> None:
    words = "Guest1, ask Guest11. Guest1's hat is here."
    assert call_by_given_names(words, {"Guest1": "Tom"}) == "Tom, ask Guest11. Tom's hat is here."


async def test_an_agent_calls_a_visitor_by_the_name_that_they_gave(tmp_path: Path) -> None:
    """Also where it asks, and the answer is taken in as one to what it asked."""
    stage, _ = stage_of(tmp_path, "Wren")
    await talk(stage, "Wren, my name is Mira.")
    texts = TEXTS.say("manners.told.own-name", name="Ada", gist="Mira").split("\n")
    assert {words for _, words in list_said(stage)} & set(texts)
    await talk(stage, "Wren, what is my name?", "I have a boat.")
    await stage.clock.advance(300)
    said = [words for _, words in list_said(stage)]
    assert any("Mira" in each for each in said), said
    assert not any("Ada" in each for each in said), said
    await stage.close()


async def test_who_says_the_name_that_all_know_is_greeted_by_it(tmp_path: Path) -> None:
    """In whatever few words: "hi. ada here"."""
    stage, _ = stage_of(tmp_path, "Wren")
    await talk(stage, "hi. Ada here")
    texts = TEXTS.say("manners.told.own-name", name="Ada", gist="Ada").split("\n")
    assert {words for _, words in list_said(stage)} & set(texts)
    await stage.close()


async def test_a_name_that_was_given_to_one_is_used_by_all(tmp_path: Path) -> None:
    """So nobody says "Guest2" to who has said their name in another room."""
    stage, _ = stage_of(tmp_path, "Wren")
    stage.floor.given["Ada"] = "Mira"
    await talk(stage, "Wren, I have a boat.", "Wren, thank you.", "Goodbye, Wren.")
    said = [words for _, words in list_said(stage)]
    assert any("Mira" in each for each in said), said
    assert not any("Ada" in each for each in said), said
    await stage.close()
