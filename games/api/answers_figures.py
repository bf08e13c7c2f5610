"""Figures as the API gives them, described field by field for the schema.

What each counts and how rates come of it stands in `docs/statistics.md`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, cast

from django.db import models
from rest_framework import serializers as drf

from games.api.answers import ListSerializer, moment, number, text, whole, wholes
from games.api.answers_ratings import RatingSerializer
from games.models import (
    DayFigures,
    PlayerDay,
    PlayerFigures,
    PoolFigures,
    RivalFigures,
    SiteFigures,
)
from games.selectors.figures_json import PLAIN, RUN
from games.selectors.statistics import GAME_PLAIN, PLAYER_DAY, RIVAL_COUNTS, SITE_DAY, WENT

SPREAD = "Deals that brought the side 0-9, 10-19, ... 110 or more card points."


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


class CountsSerializer(drf.Serializer[Any]):
    """Counters of a table: a field for each column, described as the column is."""

    counts: ClassVar[tuple[type[models.Model], Iterable[str]]]
    """The table and the columns of it that are told; of a mapping, what they are told as first."""
    texts: ClassVar[Mapping[str, str]] = {}
    """Where a reader of the API needs more than the column says."""

    def get_fields(self) -> dict[str, drf.Field[Any, Any, Any, Any]]:
        """The counters, then what is declared."""
        model, names = self.counts
        columns = names if isinstance(names, Mapping) else {name: name for name in names}
        counters = {
            name: whole(self.texts.get(name, cast("Any", model._meta.get_field(column)).help_text))
            for name, column in columns.items()
        }
        return {**counters, **super().get_fields()}


class CountersSerializer(CountsSerializer):
    """What was counted in one pool."""

    counts = (PlayerFigures, (*PLAIN, *RUN))
    texts = {
        "deals": "Without those that all passed.",
        "deals_won": "Its side alone won them: they gave it game points, or where points are counted "
        "the most; a contract is won by all that it gave points.",
        "deals_tied": "Several sides won them, its own too, or nobody did.",
        "extras": "Points of the side beside those of the cards: marriages, last tricks.",
        "brisca_points_lost": "Card points of the briscas lost.",
        "trumps_dealt": "Trumps among them, where no player names the trump suit.",
        "contracts_made": "How many of them it made.",
        "partnered_made": "How many of them were made.",
        "defended_won": "How many of them were not made.",
        "timeouts": "Cards that the clock played.",
        "ms": "Time used on own turns, in milliseconds.",
        "plays": "Cards played by oneself or the clock.",
    }
    pool = text("Kind of match, such as `2`, `4-pairs` or `5-chiamata`; `all` for the sum.")
    spread = wholes(SPREAD)
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


class PlayerDaySerializer(CountsSerializer):
    """What a player did on one day."""

    counts = (PlayerDay, PLAYER_DAY)
    day = text("In UTC, as `2026-03-01`.")


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


class RivalCountersSerializer(CountsSerializer):
    """What a player did against another."""

    counts = (RivalFigures, {**RIVAL_COUNTS, **{name: name for name in RUN}})
    texts = {"streak": "Won in a row against the rival; lost ones are negative."}
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


class GameSerializer(CountsSerializer):
    """What was counted of matches as a whole. Of points and luck there is one sample a side."""

    counts = (PoolFigures, GAME_PLAIN)
    texts = {"deals": "Without those that all passed."}
    pool = text("Kind of match; `all` sums, and so does `bots-all` for bots among themselves.")
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


class WentSerializer(CountsSerializer):
    """How tricks or deals went, of so many."""

    counts = (SiteFigures, WENT)
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


class DaySerializer(CountsSerializer):
    """Activity on one day."""

    counts = (DayFigures, SITE_DAY)
    day = text("In UTC, as `2026-03-01`.")
    people = whole("Different people who ended a match; in the pool `all` alone.", null=True)


class DayPageSerializer(ListSerializer):
    """A page of days."""

    results = DaySerializer(many=True)
