"""Marriages, claims and signs in an analysis: what they cost or brought, and when nothing is said."""

import random
from dataclasses import replace

import pytest

from games.analysis import (
    analyse_log,
    decision_at,
    decisions_of,
    judge,
    judge_decision,
    played_cards_of,
)
from games.analysis.disclosure_judging import JudgedCards, judge_disclosure
from games.analysis.information import explained, use_of, without_hand, without_sign
from games.analysis.judging import Judged
from games.engine import (
    Claim,
    Cut,
    DealCards,
    Declare,
    IllegalAction,
    PlayCard,
    Sign,
    SignView,
    build_ruleset,
    view_for,
)
from games.record.log import MatchLog
from tests.analysis.signing import FEW, mixed, play_any
from tests.stats.support import PEOPLE, log_of


def begun(rules, hands, *, dealer=None, stock=(), turned="O4"):
    """A match whose first deal gives these hands, by seat from seat 0, which leads."""
    log = MatchLog.begin("m", rules, rules.players - 1 if dealer is None else dealer)
    log.apply(Cut(log.state.cutter, 20), by="human")
    dealt = [hand[at] for at in range(3) for hand in hands]
    out = {*dealt, turned, *stock}
    rest = [card for card in rules.deck if card not in out]
    random.Random("told").shuffle(rest)
    log.apply(DealCards((*dealt, turned, *stock, *rest)), by="host")
    return log


def play(log, *cards):
    for card in cards:
        log.apply(PlayCard(log.state.turn, card), by="human")


def play_on(log):
    """Play the first card of every hand until the deal is over."""
    while log.state.phase == "play":
        play(log, log.state.deal.hands[log.state.turn][0])


# -- marriages -----------------------------------------------------------------------------------

SHOWN = {"marriage.mode": "declared", "match.unit": "deals", "match.target": 1}


def married(*, shows):
    """A deal of two in which seat 0 holds king and knight of cups, and shows them or not."""
    rules = build_ruleset("mariaje", 2, SHOWN).rules
    log = begun(rules, [("C12", "C11", "B4"), ("E7", "B6", "E5")])
    if shows:
        log.apply(Declare(0, "C"), by="human")
    play(log, "C11", "E7")
    play_on(log)
    return log


def marriages(log):
    return [play for play in decisions_of(log) if play.kind == "marriage" and "C12" in play.cards]


def test_a_marriage_that_was_shown_is_a_decision_without_a_loss():
    (play,) = marriages(married(shows=True))
    assert (play.at, play.chosen, play.cards, play.trick) == ("d1a1", "show", ("C12", "C11"), 0)
    judged = judge_decision(play, "s", FEW)
    assert (judged.chosen, judged.best, judged.loss) == ("show", "show", 0.0)


def test_one_that_a_card_breaks_is_a_loss_at_that_card_and_counted_once():
    log = married(shows=False)
    (play,) = marriages(log)
    assert (play.at, play.chosen) == ("d1t1c1m", "keep")
    judged = judge_decision(play, "s", FEW)
    assert (judged.best, judged.grade, judged.why) == ("show", "error", ("shows_pair", 20))
    body = analyse_log(log, worlds=FEW).body
    row = [play for play in body["deals"][0]["decisions"] if play["at"] == "d1t1c1m"]
    assert [(each["kind"], each["chosen"]) for each in row] == [("marriage", "keep")]
    assert row[0]["judged"]["grade"] == "error"
    assert body["deals"][0]["seats"][0]["errors"] >= 1
    assert decision_at(log, "d1t1c1m") == play


def test_a_marriage_is_judged_by_the_view_alone():
    (play,) = marriages(married(shows=False))
    deal = play.state.deal
    unseen = [*deal.hands[1], *deal.stock[deal.drawn :]]
    random.Random(5).shuffle(unseen)
    other = replace(
        play,
        state=play.state.replace(
            deal=deal.replace(
                hands=(deal.hands[0], tuple(unseen[:3])),
                stock=(*deal.stock[: deal.drawn], *unseen[3:]),
            )
        ),
    )
    assert other.view == play.view
    seen = [judge_decision(each, "s", 60).as_json_of_options() for each in (play, other)]
    assert seen[0] == seen[1]


def test_where_marriages_are_not_shown_there_are_no_such_decisions():
    assert not marriages(log_of(PEOPLE[:2], preset="mariaje"))


# -- signs ---------------------------------------------------------------------------------------


def told_of(log, at, seed="c", **also):
    """The judgement of the decision at an address, from the cards that need to be judged for it."""
    (play,) = [play for play in decisions_of(log) if play.at == at]
    moments = [each for each in played_cards_of(log) if each.trick > play.trick]
    found = {each.at: judge(each.view, each.play.card, "s", FEW) for each in moments[:8]}
    judged = {place: judged for place, judged in found.items() if judged is not None}
    return judge_disclosure(replace(play, **also), JudgedCards(moments, judged, seed))


