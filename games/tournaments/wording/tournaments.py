"""Texts about tournaments: formats, games, lengths, refusals, and why somebody stands before another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import TYPE_CHECKING, Final

from django.template.defaultfilters import floatformat
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.common.errors import PausedError, TableError, TournamentError
from games.pages.wording.conduct import paused_words
from games.rules_text import preset_title
from games.tournaments.models import Tournament
from games.tournaments.models.tournaments import Format
from games.tournaments.selectors.tournaments import partners_change
from games.tournaments.wording import refusals as tournament_refusals

if TYPE_CHECKING:
    from games.tournaments.answers import StandingLine

FORMATS: Final[Mapping[str, Promise | str]] = {
    Format.SWISS: gettext_lazy("Rounds (Swiss)"),
    Format.ROUND_ROBIN: gettext_lazy("Everybody against everybody"),
    Format.GROUPS: gettext_lazy("Groups and semifinals"),
    Format.KNOCKOUT: gettext_lazy("Knock-out"),
    Format.LADDER: gettext_lazy("Table ladder"),
    Format.ARENA: gettext_lazy("Arena"),
    Format.DAILY: gettext_lazy("Daily event"),
    Format.TEAMS: gettext_lazy("Match of two teams"),
}
STAGES: Final[Mapping[str, Promise | str]] = {
    "final": gettext_lazy("Final"),
    "semifinal": gettext_lazy("Semifinal"),
    "quarterfinal": gettext_lazy("Quarterfinal"),
    "second final": gettext_lazy("Final of the second bracket"),
    "second semifinal": gettext_lazy("Semifinal of the second bracket"),
    "second quarterfinal": gettext_lazy("Quarterfinal of the second bracket"),
}
MARKS: Final[Mapping[str, Promise | str]] = {
    "above": gettext_lazy("you above the mean"),
    "level": gettext_lazy("you at the mean"),
    "below": gettext_lazy("you below the mean"),
}
"""How somebody came off in a deal."""
PROBLEMS: Final[Mapping[str, Promise | str]] = {
    "too_few": gettext_lazy("Too few were there at the start, so it was called off. Fees have gone back."),
    "not_started": gettext_lazy("It could not start in its hour, so it was called off. Fees have gone back."),
    "called_off": gettext_lazy("The organiser has called it off. Fees have gone back."),
}  # fmt: skip
DECIDED: Final[Mapping[str, Promise | str]] = {
    "direct": gettext_lazy("their match against each other"),
    "buchholz": gettext_lazy("stronger opponents: the points of those whom each has met, without the lowest"),
    "sonneborn": gettext_lazy("points won against stronger opponents"),
    "deals": gettext_lazy("more deals won"),
    "byes": gettext_lazy("fewer rounds without an opponent"),
    "lot": gettext_lazy("the lot, which follows from the seed of the tournament"),
    "bracket": gettext_lazy("how far each came in the bracket"),
}  # fmt: skip
ACTIONS: Final[Mapping[str, Promise | str]] = {
    "pause": gettext_lazy("stopped before the next round"),
    "resume": gettext_lazy("went on"),
    "time": gettext_lazy("minutes more:"),
    "pairing": gettext_lazy("paired a round by hand"),
    "substitute": gettext_lazy("let somebody play for another"),
    "adjust": gettext_lazy("points changed:"),
    "remove": gettext_lazy("took somebody out"),
    "call": gettext_lazy("called the players"),
    "cancel": gettext_lazy("called it off"),
    "edit": gettext_lazy("changed the tournament"),
}
"""What an organiser has done, by kind."""
MINUTES_A_DEAL: Final = 3
"""Usual length of a deal, in minutes."""


def refusal_text(error: TournamentError | TableError) -> str:
    """Return the text of an error for a visitor whom a tournament or its table has refused."""
    if isinstance(error, PausedError):
        return paused_words(error.until)
    return tournament_refusals.refusal_text(error.code)


def game_title(tournament: Tournament) -> str:
    """Return the game and the form of play, in words: 'Brisca, pairs'."""
    return _("%(game)s, %(who)s") % {
        "game": preset_title(tournament.preset),
        "who": who_plays(tournament),
    }


def who_plays(tournament: Tournament) -> str:
    """Return a tournament's form of play (pairs, changing partners, ...) in words."""
    if tournament.members == 2:
        return _("pairs")
    if tournament.members == 3:
        return _("threes")
    if partners_change(tournament):
        return _("single players, with a new partner each round")
    if tournament.players == 2:
        return _("head to head")
    return _("tables of %(n)s") % {"n": tournament.players}


def length_text(tournament: Tournament) -> str:
    """Return the length of a tournament in words: rounds and deals, or minutes."""
    deals = ngettext("%(n)s deal", "%(n)s deals", tournament.deals) % {"n": tournament.deals}
    if tournament.format == Format.ARENA:
        minutes = tournament.minutes
        return ngettext("%(n)s minute, come and go", "%(n)s minutes, come and go", minutes) % {
            "n": minutes
        }
    if tournament.format in (Format.DAILY, Format.TEAMS):
        return deals
    if tournament.format in (Format.SWISS, Format.LADDER):
        rounds = ngettext("%(n)s round", "%(n)s rounds", tournament.rounds)
        return _("%(rounds)s of %(deals)s") % {
            "rounds": rounds % {"n": tournament.rounds},
            "deals": deals,
        }
    return _("games of %(deals)s") % {"deals": deals}


def minutes_of(tournament: Tournament) -> int:
    """Return about how many minutes a tournament takes, a multiple of five."""
    if tournament.format == Format.ARENA:
        return tournament.minutes
    each = MINUTES_A_DEAL * tournament.deals + 2
    return 5 * ceil(tournament.rounds * each / 5)


def entrants_text(tournament: Tournament, count: int) -> str:
    """Return `count` of a tournament's entrants in words: `8 players`, `4 pairs`, `2 threes`."""
    if tournament.members == 2:
        return ngettext("%(n)s pair", "%(n)s pairs", count) % {"n": count}
    if tournament.members == 3:
        return ngettext("%(n)s three", "%(n)s threes", count) % {"n": count}
    return ngettext("%(n)s player", "%(n)s players", count) % {"n": count}


def placed_text(tournament: Tournament, count: int) -> str:
    """Return in words how many places a tournament ranks: entrants, or `two teams`."""
    if tournament.format == Format.TEAMS:
        return _("two teams")
    return entrants_text(tournament, count)


def points_text(scores: Sequence[float | None]) -> str:
    """Return the points of the sides of a table, `12.08–7.92`; "" where they are not known."""
    return "–".join(floatformat(score, "-2") for score in scores if score is not None)


def stage_text(stage: str) -> str:
    """Return the name of a stage such as a final or a group; "" for an ordinary round."""
    if stage.startswith("group "):
        return _("Group %(n)s") % {"n": stage.removeprefix("group ")}
    if "round of " in stage:
        return _("Round of %(n)s") % {"n": stage.rpartition(" ")[2]}
    return str(STAGES.get(stage, ""))


def why_before(line: StandingLine, following: StandingLine) -> str:
    """Return why an entrant is above the next one with equal points; "" if points decide."""
    if line["score"] != following["score"] or line["decided_by"] == "score":
        return ""
    return _("Level with %(name)s. Before them by %(reason)s.") % {
        "name": following["name"],
        "reason": str(DECIDED.get(line["decided_by"], "")),
    }
