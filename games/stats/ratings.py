"""Ratings by openskill's Plackett-Luce model over sides, shown on a scale around 1500."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import exp, sqrt
from typing import Final, TypeAlias

from openskill.models import PlackettLuce

from games.stats.results import Record

CENTRE: Final = 1500
"""The rating shown at the start."""
PER_MU: Final = 40
"""Points on the scale shown for one unit of mu."""
START_SIGMA: Final = 3.5
"""Sigma of a new rating: 140 points shown.

People differ by far less in a game with this much luck than the 333 points with which the model
comes: such a start puts ratings off by more than that difference for the first forty matches.
"""
PROVISIONAL_SIGMA: Final = 3.0
"""Sigma (120 points shown) above which a rating is provisional: on no leaderboard, without a best."""
TEAM_MATCHES: Final = 5
"""Rated matches before which a team's rating is provisional too, as its first one is its players'."""

RATING_RULE: Final = 4
"""Version of the rule by which matches that end now move ratings; `Match.rating_rule` stores it.

A match keeps the version of its end for good, so rebuilding never counts it by a later rule. Each
version that changed something has a constant here that names it:

- 0: no bound on steps;
- 1: a bound on steps, but leavers are rated by the result;
- 2 (`LEAVERS_LOSE`): leavers lose, and shield their partners;
- 3 (`TEAMS_KNOW_PLAYERS`): teams begin with what their players are worth;
- 4 (`LEAVERS_PAY`): those who stayed share what the leavers lose, and lose nothing.
"""
MAX_STEP: Final = 60
"""Points shown by which one match moves a rating at most that is not provisional."""
MAX_FIRST_STEP: Final = 150
"""Points shown by which one match moves a provisional rating at most."""

_model = PlackettLuce(sigma=START_SIGMA)
START_MU: Final = float(_model.mu)
BETA: Final = float(_model.beta)
"""The model's standard deviation of one performance, in units of mu."""


@dataclass(slots=True)
class Standing:
    """State of a rating: mu and sigma of the openskill model, matches, and the best value shown."""

    mu: float = START_MU
    sigma: float = START_SIGMA
    matches: int = 0
    best: int | None = None
    """The highest rating shown since it is no longer provisional; None before."""

    @property
    def display(self) -> int:
        """Return the rating as players see it, on a scale around 1500."""
        return display(self.mu)

    @property
    def provisional(self) -> bool:
        """Return True if the rating is too uncertain for a leaderboard."""
        return self.sigma > PROVISIONAL_SIGMA

    def move(self, mu: float, sigma: float) -> None:
        """Set the rating's mu and sigma after one more match; update the best value shown."""
        self.mu, self.sigma = mu, sigma
        self.matches += 1
        if not self.provisional:
            self.best = max(self.display, self.best if self.best is not None else self.display)

    def refund(self, mu: float) -> None:
        """Add a refund (negative: take back) to the rating's mu; sigma, matches and best stay."""
        self.mu += mu

    @property
    def max_change(self) -> float:
        """Return the largest change of mu by one match."""
        return (MAX_FIRST_STEP if self.provisional else MAX_STEP) / PER_MU

    def bounded(self, mu: float) -> float:
        """Return `mu`, or the nearest value to which one match may move this rating."""
        return min(max(mu, self.mu - self.max_change), self.mu + self.max_change)


LEAVERS_LOSE: Final = 2
"""First version of the rating rule by which whoever leaves loses."""
TEAMS_KNOW_PLAYERS: Final = 3
"""First version of the rating rule by which a team begins with, and is drawn to, its players' ratings."""
LEAVERS_PAY: Final = 4
"""First version of the rating rule by which those who stay never lose: they share the leavers' losses."""
TEAM_SPREAD: Final = 2.0
"""Standard deviation, in units of mu, of what a team is better or worse than its players."""
TEAM_SIGMA: Final = 1.5
"""Least sigma that a team's rating has before a match."""
BISECTION_STEPS: Final = 60
"""Steps of the search for the shift at which shared gains add up to the losses."""
EARLY: Final = "early"
"""The mark of a player who left before half of the match was played."""
NOBODY: Final[Mapping[int, str]] = {}
Values: TypeAlias = tuple[float, float]
"""The mu and sigma of a rating."""
Sides: TypeAlias = Sequence[Sequence[int]]
"""Row ids of the players or teams rated, by side."""


def display(mu: float) -> int:
    """Return the rating that players see, on a scale around 1500, for a value of mu.

    >>> display(START_MU), display(START_MU + 1)
    (1500, 1540)
    """
    return round(CENTRE + PER_MU * (mu - START_MU))


def deviation(sigma: float) -> int:
    """Return a rating's standard deviation on the scale shown to players, from its sigma."""
    return round(PER_MU * sigma)


