"""The readable rules of any ruleset: titled lists of sentences, and a few lines for a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _

from games.engine import DEFAULTS, PRESETS, Ruleset
from games.engine.options import OPTIONS
from games.rules_text import counting, dealing, playing
from games.rules_text.facts import Facts
from games.rules_text.options import option_label, value_words
from games.rules_text.presets import Text


class Section(NamedTuple):
    """A section of the readable rules; its `key` is the same in every language."""

    key: str
    title: Text
    lines: list[str]


class RankedCard(NamedTuple):
    """A card of one suit: its code, the name of its rank in this pack, and its points."""

    card: str
    name: str
    points: int


class Difference(NamedTuple):
    """An option that differs from the preset, in words: its name, its value and the usual one."""

    option: str
    label: str
    value: str
    usual: str


_SECTIONS: Final[tuple[tuple[str, Text, Callable[[Facts], list[str]]], ...]] = (
    ("players", _("Players and cards"), dealing.players),
    ("order", _("Order and points"), dealing.order),
    ("deal", _("The deal"), dealing.deal),
    ("auction", _("The auction"), dealing.auction),
    ("tricks", _("The tricks"), playing.tricks),
    ("exchange", _("The exchange"), playing.exchange),
    ("special", _("Also"), playing.special),
    ("marriages", _("King and knight"), playing.marriages),
    ("talk", _("Talk and signs"), playing.talk),
    ("result", _("What a deal is worth"), counting.result),
    ("match", _("The match"), counting.match),
    ("pot", _("Play money"), counting.pot),
)


def explain(ruleset: Ruleset) -> list[Section]:
    """Return a ruleset's complete rules as titled sections of sentences.

    Sections without a sentence are left out.
    """
    facts = Facts(ruleset)
    sections = (Section(key, title, describe(facts)) for key, title, describe in _SECTIONS)
    return [section for section in sections if section.lines]


def signs(ruleset: Ruleset) -> list[tuple[str, str, str]]:
    """Return rows (id, meaning, gesture) of the signs that a ruleset allows; maybe none."""
    return playing.signs(Facts(ruleset))


def card_order(ruleset: Ruleset) -> list[RankedCard]:
    """Return the cards of a suit in a ruleset's pack, with names and points, from high to low."""
    facts = Facts(ruleset)
    return [
        RankedCard(f"O{number}", facts.rank(number), points)
        for number, points in facts.points.items()
    ]


def french_faces(ruleset: Ruleset) -> str:
    """Return the value of `deck.french`, the kind of French pack in use; "" for a Spanish pack."""
    faces = str(ruleset.options["deck.french"])
    return "" if faces == "off" else faces


def differences(ruleset: Ruleset, preset: str = "") -> list[Difference]:
    """Return in words the options in which a ruleset differs from `preset` (default: its own)."""
    teams = str(ruleset.options["teams"])
    defaults = {**DEFAULTS, **PRESETS[preset or ruleset.preset].changes_for(teams)}
    return [
        Difference(
            name,
            option_label(name),
            value_words(name, ruleset.options[name]),
            value_words(name, defaults[name]),
        )
        for name in OPTIONS
        if name != "teams"
        and ruleset.options[name] != defaults[name]
        and _has_effect(name, ruleset)
    ]


def _has_effect(name: str, ruleset: Ruleset) -> bool:
    """Return True if the option has an effect: the flag that it needs, if any, is on."""
    needs = OPTIONS[name].needs
    return not needs or bool(ruleset.options[needs])


_SUMMARY_DEFAULTS: Final[tuple[tuple[str, Any], ...]] = (
    ("deck.french", "off"),
    ("ranks", "std"),
    ("deck.removed", "seeds"),
    ("trump.source", "turned"),
    ("first_dealer", "random"),
    ("exchange.enabled", False),
    ("open_hands", False),
    ("open_stock", "none"),
    ("auction.kind", "none"),
    ("chiamata.dark", False),
    ("chiamata.scoring", "table"),
    ("play.cards_per_turn", 1),
    ("deal.draw", "winner_first"),
    ("play.must_follow", False),
    ("play.obligations", "free"),
    ("arrastre", False),
    ("claim", False),
    ("muerte", False),
    ("marriage.mode", "none"),
    ("talk.mode", "none"),
    ("peek.at_deal", False),
    ("score.hundred", 1),
    ("pot.stake", 0),
)
"""Options that the short rules name if they differ from these values."""
_ALWAYS_MENTIONED: Final = frozenset(
    {"match.target", "match.end", "tie.chain", "exchange.timing", "exchange.deadline"}
)
"""Options that the short rules always mention."""


def summary(ruleset: Ruleset) -> list[str]:
    """Return a summary of a table's rules in a few short lines."""
    facts = Facts(ruleset)
    lines = [dealing.player_line(facts), counting.goal(facts)]
    mentioned = set(_ALWAYS_MENTIONED)
    if "tie.chain" in facts.matters:
        lines.append(counting.tie(facts))
    for name, plain in _SUMMARY_DEFAULTS:
        value = facts.chosen(name)
        if value is None or value == plain or name == "auction.kind":
            continue
        mentioned.add(name)
        if name == "exchange.enabled":
            lines += playing.exchange(facts)[1:3]
        elif OPTIONS[name].kind == "bool":
            lines.append(_t("%(what)s.") % {"what": option_label(name)})
        else:
            lines.append(
                _t("%(what)s: %(value)s.")
                % {"what": option_label(name), "value": value_words(name, value)}
            )
    lines += [
        _t("%(what)s: %(value)s.") % {"what": difference.label, "value": difference.value}
        for difference in differences(ruleset)
        if difference.option in facts.matters and difference.option not in mentioned
    ]
    return lines
