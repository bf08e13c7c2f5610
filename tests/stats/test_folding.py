"""Figures and ratings as matches end one after another, against a count from nothing."""

from __future__ import annotations

import json
from collections import Counter
from datetime import timedelta
from io import StringIO
from itertools import pairwise
from typing import Any

import pytest
from django.core.management import call_command

from games.models import (
    CountedMatch,
    Match,
    Player,
    PlayerFigures,
    Rating,
    RatingPoint,
    Team,
    TeamFigures,
    TeamRating,
    TeamRatingPoint,
)
from games.models.figures import EVER
from games.models.people import PlayerKind
from games.selectors import figures, ratings
from games.selectors.matches import record_json
from games.stats.columns import LAYOUTS
from games.stats.figures import ALL, COUNTED, seat_figures
from games.stats.ratings import CENTRE, display
from games.stats.update import fold_match
from tests.record.family import EVERY_PRESET, random_match
from tests.stats.support import (
    FIRST_DAY,
    PEOPLE,
    drawn_log,
    log_of,
    resigned_log,
    settle_ratings,
    stored,
)
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db
AUCTIONS = {
    "chiamata": "5-chiamata",
    "chiamata_buia": "5-chiamata",
    "chiamata_punti": "5-chiamata",
    "gingo": "5-gingo",
    "rematada": "3-rematada",
}
BOTS = dict.fromkeys(PEOPLE, PlayerKind.BOT)


def a_season() -> None:
    """Matches of every kind of outcome, the same people over and over."""
    for day in range(3):
        stored(PEOPLE[:2], day=day, seed=f"two {day}")
    stored(PEOPLE[:3], day=3, options={"match.target": 2}, seed="three")
    stored(PEOPLE[:4], day=4, options={"teams": "pairs"}, seed="four")
    stored(PEOPLE[3::-1], day=5, options={"teams": "pairs"}, seed="turned")
    stored(PEOPLE[:6], day=6, options={"teams": "threes"}, seed="six")
    stored(("Ana", "Roble"), day=7, kinds={"Roble": PlayerKind.BOT}, seed="mixed")
    stored(("Roble", "Haya"), day=8, kinds=dict.fromkeys(("Roble", "Haya"), PlayerKind.BOT))
    stored(PEOPLE[:2], day=9, log=drawn_log())
    stored(PEOPLE[:2], day=10, log=resigned_log(9))
    stored(PEOPLE[:2], day=11, log=resigned_log(0, seed="2"))
    for day, (preset, players, teams) in enumerate(EVERY_PRESET, 12):
        log = random_match(preset, players, {"teams": teams}, match=f"season {day}")
        stored(PEOPLE[:players], day=day, log=log)


def rows() -> dict[str, list[dict[str, Any]]]:
    """All that is counted, without the ids of rows."""
    plain = {}
    for layout in LAYOUTS:
        found = layout.model._default_manager.order_by(*layout.keys).values()
        plain[layout.table] = [
            {name: value for name, value in row.items() if name != "id"} for row in found
        ]
    for model, keys in (
        (Rating, ("player_id", "pool")),
        (TeamRating, ("team_id", "pool")),
        (RatingPoint, ("rating__player_id", "rating__pool", "number")),
        (TeamRatingPoint, ("rating__team_id", "rating__pool", "number")),
    ):
        names = [field.column for field in model._meta.concrete_fields]
        wanted = (*keys, *(name for name in names if name not in ("id", "rating_id")))
        plain[model.__name__] = list(model._default_manager.order_by(*keys).values(*set(wanted)))
    return plain


def test_counting_anew_gives_exactly_what_was_counted_match_by_match():
    a_season()
    before = rows()
    assert all(before.values())
    out = StringIO()
    call_command("rebuild_stats", stdout=out)
    assert rows() == before
    assert out.getvalue() == f"{Match.objects.count()} matches counted\n"


