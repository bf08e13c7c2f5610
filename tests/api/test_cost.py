"""What is listed takes as many queries, however much of it there is."""

from __future__ import annotations

import pytest
from django.db import connection
from django.db.models import Value
from django.db.models.functions import Concat
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Player, Team
from tests.api.support import V1
from tests.leagues.builders import begun
from tests.stats.support import PEOPLE, settle_ratings, stored
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("path", "most"),
    [
        ("/matches/", 3),
        ("/matches/?player=Ana", 4),
        ("/matches/?player=Ana&partner=Carles&rival=Berta", 8),
        ("/matches/{match}/", 2),
        ("/matches/{match}/record/", 2),
        ("/matches/{match}/deals/1/tricks/", 2),
        ("/players/", 1),
        ("/players/Ana/stats/", 3),
        ("/players/Ana/matches/", 5),
        ("/teams/", 2),
        ("/teams/{team}/stats/", 4),
        ("/leaderboards/4-pairs/", 1),
        ("/leaderboards/", 0),
        ("/presets/", 0),
    ],
)
def test_queries_do_not_grow_with_what_is_listed(path, most, django_assert_max_num_queries):
    for day in range(5):
        match = stored(PEOPLE[:4], day=day, options={"teams": "pairs"}, seed=f"cost {day}")
    settle_ratings()
    team = Team.objects.get(players=player_without_account("Ana"))
    asked = path.format(match=match.public_id, team=team.pk)
    with django_assert_max_num_queries(most):
        answer = Client().get(V1 + asked)
    assert answer.status_code == 200


def test_matches_of_a_league_take_as_many_queries_however_many():
    taken = []
    for pairs in (4, 8):
        league = begun(pairs, name=f"Liga de {pairs}").league
        with CaptureQueriesContext(connection) as queries:
            answer = Client().get(f"{V1}/leagues/{league.public_id}/seasons/1/matches/")
        assert len(answer.json()["results"]) == {4: 12, 8: 28}[pairs]
        taken.append(len(queries))
        Player.objects.update(name=Concat("name", Value("x")))
    assert taken[0] == taken[1]
