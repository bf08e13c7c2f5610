"""Pages show a result from the side of who reads them: lists, reviews, the shared picture."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Match
from games.pages import match_picture
from games.pages.wording.history import match_row
from games.selectors.matches import match_detail
from tests.pages.reading import words
from tests.stats.support import PEOPLE, stored
from tests.support.people import signed_in

pytestmark = pytest.mark.django_db


def told(match: Match, own: int | None) -> str:
    """The title of a match of two as who sits there, or a stranger, is to read it."""
    first = own if own is not None else (match.winners or [0])[0]
    seats = (first, 1 - first)
    return ", ".join(f"{PEOPLE[seat]} {(match.score or [])[seat]}" for seat in seats)


def read(match: Match, client: Client) -> str:
    """The text of the review."""
    path = f"/matches/{match.public_id}/"
    return words(client.get(path, headers={"accept-language": "en"}).content.decode())


@pytest.mark.parametrize("seed", ["1", "2", "3", "4"])
def test_the_review_is_headed_by_the_own_side_and_for_strangers_by_the_winners(seed):
    match = stored(seed=seed, options={"match.target": 2})
    for seat, name in enumerate(PEOPLE[:2]):
        text = read(match, signed_in(name))
        assert told(match, seat) in text
        for deal in match.deals.all():
            made = (deal.side_points[seat], deal.side_points[1 - seat])
            assert f"Deal {deal.number} {made[0]}–{made[1]}" in text
            assert f"End of the deal: {name} {made[0]}" in text
    assert told(match, None) in read(match, Client())


@pytest.mark.parametrize("seed", ["1", "2", "3", "4"])
def test_a_row_of_a_list_has_the_own_side_first_and_for_strangers_the_winners(seed):
    match = stored(seed=seed, options={"match.target": 2})
    score, (winner,) = match.score or [], match.winners or []
    detail = match_detail(match.public_id)
    assert detail is not None
    for seat, name in enumerate(PEOPLE[:2]):
        row = match_row(detail, name)
        assert row["score"] == f"{score[seat]}–{score[1 - seat]}"
        assert row["rivals"] == [[PEOPLE[1 - seat]]]
    row = match_row(detail, None)
    assert row["score"] == f"{score[winner]}–{score[1 - winner]}"
    assert row["sides"] == [[PEOPLE[winner]], [PEOPLE[1 - winner]]]


def test_the_picture_that_is_shared_has_the_winners_score_first(monkeypatch):
    drawn: list[list[int]] = []

    def kept(_cards, score, **_how):
        drawn.append(list(score))
        return '<svg xmlns="http://www.w3.org/2000/svg"/>'

    monkeypatch.setattr(match_picture.share_picture, "picture", kept)
    record = {"deals": [], "rules": {}, "sides": [[0], [1]], "score": [1, 3]}
    match_picture.draw({**record, "winners": [1]})
    match_picture.draw({**record, "winners": [0], "score": [3, 1]})
    match_picture.draw({**record, "winners": [], "score": [2, 2]})
    assert drawn == [[3, 1], [3, 1], [2, 2]]


@pytest.mark.parametrize("seed", ["1", "2"])
def test_the_lobby_shows_the_last_matches_as_the_list_of_matches_does(seed):
    match = stored(seed=seed, options={"match.target": 2})
    score, (winner,) = match.score or [], match.winners or []
    for seat, name in enumerate(PEOPLE[:2]):
        client = signed_in(name)
        pages = [
            words(client.get(path, headers={"accept-language": "en"}).content.decode())
            for path in ("/", "/matches/")
        ]
        result = "Won" if seat == winner else "Lost"
        for text in pages:
            assert PEOPLE[1 - seat] in text
            assert f"{score[seat]}–{score[1 - seat]}" in text
            assert result in text
    stranger = words(Client().get("/", headers={"accept-language": "en"}).content.decode())
    assert f"{score[winner]}–{score[1 - winner]}" in stranger