def win_probability(own: Sequence[Values], other: Sequence[Values]) -> float:
    """Return the probability that one side beats another, from mu and sigma of its players.

    It is the model's own logistic curve over the difference of the sums of mu.

    >>> win_probability([(25.0, 3.0)], [(25.0, 1.0)])
    0.5
    >>> round(win_probability([(30.0, 2.0)], [(25.0, 2.0)]), 3)
    0.682
    """
    difference = sum(mu for mu, _ in own) - sum(mu for mu, _ in other)
    spread = sqrt(2 * BETA**2 + sum(sigma**2 for _, sigma in (*own, *other)))
    return 1 / (1 + exp(-difference / spread))


def rate(
    sides: Sequence[Sequence[tuple[float, float]]], ranks: Sequence[int]
) -> list[list[tuple[float, float]]]:
    """Return the new (mu, sigma) of every player, by side, from the old and the ranks of the sides.

    Lower ranks are better; equal ranks are a tie.
    """
    teams = [[_model.rating(mu=mu, sigma=sigma) for mu, sigma in side] for side in sides]
    rated = _model.rate(teams, ranks=[float(rank) for rank in ranks])
    return [[(float(rating.mu), float(rating.sigma)) for rating in side] for side in rated]


def rate_match(
    standings: Mapping[int, Standing],
    sides: Sides,
    ranks: Sequence[int],
    *,
    rule: int = RATING_RULE,
    moving: Collection[int] | None = None,
    leavers: Mapping[int, str] = NOBODY,
) -> None:
    """Change the standings (by id) of those who played one match, by this version of the rule.

    `moving` are the sides whose ratings the match moves; None means all. `leavers` are the players
    who had left at the end, each with `EARLY`, or another text where half of the match was played.
    See `_rate_left_match`; by earlier versions they were rated as if their side came last and
    shielded their partners, and all others were rated by the result.
    """
    if (
        rule >= LEAVERS_PAY
        and leavers
        and any(player not in leavers for side in sides for player in side)
    ):
        _rate_left_match(standings, sides, ranks, moving=moving, leavers=leavers)
        return
    values = [
        [(standings[player].mu, standings[player].sigma) for player in side] for side in sides
    ]
    ratings = rate(values, ranks)
    for number, side in enumerate(sides):
        if moving is not None and number not in moving:
            continue
        changed = ratings[number]
        if LEAVERS_LOSE <= rule < LEAVERS_PAY and any(player in leavers for player in side):
            as_last = rate(values, _last(ranks, number))[number]
            changed = _after_leaving(side, values[number], changed, as_last, leavers)
        for player, (mu, sigma) in zip(side, changed, strict=True):
            standings[player].move(standings[player].bounded(mu) if rule else mu, sigma)


def rate_team_match(
    standings: Mapping[int, Standing],
    teams: Sides,
    players: Sequence[Sequence[Values]],
    ranks: Sequence[int],
    *,
    moving: Collection[int] | None = None,
) -> None:
    """Change the standings (by id) of the teams that played one match; one team a side.

    `players` are mu and sigma of each side's players before the match. A team plays as that many
    players of its own strength, so its rating and theirs are on one scale. `moving` are the sides
    whose ratings the match moves; None means all.
    """
    sizes = [len(side) for side in players]
    priors = [
        team_prior(standings[team], side) for (team,), side in zip(teams, players, strict=True)
    ]
    sums = [[(size * mu, size * sigma)] for size, (mu, sigma) in zip(sizes, priors, strict=True)]
    for number, [(mu, sigma)] in enumerate(rate(sums, ranks)):
        if moving is not None and number not in moving:
            continue
        team = standings[teams[number][0]]
        if not team.matches:
            team.mu = priors[number][0]
        team.move(team.bounded(mu / sizes[number]), sigma / sizes[number])


def team_prior(team: Standing, players: Sequence[Values]) -> Values:
    """Return the (mu, sigma) expected of a team before a match, by its own and its players' ones.

    A new team is expected to be as its players are on average. Later both count by their certainty,
    as the players go on with others while the team does not play; it never becomes so certain that a
    match moves it no more.

    >>> team_prior(Standing(), [(24.0, 3.0), (30.0, 4.0)])
    (27.0, 3.2015621187164243)
    """
    mu = sum(player_mu for player_mu, _ in players) / len(players)
    variance = sum(sigma**2 for _, sigma in players) / len(players) ** 2 + TEAM_SPREAD**2
    if not team.matches:
        return mu, sqrt(variance)
    own, theirs = 1 / team.sigma**2, 1 / variance
    return (own * team.mu + theirs * mu) / (own + theirs), max(TEAM_SIGMA, (own + theirs) ** -0.5)


def _last(ranks: Sequence[int], side: int) -> list[int]:
    """Return the ranks by side, changed so that one side comes last alone."""
    return [max(ranks) + 1 if number == side else rank for number, rank in enumerate(ranks)]


