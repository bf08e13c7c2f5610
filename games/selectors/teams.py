"""Reads of teams: one team with what it gains over its players, its rivals, and proposals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from django.db.models import Q

from games.models import Player, Rating, Seat, Team, TeamPlayer, TeamProposal, TeamRating
from games.models.people import PlayerKind
from games.selectors.private_figures import of_private_team
from games.selectors.ratings import ranked_teams
from games.stats.figures import BOTS
from games.stats.ratings import deviation

SHOWN_MATCHES: Final = 100
"""Number of a team's latest matches in which its rivals are counted."""
SHOWN_RIVALS: Final = 6
MAX_COUNTED_PLACES: Final = 500
"""Greatest place in the ranking of teams that is computed."""
GAIN_FROM_MATCHES: Final = 20
"""Number of rated matches from which it is shown what a team gains over its players."""


@dataclass(frozen=True, slots=True)
class MemberRating:
    """A player's rating in points, with its margin (one standard deviation)."""

    rating: int
    deviation: int


@dataclass(frozen=True, slots=True)
class TeamStrength:
    """A team's rating in one pool (kind of match), beside the ratings of its players."""

    pool: str
    rating: int
    deviation: int
    """Margin of the rating in points: one standard deviation."""
    matches: int
    place: int | None
    """Place in the ranking of teams; MAX_COUNTED_PLACES + 1 beyond it; None if not ranked yet."""
    of: int
    """Number of teams on that ranking, counted up to MAX_COUNTED_PLACES."""
    members: Mapping[str, MemberRating]
    """Ratings of the players in the same pool, by name; without those who have none."""
    missing: int
    """Rated matches until it is shown what the team gains."""
    gain: int | None
    """Rating less the mean of the players' own; None before, or where somebody has none."""


@dataclass(frozen=True, slots=True)
class TeamRival:
    """One opposing team, with the numbers of matches won and lost against it."""

    team: int
    name: str
    players: tuple[str, ...]
    won: int
    lost: int


def team_or_none(team: int) -> Team | None:
    """Return the team with this row id, or None."""
    return Team.objects.filter(pk=team).first()


def players_of(teams: Iterable[int]) -> dict[int, list[Player]]:
    """Return team (row id) -> its players in the order of their ids."""
    players_by_team: dict[int, list[Player]] = {team: [] for team in teams}
    rows = TeamPlayer.objects.filter(team__in=list(players_by_team)).select_related("player__user")
    for row in rows.order_by("team", "player"):
        players_by_team[row.team_id].append(row.player)
    return players_by_team


def team_strength(team: int, players: Sequence[Player]) -> TeamStrength | None:
    """Return a team's rating in the pool (kind of match) it has played most; None without one."""
    row = (
        TeamRating.objects.filter(team=team)
        .exclude(pool__startswith=BOTS)
        .order_by("-matches", "pool")
        .first()
    )
    if row is None:
        return None
    rows = Rating.objects.filter(player__in=players, pool=row.pool)
    members = {
        name: MemberRating(shown, deviation(sigma))
        for name, shown, sigma in rows.values_list("player__name", "display", "sigma")
    }
    ranked = ranked_teams(row.pool)
    board = ranked.exclude(of_private_team("team"))
    above = Q(display__gt=row.display) | Q(display=row.display, pk__lt=row.pk)
    missing = max(0, GAIN_FROM_MATCHES - row.matches)
    known = not missing and len(members) == len(players)
    return TeamStrength(
        pool=row.pool,
        rating=row.display,
        deviation=deviation(row.sigma),
        matches=row.matches,
        place=(
            board.filter(above)[:MAX_COUNTED_PLACES].count() + 1
            if ranked.filter(pk=row.pk).exists()
            else None
        ),
        of=board[:MAX_COUNTED_PLACES].count(),
        members=members,
        missing=missing,
        gain=round(row.display - fmean(member.rating for member in members.values()))
        if known
        else None,
    )


def team_rivals(team: int) -> list[TeamRival]:
    """Return the teams that a team (row id) has met most in its latest SHOWN_MATCHES matches."""
    own = Seat.objects.filter(team=team, finished_at__isnull=False)
    rows = own.order_by("-finished_at", "-match").values_list("match", "won")
    results = dict(rows[: 3 * SHOWN_MATCHES])
    met: dict[int, int] = dict(
        Seat.objects.filter(match__in=list(results)[:SHOWN_MATCHES], team__isnull=False)
        .exclude(team=team)
        .values_list("match", "team")
    )
    won = Counter(rival for match, rival in met.items() if results[match] is True)
    lost = Counter(rival for match, rival in met.items() if results[match] is False)
    most = [rival for rival, _count in Counter(met.values()).most_common(SHOWN_RIVALS)]
    names = dict(Team.objects.filter(pk__in=most).values_list("pk", "name"))
    players = players_of(most)
    return [
        TeamRival(
            rival,
            names[rival],
            tuple(player.name for player in players[rival]),
            won[rival],
            lost[rival],
        )
        for rival in most
    ]


def own_teams(player: Player) -> list[Team]:
    """Return the founded teams of a player, the latest first."""
    teams = Team.objects.filter(players=player, founded_at__isnull=False, dissolved_at=None)
    return list(teams.order_by("-founded_at", "-pk"))


def proposal_or_none(proposal: int, player: Player) -> TeamProposal | None:
    """Return a proposal (row id) that a player is part of, or None."""
    return TeamProposal.objects.filter(pk=proposal, people__player=player).first()


def proposals_to(player: Player) -> list[TeamProposal]:
    """Return the proposals of teams that wait for a player's answer, the latest first."""
    proposals = TeamProposal.objects.filter(people__player=player, people__agreed=False)
    return list(proposals.select_related("founder").order_by("-pk"))


def proposals_by(player: Player) -> list[TeamProposal]:
    """Return the proposals of teams that a player agreed to and that wait for others, latest first."""
    proposals = TeamProposal.objects.filter(people__player=player, people__agreed=True)
    return list(proposals.select_related("founder").order_by("-pk"))


def proposal_players(proposals: Sequence[TeamProposal]) -> dict[int, list[str]]:
    """Return proposal (row id) -> names of its players."""
    names_by_proposal: dict[int, list[str]] = {proposal.pk: [] for proposal in proposals}
    rows = TeamProposal.objects.filter(pk__in=list(names_by_proposal)).order_by("people__player")
    for proposal, name in rows.values_list("pk", "people__player__name"):
        names_by_proposal[proposal].append(name)
    return names_by_proposal


def may_found_together(player: Player, other: Player) -> bool:
    """Return whether two people may found a team of two: with accounts, and none together yet."""
    people = (player, other)
    if player.pk == other.pk or any(person.user_id is None or person.bot for person in people):
        return False
    if any(person.kind == PlayerKind.GUEST for person in people):
        return False
    key = "-".join(map(str, sorted((player.pk, other.pk))))
    return not Team.objects.filter(key=key, founded_at__isnull=False, dissolved_at=None).exists()
