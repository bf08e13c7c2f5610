"""Cases that the site opens for moderators, from what its rules find in results and decisions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from games.models import Player, Statement
from games.selectors.opponent_favours import FavourSuspicion, find_favour_suspicions
from games.selectors.partner_knowledge import PartnerSuspicion, find_partner_suspicions
from games.selectors.rating_watch import ImprobableResults, ShortLosses, find_rating_suspicions
from games.services.decisions import Verdict, decide_by_rule
from games.services.reports import send_automatic

MESSAGE_AGAIN: Final = timedelta(days=30)
"""Time within which a player is not told the same twice."""


@dataclass(frozen=True, slots=True)
class Found:
    """Numbers of reports and of friendly messages that one run of `look_around` has sent."""

    reports: int
    messages: int


def look_around(*, now: datetime, message: Callable[[Player], str]) -> Found:
    """Report players whose results look unfair to the moderators; return the numbers sent.

    Nothing else happens to anybody, but that a player with three short losses in a row is sent a
    friendly message: `message` returns its text, in the language of the player. What is open, or
    was dismissed lately, is not reported again.
    """
    ratings = find_rating_suspicions(now)
    reports = sum(_report_partners(one) for one in find_partner_suspicions(now))
    reports += sum(_report_favour(one) for one in find_favour_suspicions(now))
    reports += sum(_report_results(one) for one in ratings.results)
    reports += sum(_report_losses(one) for one in ratings.losses if one.due == "case")
    messages = sum(
        _send_message(one, message, now) for one in ratings.losses if one.due == "message"
    )
    return Found(reports, messages)


def _report_partners(found: PartnerSuspicion) -> int:
    """Report both of two partners; return the number of reports."""
    one, other = found.players
    return sum(
        _report(player, "signals", {"with": mate, "z": round(found.z, 1)})
        for player, mate in ((one, other), (other, one))
    )


def _report_favour(found: FavourSuspicion) -> int:
    """Report a player who favours one opponent; return the number of reports."""
    return _report(found.player, "signals", {"favours": found.opponent, "z": round(found.z, 1)})


def _report_results(found: ImprobableResults) -> int:
    """Report a player who won improbably often against one other; return the number of reports."""
    facts = {
        "with": found.giver,
        "wins": found.wins,
        "of": found.matches,
        "odds": f"{found.odds:.2g}",
        "share": round(found.gainer_share, 2),
    }
    return _report(found.gainer, "rigging", facts)


def _report_losses(found: ShortLosses) -> int:
    """Report a player with many short losses; return the number of reports."""
    facts = {"short losses": found.losses, "to one opponent": found.to_one_opponent}
    return _report(found.player, "rigging", facts)


def _report(player: int, kind: str, facts: Mapping[str, object]) -> int:
    """Report a player (row id) by a rule; return 1, or 0 where that was reported before."""
    found = Player.objects.get(pk=player)
    return int(send_automatic(player=found, kind=kind, facts=facts) is not None)


@transaction.atomic
def _send_message(found: ShortLosses, message: Callable[[Player], str], now: datetime) -> int:
    """Send a friendly message about short losses, unless one was sent lately; return the number."""
    player = (
        Player.objects.select_for_update(of=("self",)).select_related("user").get(pk=found.player)
    )
    lately = Statement.objects.filter(player=player, at__gt=now - MESSAGE_AGAIN)
    if lately.filter(action__rule="rigging").exists():
        return 0
    verdict = Verdict(measure="warning", rule="rigging", text=message(player))
    decide_by_rule(player=player, verdict=verdict)
    return 1
