"""Beginning and end of the restrictions of players that moderators decide on."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from accounts.bars import (
    AlreadyBarredError,
    NotBarredError,
    ProtectedAccountError,
    bar_account,
    lift_bar,
)
from accounts.models import NO_END
from accounts.signup_bans import lift_signup_bans
from games.common.errors import CaseError
from games.conduct.measures import SIGNUP_BANS
from games.models import Player, PlayerPause, Restriction
from games.services.conduct import lift_pause

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import ModAction

RESTRICTIONS: Final = {
    "chat_timeout": Restriction.Kind.CHAT,
    "mute": Restriction.Kind.CHAT,
    "silent_mute": Restriction.Kind.SEEN_CHAT,
    "unrated": Restriction.Kind.RATED,
    "no_tournaments": Restriction.Kind.TOURNAMENTS,
}
"""Measures that are kept as restrictions."""
BARRING_MEASURES: Final = frozenset({"suspension", "closure"})
"""Measures that keep somebody out of the account."""


def begin_measure(*, player: Player, action: ModAction, moderator: User | None, text: str) -> None:
    """Put a moderators' decision into force against a player: begin its restriction.

    `text` is what a player who is kept out reads at login.

    Raises:
        CaseError: `protected` for an account of staff, `no_account` for a deleted one or a bot of
            the house, `barred` where the account is kept out already.
    """
    starts_at, ends_at = action.starts_at or action.at, action.ends_at or NO_END
    if action.measure in RESTRICTIONS:
        Restriction.objects.create(
            player=player,
            kind=RESTRICTIONS[action.measure],
            starts_at=starts_at,
            ends_at=ends_at,
            action=action.number,
        )
    elif action.measure == "pause":
        PlayerPause.objects.create(
            player=player,
            starts_at=starts_at,
            ends_at=ends_at,
            minutes=round((ends_at - starts_at) / timedelta(minutes=1)),
            facts={"action": action.number},
        )
    elif action.measure in BARRING_MEASURES:
        _bar(player, action, moderator, text)


def end_measure(
    *, player: Player, action: ModAction, moderator: User | None, now: datetime
) -> None:
    """End the restriction that a decision began; a restriction that is over already stays as it is.

    `moderator` is who does it, None the site.
    """
    if action.measure in SIGNUP_BANS:
        lift_signup_bans(action=action.number, lifted_by=moderator)
    elif action.measure in RESTRICTIONS:
        running = Restriction.objects.filter(action=action.number, lifted_at=None)
        running.update(lifted_at=now)
    elif action.measure == "pause":
        for pause in PlayerPause.objects.filter(player=player, facts__action=action.number):
            lift_pause(pause=pause, reason="taken back", now=now)
    elif action.measure in BARRING_MEASURES and player.user is not None:
        with suppress(NotBarredError):  # it has ended by itself
            lift_bar(user=player.user, lifted_by=moderator)


def _bar(player: Player, action: ModAction, moderator: User | None, text: str) -> None:
    """Bar the account of a player, so that its owner cannot sign in.

    Raises:
        CaseError: `no_account`, `protected` or `barred`.
    """
    if player.user is None:
        raise CaseError("no_account")
    try:
        bar_account(user=player.user, reason=text[:500], until=action.ends_at, barred_by=moderator)
    except ProtectedAccountError:
        raise CaseError("protected") from None
    except AlreadyBarredError:
        raise CaseError("barred") from None
