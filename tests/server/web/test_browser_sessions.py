"""Sessions of browsers: tokens, their end, and how many there may be."""

from __future__ import annotations

import json
from itertools import count

from server.boundaries import Account, Role
from server.web.browser_sessions import IDLE_SECONDS, MOST, MOST_OF_ADDRESS, BrowserSessions

ADA = Account("Ada")


class Time:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_token_is_long_and_new_at_each_login() -> None:
    sessions = BrowserSessions(Time())
    first, second = sessions.begin(ADA, "127.0.0.1"), sessions.begin(ADA, "127.0.0.1")
    assert first.token != second.token and len(first.token) >= 43
    assert sessions.find(first.token) is first
    assert sessions.find("") is None


def test_a_session_ends_by_logout_and_by_itself() -> None:
    """It lasts as long as it is used."""
    time = Time()
    sessions = BrowserSessions(time)
    session = sessions.begin(ADA, "127.0.0.1")
    for _ in range(3):
        time.now += IDLE_SECONDS
        assert sessions.find(session.token) is session
    time.now += IDLE_SECONDS + 1
    assert sessions.find(session.token) is None
    other = sessions.begin(ADA, "127.0.0.1")
    sessions.end(other.token)
    assert sessions.find(other.token) is None


def test_sessions_go_on_after_an_upgrade_without_their_tokens() -> None:
    """As plain data that names no token; the time without use counts on."""
    before, after = Time(), Time()
    sessions = BrowserSessions(before, find_newest=lambda: 41)
    others = BrowserSessions(after)
    session = sessions.begin(Account("Ada", Role.ADMINISTRATOR), "127.0.0.1", "seal")
    before.now, after.now = 100.0, 7.0
    kept = json.loads(json.dumps(sessions.hand_over()))
    assert session.token not in json.dumps(kept)
    others.resume(kept)
    after.now += IDLE_SECONDS - 100
    found = others.find(session.token)
    assert found is not None and found.token == session.token
    assert (found.account, found.seal, found.since) == (session.account, "seal", 41)
    idle = BrowserSessions(Time())
    idle.resume([{**each, "unused_seconds": IDLE_SECONDS + 1} for each in kept])
    assert idle.find(session.token) is None


def test_nobody_fills_the_memory_with_sessions() -> None:
    """One address ends its own oldest; all together, the one unused for longest."""
    tokens = count()
    sessions = BrowserSessions(Time(), lambda: str(next(tokens)))
    ours = sessions.begin(ADA, "10.0.0.1")
    theirs = [sessions.begin(ADA, "10.0.0.2") for _ in range(MOST_OF_ADDRESS + 1)]
    assert sessions.find(theirs[0].token) is None
    assert sessions.find(theirs[1].token) and sessions.find(ours.token)
    for number in range(MOST):
        sessions.begin(ADA, f"10.1.{number // 250}.{number % 250}")
    assert sessions.find(ours.token) is None
