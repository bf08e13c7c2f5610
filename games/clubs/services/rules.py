"""A club's own rules, and tables opened for a club."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.clubs.models import Club, ClubRuleset
from games.clubs.rules.rights import Right
from games.clubs.services.access import lock_club, require_right, write_log
from games.common.errors import ClubError
from games.conduct.chat_filter import has_link, is_bad
from games.engine import build_ruleset
from games.models import Player, Table
from games.services.chat import tidy
from games.services.rulesets import ruleset_row
from games.services.tables import TableOptions, open_table

MAX_RULESETS: Final = 12
"""Rules that one club may keep."""
MAX_NAME: Final = 40


@transaction.atomic
def keep_rules(
    *,
    club: Club,
    player: Player,
    name: str,
    preset: str,
    players: int,
    options: Mapping[str, Any] | None = None,
    now: datetime | None = None,
) -> ClubRuleset:
    """Store rules for a club's tables under a name, replacing those of that name; locks the club.

    Raises:
        RulesetError: the rules cannot be played.
        ClubError: `no_such_club`, `not_member`, `no_right`, `bad_name` or `too_many_rules`.
    """
    now = now or timezone.now()
    club = lock_club(club)
    require_right(club, player, Right.RULESETS)
    words = tidy(name, MAX_NAME + 1)
    if not words or len(words) > MAX_NAME or is_bad(words) or has_link(words):
        raise ClubError("bad_name")
    ruleset = build_ruleset(preset, players, options)
    _ = ruleset.rules  # refuses what is not built yet
    ClubRuleset.objects.filter(club=club, name__iexact=words).delete()
    if club.rulesets.count() >= MAX_RULESETS:
        raise ClubError("too_many_rules")
    try:
        with transaction.atomic():
            stored = ClubRuleset.objects.create(
                club=club, name=words, ruleset=ruleset_row(ruleset), players=players
            )
    except IntegrityError as error:  # equal in the eyes of this database alone
        raise ClubError("bad_name") from error
    write_log(club=club, kind="rules", actor=player, note=words, now=now)
    return stored


@transaction.atomic
def drop_rules(*, club: Club, player: Player, rules: int, now: datetime | None = None) -> None:
    """Delete rules (row id) of a club; tables that play by them go on. It locks the club.

    Raises:
        ClubError: `no_such_club`, `not_member`, `no_right` or `no_rules`.
    """
    club = lock_club(club)
    require_right(club, player, Right.RULESETS)
    row = ClubRuleset.objects.filter(club=club, pk=rules).first()
    if row is None:
        raise ClubError("no_rules")
    row.delete()
    write_log(club=club, kind="rules", actor=player, note=row.name, now=now or timezone.now())


@transaction.atomic
def open_club_table(*, club: Club, host: Player, chosen: TableOptions, address: str = "") -> Table:
    """Open a table for a club, whose members find it on the club's page. It locks the club.

    Raises:
        RulesetError: the rules cannot be played.
        TableError: a code of `open_table`.
        ClubError: `no_such_club`, `not_member` or `no_right`.
    """
    club = lock_club(club)
    require_right(club, host, Right.TABLES)
    chosen = replace(chosen, quick=False)
    if club.tables_closed:  # it is in no list but the club's, and nobody else is told of it
        chosen = replace(chosen, visibility=Table.Visibility.LINK)
    table = open_table(host=host, chosen=chosen, address=address)
    table.club = club
    table.save(update_fields=["club", "updated_at"])
    return table
