"""Deals of the day as the API gives them, described field by field for the schema."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers as drf

from games.api.answers import KINDS, ListSerializer, moment, text, whole
from games.engine import PRESETS
from games.services.players import LEVELS


class DailySerializer(drf.Serializer[Any]):
    """The deal of one day: the same deck for everybody, one try each."""

    day = drf.DateField(help_text="Of UTC.")
    origin = text("What its hashes name in the place of a match.")
    preset = drf.ChoiceField(choices=list(PRESETS))
    rules_hash = text()
    players = whole("At the table; the player has seat 0, the house's bots all others.")
    bots = drf.ChoiceField(choices=list(LEVELS), help_text="Level of the bots.")
    dealer = whole("Seat of the dealer.")
    server_commit = text("Published in advance: the commit of `brisca-fair/1` to the seed.")
    shown_at = moment("When seed, results and matches were shown.", null=True)
    tried = whole("Tries that came to their end, whether they are ranked or not.")
    ranked = whole("Those of them in the ranking, which `results` lists.")
    fairness = drf.DictField(
        help_text="The `brisca-fair/1` block, seed included; null until the deal is shown.",
        allow_null=True,
    )


class DailyPageSerializer(ListSerializer):
    """A page of deals of the day."""

    results = DailySerializer(many=True)


class DailyResultSerializer(drf.Serializer[Any]):
    """What one player of the ranking made of it."""

    place = whole("From 1, among those in the ranking; level ones share it.")
    player = text()
    kind = drf.ChoiceField(choices=KINDS)
    points = whole("Of the player's side.")
    tricks = whole("Of the player's side.")
    seconds = whole("From the first card to the last.")
    match = text("Where it can be looked at; null for some minutes after.", null=True)


class DailyResultsSerializer(ListSerializer):
    """A page of the ranking: tries of accounts that existed before they first looked at the deal."""

    results = DailyResultSerializer(many=True)