def _rate_left_match(
    standings: Mapping[int, Standing],
    sides: Sides,
    ranks: Sequence[int],
    *,
    moving: Collection[int] | None,
    leavers: Collection[int],
) -> None:
    """Change the standings (by id) of those who played a match that some of them have left.

    A leaver loses what coming last costs, or what losing to an average player of those who stayed
    costs if that is more. Those who stayed share what the leavers lose: by the result, but none of
    them loses. So with equal sigmas the changes add up to 0.
    """
    has_left = [all(player in leavers for player in side) for side in sides]
    order = [max(ranks) + 1 if has_left[number] else rank for number, rank in enumerate(ranks)]
    values = [
        [(standings[player].mu, standings[player].sigma) for player in side] for side in sides
    ]
    by_result = rate(values, order)
    stayers = [player for side in sides for player in side if player not in leavers]
    average = _average([standings[player] for player in stayers])
    ratings: dict[int, Values] = {}
    for number, side in enumerate(sides):
        last = rate(values, _last(order, number))[number]
        for place, player in enumerate(side):
            ratings[player] = by_result[number][place]
            if player in leavers:
                against_average = rate([[values[number][place]], [average]], [1, 0])[0][0]
                mu, sigma = min(ratings[player], last[place], against_average)
                ratings[player] = standings[player].bounded(mu), sigma
    losses = {
        player: standings[player].mu - ratings[player][0]
        for side in sides
        for player in side
        if player in leavers
    }
    gains = {player: ratings[player][0] - standings[player].mu for player in stayers}
    for player, gain in _shared_gains(standings, gains, losses).items():
        ratings[player] = standings[player].mu + gain, ratings[player][1]
    for number, side in enumerate(sides):
        if moving is None or number in moving:
            for player in side:
                standings[player].move(*ratings[player])


def _average(players: Sequence[Standing]) -> Values:
    """Return (mu, sigma) of an average player of these: mean mu, root mean square of sigma."""
    count = len(players)
    mu = sum(standing.mu for standing in players) / count
    return mu, sqrt(sum(standing.sigma**2 for standing in players) / count)


def _shared_gains(
    standings: Mapping[int, Standing], gains: Mapping[int, float], losses: Mapping[int, float]
) -> dict[int, float]:
    """Return the gain of mu of each player who stayed, when they share the losses of the leavers.

    `gains` are the changes by the result. As in the model a change is in proportion to the square
    of the sigma: all gains are raised or lowered alike in that unit until they add up to the
    losses, and none falls below 0. A gain is bounded by the usual step, or by all the losses
    together if those are more.
    """
    total = sum(loss / standings[player].sigma ** 2 for player, loss in losses.items())
    shares = {player: gain / standings[player].sigma ** 2 for player, gain in gains.items()}
    total_loss = sum(losses.values())
    bounds = {
        player: max(standings[player].max_change, total_loss) / standings[player].sigma ** 2
        for player in shares
    }

    def raised(by: float) -> dict[int, float]:
        return {
            player: min(max(share + by, 0.0), bounds[player]) for player, share in shares.items()
        }

    lowest, highest = -max(shares.values()), total - min(shares.values())
    for _ in range(BISECTION_STEPS):
        middle = (lowest + highest) / 2
        if sum(raised(middle).values()) < total:
            lowest = middle
        else:
            highest = middle
    return {
        player: share * standings[player].sigma ** 2 for player, share in raised(highest).items()
    }


def _after_leaving(
    side: Sequence[int],
    values: Sequence[Values],
    by_result: Sequence[Values],
    as_last: Sequence[Values],
    leavers: Mapping[int, str],
) -> list[Values]:
    """Return new (mu, sigma) of each player on a side with a leaver, by rules before LEAVERS_PAY.

    `by_result` are ratings by the result, `as_last` those if the side came last. A leaver gets the
    worse; a partner of an early leaver loses nothing, else half of what the result takes.
    """
    early = any(leavers.get(player) == EARLY for player in side)
    ratings = []
    for player, (before, _), (mu, sigma), loss in zip(
        side, values, by_result, as_last, strict=True
    ):
        if player in leavers:
            ratings.append(loss if loss[0] < mu else (mu, sigma))
        else:
            shield = 0.0 if early else 0.5
            ratings.append((before + shield * (mu - before) if mu < before else mu, sigma))
    return ratings


def ranks_of(record: Record) -> list[int]:
    """Return the rank of each side: 0 for winners, then by score; equal scores are equal ranks.

    After an agreed draw all sides have rank 0, whatever the score was.
    """
    winners, score = record["winners"], record["score"]
    if record.get("ended_by") == "agreed":
        return [0] * len(record["sides"])
    return [
        0 if side in winners else 1 + sum(1 for other in set(score) if other > score[side])
        for side in range(len(record["sides"]))
    ]
