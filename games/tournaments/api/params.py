"""Query parameters and bodies of the views of tournaments."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.api.core.params import ListQuery, Moment, Text
from games.common.house_bots import LEVELS
from games.engine import PRESETS
from games.tournaments.models import Tournament
from games.tournaments.models.tournaments import Format
from games.tournaments.rules.team_match import SQUADS
from games.tournaments.selectors.lists import STATES
from games.tournaments.services import creating

MOST_MS = 3_600_000


class TournamentsQuery(ListQuery):
    """Query parameters of the list of tournaments."""

    status = serializers.ChoiceField(
        required=False,
        choices=list(STATES),
        help_text="`coming`: announced; `running`; `past`: finished. All of them without it.",
    )


class TournamentQuery(serializers.Serializer[Any]):
    """Query parameters of one tournament: the code in the link of a private one."""

    invite = Text(
        required=False, max_length=32, help_text="Of its link; a private one is found by it alone."
    )


class StandingsQuery(ListQuery, TournamentQuery):
    """Query parameters of a tournament's ranking: cursor, limit and the link's code."""


class EntryBody(serializers.Serializer[Any]):
    """Request body with which an account enters a tournament."""

    partners = serializers.ListField(
        required=False,
        default=list,
        max_length=2,
        child=serializers.CharField(max_length=32),
        help_text="Names of the partners, who must agree; none with `seek`.",
    )
    seek = serializers.BooleanField(
        required=False, default=False, help_text="Play with whoever looks for a partner too."
    )
    squad = serializers.IntegerField(
        required=False,
        default=0,
        min_value=0,
        max_value=len(SQUADS),
        help_text="Team in a match of two teams; 0: whichever has a place.",
    )
    invite = Text(
        required=False, default="", max_length=32, allow_blank=True, help_text="Of its link."
    )


class AnswerBody(serializers.Serializer[Any]):
    """Request body that answers a partner's invitation to play a tournament."""

    agree = serializers.BooleanField()


class TournamentBody(serializers.Serializer[Any]):
    """Request body with which an account announces a tournament; turn times in milliseconds."""

    name = serializers.CharField(max_length=60)
    line = serializers.CharField(required=False, max_length=140, allow_blank=True)
    format = serializers.ChoiceField(choices=Format.values)
    preset = serializers.ChoiceField(required=False, default="ludoteka", choices=list(PRESETS))
    players = serializers.IntegerField(required=False, default=2, min_value=2, max_value=6)
    members = serializers.IntegerField(required=False, default=1, min_value=1, max_value=3)
    options = serializers.DictField(required=False, help_text="Options unlike the preset's.")
    starts_at = Moment()
    rounds = serializers.IntegerField(
        required=False, min_value=1, max_value=creating.MAX_ROUNDS
    )  # fmt: skip
    deals = serializers.IntegerField(required=False, min_value=1, max_value=creating.MAX_DEALS)
    best_of = serializers.IntegerField(required=False, min_value=1, max_value=9)
    groups = serializers.IntegerField(required=False, min_value=2, max_value=8)
    second_bracket = serializers.BooleanField(required=False)
    compared = serializers.BooleanField(required=False)
    bots = serializers.ChoiceField(
        required=False,
        choices=LEVELS,
        help_text="Level of the bots of a daily event, or of a match of teams.",
    )
    house_entrants = serializers.IntegerField(
        required=False, min_value=0, max_value=creating.MAX_HOUSE
    )
    minutes = serializers.IntegerField(
        required=False, min_value=creating.MINUTES[0], max_value=creating.MINUTES[1]
    )
    turn_ms = serializers.IntegerField(required=False, min_value=1000, max_value=MOST_MS)
    bank_ms = serializers.IntegerField(required=False, min_value=0, max_value=MOST_MS)
    checkin_minutes = serializers.IntegerField(required=False, min_value=1, max_value=120)
    starts_when_full = serializers.BooleanField(required=False)
    late_entry = serializers.BooleanField(required=False)
    visibility = serializers.ChoiceField(required=False, choices=Tournament.Visibility.values)
    programs = serializers.ChoiceField(required=False, choices=Tournament.Programs.values)
    min_finished = serializers.IntegerField(required=False, min_value=0, max_value=100)
    min_entrants = serializers.IntegerField(required=False, min_value=2)
    max_entrants = serializers.IntegerField(
        required=False, min_value=2, max_value=creating.MAX_ENTRANTS
    )
    fee = serializers.IntegerField(required=False, min_value=0, max_value=creating.MAX_FEE)
    every_days = serializers.IntegerField(required=False, min_value=0, max_value=31)
    time_zone = serializers.CharField(required=False, allow_blank=True, max_length=64)
