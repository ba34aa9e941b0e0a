"""Away, ignored, on a channel, and a letter for who is not there: over real connections."""

from __future__ import annotations

from tests.e2e.harness import flat
from tests.e2e.people.conftest import Visit


def test_three_people_talk_and_write_at_a_distance(visit: Visit) -> None:
    """What each of them sees; the ignored one is not heard, the absent one reads it later."""
    cara, dan, eve = visit("Cara"), visit("Dan"), visit("Eve")
    eve.ask("garden", r"Exits: hall\.\n")
    dan.hears_all()
    cara.ask("chat Is anybody there?", r"\[chat\] You: Is anybody there\?\n")
    assert dan.hears_all() == "[chat] Cara: Is anybody there?\n"
    eve.expect(r"\[chat\] Cara: Is anybody there\?\n")
    eve.ask("ignore dan", r"You hear no words of Dan any more\..*\n")
    dan.ask("chat I am.", r"\[chat\] You: I am\.\n")
    cara.expect(r"\[chat\] Dan: I am\.\n")
    dan.ask("tell eve Hello", r"Eve does not take words from you\.\n")
    assert eve.hears_all() == ""
    dan.ask("afk reading", r"You are away: reading\..*\n")
    assert cara.hears_all() == "Dan is away: reading.\n"
    dan.ask("look", r"Exits: .*\n")
    assert cara.hears_all() == "Dan is back.\n"
    dan.ask("quit", r"Goodbye\.")
    cara.ask("tell dan You are missed.", r"Dan is asleep\. Your words are kept as a letter\.\n")
    cara.ask("last dan", r"Dan - \d{4}-.* ago\n")
    again = visit("Dan")
    again.expect(r"Unread letters: 1\..*\n")
    assert "You are missed." in flat(again.ask("mail read", r"missed\.\n"))
