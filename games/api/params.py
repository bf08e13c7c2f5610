"""What addresses take in their query, checked: nothing else ever reaches a lookup."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.engine import PRESETS
from games.selectors.matches import RESULTS

LARGEST: Final = 2**63 - 1
EARLIEST: Final = datetime(1970, 1, 1, tzinfo=UTC)
LATEST: Final = datetime(2999, 1, 1, tzinfo=UTC)


class Moment(serializers.DateTimeField):
    """A time as RFC 3339, or a date: its first moment in UTC."""

    default_error_messages = {
        "invalid": _("Write a time as 2026-03-01T18:00:00Z, or a date as 2026-03-01."),
    }

    def to_internal_value(self, value: Any) -> datetime:
        """The moment; ValidationError where there is none, or one beyond the calendar."""
        moment = super().to_internal_value(value)
        if not EARLIEST <= moment <= LATEST:
            self.fail("invalid", format="RFC 3339")
        return moment


class Name(serializers.CharField):
    """The name of a player."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, max_length=32, **kwargs)


class ListQuery(serializers.Serializer[Any]):
    """What every list takes."""

    cursor = serializers.CharField(
        required=False, max_length=400, help_text="Where to go on; use `next` as it is."
    )
    limit = serializers.IntegerField(
        required=False, min_value=1, max_value=100, help_text="Rows on a page; 50 without it."
    )


class PlayersQuery(ListQuery):
    """Which players."""

    name = Name(help_text="Beginning of the name, in any case.")


class TeamsQuery(ListQuery):
    """Which teams."""

    player = Name(help_text="A player of the team.")


class RulesetsQuery(ListQuery):
    """Which rulesets."""

    preset = serializers.ChoiceField(
        required=False, choices=list(PRESETS), help_text="Named rules that they change."
    )


class ReadableQuery(serializers.Serializer[Any]):
    """For how many to read rules."""

    players = serializers.IntegerField(
        required=False,
        min_value=2,
        max_value=6,
        help_text="How many sit at the table; without it the fewest that may.",
    )


class PlayerMatchesQuery(ListQuery):
    """Which matches of a player."""

    partner = Name(help_text="Somebody on the player's side.")
    rival = Name(help_text="Somebody on another side.")
    result = serializers.ChoiceField(
        required=False, choices=list(RESULTS), help_text="How it went for the player."
    )
    team = serializers.IntegerField(
        required=False, min_value=1, max_value=LARGEST, help_text="Id of a team that played."
    )
    preset = serializers.ChoiceField(
        required=False, choices=list(PRESETS), help_text="Named rules it was played by."
    )
    players = serializers.IntegerField(
        required=False, min_value=2, max_value=6, help_text="How many sat at the table."
    )
    rules = serializers.RegexField(
        r"^sha256:[0-9a-f]{64}\Z", required=False, help_text="Hash of the exact ruleset."
    )
    since = Moment(required=False, help_text="Finished at this time or later.")
    until = Moment(required=False, help_text="Finished before this time.")


class MatchesQuery(PlayerMatchesQuery):
    """Which matches."""

    player = Name(help_text="Somebody who played.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Partner, rival and result are somebody's."""
        for name in ("partner", "rival", "result"):
            if name in attrs and "player" not in attrs:
                raise serializers.ValidationError({name: [_("It needs “player” beside it.")]})
        return attrs
