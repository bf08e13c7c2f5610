"""Thinking time: a time for each turn, then the seat's bank, which fills a little after each turn.

>>> time = TurnTime(turn_ms=20_000, bank_ms=60_000, increment_ms=2_000, banks=[60_000, 60_000])
>>> time.spend(0, 25_000)          # 5 s over, 2 s given back
>>> time.banks, time.allowance(0)
([57000, 60000], 77000)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from games.live.protocol.match_types import ClockJson

TURN_GRACE_S: Final = 1.0
"""Seconds after the end of a turn's time in which a move on its way still counts."""
STRIKES_BEFORE_BOT: Final = 2
"""Turns in a row that run out before a bot plays on for the seat."""


@dataclass(slots=True)
class TurnTime:
    """The thinking time of a match in milliseconds: for each turn, and a bank for each seat.

    What a turn takes beyond its time is taken from the bank. `turn_ms` is None without a clock.
    """

    turn_ms: int | None
    bank_ms: int
    increment_ms: int
    banks: list[int] = field(default_factory=list)

    def allowance(self, seat: int) -> int | None:
        """Return the milliseconds that a turn of this seat may take from now.

        Return None without a clock.
        """
        return None if self.turn_ms is None else self.turn_ms + self.banks[seat]

    def spend(self, seat: int, ms: int) -> None:
        """Charge a turn of `ms` milliseconds: the seat's bank loses what exceeds `turn_ms`.

        The bank then gains the increment.
        """
        if self.turn_ms is None:
            return
        left = max(0, self.banks[seat] - max(0, ms - self.turn_ms))
        self.banks[seat] = min(self.bank_ms, left + self.increment_ms)

    def replay(self, turns: Iterable[tuple[int, int]]) -> None:
        """Recompute all banks from the turns of the match so far, each (seat, milliseconds)."""
        self.banks = [self.bank_ms] * len(self.banks)
        for seat, ms in turns:
            self.spend(seat, ms)

    def to_json(self, seat: int | None, spent_ms: int, *, paused: bool) -> ClockJson | None:
        """Return the clock as clients show it, in relative times; None without a clock.

        `spent_ms` are the milliseconds of the running turn, which is that of `seat`.
        """
        if self.turn_ms is None:
            return None
        banks = list(self.banks)
        if seat is not None:
            banks[seat] = max(0, banks[seat] - max(0, spent_ms - self.turn_ms))
        return {
            "turn": seat,
            "remaining_ms": 0 if seat is None else max(0, self.turn_ms - spent_ms),
            "turn_ms": self.turn_ms,
            "bank_ms": banks,
            "paused": paused,
        }


def struck_out(turns: Iterable[tuple[int, str]], seat: int) -> bool:
    """Return whether the clock, not the player, acted in the seat's latest STRIKES_BEFORE_BOT turns.

    `turns` are (seat, who acted), the newest first.
    """
    run = 0
    for whose, by in turns:
        if whose != seat:
            continue
        if by != "clock":
            return False
        run += 1
        if run == STRIKES_BEFORE_BOT:
            return True
    return False
