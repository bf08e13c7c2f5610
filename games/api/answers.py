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
from games.selectors.match_filter import TRAITS
from games.stats.rated import UNRATED

KINDS = [str(kind) for kind in PlayerKind.values]
UNITS = ["deals", "points"]
MATCH_ENDS = ["target", "four_trumps", "max_deals", "draw", "resigned", "agreed", "abandoned"]


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


class ErrorDetailsSerializer(drf.Serializer[Any]):
    """What belongs to the code of an error; nothing else is told."""

    parameter = drf.CharField(required=False, help_text="Name of what is wrong in the request.")
    allowed = drf.ListField(
        required=False, child=drf.CharField(), help_text="What the address takes instead."
    )
    what = drf.CharField(required=False, help_text="What was not found.")
    scope = drf.CharField(required=False, help_text="What the key would have to be good for.")
    option = drf.CharField(required=False, allow_null=True, help_text="Of the rules.")
    reason = drf.CharField(required=False, help_text="Why these rules cannot stand.")
    state = drf.CharField(
        required=False, help_text="Why there is no analysis: `none`, `failed` or `impossible`."
    )
    retry_after = drf.IntegerField(required=False, help_text="Seconds.")


class ErrorDetailSerializer(drf.Serializer[Any]):
    """What went wrong."""

    code = text("For programs; never changes.")
    message = text("For people, in their language.")
    details = ErrorDetailsSerializer()


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


class TeamSerializer(drf.Serializer[Any]):
    """Two or three who played together."""

    id = whole()
    name = text(null=True)
    players = drf.ListField(child=drf.CharField())
    created_at = moment()


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
    boards = whole("Decks of a duplicate match, each dealt once for every side; 0: it is none.")
    sides = drf.ListField(child=drf.ListField(child=drf.IntegerField()), help_text="As seats.")
    score = wholes("Of each side; negative where deals took more than they gave.")
    winners = wholes("Sides; empty for a draw.", null=True)
    ended_by = drf.ChoiceField(choices=MATCH_ENDS, allow_null=True)
    rated = drf.BooleanField(
        allow_null=True, help_text="Whether it moved the ratings of all sides."
    )
    unrated_reason = drf.ChoiceField(
        choices=list(UNRATED),
        allow_null=True,
        help_text="Why it is not rated; null: it is, or it is from before reasons were kept. "
        "With `early_resignation` it moved the ratings of those who did not win, and no other.",
    )
    margin = whole("How far winners and losers are apart in the score.", null=True)
    contains = drf.ListField(
        child=drf.ChoiceField(choices=list(TRAITS)),
        allow_null=True,
        help_text="What happened in a deal of it, as the filter `contains` takes it.",
    )
    pot = PotSerializer(allow_null=True, help_text="null: played for nothing.")
    seats = SeatSerializer(many=True)


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
