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

SHOWN: Final = 20
"""Number of the latest rows of each kind that the desk shows."""
LIFTABLE: Final = frozenset({*LENGTHS, *TWO_PEOPLE, *SIGNUP_BANS})
"""Measures that last, so that they can be lifted."""


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
    """Of a ban by e-mail domain."""
    reason: str = ""


def running_decisions() -> QuerySet[ModAction]:
    """Return the decisions whose measures are in force: not over, and not taken back."""
    later = ModAction.objects.filter(reverses=OuterRef("number"))
    unending = Q(measure__in=TWO_PEOPLE, ends_at=None)
    actions = ModAction.objects.filter(measure__in=LIFTABLE)
    return actions.filter(unending | Q(ends_at__gt=timezone.now())).exclude(Exists(later))


def in_force(moderator: User, *, player: Player | None = None) -> list[InForce]:
    """Return all that is in force against players, or against one `player`, the latest first.

    A moderator is shown nothing about themselves.
    """
    found = [*_decisions(moderator, player), *_pauses(moderator, player), *_bars(moderator, player)]
    return sorted(found, key=lambda one: one.starts_at, reverse=True)


def _decisions(moderator: User, player: Player | None) -> list[InForce]:
    """Return decisions that are in force."""
    rows = running_decisions().order_by("-number")
    if player is not None:
        rows = rows.filter(player=player.pk)
    own = Player.objects.filter(user=moderator).values("pk")
    actions = list(rows.exclude(player__in=own)[:SHOWN])
    people = Player.objects.filter(pk__in=[one.player for one in actions if one.player])
    names = dict(people.values_list("pk", "name"))
    bans = _bans(actions)
    return [
        InForce(
            "decision",
            one.number,
            names.get(one.player or 0, ""),
            one.measure,
            one.rule,
            one.starts_at or one.at,
            one.ends_at,
            *bans.get(one.number, ()),
        )
        for one in actions
    ]


def _bans(actions: Sequence[ModAction]) -> dict[int, tuple[str, str]]:
    """Return domain and reason of bans of sign-up, by the numbers of their decisions."""
    numbers = [one.number for one in actions if one.measure in SIGNUP_BANS]
    rows = SignupBan.objects.filter(action__in=numbers) if numbers else ()
    return {
        row.action: (row.value if row.kind == SignupBan.Kind.DOMAIN else "", row.reason)
        for row in rows
    }


def _pauses(moderator: User, player: Player | None) -> list[InForce]:
    """Return pauses that follow from the rule about leaving."""
    rows = PlayerPause.objects.filter(lifted_at=None, ends_at__gt=timezone.now())
    rows = rows.exclude(facts__has_key="action").exclude(player__user=moderator)
    if player is not None:
        rows = rows.filter(player=player)
    shown = rows.select_related("player").order_by("-pk")[:SHOWN]
    return [
        InForce("pause", one.pk, one.player.name, "pause", "finish", one.starts_at, one.ends_at)
        for one in shown
    ]


def _bars(moderator: User, player: Player | None) -> list[InForce]:
    """Return bars of accounts that no decision in force made."""
    decided = running_decisions().filter(measure__in=("suspension", "closure"), player__gt=0)
    people = Player.objects.filter(pk__in=decided.values("player"), user=OuterRef("user"))
    rows = AccountBar.objects.running().exclude(Exists(people)).exclude(user=moderator)
    if player is not None:
        rows = rows.filter(user=player.user_id)
    return [
        InForce(
            "bar",
            one.pk,
            one.user.username,
            "closure" if one.until is None else "suspension",
            "",
            one.created_at,
            one.until,
            reason=one.reason,
        )
        for one in rows.select_related("user").order_by("-pk")[:SHOWN]
    ]
