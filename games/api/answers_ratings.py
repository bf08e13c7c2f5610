"""Ratings and leaderboards as the API gives them, described field by field for the schema."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers as drf

from games.api.answers import KINDS, ListSerializer, moment, text, whole


class RatingSerializer(drf.Serializer[Any]):
    """Strength among those one played (openskill, Plackett-Luce), 1500 at first."""

    rating = whole()
    deviation = whole("How far it may be off.")
    best = whole("The highest since it was established; null while provisional.", null=True)
    matches = whole("Rated matches.")
    provisional = drf.BooleanField(help_text="Too few matches for a leaderboard.")


class PoolRatingSerializer(RatingSerializer):
    """A rating in one pool."""

    pool = text()


class PlayerRatingsSerializer(drf.Serializer[Any]):
    """The ratings of a player."""

    player = text()
    results = PoolRatingSerializer(many=True)


class RatingPointSerializer(drf.Serializer[Any]):
    """A rating after one match."""

    number = whole("Of the rated match, from 1.")
    match = text()
    finished_at = moment()
    rating = whole()
    change = whole("By how much the match moved it.")
    deviation = whole()


class RatingHistorySerializer(ListSerializer):
    """A page of a history."""

    results = RatingPointSerializer(many=True)


class LeaderSerializer(drf.Serializer[Any]):
    """One place of a leaderboard."""

    rank = whole("From 1.")
    player = text()
    kind = drf.ChoiceField(choices=KINDS)
    rating = whole()
    deviation = whole()
    best = whole("The highest since it was established.", null=True)
    matches = whole()


class LeaderPageSerializer(ListSerializer):
    """A page of a leaderboard."""

    results = LeaderSerializer(many=True)


class TeamLeaderSerializer(drf.Serializer[Any]):
    """One place of a leaderboard of teams."""

    rank = whole("From 1.")
    team = whole("Its id.")
    name = text("Where it was given one.", null=True)
    players = drf.ListField(child=drf.CharField())
    rating = whole()
    deviation = whole()
    best = whole("The highest since it was established.", null=True)
    matches = whole()


class TeamLeaderPageSerializer(ListSerializer):
    """A page of a leaderboard of teams."""

    results = TeamLeaderSerializer(many=True)


class PoolSerializer(drf.Serializer[Any]):
    """One leaderboard."""

    pool = text()
    url = drf.URLField()


class PoolsSerializer(drf.Serializer[Any]):
    """All leaderboards."""

    results = PoolSerializer(many=True)
