"""A timer that is put off again and again rings once, at the last moment it was set to."""

from __future__ import annotations

import pytest

from games.live.core.clock import Alarm
from tests.support.live import FakeClock

pytestmark = pytest.mark.asyncio


class Ringing:
    """An alarm, and when it rang for what."""

    def __init__(self) -> None:
        self.clock, self.timers = FakeClock(0.0), 0
        later = self.clock.later

        def counted(*how):
            self.timers += 1
            return later(*how)

        self.clock.later = counted
        self.alarm, self.rang = Alarm(self.clock), []

    def set(self, at: float, what: str = "it") -> None:
        self.alarm.set(at, lambda: self.rang.append((self.clock.now(), what)))


@pytest.fixture
def ringing() -> Ringing:
    return Ringing()


async def test_what_is_put_off_rings_once_and_late(ringing):
    for card in range(19):
        ringing.set(20.0 + card, f"turn {card}")
        await ringing.clock.go(1.0)
    assert ringing.timers == 1
    await ringing.clock.go(60.0)
    assert ringing.rang == [(38.0, "turn 18")]
    assert ringing.timers == 2
    assert not ringing.alarm.is_set


async def test_what_is_brought_forward_rings_early_and_once(ringing):
    ringing.set(20.0, "turn")
    ringing.set(1.0, "bot")
    await ringing.clock.go(60.0)
    assert ringing.rang == [(1.0, "bot")]


async def test_what_is_unset_does_not_ring_and_can_be_set_again(ringing):
    ringing.set(5.0)
    ringing.alarm.unset()
    await ringing.clock.go(10.0)
    assert ringing.rang == []
    ringing.set(12.0)
    assert ringing.alarm.is_set
    await ringing.clock.go(10.0)
    assert ringing.rang == [(12.0, "it")]


async def test_what_is_stopped_leaves_no_timer(ringing):
    ringing.set(5.0)
    ringing.alarm.stop()
    assert not any(handle.call for _, _, handle in ringing.clock._calls)


async def test_what_is_set_for_the_past_rings_at_once(ringing):
    await ringing.clock.go(10.0)
    ringing.set(3.0)
    await ringing.clock.go(0.0)
    assert ringing.rang == [(10.0, "it")]
