"""Aliases after a new login, pages, and a new password: over real connections."""

from __future__ import annotations

from tests.e2e.harness import PASSWORD, Server, flat
from tests.e2e.people.conftest import Visit


def test_a_password_is_changed_and_an_alias_stays(visit: Visit, server: Server) -> None:
    """The new password opens, the old one does not, and neither is in the log."""
    ivy = visit("Ivy")
    ivy.ask("alias hi = say Hello, $*!", r"hi stands for: .*\n")
    ivy.ask("@password", r"Your password now: ")
    ivy.ask(PASSWORD, r"The new password: ")
    ivy.ask("battery staple", r"The new password again: ")
    ivy.ask("battery staple", r"Your password is changed\. .*again\.\n")
    ivy.ask("quit", r"Goodbye\.")
    again = server.client()
    again.ask(f"connect Ivy {PASSWORD}", r"Wrong name or password\.\n")
    again.connect("Ivy", "battery staple")
    again.ask("hi all of you", r'You say, "Hello, all of you!"\n')
    again.ask("set paging on", r"paging is on now\.\n")
    assert "more lines: Enter shows them" in flat(again.ask("help", r"q ends --\n"))
    again.ask("", r"q ends --\n|More to read.*\n")
    again.ask("q", "")
    again.ask("say done", r'You say, "done"\n')
    assert "battery" not in server.errors() and PASSWORD not in server.errors()
    again.close()
