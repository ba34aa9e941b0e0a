"""The Q-method table: every change is answered once, and nothing loops."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from server.telnet.qmethod import Negotiated, our_side, peer_side
from tests.examples import choose_count

WILL, WONT, DO, DONT = (b"\xff" + bytes([verb]) for verb in (0xFB, 0xFC, 0xFD, 0xFE))
ECHO, NAWS = b"\x01", b"\x1f"


def test_asking_is_done_once_and_agreement_is_not_answered() -> None:
    """WILL, answered DO, is on; asking again sends nothing, a second DO is not answered."""
    side = our_side(frozenset())
    assert side.switch_on(1) == WILL + ECHO
    assert side.switch_on(1) == b""
    assert side.hear(1, True) == Negotiated(changed=True)
    assert side.is_on(1)
    assert side.hear(1, True) == Negotiated()
    assert side.switch_off(1) == WONT + ECHO
    assert side.hear(1, False) == Negotiated(changed=False)
    assert not side.is_on(1)


def test_a_refusal_is_taken_and_not_answered() -> None:
    side = our_side(frozenset())
    side.switch_on(1)
    assert side.hear(1, False) == Negotiated(changed=False)
    assert side.switch_off(1) == b""


def test_a_foreign_wish_is_refused_once_per_change() -> None:
    """DO, DO, DO is refused once; after the peer takes it back, a new wish is answered again."""
    side = our_side(frozenset())
    assert side.hear(3, True) == Negotiated(WONT + b"\x03")
    assert side.hear(3, True) == Negotiated()
    assert side.hear(3, False) == Negotiated()
    assert side.hear(3, True) == Negotiated(WONT + b"\x03")


def test_a_welcome_wish_is_agreed_to_once() -> None:
    side = peer_side(frozenset({31}))
    assert side.hear(31, True) == Negotiated(DO + NAWS, changed=True)
    assert side.hear(31, True) == Negotiated()
    assert side.hear(31, False) == Negotiated(DONT + NAWS, changed=False)
    assert side.hear(31, False) == Negotiated()


def test_echo_comes_back_although_the_client_never_answered() -> None:
    """WONT goes out at once while WILL is unanswered; late answers are taken in their order."""
    side = our_side(frozenset())
    assert side.switch_on(1) == WILL + ECHO
    assert side.switch_off(1) == WONT + ECHO
    assert side.hear(1, True) == Negotiated()
    assert side.hear(1, False) == Negotiated(changed=False)
    assert not side.is_on(1)


def test_late_answers_do_not_undo_a_newer_request() -> None:
    """WILL WONT WILL, then DO DONT DO: the echo is ours, and the peer was never contradicted."""
    side = our_side(frozenset())
    assert [side.switch_on(1), side.switch_off(1), side.switch_on(1)] == [
        WILL + ECHO,
        WONT + ECHO,
        WILL + ECHO,
    ]
    assert [side.hear(1, wish).reply for wish in (True, False, True)] == [b"", b"", b""]
    assert side.is_on(1)


def test_a_do_while_our_wont_is_open_is_harmless() -> None:
    """Twisted's own table asserts here; ours settles."""
    side = our_side(frozenset())
    side.switch_on(1)
    side.hear(1, True)
    side.switch_off(1)
    assert side.hear(1, True) == Negotiated(changed=False)
    assert side.switch_on(1) == WILL + ECHO


class HonestPeer:
    """The other end, by RFC 854: confirms what changes, refuses what it does not want."""

    def __init__(self, willing: bool) -> None:
        self.willing = willing
        self.on = False

    def hear(self, wish: bool) -> bool | None:
        """Return its answer, or None."""
        if wish and not self.willing:
            return False
        if wish == self.on:
            return None
        self.on = wish
        return wish


@settings(max_examples=choose_count(120, 300), deadline=None)
@given(st.booleans(), st.lists(st.sampled_from(["on", "off", "deliver", "answer"]), max_size=30))
def test_with_an_honest_peer_both_ends_agree_in_the_end(willing: bool, moves: list[str]) -> None:
    """However requests and answers cross on the wire, both ends settle on the same state."""
    side, peer = our_side(frozenset()), HonestPeer(willing)
    to_peer: list[bool] = []
    to_us: list[bool] = []
    wanted = False

    def deliver() -> None:
        if to_peer:
            answer = peer.hear(to_peer.pop(0))
            if answer is not None:
                to_us.append(answer)

    def hear() -> None:
        if to_us:
            reply = side.hear(1, to_us.pop(0)).reply
            assert reply == b"", "an honest answer is never answered"

    for move in moves:
        if move in ("on", "off"):
            wanted = move == "on"
            sent = side.switch_on(1) if wanted else side.switch_off(1)
            to_peer += [sent == WILL + ECHO] if sent else []
        else:
            (deliver if move == "deliver" else hear)()
    while to_peer or to_us:
        deliver()
        hear()
    assert peer.on == (wanted and willing)


@settings(max_examples=choose_count(80, 200), deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3), st.booleans()), max_size=60))
def test_two_of_our_tables_never_loop(wishes: list[tuple[int, bool]]) -> None:
    """Each end answered by a table like ours falls silent after a bounded number of replies."""
    near, far = our_side(frozenset({1})), peer_side(frozenset({1, 2}))
    for option, wish in wishes:
        message = (near.switch_on if wish else near.switch_off)(option)
        replies = 0
        turn, other = far, near
        while message:
            message = turn.hear(option, message[1] in (0xFB, 0xFD)).reply
            turn, other = other, turn
            replies += 1
            assert replies < 4
