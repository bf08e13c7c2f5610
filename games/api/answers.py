"""What addresses give, described field by field for the schema.

Answers are built as plain values by `games.selectors` and are not run through these: that costs
several times the query. The tests hold every answer against the schema made of them.
"""

from __future__ import annotations

from typing import Any

from rest_framework import serializers as drf

from games.engine import PRESETS
from games.models.chips import PotEnd
from games.models.matches import MatchStatus
from games.models.people import PlayerKind

KINDS = [str(kind) for kind in PlayerKind.values]
UNITS = ["deals", "points"]
MATCH_ENDS = ["target", "four_trumps", "max_deals", "draw", "resigned", "abandoned"]


def whole(help_text: str = "", *, null: bool = False) -> drf.IntegerField:
    """A whole number."""
    return drf.IntegerField(help_text=help_text, allow_null=null)


def number(help_text: str = "") -> drf.FloatField:
    """A number, null where there is nothing to divide by."""
    return drf.FloatField(help_text=help_text, allow_null=True)


def text(help_text: str = "", *, null: bool = False) -> drf.CharField:
    """Some text."""
    return drf.CharField(help_text=help_text, allow_null=null)


def moment(help_text: str = "", *, null: bool = False) -> drf.DateTimeField:
    """A time, RFC 3339 in UTC."""
    return drf.DateTimeField(help_text=help_text, allow_null=null)


def wholes(help_text: str = "", *, null: bool = False) -> drf.ListField:
    """A list of whole numbers."""
    return drf.ListField(child=drf.IntegerField(), help_text=help_text, allow_null=null)


class ErrorDetailSerializer(drf.Serializer[Any]):
    """What went wrong."""

    code = text("For programs; never changes.")
    message = text("For people, in their language.")
    details = drf.DictField(help_text="What belongs to the code, such as `parameter`.")


class ErrorSerializer(drf.Serializer[Any]):
    """Every answer that is no success."""

    error = ErrorDetailSerializer()


# -- players and teams --------------------------------------------------------------------------


class PlayerSerializer(drf.Serializer[Any]):
    """Who sits at tables: a person or a bot."""

    name = text()
    kind = drf.ChoiceField(choices=KINDS)
    bot = text("Level of a house bot.", null=True)
    created_at = moment()


class RatesSerializer(drf.Serializer[Any]):
    """Shares and means; null where nothing was played."""

    match_win_rate = number("A draw counts half.")
    deal_win_rate = number("A tie counts half.")
    mean_points = number("Card points of the side in a deal, of 120.")
    points_sd = number("Their standard deviation.")
    mean_own_points = number("Card points in own tricks.")
    tricks_per_deal = number()
    exchanges_per_deal = number()
    last_trick_rate = number()
    mean_game_points = number("What a deal adds to the score of the side; may be negative.")
    extras_per_deal = number("Points of the side in a deal beside those of the cards.")
    contract_rate = number("Contracts made, of those that it bid for and won.")
    partner_rate = number("Contracts made, of those in which it was the called partner.")
    defence_rate = number("Contracts broken, of those that it played against.")
    timeout_rate = number("Cards that the clock played, of all.")
    ms_per_play = number()


class RatingSerializer(drf.Serializer[Any]):
    """Strength among those one played (openskill, Plackett-Luce), 1500 at first."""

    rating = whole()
    deviation = whole("How far it may be off.")
    matches = whole("Rated matches.")
    provisional = drf.BooleanField(help_text="Too few matches for a leaderboard.")


class FiguresSerializer(drf.Serializer[Any]):
    """What was counted in one pool."""

    pool = text("Kind of match, such as `2`, `4-pairs` or `5-chiamata`; `all` for the sum.")
    matches = whole()
    matches_won = whole()
    matches_drawn = whole()
    deals = whole("Without those that all passed.")
    deals_won = whole(
        "Its side alone won them: they gave it game points, or where points are counted the most; "
        "a contract is won by all that it gave points."
    )
    deals_tied = whole("Several sides won them, its own too, or nobody did.")
    points = whole("Card points of the side over all deals.")
    points_squared = whole("Sum of their squares.")
    own_points = whole("Card points in own tricks.")
    extras = whole("Points of the side beside those of the cards: marriages, last tricks.")
    game_points = whole("What the deals added to the score of the side; may be negative.")
    tricks = whole()
    exchanges = whole()
    last_tricks = whole()
    contracts = whole("Contracts that it bid for and won.")
    contracts_made = whole("How many of them it made.")
    partnered = whole("Contracts in which it was the called partner.")
    partnered_made = whole("How many of them were made.")
    defended = whole("Contracts that it played against.")
    defended_won = whole("How many of them were not made.")
    timeouts = whole("Cards that the clock played.")
    ms = whole("Time used on own turns.")
    plays = whole("Cards played by oneself or the clock.")
    streak = whole("Matches won in a row; lost ones are negative.")
    best_streak = whole()
    last_match_at = moment(null=True)
    rates = RatesSerializer()


