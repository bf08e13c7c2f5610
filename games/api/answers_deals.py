"""What the addresses of deals, tricks and records give, described field by field for the schema."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers as drf

from games.api.answers import (
    KINDS,
    MATCH_ENDS,
    ListSerializer,
    MatchSerializer,
    moment,
    text,
    whole,
    wholes,
)

SUITS = ["O", "C", "E", "B"]
DEAL_ENDS = [
    "played_out", "claim", "three_killed", "all_passed", "penalty", "resigned", "agreed",
    "abandoned",
]  # fmt: skip
ACTIONS = [
    "cut", "play", "exchange", "arm_exchange", "claim", "resign", "offer", "reply", "resume", "bid", "declare", "discard",
    "peek", "look", "sign", "ask", "answer", "say",
]  # fmt: skip


@extend_schema_field(
    {
        "oneOf": [
            {"type": "string", "enum": ["pass"]},
            {
                "type": "object",
                "properties": {"rank": {"type": "integer"}, "points": {"type": "integer"}},
                "additionalProperties": False,
            },
        ],
        "description": "`bid`: `pass`, or the rank, the points, or both.",
    }
)
class AnyBid(drf.JSONField):
    """`"pass"`, or a bid as an object."""


class PointsSerializer(drf.Serializer[Any]):
    """Card points."""

    seats = wholes()
    sides = wholes()


class TrumpSerializer(drf.Serializer[Any]):
    """The trump suit and the card that was turned for it."""

    suit = drf.ChoiceField(choices=SUITS, allow_null=True, help_text="null: none was named.")
    card = text("null: none was turned.", null=True)


class BidSerializer(drf.Serializer[Any]):
    """A bid for the contract: a rank, points, or after the lowest rank both."""

    rank = drf.IntegerField(required=False, help_text="Printed number of the card to call.")
    points = drf.IntegerField(required=False, help_text="Points to make.")


class ContractSerializer(drf.Serializer[Any]):
    """What the winner of the auction was to make, and what came of it."""

    caller = whole("Seat that won the auction.")
    partner = whole(
        "Seat of the called card; the caller's own: it played alone; null: none is called.",
        null=True,
    )
    bid = BidSerializer()
    suit = drf.ChoiceField(choices=SUITS, allow_null=True, help_text="The trump.")
    rank = whole("Of the called card, its printed number.", null=True)
    target = whole("Points to make.")
    made = whole("Points that its side made; the contract is won with `target` of them.")
    declarer = drf.IntegerField(required=False, help_text="The caller, in games with a talon.")
    discards = drf.ListField(
        child=drf.CharField(), required=False, help_text="What it put away for the talon."
    )


class ExtraSerializer(drf.Serializer[Any]):
    """Points beside those of the cards."""

    side = whole("Index into `sides`.")
    why = drf.ChoiceField(
        choices=["marriage", "declared", "last_trick"],
        help_text="King and knight of a suit taken, or shown; the last trick.",
    )
    suit = drf.ChoiceField(choices=SUITS, allow_null=True)
    points = whole()


class OutcomeSerializer(drf.Serializer[Any]):
    """What came of a deal, as records have it."""

    number = whole("From 1.")
    dealer = whole()
    trump = TrumpSerializer(allow_null=True)
    contract = ContractSerializer(allow_null=True, help_text="null: the game has no auction.")
    points = PointsSerializer()
    extras = ExtraSerializer(many=True)
    game_points = wholes("What it added to the score of each side; may be negative.")
    ended_by = drf.ChoiceField(choices=DEAL_ENDS)


class DealSerializer(OutcomeSerializer):
    """What came of a deal."""

    totals = wholes("Of each side, card points and extras.")


class RecordActionSerializer(drf.Serializer[Any]):
    """One action; what else it holds goes by its type."""

    seq = whole("Rises over the whole match.")
    seat = whole()
    type = drf.ChoiceField(choices=ACTIONS)
    by = drf.ChoiceField(choices=["player", "clock", "bot"])
    ms = whole("Time taken.")
    card = drf.CharField(required=False, help_text="`play`.")
    announce = drf.CharField(required=False, allow_null=True, help_text="`play`.")
    give = drf.CharField(required=False, help_text="`exchange`: the card from the hand.")
    take = drf.CharField(required=False, help_text="`exchange`: the card that was turned.")
    on = drf.BooleanField(required=False, help_text="`arm_exchange`.")
    at = drf.IntegerField(
        required=False, help_text="`cut`: cards from the top; `peek`, `look`: the other's seat."
    )
    bid = AnyBid(required=False)
    suit = drf.ChoiceField(choices=SUITS, required=False, help_text="`declare`.")
    rank = drf.IntegerField(required=False, help_text="`declare`: of the called card.")
    cards = drf.ListField(child=drf.CharField(), required=False, help_text="`discard`.")
    sign = drf.CharField(required=False, help_text="`sign`: what it means.")
    seen_by = drf.ListField(
        child=drf.IntegerField(), required=False, help_text="`sign`: the seats that saw it."
    )
    to = drf.IntegerField(required=False, help_text="`ask`, `answer`: the partner's seat.")
    question = drf.ChoiceField(choices=["points", "brisca"], required=False, help_text="`ask`.")
    yes = drf.BooleanField(required=False, help_text="`answer`, `reply`.")
    what = drf.ChoiceField(
        choices=["draw", "resign", "pause"], required=False, help_text="`offer`, `reply`."
    )
    text = drf.CharField(required=False, help_text="`say`.")
    failed = drf.BooleanField(
        required=False, help_text="`claim`: true where it was false, and the hand was laid open."
    )


class PlaySerializer(drf.Serializer[Any]):
    """One card of a trick."""

    seat = whole()
    card = text()
    announce = drf.CharField(required=False, allow_null=True)


class TrickSerializer(drf.Serializer[Any]):
    """One trick."""

    number = whole("From 1 in each deal.")
    leader = whole()
    plays = PlaySerializer(many=True)
    winner = whole("null: never completed.", null=True)
    points = whole()
    trump = drf.ChoiceField(
        choices=SUITS, allow_null=True, help_text="null: no trump was in force."
    )


class PlayedDealSerializer(OutcomeSerializer):
    """A deal with its deck, its proof and every action."""

    deck = drf.ListField(child=drf.CharField(), help_text="After shuffle and cut.")
    fairness = drf.DictField(
        allow_null=True,
        help_text="The `brisca-fair/1` proof; of a first deal with `dealer`, how the dealer was drawn.",
    )
    actions = RecordActionSerializer(many=True)


class FullDealSerializer(PlayedDealSerializer):
    """One deal as the record has it."""

    totals = wholes("Of each side, card points and extras.")
    tricks = TrickSerializer(many=True, required=False, help_text="Where `include` names it.")


class WideDealSerializer(DealSerializer):
    """What came of a deal, with the parts that `include` names."""

    deck = drf.ListField(child=drf.CharField(), required=False, help_text="After shuffle and cut.")
    fairness = drf.DictField(
        required=False, allow_null=True, help_text="The `brisca-fair/1` proof."
    )
    actions = RecordActionSerializer(many=True, required=False)
    tricks = TrickSerializer(many=True, required=False)


class RecordDealSerializer(PlayedDealSerializer):
    """One deal of a record."""

    tricks = TrickSerializer(many=True)


class RecordSeatSerializer(drf.Serializer[Any]):
    """Who sat where."""

    seat = whole()
    player = text()
    kind = drf.ChoiceField(choices=KINDS)
    side = whole()


class RecordSerializer(drf.Serializer[Any]):
    """A finished match completely, `brisca-record/1`."""

    format = drf.ChoiceField(choices=["brisca-record/1"])
    match = text()
    preset = text()
    rules = drf.DictField(help_text="Every option.")
    rules_hash = text()
    seats = RecordSeatSerializer(many=True)
    sides = drf.ListField(child=drf.ListField(child=drf.IntegerField()))
    dealer_draw = drf.ListField(
        child=drf.CharField(),
        required=False,
        help_text="The cards drawn for the first dealer, where the highest card deals.",
    )
    started_at = moment()
    finished_at = moment()
    deals = RecordDealSerializer(many=True)
    score = wholes()
    winners = wholes()
    ended_by = drf.ChoiceField(choices=MATCH_ENDS)


class ExportLineSerializer(RecordSerializer):
    """A line of a download: a record and a cursor. The last line is another, without a record.

    That one has `end` (true), `count` (records in this answer), `total` (with those before the
    cursor that was asked for) and `next` (a cursor, where `limit` left some out). Where it is
    missing the download broke off: go on with the `cursor` of the last whole line.
    """

    cursor = text("What to ask for to go on after this record.")


class DealsSerializer(drf.Serializer[Any]):
    """All deals of a match."""

    match = text()
    results = WideDealSerializer(many=True)


class TricksSerializer(drf.Serializer[Any]):
    """All tricks of a deal."""

    match = text()
    deal = whole()
    results = TrickSerializer(many=True)


class MatchTrickSerializer(TrickSerializer):
    """One trick of a match."""

    deal = whole("Number of its deal.")


class MatchTricksSerializer(drf.Serializer[Any]):
    """All tricks of a match."""

    match = text()
    results = MatchTrickSerializer(many=True)


class WholeMatchSerializer(MatchSerializer):
    """One match, with the parts that `include` names. What is null is not known while it runs."""

    rules = drf.DictField(required=False, help_text="Every option.")
    deals_played = DealSerializer(
        many=True, required=False, allow_null=True, help_text="What came of each deal."
    )


class MatchPageSerializer(ListSerializer):
    """A page of matches."""

    results = WholeMatchSerializer(many=True)
