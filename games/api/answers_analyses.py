"""Analyses of matches as the API gives them, described field by field for the schema."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers as drf

from games.analysis import FORMAT
from games.api.answers import ListSerializer, moment, number, text, whole, wholes
from games.bots.evaluation.advice import REASONS

GRADES = ["error", "inexact", "find"]
STATES = ["waiting", "working"]
UNITS = ["cards", "game"]


def real(help_text: str = "") -> drf.FloatField:
    """A number that is always there."""
    return drf.FloatField(help_text=help_text)


def reals(help_text: str = "", *, null: bool = False) -> drf.ListField:
    """A list of numbers."""
    return drf.ListField(child=drf.FloatField(), help_text=help_text, allow_null=null)


class ChoicesSerializer(drf.Serializer[Any]):
    """What a seat chose."""

    seat = whole()
    decisions = whole("Plays with more than one card to choose from.")
    best = whole("Of them, those of the best card.")
    loss = real("Points lost in the unit of the analysis, counted beyond two standard errors.")
    # A field by the name of a property of all serializers, which only those that read input use.
    errors = whole("Losses that weigh three points or more.")  # type: ignore[assignment]
    inexact = whole("Losses that weigh one point or more.")
    finds = whole("The only good card, well ahead of at least two others.")
    accuracy = number("From 0 to 100; null without a choice.")


class CardWorthSerializer(drf.Serializer[Any]):
    """A card that could have been played."""

    card = text()
    points = real("Points that the deal was to bring the own side, in the unit of the analysis.")
    points_error = real("Standard error of that.")
    win = real("How likely the own side was to win the deal.")
    behind = real("Points less than the best card.")
    behind_error = real("Standard error of that.")


class WhySerializer(drf.Serializer[Any]):
    """What speaks for a card, as in hints."""

    code = drf.ChoiceField(choices=REASONS)
    points = whole("Card points of the trick with the card.")


class JudgedSerializer(drf.Serializer[Any]):
    """A play against the best card, by what its player could know."""

    worlds = whole("Ways in which the hidden cards may lie that were played out; 0: exact.")
    loss = real("Points lost, in the unit of the analysis; 0 within two standard errors.")
    weight = real("The loss as card points of the base game: losses of all games compare by it.")
    behind = real("Points behind the best card, sure or not.")
    behind_error = real("Standard error of that.")
    grade = drf.ChoiceField(choices=GRADES, allow_null=True)
    points = real("Points that the own side was to expect after the card played.")
    win = real("How likely it was to win the deal then.")
    best = text("The best card.")
    why = WhySerializer(
        allow_null=True,
        help_text="Why the best card is better; null: little was lost, or no reason is told.",
    )
    best_points = real()
    best_win = real()
    cards = CardWorthSerializer(many=True, help_text="From the best.")


class LinePlaySerializer(drf.Serializer[Any]):
    """A card of a line."""

    seat = whole()
    card = text()


class LineContractSerializer(drf.Serializer[Any]):
    """How the contract comes out then."""

    made = whole("Points of the caller's side.")
    target = whole("Points to make.")


class LineSerializer(drf.Serializer[Any]):
    """How the deal goes on from the better card with the cards as they lay."""

    plays = LinePlaySerializer(many=True)
    points = wholes("Card points of each side at the end of the deal.")
    ended_by = text("As of a deal; null: the deal did not end.", null=True)
    contract = LineContractSerializer(allow_null=True, help_text="null: there is none.")


class OpenSerializer(drf.Serializer[Any]):
    """What the open cards allowed, stock order included: a curiosity, nobody could know it."""

    best = text("The best card.")
    best_points = whole("Card points of the own side with it, both at their best.")
    points = whole("Card points of the own side with the card played.")


class AnalysedPlaySerializer(drf.Serializer[Any]):
    """A card that was played."""

    at = text("Its address in the page of the match: `d2t3c1`.")
    trick = whole()
    seat = whole()
    card = text()
    judged = JudgedSerializer(allow_null=True, help_text="null: there was no choice.")
    line = LineSerializer(allow_null=True, help_text="Where the loss weighs a point or more.")
    open = OpenSerializer(allow_null=True, help_text="null: not solved from here.")


class AnalysedDealSerializer(drf.Serializer[Any]):
    """A deal of an analysis."""

    number = whole()
    luck = reals(
        "Points more than the mean of all sides that the deck, or the contract that was bid, is "
        "worth to each, all playing alike."
    )
    play = reals(
        "Points beyond that which each side made; null: the deal was not played out.",
        null=True,
    )
    seats = ChoicesSerializer(many=True)
    plays = AnalysedPlaySerializer(many=True)


class AnalysisSerializer(drf.Serializer[Any]):
    """The analysis of a match; the same match always gives the same."""

    format = text(f"`{FORMAT}`.")
    match = text()
    worlds = whole("Ways in which hidden cards may lie, played out for each choice.")
    unit = drf.ChoiceField(
        choices=UNITS,
        help_text="What losses, luck and play are counted in: card points; game points of the own "
        "side, where a contract, a limit or a killed three decides.",
    )
    accuracy = number("Of all seats together.")
    seats = ChoicesSerializer(many=True)
    luck = reals("Of each side, over the deals that were played out.")
    play = reals("Likewise.")
    key_moments = drf.ListField(child=drf.CharField(), help_text="Addresses of plays.")
    deals = AnalysedDealSerializer(many=True)


class AnalysisStateSerializer(drf.Serializer[Any]):
    """An analysis that is being made."""

    match = text()
    state = drf.ChoiceField(choices=STATES)
    ahead = whole("Matches that come before it.")


class AccuracySerializer(drf.Serializer[Any]):
    """How well a player chose in a match."""

    match = text()
    pool = text()
    seat = whole()
    finished_at = moment()
    decisions = whole("Plays with more than one card to choose from.")
    best = whole("Of them, those of the best card.")
    loss = real("Points lost by what the player could know, in the unit of the analysis.")
    # A field by the name of a property of all serializers, which only those that read input use.
    errors = whole("Losses that weigh three points or more.")  # type: ignore[assignment]
    accuracy = number("From 0 to 100.")


class AccuracyPageSerializer(ListSerializer):
    """A page of a player's accuracy."""

    results = AccuracySerializer(many=True)
