"""Figures as the API gives them, described field by field for the schema.

What each counts and how rates come of it stands in `docs/statistics.md`.
"""

from __future__ import annotations

from typing import Any

from rest_framework import serializers as drf

from games.api.answers import ListSerializer, moment, number, text, whole, wholes
from games.api.answers_ratings import RatingSerializer

SPREAD = "Deals that brought the side 0-9, 10-19, ... 110 or more card points."
DUE = "Hundredths of what so many cards have on average."


class LuckSerializer(drf.Serializer[Any]):
    """Rates of what was dealt and what came of it."""

    mean_luck = number("Card points dealt to the side beyond its share, a deal.")
    luck_slope = number("By how much points rise with each point of luck.")
    luck_correlation = number("Between luck and points, from -1 to 1.")
    points_without_luck = number("What the mean of the points would be without luck.")
    lucky_win_rate = number("Of deals in which the side was dealt more than its share.")
    unlucky_win_rate = number("Of deals in which it was dealt less.")


class RatesSerializer(LuckSerializer):
    """Shares and means; null where nothing was played."""

    match_win_rate = number("A draw counts half.")
    deal_win_rate = number("A tie counts half.")
    mean_points = number("Card points of the side in a deal, of 120.")
    points_sd = number("Their standard deviation.")
    hundred_rate = number("Deals in which the side took more than a hundred points.")
    mean_own_points = number("Card points in own tricks.")
    tricks_per_deal = number()
    last_trick_rate = number()
    lead_win_rate = number("Tricks that it led and its side took.")
    eldest_win_rate = number("Of deals in which it led first.")
    dealer_win_rate = number("Of deals that it dealt.")
    exchanges_per_deal = number()
    exchange_missed_rate = number("Of deals in which it could have exchanged.")
    brisca_loss_rate = number("Aces and threes laid that another side took.")
    led_brisca_loss_rate = number("Of those that it led.")
    trump_luck = number("Trumps dealt, of those due: 1 is the expected share.")
    point_luck = number("Card points dealt, of those due.")
    mean_game_points = number("What a deal adds to the score of the side; may be negative.")
    extras_per_deal = number("Points of the side in a deal beside those of the cards.")
    contract_rate = number("Contracts made, of those that it bid for and won.")
    partner_rate = number("Contracts made, of those in which it was the called partner.")
    defence_rate = number("Contracts broken, of those that it played against.")
    timeout_rate = number("Cards that the clock played, of all.")
    ms_per_play = number()


class LuckCountsSerializer(drf.Serializer[Any]):
    """Sums of what was dealt and what came of it."""

    luck = whole("Card points dealt to the side beyond its share, summed; may be negative.")
    luck_squared = whole("Sum of the squares a deal.")
    luck_result = whole("Sum a deal of luck times points of the side.")
    lucky = whole("Deals in which the side was dealt more than its share.")
    lucky_won = whole()
    lucky_tied = whole()
    unlucky = whole("Deals in which the side was dealt less than its share.")
    unlucky_won = whole()
    unlucky_tied = whole()


class CountersSerializer(LuckCountsSerializer):
    """What was counted in one pool."""

    pool = text("Kind of match, such as `2`, `4-pairs` or `5-chiamata`; `all` for the sum.")
    matches = whole()
    matches_won = whole()
    matches_drawn = whole()
    resigned = whole("Matches that it gave up itself.")
    deals = whole("Without those that all passed.")
    deals_won = whole(
        "Its side alone won them: they gave it game points, or where points are counted the most; "
        "a contract is won by all that it gave points."
    )
    deals_tied = whole("Several sides won them, its own too, or nobody did.")
    points = whole("Card points of the side over all deals.")
    points_squared = whole("Sum of their squares.")
    hundreds = whole("Deals in which the side took more than a hundred points.")
    own_points = whole("Card points in own tricks.")
    extras = whole("Points of the side beside those of the cards: marriages, last tricks.")
    game_points = whole("What the deals added to the score of the side; may be negative.")
    tricks = whole()
    last_tricks = whole()
    leads = whole("Tricks that it led.")
    leads_won = whole("Those of them that its side took.")
    exchanges = whole()
    exchange_chances = whole("Deals in which it could have exchanged.")
    exchanges_missed = whole("Those of them in which it did not.")
    claims = whole()
    eldest = whole("Deals in which it led first.")
    eldest_won = whole()
    eldest_tied = whole()
    dealer = whole("Deals that it dealt.")
    dealer_won = whole()
    dealer_tied = whole()
    briscas = whole("Aces and threes laid that were not trumps.")
    briscas_lost = whole("Those of them that another side took.")
    briscas_led = whole("Of the briscas laid, those it led.")
    briscas_led_lost = whole()
    brisca_points_lost = whole("Card points of the briscas lost.")
    briscas_taken = whole("Briscas of other sides in its tricks.")
    cards_dealt = whole("Cards that the deck gave it, drawn ones too.")
    trumps_dealt = whole("Trumps among them, where no player names the trump suit.")
    trumps_due = whole(DUE)
    points_dealt = whole("Card points among them.")
    points_due = whole(DUE)
    contracts = whole("Contracts that it bid for and won.")
    contracts_made = whole("How many of them it made.")
    partnered = whole("Contracts in which it was the called partner.")
    partnered_made = whole("How many of them were made.")
    defended = whole("Contracts that it played against.")
    defended_won = whole("How many of them were not made.")
    timeouts = whole("Cards that the clock played.")
    ms = whole("Time used on own turns.")
    plays = whole("Cards played by oneself or the clock.")
    spread = wholes(SPREAD)
    streak = whole("Matches won in a row; lost ones are negative.")
    best_streak = whole("Longest row of wins.")
    worst_streak = whole("Longest row of losses.")
    last_match_at = moment(null=True)
    rates = RatesSerializer()