def test_counting_anew_repairs_what_was_spoilt():
    a_season()
    before = rows()
    PlayerFigures.objects.update(points=1)
    TeamFigures.objects.all().delete()
    Rating.objects.update(mu=1.0)
    Rating.objects.filter(pool="3").delete()
    RatingPoint.objects.filter(number=2).update(display=7)
    RatingPoint.objects.filter(number=3).delete()
    TeamRatingPoint.objects.filter(number=1).update(display=7)
    TeamRatingPoint.objects.filter(number=2).delete()
    PlayerFigures.objects.create(player=player_without_account("Nobody"), pool="2", matches=3)
    Match.objects.filter(pool="5-gingo").update(pool="5-individual")
    call_command("rebuild_stats", stdout=StringIO())
    assert rows() == before


def test_figures_are_the_sum_of_the_records():
    a_season()
    expected: dict[tuple[str, str], Counter[str]] = {}
    for match in Match.objects.all():
        body = record_json(match)
        assert body is not None
        record = json.loads(body)
        for seat, counted in zip(record["seats"], seat_figures(record), strict=True):
            for pool in (match.pool, ALL):
                expected.setdefault((seat["player"], pool), Counter()).update(counted)
    stored_rows = PlayerFigures.objects.filter(month=EVER).select_related("player")
    assert {(row.player.name, row.pool) for row in stored_rows} == set(expected)
    for row in stored_rows:
        want = expected[row.player.name, row.pool]
        assert {name: getattr(row, name) for name in COUNTED} == {n: want[n] for n in COUNTED}


def test_rates_follow_from_the_counters():
    a_season()
    ana = player_without_account("Ana")
    every = figures.player_stats(ana.pk)[0]
    points: list[int] = []
    for match in Match.objects.filter(seats__player=ana):
        side = match.seats.get(player=ana).side
        played = match.deals.exclude(ended_by="all_passed")
        points += [deal.side_points[side] for deal in played]
    mean = sum(points) / len(points)
    spread = (sum((one - mean) ** 2 for one in points) / (len(points) - 1)) ** 0.5
    assert every["pool"] == ALL
    assert every["deals"] == len(points)
    assert every["rates"]["mean_points"] == pytest.approx(mean, abs=0.005)
    assert every["rates"]["points_sd"] == pytest.approx(spread, abs=0.005)
    won, drawn = every["matches_won"], every["matches_drawn"]
    rate = (won + drawn / 2) / every["matches"]
    assert every["rates"]["match_win_rate"] == pytest.approx(rate, abs=0.00005)
    assert sum(every["spread"]) == len(points)


def test_shares_of_the_deals_add_up_to_one():
    for day in range(4):
        stored(PEOPLE[:2], day=day, options={"match.target": 4}, seed=f"shares {day}")
    both = [
        figures.player_stats(player_without_account(name).pk)[0]["rates"] for name in PEOPLE[:2]
    ]
    assert sum(rates["deal_win_rate"] for rates in both) == pytest.approx(1, abs=0.0002)
    assert sum(rates["mean_points"] for rates in both) == pytest.approx(120, abs=0.02)


def test_a_row_of_wins_grows_breaks_and_turns():
    log = log_of(PEOPLE[:2])
    (winner,) = log.state.winners or ()
    names = PEOPLE[:2] if winner == 0 else PEOPLE[1::-1]
    match = stored(names, log=log)
    body = record_json(match)
    assert body is not None
    record = json.loads(body)

    def again(winners: list[int]) -> None:
        CountedMatch.objects.all().delete()
        fold_match(match, {**record, "winners": winners})

    def streaks() -> tuple[int, int, int, int]:
        ana, berta = (
            PlayerFigures.objects.get(player__name=name, pool=ALL, month=EVER)
            for name in PEOPLE[:2]
        )
        return ana.streak, ana.best_streak, berta.streak, berta.worst_streak

    assert streaks() == (1, 1, -1, 1)
    again([winner])
    assert streaks() == (2, 2, -2, 2)
    again([])
    assert streaks() == (0, 2, 0, 2)
    again([1 - winner])
    assert streaks() == (-1, 2, 1, 2)


