"""Substitutes of one league match."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.common.errors import LeagueError
from games.leagues.models import FixtureSubstitute, LeagueFixture, LeagueSeason
from games.leagues.models.matches import FixtureState, LeagueAction
from games.leagues.rules.substitutes import MAX_SUBSTITUTES, is_alike
from games.leagues.services.locking import lock_fixture, note, own_side, touch
from games.models import Player, Rating
from games.stats.pools import pool_name
from games.stats.ratings import START_MU


@transaction.atomic
def substitute(
    *,
    fixture: LeagueFixture,
    player: Player,
    absent: int,
    substitute: int,
    now: datetime | None = None,
) -> None:
    """Replace an absent player of one's own side by a substitute, for one league match.

    `absent` and `substitute` are row ids of players; naming the absent player as substitute ends
    it. It locks the season and the match.

    Raises:
        LeagueError: `not_yours`, `match_over`, `bad_substitute` for somebody who is no substitute
            of the side that has agreed, `too_many_substitutes`, or `not_alike` where the ratings
            are too far apart.
    """
    now = now or timezone.now()
    fixture = lock_fixture(fixture)
    member = own_side(fixture, player)
    if fixture.state not in (FixtureState.OPEN, FixtureState.AGREED):
        raise LeagueError("match_over")
    people = {person.player_id: person for person in member.entrant.people.filter(agreed=True)}
    if absent not in people or people[absent].substitute:
        raise LeagueError("bad_substitute")
    rows = fixture.substitutes.filter(entrant=member.entrant_id)
    rows.filter(absent=absent).delete()
    if substitute != absent:
        if substitute not in people or not people[substitute].substitute:
            raise LeagueError("bad_substitute")
        if rows.filter(player=substitute).exists():
            raise LeagueError("bad_substitute")
        if rows.count() >= MAX_SUBSTITUTES:
            raise LeagueError("too_many_substitutes")
        mus = ratings_mu(fixture.season, [absent, substitute])
        if not is_alike(mus[substitute], mus[absent]):
            raise LeagueError("not_alike")
        FixtureSubstitute.objects.create(
            fixture=fixture, entrant_id=member.entrant_id, absent_id=absent, player_id=substitute
        )
        note(
            season=fixture.season, kind=LeagueAction.Kind.SUBSTITUTE, now=now, actor=player,
            fixture=fixture, entrant=member.entrant, facts={"absent": absent, "player": substitute},
        )  # fmt: skip
    touch(fixture.season)


def ratings_mu(season: LeagueSeason, players: list[int]) -> dict[int, float]:
    """Return player (row id) -> mu, the openskill rating's mean, in the league's kind of match.

    A player without a rating has the initial one.
    """
    pool = pool_name(4, season.league.ruleset.options)
    stored = dict(Rating.objects.filter(pool=pool, player__in=players).values_list("player", "mu"))
    return {player: stored.get(player, START_MU) for player in players}
