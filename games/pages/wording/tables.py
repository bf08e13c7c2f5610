"""A waiting table in a few words, for its invitation and its waiting room."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import Ruleset
from games.models import Table
from games.pages.wording.rating_range import range_line, range_words
from games.rules_text import differences, preset_title, summary, teams_words
from games.rules_text.options import value_words
from games.stats.rated import is_curated

Json = dict[str, Any]
SIGNS: Final = "talk.mode"
TARGET: Final = "match.target"


class Chip(NamedTuple):
    """A short text about a table, for display; `changed`: it tells a rule unlike the preset's."""

    text: str
    icon: str = ""
    changed: bool = False
    wide: bool = False
    """Left out on a phone."""


def table_line(table: Json) -> str:
    """Return game and sides of a table (its `table_json`) in a line; see `game_line`."""
    return game_line(table["preset"], table["players"], table["rules"]["teams"])


def game_line(preset: str, players: int, teams: str) -> str:
    """Return a game and its sides in a line, without what its name says already.

    That is `Catalan Brisca, 4: pairs`, `Classic Brisca, head to head` or `Pairs with signs`.
    """
    game, sides = preset_title(preset), teams_words(players, teams)
    if (preset, players) == ("senas", 4):
        return game
    if players == 2:
        return _("%(game)s, %(sides)s") % {"game": game, "sides": sides}
    return _("%(game)s, %(players)s: %(sides)s") % {
        "game": game,
        "players": players,
        "sides": sides,
    }


def table_chips(table: Json, ruleset: Ruleset) -> list[Chip]:
    """Return short texts about a table: changed rules, target, clock and rating."""
    chips = rule_chips(ruleset)
    changed = {one.option for one in differences(ruleset)}
    options = ruleset.options
    if options[SIGNS] != "none" and SIGNS not in changed:
        chips.append(Chip(_talk(str(options[SIGNS])), "sign"))
    if options["match.end"] == "target" and TARGET not in changed:
        chips.append(Chip(_goal(options), "flag"))
    chips.append(Chip(_clock(table["clock"]), "clock"))
    if table["boards"]:
        chips.append(Chip(_("Duplicate"), "cards"))
    if table["boards"] or not is_curated(ruleset.preset, options):
        chips.append(Chip(_("Not rated")))
    if table["programs"] != Table.Programs.NONE:
        chips.append(Chip(_("Programs too"), "bot"))
    chips += [Chip(words[:1].upper() + words[1:]) for words in range_words(table.get("range"))]
    if table["visibility"] == Table.Visibility.LINK:
        chips.append(Chip(_("By link"), "link", wide=True))
    return chips


def rule_chips(ruleset: Ruleset) -> list[Chip]:
    """Return the rules that a ruleset changes of its preset, as chips."""
    return [
        Chip(_rule(one.option, one.label, one.value), _icon(one.option), changed=True)
        for one in differences(ruleset)
    ]


def _rule(option: str, label: str, value: str) -> str:
    """Return a changed rule in few words, the value after its name."""
    if value == value_words("arrastre", True):
        return label
    if option == SIGNS:
        return value[:1].upper() + value[1:]
    return _("%(rule)s: %(value)s") % {"rule": label, "value": value}


def _icon(option: str) -> str:
    """Return the name of an option's icon; empty for none."""
    return "sign" if option.startswith("talk.") else ""


def _talk(mode: str) -> str:
    """Return the value of the option for signs, with a capital letter."""
    words = value_words(SIGNS, mode)
    return words[:1].upper() + words[1:]


def _goal(options: Mapping[str, Any]) -> str:
    """Return the target of the match, in words."""
    target = int(options[TARGET])
    if options["match.unit"] == "points" or options["auction.kind"] != "none":
        return ngettext("First to %(n)s point", "First to %(n)s points", target) % {"n": target}
    return ngettext("First to %(n)s deal", "First to %(n)s deals", target) % {"n": target}


def _clock(clock: Json | None) -> str:
    """Return the clock of a `table_json`, in words."""
    if clock is None:
        return _("No clock")
    turn, bank = clock["turn_ms"] // 1000, clock["bank_ms"] / 60_000
    if not bank:
        return _("%(seconds)s s") % {"seconds": turn}
    return _("%(seconds)s s + %(minutes)s min") % {"seconds": turn, "minutes": f"{bank:g}"}


def rule_lines(table: Json, ruleset: Ruleset) -> list[str]:
    """Return sentences about a table's rules, for a visitor who is to agree to them."""
    return [
        *summary(ruleset),
        *delay_lines(table["delay"]),
        *programs_lines(table["programs"]),
        *boards_lines(table),
        *range_line(table.get("range")),
    ]


def delay_lines(delay: int) -> list[str]:
    """Return sentences about the delay, in tricks, with which spectators see people's play."""
    return {
        int(Table.Delay.TRICK): [_("Who watches people sees each trick when it is over.")],
        int(Table.Delay.THREE): [_("Who watches people sees each trick three tricks later.")],
    }.get(delay, [])


def programs_lines(programs: str) -> list[str]:
    """Return sentences about programs at a table (option `programs`); [] if none may sit down."""
    return {
        str(Table.Programs.CASUAL): [_("Programs may sit down here. With them it is not rated.")],
        str(Table.Programs.RATED): [
            _("Programs may sit down here. With them it is rated, apart from people.")
        ],
    }.get(programs, [])


def boards_lines(table: dict[str, Any]) -> list[str]:
    """Return sentences about a table whose decks are dealt to every side; [] for other tables."""
    boards = table["boards"]
    if not boards:
        return []
    text = ngettext(
        "Duplicate: %(n)s deck, dealt again until each side has had every hand; points decide.",
        "Duplicate: %(n)s decks, dealt again until each side has had every hand; points decide.",
        boards,
    )
    return [text % {"n": boards}, _("Duplicate matches are not rated: both sides see every hand.")]
