"""What addresses take in their query, checked: nothing else ever reaches a lookup."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from datetime import UTC, datetime
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.engine import PRESETS, RulesetError
from games.engine.options import OPTIONS
from games.selectors.keyset import LARGEST, LONGEST
from games.selectors.match_filter import RESULTS, TRAITS, MatchFilter
from games.selectors.match_parts import DEAL_PARTS, MATCH_PARTS
from games.stats.pools import pool_names

LARGEST_MARGIN: Final = 32_767
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


class PatternedField(serializers.CharField):
    """Text of which the OpenAPI document gives the form; `to_internal_value` checks it."""

    pattern: str
    """A regular expression as JSON Schema has them (ECMA 262)."""


class Words(PatternedField):
    """Several of some words, with commas between them."""

    default_error_messages = {"unknown": _("“%(word)s” is none of: %(words)s.")}

    def __init__(self, words: Iterable[str], **kwargs: Any) -> None:
        self.words = tuple(words)
        one = "|".join(self.words)
        self.pattern = f"^({one})(,({one}))*$"
        super().__init__(required=False, max_length=200, **kwargs)

    def to_internal_value(self, data: Any) -> Any:
        """The words, each once; ValidationError for any other."""
        given = tuple(dict.fromkeys(super().to_internal_value(data).split(",")))
        for word in given:
            if word not in self.words:
                why = self.error_messages["unknown"]
                raise serializers.ValidationError(
                    [why % {"word": word, "words": ", ".join(self.words)}]
                )
        return given


class Include(Words):
    """Parts that are put in."""

    def __init__(self, parts: Iterable[str]) -> None:
        names = ", ".join(f"`{part}`" for part in parts)
        super().__init__(parts, help_text=f"Parts to put in, with commas between them: {names}.")


class Cursor(PatternedField):
    """Where a list goes on, as the page before it says; which ones exist only the list knows."""

    pattern = "^[A-Za-z0-9_-]*$"

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, max_length=LONGEST, **kwargs)


class ListQuery(serializers.Serializer[Any]):
    """What every list takes."""

    cursor = Cursor(help_text="Where to go on; use `next` as it is.")
    limit = serializers.IntegerField(
        required=False, min_value=1, max_value=100, help_text="Rows on a page; 50 without it."
    )


class PlayersQuery(ListQuery):
    """Which players."""

    name = Name(help_text="Beginning of the name, in any case.")


class PlayerQuery(serializers.Serializer[Any]):
    """What of a player."""

    include = Include(["stats", "teams"])


class TeamQuery(serializers.Serializer[Any]):
    """What of a team."""

    include = Include(["stats"])


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


class OptionValues(PatternedField):
    """Options of rules and their values, as `match.target:3,teams:pairs`."""

    pattern = r"^[a-z_.]+:[A-Za-z0-9_.+-]+(,[a-z_.]+:[A-Za-z0-9_.+-]+)*$"

    default_error_messages = {
        "form": _("Write options as name:value, with commas between them."),
        "name": _("There is no option “%(name)s”."),
        "value": _("“%(name)s” takes %(allowed)s."),
    }

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, max_length=400, **kwargs)

    def to_internal_value(self, data: Any) -> Any:
        """Pairs of names and values; ValidationError says which is wrong."""
        found = {}
        for part in super().to_internal_value(data).split(","):
            name, colon, text = part.partition(":")
            if not colon or name in found:
                self.fail("form")
            option = OPTIONS.get(name)
            if option is None:
                raise serializers.ValidationError([self.error_messages["name"] % {"name": name}])
            try:
                found[name] = option.check(name, _value(option.kind, text))
            except (RulesetError, ValueError):
                why = self.error_messages["value"]
                raise serializers.ValidationError(
                    [why % {"name": name, "allowed": option.allowed}]
                ) from None
        return tuple(found.items())


def _value(kind: str, text: str) -> Any:
    """The value of an option as JSON has it; ValueError for what is none of its kind."""
    if kind == "chain":
        return text.split("+")
    if kind == "bool":
        return {"true": True, "false": False}[text] if text in ("true", "false") else None
    if kind in ("int", "float") or text.lstrip("-").isdecimal():
        if len(text) > 12:
            raise ValueError(text)
        return float(text) if kind == "float" else int(text)
    return text


class Truth(serializers.ChoiceField):
    """`true` or `false`, and nothing else that may be meant by it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, choices=["true", "false"], **kwargs)

    def to_internal_value(self, data: Any) -> Any:
        """True or False."""
        return bool(super().to_internal_value(data) == "true")


class TeamMatchesQuery(ListQuery):
    """Which matches of a team."""

    preset = serializers.ChoiceField(
        required=False, choices=list(PRESETS), help_text="Named rules it was played by."
    )
    pool = serializers.ChoiceField(
        required=False, choices=pool_names(), help_text="Kind of match, as figures count them."
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
        TRAITS,
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
        """A range has a beginning and an end, in this order."""
        for low, high in (("min_margin", "max_margin"), ("since", "until")):
            if low in attrs and high in attrs and attrs[low] > attrs[high]:
                why = _("It is more than “%(high)s”.") % {"high": high}
                raise serializers.ValidationError({low: [why]})
        return attrs

    @staticmethod
    def wanted(attrs: Mapping[str, Any], **fixed: Any) -> MatchFilter:
        """The filter that checked parameters say; `fixed` is what the address says."""
        named = {name: value for name, value in attrs.items() if name in FILTERS}
        oldest = attrs.get("order") == "oldest"
        return MatchFilter(**named, **fixed, oldest_first=oldest)


class PlayerMatchesQuery(TeamMatchesQuery):
    """Which matches of a player."""

    partner = Name(help_text="Somebody on the player's side.")
    rival = Name(help_text="Somebody on another side.")
    result = serializers.ChoiceField(
        required=False, choices=list(RESULTS), help_text="How it went for the player."
    )
    team = serializers.IntegerField(
        required=False, min_value=1, max_value=LARGEST, help_text="Id of a team that played."
    )


FILTERS: Final = frozenset(field.name for field in fields(MatchFilter))


class MatchQuery(serializers.Serializer[Any]):
    """What of a match."""

    include = Include(MATCH_PARTS)


class DealsQuery(serializers.Serializer[Any]):
    """What of deals."""

    include = Include(DEAL_PARTS)


class DealQuery(serializers.Serializer[Any]):
    """What of a deal."""

    include = Include(["tricks"])


class MatchesQuery(PlayerMatchesQuery):
    """Which matches."""

    player = Name(help_text="Somebody who played.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Partner, rival and result are somebody's."""
        for name in ("partner", "rival", "result"):
            if name in attrs and "player" not in attrs:
                raise serializers.ValidationError({name: [_("It needs “player” beside it.")]})
        return super().validate(attrs)


class ExportQuery(MatchesQuery):
    """Which records."""

    include = None  # type: ignore[assignment]  # a record is whole
    cursor = Cursor(help_text="Where to go on: the `cursor` of the last line.")
    limit = serializers.IntegerField(
        required=False, min_value=1, max_value=LARGEST, help_text="So many at most; all without it."
    )