class FiguresSerializer(CountersSerializer):
    """What was counted in one pool, and the rating in it."""

    rating = RatingSerializer(allow_null=True)


class MonthFiguresSerializer(CountersSerializer):
    """What was counted in one pool in one month."""

    month = text("In UTC, as `2026-03`.")


class PlayerStatsSerializer(drf.Serializer[Any]):
    """Figures of a player."""

    player = text()
    pools = FiguresSerializer(many=True)


class TeamStatsSerializer(drf.Serializer[Any]):
    """Figures of a team."""

    team = whole()
    players = drf.ListField(child=drf.CharField())
    pools = FiguresSerializer(many=True)


class MonthPageSerializer(ListSerializer):
    """A page of months."""

    results = MonthFiguresSerializer(many=True)


class PlayerDaySerializer(drf.Serializer[Any]):
    """What a player did on one day."""

    day = text("In UTC, as `2026-03-01`.")
    matches = whole("That ended that day.")
    matches_won = whole()
    matches_drawn = whole()
    deals = whole()
    ms = whole("Time used on own turns.")


class PlayerDayPageSerializer(ListSerializer):
    """A page of days."""

    results = PlayerDaySerializer(many=True)


# -- rivals and partners --------------------------------------------------------------------------


class RivalRatesSerializer(drf.Serializer[Any]):
    """Shares and means against a rival; null where nothing was played."""

    match_win_rate = number("Matches in which neither or both won count half.")
    deal_win_rate = number("Deals that neither or both won count half.")
    mean_points = number("Card points of the own side in a deal.")
    mean_rival_points = number("Card points of the rival's side.")


class RivalCountersSerializer(drf.Serializer[Any]):
    """What a player did against another."""

    matches = whole("As rivals.")
    won = whole("Matches that the player won and the rival did not.")
    lost = whole("Matches that the rival won and the player did not.")
    deals = whole("Without those in which a contract made them partners.")
    deals_won = whole("Deals that the player won and the rival did not.")
    deals_lost = whole("Deals that the rival won and the player did not.")
    points = whole("Card points of the own side.")
    rival_points = whole("Card points of the rival's side.")
    streak = whole("Won in a row against the rival; lost ones are negative.")
    best_streak = whole()
    worst_streak = whole()
    last_match_at = moment(null=True)
    rates = RivalRatesSerializer()


class RivalSerializer(RivalCountersSerializer):
    """A rival, over all kinds of matches."""

    rival = text()


class RivalPageSerializer(ListSerializer):
    """A page of rivals."""

    results = RivalSerializer(many=True)


class RivalPoolSerializer(RivalCountersSerializer):
    """Against a rival in one pool."""

    pool = text("Kind of match; `all` for the sum.")


class HeadToHeadSerializer(drf.Serializer[Any]):
    """Two players against each other, as the first of them sees it."""

    player = text()
    rival = text()
    pools = RivalPoolSerializer(many=True)


class PartnerSerializer(CountersSerializer):
    """A partnership of a player, with its figures over all kinds of matches."""

    id = whole("Of the team.")
    name = text(null=True)
    players = drf.ListField(child=drf.CharField())