def test_the_last_match_is_the_latest_whatever_comes_in_later():
    stored(day=5)
    stored(day=2, seed="2")
    row = PlayerFigures.objects.get(player__name="Ana", pool="2", month=0)
    assert row.last_match_at == FIRST_DAY + timedelta(days=5)


def test_a_team_is_made_once_whatever_the_order_of_its_players():
    pairs = {"options": {"teams": "pairs"}}
    stored(PEOPLE[:4], day=0, **pairs, seed="1")
    stored(("Carles", "David", "Ana", "Berta"), day=1, **pairs, seed="2")
    teams = {frozenset(team.players.values_list("name", flat=True)) for team in Team.objects.all()}
    assert teams == {frozenset({"Ana", "Carles"}), frozenset({"Berta", "David"})}
    assert Team.objects.count() == 2
    for row in TeamFigures.objects.all():
        assert row.matches == 2


def test_games_with_an_auction_have_pools_of_their_own():
    found = {}
    for day, (preset, players, teams) in enumerate(EVERY_PRESET):
        log = random_match(preset, players, {"teams": teams}, match=f"pool {day}")
        found[preset, players] = stored(PEOPLE[:players], day=day, log=log).pool
    auctions = {key: pool for key, pool in found.items() if key[0] in AUCTIONS}
    assert auctions == {(name, int(pool[0])): pool for name, pool in AUCTIONS.items()}
    others = {pool for key, pool in found.items() if key not in auctions}
    assert others == {
        "2", "3", "4-pairs", "4-individual", "6-threes", "4-pairs-signs", "6-threes-signs",
    }  # fmt: skip
    assert set(found.values()) <= set(ratings.pools())


def test_where_partners_are_called_ratings_follow_the_final_score():
    log = random_match("chiamata", 5, seed="ratings")
    match = stored(PEOPLE[:5], log=log)
    rows = {row.player.name: row.mu for row in Rating.objects.filter(pool="5-chiamata")}
    by_score = sorted(zip(match.score, PEOPLE, strict=False), reverse=True)
    scores = [score for score, _ in by_score]
    assert scores[0] > scores[-1]
    assert min(scores) < 0
    for (more, better), (less, worse) in pairwise(by_score):
        if more == less:
            assert rows[better] == pytest.approx(rows[worse])
        else:
            assert rows[better] > rows[worse]


def test_contracts_stand_in_the_figures_of_a_player_with_their_rates():
    log = random_match("chiamata", 5, seed="ratings")
    stored(PEOPLE[:5], log=log)
    called = [result.contract for result in log.state.results if result.contract]
    for seat, name in enumerate(PEOPLE[:5]):
        own = [one for one in called if one.caller == seat]
        made = sum(one.made >= one.target for one in own)
        for pool in figures.player_stats(player_without_account(name).pk):
            assert (pool["contracts"], pool["contracts_made"]) == (len(own), made)
            wanted = round(made / len(own), 4) if own else None
            assert pool["rates"]["contract_rate"] == wanted
            score = log.state.score[seat]
            assert pool["game_points"] == score
            mean = pytest.approx(score / pool["deals"], abs=0.005)
            assert pool["rates"]["mean_game_points"] == mean


def test_deals_that_all_passed_are_in_no_spread():
    log = next(
        log
        for log in (random_match("chiamata", 5, seed=str(n)) for n in range(99))
        if any(result.ended_by == "all_passed" for result in log.state.results)
    )
    stored(PEOPLE[:5], log=log)
    ana = player_without_account("Ana")
    played = sum(result.ended_by != "all_passed" for result in log.state.results)
    assert sum(figures.player_stats(ana.pk)[0]["spread"]) == played
    assert PlayerFigures.objects.get(player=ana, pool=ALL, month=0).deals == played


