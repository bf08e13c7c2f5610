"""Which matches move ratings, and how ratings keep their history."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import PRESETS, build_ruleset
from games.models import Match, Player, Rating, RatingPoint, TeamRating, TeamRatingPoint
from games.models.people import PlayerKind
from games.selectors import ratings
from games.selectors.team_ratings import team_rating_history
from games.stats.pools import pool_name, pool_names
from games.stats.rated import unrated_reason
from games.stats.ratings import (
    CENTRE,
    PROVISIONAL_SIGMA,
    TEAM_MATCHES,
    TEAM_SIGMA,
    Standing,
    deviation,
    rate,
    rate_match,
    rate_team_match,
    team_prior,
    win_probability,
)
from tests.record.family import EVERY_PRESET
from tests.stats.support import PEOPLE, stored
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db


def rated(
    preset: str = "ludoteka",
    players: int = 2,
    kinds: tuple[str, ...] = (),
    ids: tuple[int, ...] = (),
    **options: Any,
) -> bool:
    changed = {name.replace("__", "."): value for name, value in options.items()}
    ruleset = build_ruleset(preset, players, changed)
    return not unrated_reason(
        preset,
        ruleset.options,
        sides=ruleset.rules.sides,
        players=ids or tuple(range(players)),
        kinds=kinds or ("human",) * players,
    )


@pytest.mark.parametrize(("preset", "players", "teams"), EVERY_PRESET)
def test_named_rules_are_rated_whatever_their_length_and_stake(preset, players, teams):
    length = {"match__target": 7} if "match.max_deals" not in PRESETS[preset].changes else {}
    assert rated(preset, players, teams=teams, pot__stake=5, **length)


def test_other_rules_are_casual():
    assert not rated(open_hands=True)
    assert not rated(ranks="tuscan")
    assert not rated(players=4, talk__mode="parlant")


def test_partners_with_signs_are_rated_in_a_pool_of_their_own():
    signs = {"teams": "pairs", "talk__mode": "senas"}
    assert rated(players=4, **signs)
    assert rated(players=4, **signs, talk__seen_by="gaze")
    assert not rated(players=4, **signs, talk__truth="free")
    assert not rated(players=4, **signs, talk__leak=0.5)
    options = build_ruleset("ludoteka", 4, {"teams": "pairs", "talk.mode": "senas"}).options
    assert pool_name(4, options) == "4-pairs-signs"
    assert {"4-pairs-signs", "6-pairs-signs", "6-threes-signs"} <= set(pool_names())


def test_people_are_rated_among_people_and_bots_among_bots():
    assert rated(kinds=("bot", "bot"))
    assert not rated(kinds=("human", "bot"))
    assert not rated(ids=(3, 3))


def test_guests_are_rated_where_nobody_elses_rating_is_at_stake():
    assert rated(kinds=("human", "guest"))
    assert rated(players=4, teams="individual", kinds=("human", "guest", "guest", "human"))
    assert not rated(players=4, teams="pairs", kinds=("human", "guest", "human", "human"))


def test_every_reason_has_a_code():
    options = build_ruleset("ludoteka", 4).options
    people, sides = ("human",) * 4, [[0, 2], [1, 3]]

    def reason(options=options, players=(1, 2, 3, 4), kinds=people, **more: Any) -> str:
        return unrated_reason(
            "ludoteka", options, sides=sides, players=players, kinds=kinds, **more
        )

    assert reason() == ""
    assert reason({**options, "open_hands": True}) == "other_rules"
    assert reason(duplicate=True) == "duplicate"
    assert reason(players=(1, 2, 1, 4)) == "two_seats"
    assert reason(kinds=("human", "human", "bot", "bot")) == "with_bots"
    assert reason(kinds=("human", "human", "bot", "bot"), mixed=True) == ""
    assert reason(kinds=("human", "guest", "human", "human")) == "guest_partner"


@pytest.mark.parametrize(("sigma", "step"), [(8.0, 150), (PROVISIONAL_SIGMA, 40)])
def test_one_match_moves_a_rating_by_a_bounded_step(monkeypatch, sigma, step):
    monkeypatch.setattr("games.stats.ratings.MAX_STEP", 40)
    values = [[(5.0, sigma)], [(45.0, sigma)]]
    weak, strong = (Standing(*side[0]) for side in values)
    held = {1: weak, 2: strong}
    before = {number: standing.display for number, standing in held.items()}
    sigmas = [after for side in rate(values, [0, 1]) for _, after in side]
    rate_match(held, [[1], [2]], [0, 1])
    assert weak.display - before[1] == step
    assert strong.display - before[2] == -step
    assert [weak.sigma, strong.sigma] == sigmas


def test_a_small_step_is_as_the_model_says():
    held = {1: Standing(25.0, 2.0, 50), 2: Standing(25.0, 2.0, 50)}
    rate_match(held, [[1], [2]], [0, 1])
    ((won,), (lost,)) = rate([[(25.0, 2.0)], [(25.0, 2.0)]], [0, 1])
    assert [(one.mu, one.sigma) for one in held.values()] == [won, lost]


def test_only_the_sides_that_are_named_are_moved():
    held = {1: Standing(), 2: Standing()}
    rate_match(held, [[1], [2]], [0, 1], moving=[1])
    assert (held[1].mu, held[1].matches) == (Standing().mu, 0)
    assert held[2].mu < Standing().mu
    assert held[2].matches == 1


def test_a_new_team_begins_with_the_ratings_of_its_players():
    held = {1: Standing(), 2: Standing()}
    strong, weak = [(35.0, 1.0)] * 2, [(20.0, 1.0)] * 2
    assert team_prior(held[1], strong)[0] == 35.0
    rate_team_match(held, [[1], [2]], [strong, weak], [0, 1])
    assert 35.0 < held[1].mu < 35.5, "it won as was expected"
    assert 19.5 < held[2].mu < 20.0
    assert (held[1].matches, held[2].matches) == (1, 1)


def test_a_team_is_drawn_to_its_players_who_went_on_without_it():
    team = Standing(25.0, 2.0, 8)
    assert team_prior(team, [(33.0, 1.0), (33.0, 1.0)])[0] == pytest.approx(28.8, abs=0.1)
    assert team_prior(team, [(25.0, 1.0), (25.0, 1.0)]) == (25.0, TEAM_SIGMA)


def test_one_match_moves_a_team_by_a_bounded_step_and_only_the_sides_named():
    held = {1: Standing(25.0, 3.0, 9), 2: Standing(25.0, 3.0, 9)}
    rate_team_match(held, [[1], [2]], [[(60.0, 1.0)] * 2, [(25.0, 8.0)] * 2], [0, 1], moving=[0])
    assert held[1].display == 1560
    assert (held[2].display, held[2].matches) == (1500, 9)


def test_pairs_on_one_scale_with_their_players_move_by_half_of_what_a_single_player_does():
    held = {1: Standing(), 2: Standing()}
    rate_team_match(held, [[1], [2]], [[(25.0, 2.0)] * 2] * 2, [0, 1])
    sigma = 2 * team_prior(Standing(), [(25.0, 2.0)] * 2)[1]
    (((mu, _sigma),), _lost) = rate([[(50.0, sigma)], [(50.0, sigma)]], [0, 1])
    assert held[1].mu == pytest.approx(mu / 2)


def test_a_casual_match_counts_and_moves_nothing():
    match = stored(options={"ranks": "tuscan"})
    assert not match.rated
    assert not Rating.objects.exists()
    assert Match.objects.get(counted__isnull=False) == match


def test_every_rated_match_leaves_a_point():
    for day in range(4):
        stored(day=day, seed=f"points {day}")
    stored(day=5, options={"ranks": "tuscan"})
    for name in PEOPLE[:2]:
        row = Rating.objects.get(player__name=name, pool="2")
        points = list(row.history.order_by("number"))
        assert [point.number for point in points] == [1, 2, 3, 4]
        assert points[-1].display == row.display
        assert points[-1].deviation == deviation(row.sigma)
        ended = [point.match.finished_at for point in points]
        assert ended == sorted(ended)
    assert RatingPoint.objects.count() == 8


def test_a_history_tells_each_change_across_its_pages():
    for day in range(5):
        stored(day=day, seed=f"history {day}")
    ana = player_without_account("Ana")
    found, cursor = [], None
    while True:
        page = ratings.rating_history(player=ana.pk, pool="2", cursor=cursor, limit=2)
        found += page.rows
        cursor = page.next
        if cursor is None:
            break
    assert [row["number"] for row in found] == [5, 4, 3, 2, 1]
    assert sum(row["change"] for row in found) == found[0]["rating"] - CENTRE
    assert found[0]["rating"] == Rating.objects.get(player=ana, pool="2").display
    assert ratings.rating_history(player=ana.pk, pool="3").rows == []


def test_the_best_rating_is_kept_from_when_it_is_no_longer_provisional(monkeypatch):
    monkeypatch.setattr("games.stats.ratings.PROVISIONAL_SIGMA", 3.4)
    certain = []
    for day in range(9):
        stored(day=day, seed=f"best {day}")
        row = Rating.objects.get(player__name="Ana", pool="2")
        if row.sigma <= 3.4:
            certain.append(row.display)
        assert row.best == (max(certain) if certain else None)
    assert 1 < len(certain) < 9


def test_a_new_rating_is_provisional_until_its_margin_is_small_enough():
    stored()
    ana = player_without_account("Ana")
    (row,) = ratings.player_ratings(ana.pk)
    assert (row["provisional"], row["deviation"]) == (True, deviation(3.46))
    Rating.objects.update(sigma=PROVISIONAL_SIGMA + 0.001, matches=900)
    assert ratings.player_ratings(ana.pk)[0]["provisional"]
    assert ratings.leaderboard("2").rows == []
    Rating.objects.update(sigma=PROVISIONAL_SIGMA)
    assert not ratings.player_ratings(ana.pk)[0]["provisional"]
    assert len(ratings.leaderboard("2").rows) == 2


def test_a_team_of_well_known_players_is_ranked_only_after_some_matches_of_its_own():
    stored(PEOPLE[:4], options={"teams": "pairs"})
    TeamRating.objects.update(sigma=1.5)
    team = TeamRating.objects.earliest("pk").team_id
    assert ratings.team_ratings(team)["4-pairs"]["provisional"]
    assert not ratings.ranked_teams("4-pairs").exists()
    TeamRating.objects.update(matches=TEAM_MATCHES)
    assert not ratings.team_ratings(team)["4-pairs"]["provisional"]
    assert ratings.ranked_teams("4-pairs").count() == 2


def test_sides_are_expected_to_win_by_the_sum_of_their_ratings():
    even, better, unsure = [(25.0, 2.5)], [(30.0, 2.5)], [(30.0, 8.3)]
    assert win_probability(even, even) == 0.5
    assert win_probability(better, even) == pytest.approx(1 - win_probability(even, better))
    assert win_probability(better, even) > 0.65
    assert 0.5 < win_probability(unsure, even) < win_probability(better, even)
    pair = [(27.0, 2.0), (23.0, 2.0)]
    assert win_probability(pair, [(24.0, 2.0), (26.0, 2.0)]) == 0.5


def test_teams_are_rated_among_teams():
    match = stored(PEOPLE[:4], options={"teams": "pairs"})
    rows = {row.team_id: row for row in TeamRating.objects.filter(pool="4-pairs")}
    sides = {seat.side: seat.team_id for seat in match.seats.all()}
    won, lost = sides[match.winners[0]], sides[1 - match.winners[0]]
    assert rows[won].display > CENTRE > rows[lost].display
    stored(PEOPLE[:4], day=1, options={"teams": "individual"})
    assert TeamRating.objects.count() == 2


def test_a_guest_in_a_partnership_makes_the_match_casual():
    match = stored(PEOPLE[:4], options={"teams": "pairs"}, kinds={"Ana": PlayerKind.GUEST})
    assert not match.rated
    assert not Rating.objects.exists()


def test_a_team_has_a_history_of_its_own():
    for day in range(3):
        stored(PEOPLE[:4], options={"teams": "pairs"}, day=day, seed=f"team points {day}")
    team = player_without_account("Ana").teams.get()
    rating = TeamRating.objects.get(team=team)
    page = team_rating_history(team=team.pk, pool=rating.pool, limit=2)
    assert [row["number"] for row in page.rows] == [3, 2]
    rest = team_rating_history(team=team.pk, pool=rating.pool, cursor=page.next, limit=2)
    found = [*page.rows, *rest.rows]
    assert found[0]["rating"] == rating.display
    assert sum(row["change"] for row in found) == rating.display - CENTRE
    TeamRatingPoint.objects.filter(number=1).delete()
    kept = team_rating_history(team=team.pk, pool=rating.pool)
    assert [row["number"] for row in kept.rows] == [3], "by how much it moved before is unknown"


def test_the_history_of_a_team_is_its_players_alone_where_one_keeps_their_figures():
    for day in range(2):
        stored(PEOPLE[:4], options={"teams": "pairs"}, day=day, seed=f"own points {day}")
    team = player_without_account("Ana").teams.get()
    pool = TeamRating.objects.get(team=team).pool
    Player.objects.filter(name="Ana").update(figures_private=True)
    assert not team_rating_history(team=team.pk, pool=pool).rows
    assert team_rating_history(team=team.pk, pool=pool, own=True).rows