class PlayerFiguresSerializer(FiguresSerializer):
    """What was counted of a player in one pool."""

    rating = RatingSerializer(allow_null=True)


class PlayerStatsSerializer(drf.Serializer[Any]):
    """Figures of a player."""

    player = text()
    pools = PlayerFiguresSerializer(many=True)


class TeamSerializer(drf.Serializer[Any]):
    """Two or three who played together."""

    id = whole()
    name = text(null=True)
    players = drf.ListField(child=drf.CharField())
    created_at = moment()


class TeamStatsSerializer(drf.Serializer[Any]):
    """Figures of a team."""

    team = whole()
    players = drf.ListField(child=drf.CharField())
    pools = FiguresSerializer(many=True)


# -- matches ------------------------------------------------------------------------------------


class SeatSerializer(drf.Serializer[Any]):
    """Who sat where, and how it went."""

    seat = whole("From 0, counter-clockwise.")
    side = whole("Index into `sides`.")
    player = text()
    kind = drf.ChoiceField(choices=KINDS)
    team = whole("Id of the partnership.", null=True)
    result = drf.ChoiceField(choices=["won", "lost", "drawn"], allow_null=True)
    deals_won = whole("Deals that its side won, alone or with others.", null=True)
    points = whole("Card points in own tricks, over all deals.", null=True)


class PotSerializer(drf.Serializer[Any]):
    """What a match is played for, in chips of play money."""

    stake = whole("What the rules ask of each seat.")
    pot = whole("What is played for; with what a drawn match left.")
    outcome = drf.ChoiceField(choices=list(map(str, PotEnd.values)), allow_null=True)
    payouts = wholes("What each seat got of it.", null=True)


class MatchSerializer(drf.Serializer[Any]):
    """One match. What is null is not known while it is played."""

    id = text()
    preset = drf.ChoiceField(choices=list(PRESETS))
    rules_hash = text()
    players = whole()
    pool = text()
    status = drf.ChoiceField(choices=[str(status) for status in MatchStatus.values])
    started_at = moment()
    finished_at = moment(null=True)
    unit = drf.ChoiceField(choices=UNITS, help_text="What the score counts.")
    deals = whole("Deals that are over, those that all passed among them.")
    sides = drf.ListField(child=drf.ListField(child=drf.IntegerField()), help_text="As seats.")
    score = wholes("Of each side; negative where deals took more than they gave.")
    winners = wholes("Sides; empty for a draw.", null=True)
    ended_by = drf.ChoiceField(choices=MATCH_ENDS, allow_null=True)
    pot = PotSerializer(allow_null=True, help_text="null: played for nothing.")
    seats = SeatSerializer(many=True)


# -- leaderboards -------------------------------------------------------------------------------


class LeaderSerializer(drf.Serializer[Any]):
    """One place of a leaderboard."""

    rank = whole("From 1.")
    player = text()
    kind = drf.ChoiceField(choices=KINDS)
    rating = whole()
    deviation = whole()
    matches = whole()


class PoolSerializer(drf.Serializer[Any]):
    """One leaderboard."""

    pool = text()
    url = drf.URLField()


class PoolsSerializer(drf.Serializer[Any]):
    """All leaderboards."""

    results = PoolSerializer(many=True)


# -- pages of lists -----------------------------------------------------------------------------


class ListSerializer(drf.Serializer[Any]):
    """A page of a list."""

    next = drf.URLField(allow_null=True, help_text="The next page; null on the last one.")


class PlayerPageSerializer(ListSerializer):
    """A page of players."""

    results = PlayerSerializer(many=True)


class TeamPageSerializer(ListSerializer):
    """A page of teams."""

    results = TeamSerializer(many=True)


class MatchPageSerializer(ListSerializer):
    """A page of matches."""

    results = MatchSerializer(many=True)


class LeaderPageSerializer(ListSerializer):
    """A page of a leaderboard."""

    results = LeaderSerializer(many=True)
