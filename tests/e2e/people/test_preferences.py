"""`set`, over a real connection."""

from __future__ import annotations

from tests.e2e.harness import flat
from tests.e2e.people.conftest import Visit


def test_set_lists_changes_and_refuses(visit: Visit) -> None:
    """What was set is there at the next visit; others have their own, a guest's are forgotten."""
    ada = visit("Ada")
    assert "colour: auto" in flat(ada.ask("set", r"promptview: off.*\n"))
    ada.ask("set colour none", r"colour is none now\.\n")
    ada.ask("set width 5000", r"width cannot be '5000'\. It can be: auto, 20-250\.\n")
    ada.ask("set hat on", r"There is no preference called 'hat'\..*\n")
    ada.ask("quit", r"Goodbye\.")
    assert "colour: none" in visit("Ada").ask("set colour", r"colour: .*\n")
    guest = visit("")
    guest.ask("set paging on", r"paging is on now\.\n")
    guest.ask("quit", r"Goodbye\.")
    assert "paging: off" in visit("").ask("set paging", r"paging: .*\n")


def test_a_prompt_that_is_wished_for_is_shown_to_any_client(visit: Visit) -> None:
    """Also to one that says nothing of telnet, such as nc, which gets no mark behind it."""
    ada = visit("Ada")
    ada.ask("set prompt on", r"prompt is on now\.\n> ")
    ada.ask("exits", r"(?s)The ways out of .*\n> ")
    ada.ask("set prompt off", r"prompt is off now\.\n")
    assert "> " not in ada.hears_all()
