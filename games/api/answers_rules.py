"""What the addresses of rules give, described field by field for the schema."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers as drf

from games.api.answers import ListSerializer, moment, text, whole


class RulesetSerializer(drf.Serializer[Any]):
    """A complete map of options."""

    hash = text()
    preset = text()
    options = drf.DictField()


class RulesetRowSerializer(drf.Serializer[Any]):
    """A ruleset of a list."""

    hash = text()
    preset = text()
    teams = text("How sides are formed.", null=True)
    changes = drf.DictField(help_text="Options unlike those of the preset.")
    matches = whole("Finished matches that were played by it.")
    first_at = moment("When a table was first opened with it.")


class RuleSectionSerializer(drf.Serializer[Any]):
    """A heading with its sentences."""

    key = text("The same in every language.")
    title = text()
    lines = drf.ListField(child=drf.CharField())


class RankedCardSerializer(drf.Serializer[Any]):
    """A card of one suit, and what it counts."""

    card = text()
    name = text("Of its rank, in the pack that is used.")
    points = whole()


class SignSerializer(drf.Serializer[Any]):
    """A sign that partners may make."""

    sign = text()
    meaning = text()
    gesture = text()


class ReadableRulesSerializer(drf.Serializer[Any]):
    """The rules of a ruleset in sentences."""

    hash = text()
    preset = text()
    players = whole()
    language = text()
    sections = RuleSectionSerializer(many=True)
    cards = RankedCardSerializer(
        many=True, help_text="Of one suit, from the highest to the lowest."
    )
    signs = SignSerializer(many=True)


class SeatingSerializer(drf.Serializer[Any]):
    """Sides that may be formed, the usual one first."""

    players = whole()
    teams = drf.ListField(child=drf.CharField())


class PresetSerializer(drf.Serializer[Any]):
    """Named rules."""

    name = text()
    playable = drf.BooleanField()
    seatings = SeatingSerializer(many=True)
    changes = drf.DictField(help_text="Options unlike the default.")


class PresetsSerializer(drf.Serializer[Any]):
    """All named rules, and the defaults that they change."""

    defaults = drf.DictField()
    results = PresetSerializer(many=True)


class RulesetPageSerializer(ListSerializer):
    """A page of rulesets."""

    results = RulesetRowSerializer(many=True)
