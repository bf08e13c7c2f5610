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
"""Time within which a player is not sent the friendly message again."""


@dataclass(frozen=True, slots=True)
class Found:
    """Numbers of reports and of friendly messages sent by one run of `look_around`."""

    reports: int
    messages: int


def look_around(*, now: datetime, message: Callable[[Player], str]) -> Found:
    """Report players with suspicious results to the moderators; return the numbers sent.

    Nothing else happens to anybody, but that a player with three short losses in a row is sent a
    friendly message: `message` returns its text, in the language of the player. A suspicion whose
    report is open, or was dismissed lately, is not reported again.
    """
    ratings = find_rating_suspicions(now)
    reports = sum(_report_partners(suspicion) for suspicion in find_partner_suspicions(now))
    reports += sum(_report_favour(suspicion) for suspicion in find_favour_suspicions(now))
    reports += sum(_report_results(results) for results in ratings.results)
    reports += sum(_report_losses(losses) for losses in ratings.losses if losses.due == "case")
    messages = sum(
        _send_message(losses, message, now) for losses in ratings.losses if losses.due == "message"
    )
    return Found(reports, messages)


def _report_partners(suspicion: PartnerSuspicion) -> int:
    """Report both partners of a pair under suspicion; return the number of reports."""
    first, other = suspicion.players
    return sum(
        _report(player, "signals", {"with": mate, "z": round(suspicion.z, 1)})
        for player, mate in ((first, other), (other, first))
    )


def _report_favour(suspicion: FavourSuspicion) -> int:
    """Report a player who favours one opponent to the moderators; return the number of reports."""
    return _report(
        suspicion.player, "signals", {"favours": suspicion.opponent, "z": round(suspicion.z, 1)}
    )


def _report_results(results: ImprobableResults) -> int:
    """Report a player who won improbably often against another; return the number of reports."""
    facts = {
        "with": results.giver,
        "wins": results.wins,
        "of": results.matches,
        "odds": f"{results.odds:.2g}",
        "share": round(results.gainer_share, 2),
    }
    return _report(results.gainer, "rigging", facts)


def _report_losses(losses: ShortLosses) -> int:
    """Report a player with many short losses to the moderators; return the number of reports."""
    facts = {"short losses": losses.losses, "to one opponent": losses.to_one_opponent}
    return _report(losses.player, "rigging", facts)


def _report(player: int, kind: str, facts: Mapping[str, object]) -> int:
    """Report a player (row id) under a rule; return 1, or 0 if already reported lately."""
    reported = Player.objects.get(pk=player)
    return int(send_automatic(player=reported, kind=kind, facts=facts) is not None)


@transaction.atomic
def _send_message(losses: ShortLosses, message: Callable[[Player], str], now: datetime) -> int:
    """Send a friendly message about short losses, unless one was sent lately; return 1 or 0."""
    player = (
        Player.objects.select_for_update(of=("self",)).select_related("user").get(pk=losses.player)
    )
    lately = Statement.objects.filter(player=player, at__gt=now - MESSAGE_AGAIN)
    if lately.filter(action__rule="rigging").exists():
        return 0
    verdict = Verdict(measure="warning", rule="rigging", text=message(player))
    decide_by_rule(player=player, verdict=verdict)
    return 1
