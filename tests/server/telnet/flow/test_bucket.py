"""A bucket's burst and its rate."""

from __future__ import annotations

from twisted.internet.task import Clock

from server.telnet.flow.bucket import TokenBucket


def test_a_bucket_gives_a_burst_and_then_its_rate() -> None:
    clock = Clock()
    bucket = TokenBucket(20, 100, clock.seconds)
    assert [bucket.take() for _ in range(101)] == [True] * 100 + [False]
    assert 0 < bucket.wait() <= 1 / 20
    clock.advance(1)
    assert [bucket.take() for _ in range(21)] == [True] * 20 + [False]
    assert not bucket.is_full()
    clock.advance(100)
    assert bucket.is_full()
    assert [bucket.take() for _ in range(101)].count(True) == 100


def test_a_bucket_without_limit_never_runs_dry() -> None:
    for rate, burst in ((0, 100), (20, 0)):
        bucket = TokenBucket(rate, burst, Clock().seconds)
        assert all(bucket.take() for _ in range(1000))
        assert bucket.wait() == 0
        assert bucket.is_full()