def signed(*, options=None):
    """A match in which seat 3 has signed its king of trumps, and seat 1, its partner, is to lead."""
    log = mixed(6, "sign 615", options=options)
    assert log.state.turn == 1
    log.apply(Sign(3, "trump_king"), by="human")
    return log


def finished(log, seed="rest"):
    rng = random.Random(seed)
    while log.state.phase == "play":
        play_any(log, rng)
    return log


def test_a_true_sign_is_worth_what_the_partner_gains_by_a_better_card():
    disclosure = told_of(finished(signed()), "d1a1")
    judged = disclosure.judged
    assert (judged.chosen, judged.best, judged.loss) == ("trump_king", "trump_king", 0.0)
    assert judged.options["silent"].behind > 1
    (row,) = [play.as_json() for play in disclosure.plays]
    assert (row["at"], row["seat"]) == ("d1t7c1", 1)
    assert row["card"] != row["without"]
    assert row["gain"] == pytest.approx(judged.options["silent"].behind, abs=0.001)


def test_a_false_sign_loses_what_its_partner_is_misled_to():
    """Seat 1 sees the same as above: the king that was signed lies in another hand."""
    log = finished(signed(options={"talk.truth": "free"}))
    (play,) = [play for play in decisions_of(log) if play.kind == "sign"]
    deal = play.state.deal
    king, other = f"{deal.trump}12", deal.hands[0][0]
    swap = {king: other, other: king}
    hands = tuple(
        tuple(swap.get(card, card) for card in hand) if seat != 1 else hand
        for seat, hand in enumerate(deal.hands)
    )
    disclosure = told_of(log, "d1a1", state=play.state.replace(deal=deal.replace(hands=hands)))
    judged = disclosure.judged
    assert (judged.chosen, judged.best) == ("trump_king", "silent")
    assert judged.loss > 1
    assert judged.why == ("misleads", 0)
    assert disclosure.plays[0].gain < 0


def test_a_sign_that_an_opponent_saw_is_told_and_not_marked():
    """Nobody could know who looks; what it gave away stands beside it."""
    log = mixed(7, "sign 91", options={"talk.leak": 0.5})
    assert log.state.turn == 1
    log.apply(Sign(2, "no_trump", (1,)), by="human")
    disclosure = told_of(finished(log), "d1a1")
    assert (disclosure.judged.loss, disclosure.judged.grade) == (0.0, "")
    assert disclosure.judged.level
    assert [(play.played.seat, play.gain > 1) for play in disclosure.plays] == [(1, True)]


def test_a_sign_that_changes_nothing_is_not_told():
    log = mixed(6, "sign 615")
    log.apply(Sign(3, "ask_low"), by="human")
    assert told_of(finished(log), "d1a1") is None


def test_a_sign_made_again_says_no_more():
    log = signed()
    log.apply(Sign(3, "trump_king"), by="human")
    finished(log)
    assert [play.at for play in decisions_of(log) if play.kind == "sign"] == ["d1a1"]
    view = view_for(signed().state, 1)
    made = SignView(3, "trump_king", 7)
    again = replace(view, signs=(*view.signs, SignView(3, "trump_king", 8)))
    assert without_sign(again, made).signs == ()
    assert without_sign(again, SignView(3, "trump_king", 8)) is None


def test_who_does_not_believe_a_true_sign_is_told_of_it():
    view = view_for(signed().state, 1)
    blind = without_sign(view, SignView(3, "trump_king", 7))
    best = judge(view, view.hand[0], "s", FEW).best
    use = use_of(view, judge(view, best, "s", FEW), blind, "c/trump_king")
    ignored = explained(view, judge(view, use.without, "s", FEW), "c")
    assert ignored.loss > 1
    assert (ignored.why, ignored.sign) == (("partner_signed", 0), "trump_king")
    assert ignored.as_json()["why"] == {
        "code": "partner_signed", "points": 0, "sign": "trump_king",
    }  # fmt: skip
    followed = judge(view, use.card, "s", FEW)
    assert explained(view, followed, "s") == followed


def test_the_worth_of_a_sign_follows_from_views_alone():
    """The hands that seat 1 does not see, dealt otherwise, change nothing of what it could do."""
    view = view_for(signed().state, 1)
    state = signed().state
    deal = state.deal
    stock = list(deal.stock[deal.drawn :])
    random.Random(2).shuffle(stock)
    other = state.replace(deal=deal.replace(stock=(*deal.stock[: deal.drawn], *stock)))
    assert view_for(other, 1) == view
    blind = without_sign(view, SignView(3, "trump_king", 7))
    assert without_sign(view_for(other, 1), SignView(3, "trump_king", 7)) == blind


# -- claims --------------------------------------------------------------------------------------


def test_a_false_claim_loses_what_the_open_hand_tells_the_other_side():
    log = mixed(7, "claim 90", preset="catalan")
    log.apply(Claim(0), by="human")
    finished(log, 1)
    (play,) = [
        play for play in decisions_of(log) if play.kind == "claim" and play.chosen == "false"
    ]
    disclosure = told_of(log, play.at)
    assert disclosure.judged.loss > 1
    assert (disclosure.judged.chosen, disclosure.judged.best) == ("claim", "play")
    assert disclosure.judged.why == ("opens_hand", 0)
    assert all(play.gain > 0 for play in disclosure.plays if play.played.seat in (1, 3))


