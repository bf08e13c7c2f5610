"""A match of people with all that is judged by what others were told: signs, marriages, claims."""

from __future__ import annotations

import random

from games.engine import (
    Claim,
    Declare,
    NextDeal,
    PlayCard,
    Sign,
    build_ruleset,
    view_for,
)
from games.engine.state import DEAL_OVER, MATCH_OVER, PLAY
from games.record import MatchLog, open_deal

RULES = build_ruleset(
    "ludoteka",
    4,
    {
        "teams": "pairs",
        "talk.mode": "senas",
        "marriage.mode": "declared",
        "claim": True,
        "exchange.enabled": False,
        "exchange.prearm": False,
        "match.target": 9,
        "match.max_deals": 4,
    },
).rules
SEEDS = ("sign 314", "missed 129", "claim 25", "marriage 122")
"""One for each deal: in the first a sign helps, in the second one is missed, in the third a claim
is false, in the fourth a marriage is shown and another broken."""
NAMING = ("trump_ace", "trump_three", "trump_king", "trump_knight", "trump_jack")


def told_log(seeds: tuple[str, ...] = SEEDS) -> MatchLog:
    """Return the log of a match of four people in pairs, a deal for each seed, who play at random.

    They sign some of their trumps, show some marriages, and claim in the third deal.
    """
    log = MatchLog.begin("0123456789ab", RULES, 3)
    for seed in seeds:
        play_deal(log, random.Random(seed))
    return log


def play_deal(log: MatchLog, rng: random.Random) -> None:
    """Play the next deal of a match at random."""
    if log.state.phase == DEAL_OVER:
        log.apply(NextDeal(), by="host")
    open_deal(log, house=range(4), token_bytes=rng.randbytes).apply_to(log)
    while log.state.phase == PLAY:
        _turn(log, rng)
    assert log.state.phase in (DEAL_OVER, MATCH_OVER)


def _turn(log: MatchLog, rng: random.Random) -> None:
    """Maybe sign, show a marriage or claim; then play a card."""
    seat = log.state.turn
    signer, often = rng.randrange(4), rng.random()
    offered = view_for(log.state, signer).legal
    signs = [one for one in offered if isinstance(one, Sign) and one.sign in NAMING]
    if signs and log.state.number == 1 and often < 0.5:
        log.apply(signs[0], by="player", ms=900)
    shown = [one for one in view_for(log.state, seat).legal if isinstance(one, Declare)]
    if shown and rng.random() < 0.5:
        log.apply(shown[0], by="player", ms=900)
    view = view_for(log.state, seat)
    if view.claim is not None and not view.claim.certain and log.state.number == 3:
        log.apply(Claim(seat), by="player", ms=900)
        if log.state.phase != PLAY:  # the partner held what was missing
            return
    cards = [
        one
        for one in view_for(log.state, seat).legal
        if isinstance(one, PlayCard) and one.announce is None
    ]
    log.apply(rng.choice(cards), by="player", ms=1500)