def test_a_team_counts_its_side_once_and_its_members_together():
    match = stored(PEOPLE[:4], options={"teams": "pairs"})
    body = record_json(match)
    assert body is not None
    totals = seat_figures(json.loads(body))
    team = Team.objects.get(players=player_without_account("Ana"))
    row = TeamFigures.objects.get(team=team, pool="4-pairs", month=0)
    assert (row.matches, row.deals, row.points) == (1, totals[0]["deals"], totals[0]["points"])
    for name in ("own_points", "tricks", "plays", "ms", "exchanges"):
        assert getattr(row, name) == totals[0][name] + totals[2][name]
    # all points of the side were taken by one of its members
    assert row.own_points == row.points


def test_alone_nobody_is_a_team():
    stored(PEOPLE[:4], options={"teams": "individual"})
    assert not Team.objects.exists()


def test_winners_rise_and_losers_fall():
    match = stored()
    seats = {seat.won: seat.player for seat in match.seats.all()}
    won, lost = (Rating.objects.get(player=seats[how], pool="2") for how in (True, False))
    assert won.display > CENTRE > lost.display
    assert (won.matches, lost.matches) == (1, 1)
    assert won.display == display(won.mu)


def test_a_draw_of_equals_leaves_them_level():
    stored(log=drawn_log())
    first, second = Rating.objects.filter(pool="2")
    assert first.mu == pytest.approx(second.mu)


def test_partners_rise_and_fall_together():
    match = stored(PEOPLE[:4], options={"teams": "pairs"})
    by_side: dict[int, set[int]] = {}
    for seat in match.seats.all():
        rating = Rating.objects.get(player=seat.player, pool="4-pairs")
        by_side.setdefault(seat.side, set()).add(rating.display)
    assert all(len(shown) == 1 for shown in by_side.values())
    assert by_side[0] != by_side[1]


def test_matches_with_bots_move_no_rating_but_count():
    stored(("Ana", "Roble"), kinds={"Roble": PlayerKind.BOT})
    assert not Rating.objects.exists()
    assert PlayerFigures.objects.get(player__name="Ana", pool="2", month=0).matches == 1


def test_bots_among_themselves_have_a_rating_of_their_own():
    stored(PEOPLE[:2], kinds=BOTS)
    assert set(Rating.objects.values_list("pool", flat=True)) == {"bots-2"}
    stats = figures.player_stats(player_without_account("Ana").pk)
    assert [one["pool"] for one in stats if one["rating"]] == ["2"]


def test_one_bot_in_several_seats_is_counted_a_seat_and_not_rated():
    bot = player_without_account("Roble", PlayerKind.BOT)
    stored(("Roble", "Roble"))
    row = PlayerFigures.objects.get(player=bot, pool="2", month=0)
    assert (row.matches, row.matches_won) == (2, 1)
    assert not Rating.objects.exists()
    before = rows()
    call_command("rebuild_stats", stdout=StringIO())
    assert rows() == before


def test_a_leaderboard_lists_ratings_that_are_certain_enough():
    stored(day=1)
    assert ratings.leaderboard("2").rows == []
    settle_ratings()
    board = ratings.leaderboard("2").rows
    assert [row["rank"] for row in board] == [1, 2]
    assert board[0]["rating"] >= board[1]["rating"]
    assert {row["player"] for row in board} == {"Ana", "Berta"}
    assert ratings.leaderboard("3").rows == []


def test_ending_a_match_takes_few_queries(django_assert_max_num_queries):
    names = PEOPLE[:4]
    match = stored(names, options={"teams": "pairs"})
    body = record_json(match)
    assert body is not None
    CountedMatch.objects.all().delete()
    with django_assert_max_num_queries(20):
        fold_match(match, json.loads(body))


def test_every_pool_that_a_match_can_have_has_a_leaderboard():
    stored(PEOPLE[:2])
    stored(PEOPLE[:3], options={"match.target": 1})
    for teams in ("pairs", "individual"):
        stored(PEOPLE[:4], options={"teams": teams})
    for teams in ("threes", "pairs"):
        stored(PEOPLE[:6], options={"teams": teams})
    assert set(Match.objects.values_list("pool", flat=True)) <= set(ratings.pools())
    assert Player.objects.count() == 6