def claimed_among_more(players, tricks, seed):
    """The judgement of a false claim of seat 0 where all play alone."""
    alone = {"teams": "individual"}
    log = mixed(tricks, f"claim {seed}", preset="catalan", options=alone, players=players)
    log.apply(Claim(0), by="human")
    finished(log, 1)
    (play,) = [play for play in decisions_of(log) if play.chosen == "false"]
    disclosure = told_of(log, play.at)
    assert disclosure.plays
    assert all(play.gain > 0 for play in disclosure.plays)
    return disclosure.judged


def test_with_more_sides_a_false_claim_loses_what_it_costs_the_claimer_itself():
    judged = claimed_among_more(3, 9, 30)
    assert judged.loss > 1
    assert (judged.chosen, judged.best, judged.why) == ("claim", "play", ("opens_hand", 0))
    assert judged.options["play"].points > judged.options["claim"].points + 1


def test_it_loses_nothing_where_another_side_pays_for_what_one_gains():
    judged = claimed_among_more(4, 7, 0)
    assert (judged.best, judged.loss, judged.level) == ("claim", 0.0, True)


def test_in_a_decided_deal_a_false_claim_loses_nothing():
    judged = claimed_among_more(4, 7, 44)
    assert judged.made.behind > 1
    assert (judged.decided, judged.loss, judged.grade) == (True, 0.0, "")


def test_a_hand_is_closed_again_for_the_comparison_alone():
    log = mixed(7, "claim 90", preset="catalan")
    assert without_hand(view_for(log.state, 2), 0) is None
    log.apply(Claim(0), by="human")
    view = view_for(log.state, 2)
    assert view.hands[0]
    assert without_hand(view, 0).hands == (None, *view.hands[1:])
    assert without_hand(view_for(log.state, 0), 0) is None


def claimable(seeds, players=2):
    """The first deal in which a seat is sure to hold the highest trumps, before it claims."""
    for seed in seeds:
        log = log_of(PEOPLE[:players], preset="catalan", seed=f"claims {seed}")
        for number, entry in enumerate(log.entries):
            if entry.action["type"] == "claim":
                return log, number
    raise AssertionError("nobody claims")


def test_a_sure_claim_loses_nothing_whether_it_is_made_or_not():
    log, number = claimable(range(20))
    made = [play for play in decisions_of(log) if play.kind == "claim"]
    assert {play.chosen for play in made} == {"claim"}
    for play in made:
        judged = judge_disclosure(play, JudgedCards((), {}, "s")).judged
        assert (judged.loss, judged.worlds, judged.level) == (0.0, 0, True)
    seat = log.entries[number].seat
    before = MatchLog.replay(log.match_id, log.rules, log.dealer, log.entries[:number], log.decks)
    deal = before.state.number
    play_on_deal(before, deal)
    missed = [play for play in decisions_of(before) if play.kind == "claim" and play.deal == deal]
    assert [(play.seat, play.chosen) for play in missed] == [(seat, "play")]
    assert missed[0].at == f"d{deal}t{missed[0].trick}"
    judged = judge_disclosure(missed[0], JudgedCards((), {}, "s")).judged
    assert (judged.chosen, judged.loss, judged.grade) == ("play", 0.0, "")
    own = log.rules.side_of[seat]
    result = next(play for play in before.state.results if play.deal == deal)
    assert judged.made.points == result.totals[own]


def play_on_deal(log, number):
    """Play the first card of every hand, the highest trumps first, until a deal is over."""
    rules = log.rules
    while log.state.phase == "play" and log.state.number == number:
        deal = log.state.deal
        hand = sorted(deal.hands[log.state.turn], key=lambda card: (
            card[0] != deal.trump, -rules.strengths[card],
        ))  # fmt: skip
        try:
            play(log, hand[0])
        except IllegalAction:
            play(log, next(c for c in hand if PlayCard(log.state.turn, c)
                           in view_for(log.state, log.state.turn).legal))  # fmt: skip


def test_remarks_are_in_an_analysis_and_count_as_no_choice():
    log, _ = claimable(range(20))
    analysis = analyse_log(log, worlds=20)
    row = [play for play in analysis.decisions if play["kind"] == "claim"]
    assert row
    assert all(play["told"] == [] and play["judged"]["grade"] is None for play in row)
    counted = sum(play["judged"] is not None for play in analysis.plays)
    counted += sum(play["kind"] != "claim" for play in analysis.decisions)
    assert sum(seat["decisions"] for seat in analysis.seats) == counted


def test_addresses_stay_their_own():
    for log in (finished(signed()), married(shows=False), log_of(PEOPLE[:2], preset="catalan")):
        found = [play.at for play in decisions_of(log)]
        assert len(found) == len(set(found))
    assert isinstance(judge_decision(marriages(married(shows=True))[0], "s", 20), Judged)
