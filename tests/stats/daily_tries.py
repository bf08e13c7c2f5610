"""Finished tries at deals of the day, played by bots in the player's seat."""

from __future__ import annotations

import hashlib
import json
import random
import zlib
from datetime import datetime

from django.db.models import F

from games.bots import bot_named
from games.engine import apply, ruleset_from_options, view_for
from games.models import DailyDeal, DailyTry, MatchRecord, Player
from games.models.matches import MatchStatus
from games.record.record import deal_outcome
from games.selectors.daily_turned import dealt
from games.services.daily import start_try
from games.services.daily_results import finish_try
from tests.stats.support import log_of


def played_out(player: Player, *, now: datetime, bot: str = "rules", seed: int = 1) -> DailyTry:
    """Return a finished try at the deal of `now`, whose record has the tricks that a bot made.

    The others' dice have a fixed seed, so that the same cards meet the same replies.
    """
    match = start_try(player=player, now=now).match
    assert match is not None
    daily = DailyDeal.objects.select_related("ruleset").get(tries__match=match)
    stored = daily.ruleset
    rules = ruleset_from_options(stored.preset, daily.players, stored.options).rules
    state = dealt(rules, daily.first_dealer, daily.fairness)
    dice = [random.Random(seed), random.Random(0)]
    while state.turn is not None:
        own = state.turn == 0
        player_bot = bot_named(bot if own else daily.level)
        state, _events = apply(
            state, player_bot.choose(view_for(state, state.turn), dice[0 if own else 1])
        )
    body = json.dumps({"deals": [deal_outcome(state)]}).encode()
    MatchRecord.objects.create(
        match=match, body=zlib.compress(body), sha256=hashlib.sha256(body).hexdigest()
    )
    match.status = MatchStatus.HELD
    match.save(update_fields=["status"])
    finish_try(match=match, log=log_of(("a", "b"), options={"match.target": 1}), finished_at=now)
    assert state.deal is not None
    side = rules.side_of[0]
    tricks = [
        trick
        for trick in state.deal.tricks
        if trick.winner is not None and rules.side_of[trick.winner] == side
    ]
    DailyTry.objects.filter(match=match).update(points=state.score[side], tricks=len(tricks))
    return DailyTry.objects.annotate(day=F("daily__day")).get(match=match)
