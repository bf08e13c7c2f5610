"""Query parameters of matches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.api.core.params import (
    Cursor,
    Include,
    ListQuery,
    Moment,
    Name,
    PatternedField,
    Truth,
    Words,
)
from games.common.keyset import LARGEST
from games.engine import PRESETS, RulesetError
from games.engine.options import OPTIONS
from games.selectors.match_filter import TRAIT_FIELDS, WON_BY_RESULT, MatchFilter
from games.selectors.match_parts import DEAL_PARTS, MATCH_PARTS
from games.stats.pools import pool_names

LARGEST_MARGIN: Final = 32_767


class OptionValues(PatternedField):
    """Serializer field: options of rules with their values, as `match.target:3,teams:pairs`."""

    pattern = r"^[a-z_.]+:[A-Za-z0-9_.+-]+(,[a-z_.]+:[A-Za-z0-9_.+-]+)*$"

    default_error_messages = {
        "form": _("Write options as name:value, with commas between them."),
        "name": _("There is no option “%(name)s”."),
        "value": _("“%(name)s” takes %(allowed)s."),
    }

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, max_length=400, **kwargs)

    def to_internal_value(self, data: Any) -> Any:
        """Return a tuple of pairs (name of an option of the rules, its value).

        Raises:
            ValidationError: an option or its value does not exist; the text names it.
        """
        values = {}
        for part in super().to_internal_value(data).split(","):
            name, colon, text = part.partition(":")
            if not colon or name in values:
                self.fail("form")
            option = OPTIONS.get(name)
            if option is None:
                raise serializers.ValidationError([self.error_messages["name"] % {"name": name}])
            try:
                values[name] = option.check(name, _value(option.kind, text))
            except (RulesetError, ValueError):
                why = self.error_messages["value"]
                raise serializers.ValidationError(
                    [why % {"name": name, "allowed": option.allowed}]
                ) from None
        return tuple(values.items())


def _value(kind: str, text: str) -> Any:
    """Return an option's value from its text. Raises ValueError if the option has no such value."""
    if kind == "chain":
        return text.split("+")
    if kind == "bool":
        return {"true": True, "false": False}[text] if text in ("true", "false") else None
    if kind in ("int", "float") or text.lstrip("-").isdecimal():
        if len(text) > 12:
            raise ValueError(text)
        return float(text) if kind == "float" else int(text)
    return text


class TeamMatchesQuery(ListQuery):
    """Query parameters of a list of a team's matches."""

    preset = serializers.ChoiceField(
        required=False, choices=list(PRESETS), help_text="Named rules it was played by."
    )
    pool = serializers.ChoiceField(
        required=False, choices=[*pool_names()], help_text="Kind of match, as figures count them."
    )
    players = serializers.IntegerField(
        required=False, min_value=2, max_value=6, help_text="How many sat at the table."
    )
    rules = serializers.RegexField(
        r"^sha256:[0-9a-f]{64}\Z", required=False, help_text="Hash of the exact ruleset."
    )
    options = OptionValues(
        help_text="Options of its rules, as `match.target:3,teams:pairs`; a list with `+` in it."
    )
    rated = Truth(help_text="Whether it moved the ratings of all sides.")
    min_margin = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=LARGEST_MARGIN,
        help_text="Winners and losers were so far apart in the score, or farther.",
    )
    max_margin = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=LARGEST_MARGIN,
        help_text="Winners and losers were so far apart in the score, or nearer.",
    )
    contains = Words(
        TRAIT_FIELDS,
        help_text="What happened in a deal of it: `hundred` (a side made more than a hundred card "
        "points), `claim` (it ended by one), `kill` (the trump ace met the three); several with "
        "commas: all of them.",
    )
    since = Moment(required=False, help_text="Finished at this time or later.")
    until = Moment(required=False, help_text="Finished before this time.")
    order = serializers.ChoiceField(
        required=False, choices=["newest", "oldest"], help_text="Which come first; `newest` do."
    )
    include = Include(MATCH_PARTS)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Check that no range ends before it begins.

        Raises:
            ValidationError: the lower bound of a range is above its upper bound.
        """
        for low, high in (("min_margin", "max_margin"), ("since", "until")):
            if low in attrs and high in attrs and attrs[low] > attrs[high]:
                why = _("It is more than “%(high)s”.") % {"high": high}
                raise serializers.ValidationError({low: [why]})
        return attrs

    @staticmethod
    def wanted(attrs: Mapping[str, Any], **fixed: Any) -> MatchFilter:
        """Return the filter of matches from validated parameters and `fixed`, those of the path."""
        named = {name: value for name, value in attrs.items() if name in FILTERS}
        oldest = attrs.get("order") == "oldest"
        return MatchFilter(**named, **fixed, oldest_first=oldest)


class PlayerMatchesQuery(TeamMatchesQuery):
    """Query parameters of a list of a player's matches."""

    partner = Name(help_text="Somebody on the player's side.")
    rival = Name(help_text="Somebody on another side.")
    result = serializers.ChoiceField(
        required=False, choices=list(WON_BY_RESULT), help_text="How it went for the player."
    )
    team = serializers.IntegerField(
        required=False, min_value=1, max_value=LARGEST, help_text="Id of a team that played."
    )


FILTERS: Final = frozenset(field.name for field in fields(MatchFilter))


class MatchQuery(serializers.Serializer[Any]):
    """Query parameters of one match: the optional parts of the answer."""

    include = Include(MATCH_PARTS)


class DealsQuery(serializers.Serializer[Any]):
    """Query parameters of a match's deals: the optional parts of each."""

    include = Include(DEAL_PARTS)


class DealQuery(serializers.Serializer[Any]):
    """Query parameters of one deal: the optional parts of the answer."""

    include = Include(["tricks"])


class MatchesQuery(PlayerMatchesQuery):
    """Query parameters of the list of all matches."""

    player = Name(help_text="Somebody who played.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Check that `partner`, `rival` and `result` are given only together with `player`.

        Raises:
            ValidationError: one of them comes without `player`, or a range ends before it begins.
        """
        for name in ("partner", "rival", "result"):
            if name in attrs and "player" not in attrs:
                raise serializers.ValidationError({name: [_("It needs “player” beside it.")]})
        return super().validate(attrs)


class ExportQuery(MatchesQuery):
    """Query parameters of a download of records."""

    include = None  # type: ignore[assignment]  # a record is whole
    cursor = Cursor(help_text="Where to go on: the `cursor` of the last line.")
    limit = serializers.IntegerField(
        required=False, min_value=1, max_value=LARGEST, help_text="So many at most; all without it."
    )
