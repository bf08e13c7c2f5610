"""Reads of what is in force against players: measures, pauses by the rule, bans of sign-up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import AccountBar, SignupBan
from games.conduct.measures import LENGTHS, SIGNUP_BANS, TWO_PEOPLE
from games.models import ModAction, Player, PlayerPause

if TYPE_CHECKING:
    from accounts.models import User

MAX_ROWS_OF_KIND: Final = 20
"""Maximum number of rows of each kind that the moderators' list shows."""
LIFTABLE_MEASURES: Final = frozenset({*LENGTHS, *TWO_PEOPLE, *SIGNUP_BANS})
"""Measures that last for a time, so that moderators can lift them."""


@dataclass(frozen=True, slots=True)
class InForce:
    """One measure, pause or bar that is in force against a player, for the moderators' list."""

    kind: str
    """`decision`, `pause` (by the rule about leaving) or `bar` (by no decision in the log)."""
    id: int
    """Number of the decision, or row id of the pause or bar."""
    player: str
    """Name of the player; empty for one who is gone."""
    measure: str
    rule: str
    starts_at: datetime
    ends_at: datetime | None
    domain: str = ""
    """Banned e-mail domain, if the measure is a sign-up ban by domain."""
    reason: str = ""


def running_decisions() -> QuerySet[ModAction]:
    """Return a query of moderators' decisions in force: not over, and not taken back."""
    reversals = ModAction.objects.filter(reverses=OuterRef("number"))
    unending = Q(measure__in=TWO_PEOPLE, ends_at=None)
    actions = ModAction.objects.filter(measure__in=LIFTABLE_MEASURES)
    return actions.filter(unending | Q(ends_at__gt=timezone.now())).exclude(Exists(reversals))


def in_force(moderator: User, *, player: Player | None = None) -> list[InForce]:
    """Return all measures, pauses and bars in force, on all players or on `player`, latest first.

    A moderator is shown nothing about themselves.
    """
    entries = [
        *_decisions(moderator, player),
        *_pauses(moderator, player),
        *_bars(moderator, player),
    ]
    return sorted(entries, key=lambda entry: entry.starts_at, reverse=True)


def _decisions(moderator: User, player: Player | None) -> list[InForce]:
    """Return the moderators' decisions in force, as rows of the moderators' list."""
    rows = running_decisions().order_by("-number")
    if player is not None:
        rows = rows.filter(player=player.pk)
    own = Player.objects.filter(user=moderator).values("pk")
    actions = list(rows.exclude(player__in=own)[:MAX_ROWS_OF_KIND])
    people = Player.objects.filter(pk__in=[action.player for action in actions if action.player])
    names = dict(people.values_list("pk", "name"))
    bans = _bans(actions)
    return [
        InForce(
            "decision",
            action.number,
            names.get(action.player or 0, ""),
            action.measure,
            action.rule,
            action.starts_at or action.at,
            action.ends_at,
            *bans.get(action.number, ()),
        )
        for action in actions
    ]


def _bans(actions: Sequence[ModAction]) -> dict[int, tuple[str, str]]:
    """Return decision number -> (domain, reason) of sign-up bans."""
    numbers = [action.number for action in actions if action.measure in SIGNUP_BANS]
    rows = SignupBan.objects.filter(action__in=numbers) if numbers else ()
    return {
        row.action: (row.value if row.kind == SignupBan.Kind.DOMAIN else "", row.reason)
        for row in rows
    }


def _pauses(moderator: User, player: Player | None) -> list[InForce]:
    """Return the pauses for leaving matches that are in force, as rows of the moderators' list."""
    rows = PlayerPause.objects.filter(lifted_at=None, ends_at__gt=timezone.now())
    rows = rows.exclude(facts__has_key="action").exclude(player__user=moderator)
    if player is not None:
        rows = rows.filter(player=player)
    shown = rows.select_related("player").order_by("-pk")[:MAX_ROWS_OF_KIND]
    return [
        InForce(
            "pause", pause.pk, pause.player.name, "pause", "finish", pause.starts_at, pause.ends_at
        )
        for pause in shown
    ]


def _bars(moderator: User, player: Player | None) -> list[InForce]:
    """Return the bars of accounts that no decision made, as rows of the moderators' list."""
    decided = running_decisions().filter(measure__in=("suspension", "closure"), player__gt=0)
    people = Player.objects.filter(pk__in=decided.values("player"), user=OuterRef("user"))
    rows = AccountBar.objects.running().exclude(Exists(people)).exclude(user=moderator)
    if player is not None:
        rows = rows.filter(user=player.user_id)
    return [
        InForce(
            "bar",
            bar.pk,
            bar.user.username,
            "closure" if bar.until is None else "suspension",
            "",
            bar.created_at,
            bar.until,
            reason=bar.reason,
        )
        for bar in rows.select_related("user").order_by("-pk")[:MAX_ROWS_OF_KIND]
    ]
