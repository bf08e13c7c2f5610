"""Signs that were not made, in an analysis: what they cost, and when none is missed."""

import random
from dataclasses import replace

import pytest

from games.analysis import analyse_log, decisions_of, judge, played_cards_of
from games.analysis.disclosure_judging import JudgedCards
from games.analysis.missed_signs import missed_signs
from games.engine import PlayCard, Sign
from tests.analysis.signing import FEW, mixed, play_any

MISSED = "d1t6c2"
"""A card of seat 2, whose partner, seat 0, holds the ace of trumps and has not signed it."""


def unsigned(*, options=None, sign=False):
    """A match in which nobody signs, or seat 0 signs its ace of trumps at last."""
    log = mixed(0, "missed 42", options=options)
    rng = random.Random("missed rest 42")
    while log.state.phase == "play":
        deal = log.state.deal
        if sign and len(deal.tricks) == 6 and not deal.plays:
            log.apply(Sign(0, "trump_ace"), by="human")
            sign = False
        play_any(log, rng)
    return log


def missed_in(log, *, change=lambda moment: moment):
    """The signs that were missed at one card, and the judgement of that card."""
    at = next(number for number, played in enumerate(played_cards_of(log)) if played.at == MISSED)
    before, moment = [change(played) for played in list(played_cards_of(log))[at - 1 : at + 1]]
    judged = {MISSED: judge(moment.view, moment.play.card, "s", FEW)}
    return list(missed_signs(decisions_of(log), JudgedCards([before, moment], judged, "c")))


def test_a_sign_that_was_not_made_costs_what_the_partner_could_have_gained_with_it():
    ((played, disclosure),) = missed_in(unsigned())
    judged = disclosure.judged
    assert (played.at, played.seat, played.kind, played.trick) == (f"{MISSED}s", 0, "sign", 5)
    assert (judged.chosen, judged.best, judged.grade) == ("silent", "trump_ace", "error")
    assert judged.why == ("informs_partner", 0)
    (row,) = [played.as_json() for played in disclosure.plays]
    assert (row["at"], row["seat"]) == (MISSED, 2)
    assert row["gain"] == pytest.approx(judged.loss, abs=0.001)
    assert row["card"] != row["without"]


def test_a_sign_that_was_made_at_any_time_is_not_missed():
    assert not missed_in(unsigned(sign=True))


@pytest.mark.parametrize("options", [{"talk.leak": 0.5}, {"talk.seen_by": "gaze"}])
def test_where_an_opponent_may_notice_a_sign_none_is_missed(options):
    """To make none may be better then."""
    assert not missed_in(unsigned(options=options))


def test_who_has_drawn_the_card_only_now_had_no_time_to_sign_it():
    def not_held_before(moment):
        if moment.at == MISSED:
            return moment
        deal = moment.state.deal
        hands = (deal.hands[0][:1], *deal.hands[1:])
        assert f"{deal.trump}1" not in hands[0]
        return replace(moment, state=moment.state.replace(deal=deal.replace(hands=hands)))

    assert missed_in(unsigned(), change=lambda moment: moment)
    assert not missed_in(unsigned(), change=not_held_before)


def test_where_the_partner_lost_nothing_no_sign_is_missed():
    ((_, disclosure),) = missed_in(unsigned())
    better = disclosure.plays[0].use.card
    assert not missed_in(
        unsigned(),
        change=lambda moment: (
            replace(moment, play=PlayCard(moment.seat, better)) if moment.at == MISSED else moment
        ),
    )


def test_a_missed_sign_follows_from_what_the_partner_saw():
    """Exchange cards of the opponents, and shuffle the stock: the judgement is the same."""

    def mixed_up(moment):
        deal = moment.state.deal
        stock = list(deal.stock[deal.drawn :])
        random.Random(3).shuffle(stock)
        own, left, partner, right = deal.hands
        hands = (own, (right[0], *left[1:]), partner, (left[0], *right[1:]))
        deal = deal.replace(hands=hands, stock=(*deal.stock[: deal.drawn], *stock))
        return replace(moment, state=moment.state.replace(deal=deal))

    found = [missed_in(unsigned(), change=how)[0][1] for how in (lambda played: played, mixed_up)]
    assert found[0].judged == found[1].judged


def test_a_missed_sign_is_in_an_analysis_once_and_counts_for_who_did_not_make_it():
    log = unsigned()
    body = analyse_log(log, worlds=FEW).body
    (deal,) = body["deals"]
    missed = [played for played in deal["decisions"] if played["chosen"] == "silent"]
    assert [(played["at"], played["seat"], played["kind"]) for played in missed] == [
        (f"{MISSED}s", 0, "sign")
    ]
    cards = sum(played["judged"] is not None for played in deal["plays"] if played["seat"] == 0)
    beside = sum(played["seat"] == 0 for played in deal["decisions"])
    assert deal["seats"][0]["decisions"] == cards + beside
    assert deal["decisions"] == sorted(deal["decisions"], key=lambda played: played["trick"])
