"""Other cards in a finished match: what is tried, how the others answer, and who may ask."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client, override_settings

from games.analysis import answered, played_cards_of
from games.models import Match
from games.models.matches import MatchStatus
from games.record.record import deal_outcome
from games.record.variation import MAX_MOVES, Variation, VariationError, variation
from games.selectors.review import _log_of
from tests.stats.support import PEOPLE, log_of, stored

GAMES = [
    ("ludoteka", 2, {}),
    ("ludoteka", 4, {"teams": "pairs"}),
    ("scoperta", 2, {}),
    ("muerte_al_tres", 3, {}),
    ("chiamata", 5, {"match.target": 2}),
]


def places(log):
    """Every card of the first deal that was dealt whole, with how many were played before it."""
    moments = list(played_cards_of(log))
    first = moments[0].deal
    return list(enumerate(moment for moment in moments if moment.deal == first))


@pytest.mark.parametrize(("preset", "players", "options"), GAMES)
def test_the_moves_of_the_match_lead_where_the_match_went(preset, players, options):
    log = log_of(PEOPLE[:players], preset=preset, options=options)
    (_first, start), *rest = places(log)
    tried = Variation.begin(log, start.deal, 0)
    for _plays, moment in [(0, start), *rest]:
        while True:
            legal = tried.legal()
            if moment.play in legal and set(moment.state.deal.hands[moment.seat]) == set(
                tried.state.deal.hands[moment.seat]
            ):
                tried.play(legal.index(moment.play))
                break
            swap = next(at for at, one in enumerate(legal) if type(one).__name__ == "Exchange")
            tried.play(swap)
    cards = [move["card"] for move in tried.moves if move["type"] == "play"]
    assert cards == [moment.play.card for _plays, moment in [(0, start), *rest]]
    told = variation(log, start.deal, 0, tried.line)
    outcome = deal_outcome(tried.state)
    assert told["outcome"]["tricks"] == outcome["tricks"]
    assert told["points"] == outcome["points"]["sides"]


@pytest.mark.parametrize(("preset", "players", "options"), GAMES)
def test_the_others_answer_until_the_seat_is_to_play_again(preset, players, options):
    log = log_of(PEOPLE[:players], preset=preset, options=options)
    looked = 0
    for plays, moment in places(log)[:12]:
        for card in {one.card for one in moment.view.legal if hasattr(one, "card")}:
            found = answered(log, moment.deal, plays, [card])
            view = found["view"]
            assert found["seat"] == moment.seat
            assert view["over"] or view["turn"] == moment.seat
            own, *others = [move for move in view["moves"] if move["type"] == "play"]
            assert (own["seat"], own["card"]) == (moment.seat, card)
            assert all(move["seat"] != moment.seat for move in others)
            again = variation(log, moment.deal, plays, found["line"])
            assert again == view
            looked += 1
    assert looked > 12


def test_further_cards_go_on_from_the_first_and_it_comes_out_the_same_every_time():
    log = log_of(PEOPLE[:4], options={"teams": "pairs"})
    cards = [places(log)[0][1].view.hand[1]]
    lengths = []
    while True:
        found = answered(log, 1, 0, cards)
        assert found == answered(log, 1, 0, cards)
        lengths.append(len(found["line"]))
        if found["view"]["over"]:
            break
        cards.append(found["view"]["hands"][found["seat"]][0])
    assert lengths == sorted(lengths)
    assert len(cards) == 10
    assert sum(found["view"]["points"]) == 120
    with pytest.raises(VariationError):
        answered(log, 1, 0, [*cards, "O1"])


def test_what_the_others_do_hangs_on_their_own_view_alone():
    """A card that nobody has seen yet changes nothing of an answer before it is drawn."""
    log = log_of(PEOPLE[:2])
    plays, moment = places(log)[0]
    deck = list(log.decks[moment.deal])
    found = answered(log, moment.deal, plays, [moment.play.card])["view"]["moves"][1]
    hidden = [*range(20, 39)]
    for at in hidden:
        log.decks[moment.deal] = tuple(
            deck[20 + (number - 20 + at) % 19] if number in hidden else card
            for number, card in enumerate(deck)
        )
        again = answered(log, moment.deal, plays, [moment.play.card])["view"]["moves"][1]
        assert again == found


@pytest.mark.parametrize(
    ("deal", "plays", "cards"),
    [(1, 0, []), (1, 0, ["O99"]), (1, 400, ["O1"]), (99, 0, ["O1"]), (1, 0, ["O1"] * 21)],
)
def test_there_is_no_answer_where_there_is_no_such_place_or_card(deal, plays, cards):
    log = log_of(PEOPLE[:2])
    missing = [card for card in cards if card not in places(log)[0][1].view.hand]
    with pytest.raises(VariationError):
        answered(log, deal, plays, missing or cards)


def test_a_line_ends_somewhere():
    log = log_of(PEOPLE[:2])
    with pytest.raises(VariationError):
        variation(log, 1, 0, [0] * (MAX_MOVES + 1))
    with pytest.raises(VariationError):
        Variation.begin(log, 1, 0).play(-1)


@pytest.mark.django_db
def test_anybody_tries_a_card_of_a_finished_match_and_nothing_is_kept():
    match = stored()
    log = log_of(PEOPLE[:2], seed=f"1 {','.join(PEOPLE[:2])} 0")
    moment = places(log)[0][1]
    card = next(one for one in moment.view.hand if one != moment.play.card)
    path = f"/matches/{match.public_id}/variation/"
    before = Match.objects.get(pk=match.pk).record.sha256
    answer = Client().get(path, {"at": "d1p0", "cards": card})
    assert answer.json() == answered(log, 1, 0, [card])
    assert answer["Cache-Control"] == "private, no-store"
    assert Match.objects.get(pk=match.pk).record.sha256 == before
    assert Client().post(path).status_code == 405


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({}, "bad_place"),
        ({"at": "d1p0"}, "bad_place"),
        ({"at": "d0p0", "cards": "O1"}, "bad_place"),
        ({"at": "d1p0", "cards": "O1,"}, "bad_place"),
        ({"at": "d1p0", "cards": "<script>"}, "bad_place"),
        ({"at": "d1p0", "cards": "O99"}, "no_such_move"),
        ({"at": "d1p999", "cards": "O1"}, "no_such_move"),
        ({"at": "d999p0", "cards": "O1"}, "no_such_move"),
    ],
)
def test_what_is_no_place_and_no_card_is_refused_by_a_code(asked, code):
    answer = Client().get(f"/matches/{stored().public_id}/variation/", asked)
    assert (answer.status_code, answer.json()) == (400, {"code": code})


@pytest.mark.django_db
def test_nobody_tries_cards_of_a_match_that_is_not_over():
    held = stored(seed="held")
    path = f"/matches/{held.public_id}/variation/"
    assert Client().get(path, {"at": "d1p999", "cards": "O1"}).status_code == 400
    for status in (MatchStatus.HELD, MatchStatus.PLAYING):
        Match.objects.filter(pk=held.pk).update(status=status, finished_at=None)
        _log_of.cache_clear()
        for _ in range(2):
            assert Client().get(path, {"at": "d1p0", "cards": "O1"}).status_code == 404
    assert Client().get("/matches/none/variation/?at=d1p0&cards=O1").status_code == 404


@pytest.mark.django_db
def test_cards_are_tried_so_often_and_then_patience_is_asked_for():
    path = f"/matches/{stored().public_id}/variation/?at=d1p0&cards=O99"
    limits = {**settings.ACCOUNT_RATE_LIMITS, "variation": "2/m/ip"}
    with override_settings(ACCOUNT_RATE_LIMITS=limits):
        assert [Client().get(path).status_code for _ in range(3)] == [400, 400, 429]
    assert settings.ACCOUNT_RATE_LIMITS["variation"]