class PartnersSerializer(drf.Serializer[Any]):
    """The partnerships that a player played most in."""

    player = text()
    results = PartnerSerializer(many=True)


# -- games and the whole site ---------------------------------------------------------------------


class GameRatesSerializer(LuckSerializer):
    """Shares and means; null where nothing was played."""

    draw_rate = number("Matches that nobody won.")
    resign_rate = number("Matches that somebody gave up.")
    deals_per_match = number()
    tie_rate = number("Deals that several sides won, or nobody.")
    mean_points = number("Card points of a side in a deal.")
    points_sd = number("Their standard deviation.")
    hundred_rate = number("Sides that took more than a hundred points, of all.")
    exchanges_per_deal = number()
    exchange_missed_rate = number("Of the chances to exchange in a deal.")
    brisca_loss_rate = number("Aces and threes laid that another side took.")
    contract_rate = number("Contracts made.")
    timeout_rate = number("Cards that the clock played, of all.")
    ms_per_play = number()


class GameSerializer(LuckCountsSerializer):
    """What was counted of matches as a whole. Of points and luck there is one sample a side."""

    pool = text("Kind of match; `all` sums, and so does `bots-all` for bots among themselves.")
    matches = whole()
    matches_drawn = whole()
    matches_resigned = whole()
    matches_rated = whole()
    people = whole("Seats of people.")
    bots = whole("Seats of bots.")
    deals = whole("Without those that all passed.")
    deals_tied = whole()
    all_passed = whole("Deals that nobody wanted to play.")
    claims = whole("Deals that ended by a claim.")
    killed = whole("Deals that ended by the death of the three.")
    side_deals = whole("Sides of all deals: samples of points and luck.")
    points = whole()
    points_squared = whole()
    hundreds = whole()
    extras = whole()
    tricks = whole()
    plays = whole()
    ms = whole()
    timeouts = whole()
    exchanges = whole()
    exchange_chances = whole()
    exchanges_missed = whole()
    briscas = whole()
    briscas_lost = whole()
    contracts = whole()
    contracts_made = whole()
    spread = wholes(SPREAD)
    last_match_at = moment(null=True)
    rates = GameRatesSerializer()


class MonthGameSerializer(GameSerializer):
    """What was counted in one month."""

    month = text("In UTC, as `2026-03`.")


class MonthGamePageSerializer(ListSerializer):
    """A page of months."""

    results = MonthGameSerializer(many=True)


class RulesetStatsSerializer(drf.Serializer[Any]):
    """Figures of a ruleset."""

    rules_hash = text()
    pools = GameSerializer(many=True)


class WentSerializer(drf.Serializer[Any]):
    """How tricks or deals went, of so many."""

    count = whole()
    won = whole()
    tied = whole("Of deals; tricks have no ties.")
    points = whole("Of the side in deals; in tricks gained, or lost where negative.")
    win_rate = number("A tie counts half.")
    mean_points = number()


class CardWentSerializer(WentSerializer):
    """By a card."""

    key = text("Printed number, with a `t` where it is a trump: `1`, `3t`.")


class OpeningsSerializer(drf.Serializer[Any]):
    """What came of the deals that a player opened."""

    player = text()
    pool = text()
    results = CardWentSerializer(many=True)


class CountWentSerializer(WentSerializer):
    """By a number."""

    key = whole()


class TrumpWentSerializer(WentSerializer):
    """By a trump."""

    key = text("Printed number of the trump.")


class PoolStatsSerializer(GameSerializer):
    """Figures of a pool, and how tricks and deals go by card, seat and trumps."""

    lead = CardWentSerializer(many=True, help_text="Tricks, by the card led.")
    first_lead = CardWentSerializer(many=True, help_text="Deals, by the first card of all.")
    seat = CountWentSerializer(many=True, help_text="Deals, by seat from the eldest on.")
    trumps = CountWentSerializer(many=True, help_text="Deals, by trumps dealt to a seat.")
    trump = TrumpWentSerializer(many=True, help_text="Deals of the side that was dealt a trump.")


class SiteStatsSerializer(drf.Serializer[Any]):
    """Figures of the whole site, a pool each."""

    results = GameSerializer(many=True)


class DaySerializer(drf.Serializer[Any]):
    """Activity on one day."""

    day = text("In UTC, as `2026-03-01`.")
    matches = whole("That ended that day.")
    deals = whole()
    plays = whole()
    people = whole("Different people who ended a match; in the pool `all` alone.", null=True)


class DayPageSerializer(ListSerializer):
    """A page of days."""

    results = DaySerializer(many=True)
