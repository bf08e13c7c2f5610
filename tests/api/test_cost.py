"""What is listed takes as many queries, however much of it there is."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Team
from games.stats.ratings import ESTABLISHED
from tests.api.support import V1
from tests.stats.support import PEOPLE, player, stored

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
    for day in range(ESTABLISHED):
        match = stored(PEOPLE[:4], day=day, options={"teams": "pairs"}, seed=f"cost {day}")
    team = Team.objects.get(players=player("Ana"))
    asked = path.format(match=match.public_id, team=team.pk)
    with django_assert_max_num_queries(most):
        answer = Client().get(V1 + asked)
    assert answer.status_code == 200
