"""What rulesets say, in words that players use; pages, tables and forms take theirs from here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

if TYPE_CHECKING:
    from games.engine import Ruleset

Text = str | Promise


class PresetWords(NamedTuple):
    """A preset's name and what it is, in a sentence."""

    title: Text
    about: Text


PRESET_WORDS: Final[Mapping[str, PresetWords]] = {
    "ludoteka": PresetWords(
        _("Classic Brisca"),
        _("Change the seven or the two after winning a trick. At 60 all, everybody wins the deal."),
    ),
    "doncomos": PresetWords(
        _("Don Comos Brisca"),
        _("As the classic, but at 60 all the eldest wins, and the exchange closes earlier."),
    ),
    "catalan": PresetWords(
        _("Catalan Brisca"),
        _("With arrastre, the exchange at any time, and the last tricks for the highest trumps."),
    ),
    "wikipedia_en": PresetWords(
        _("Encyclopaedic Brisca"),
        _("As the Catalan; at 60 all the side with most cards wins."),
    ),
}

TEAM_WORDS: Final[Mapping[tuple[int, str], Text]] = {
    (2, "individual"): _("one against one"),
    (3, "individual"): _("each alone"),
    (4, "pairs"): _("pairs"),
    (4, "individual"): _("each alone"),
    (6, "threes"): _("two threes"),
    (6, "pairs"): _("three pairs"),
}


class Section(NamedTuple):
    """A heading with its sentences."""

    title: Text
    lines: list[str]


def preset_title(preset: str) -> str:
    """The name of a preset for people; its own name where it has none yet."""
    words = PRESET_WORDS.get(preset)
    return str(words.title) if words else preset


def preset_about(preset: str) -> str:
    """What a preset is, in a sentence."""
    words = PRESET_WORDS.get(preset)
    return str(words.about) if words else ""


def teams_words(players: int, teams: str) -> str:
    """How sides are formed."""
    return str(TEAM_WORDS.get((players, teams), teams))


def summary(ruleset: Ruleset) -> list[str]:
    """The rules of a table in a few lines, for a list beside it."""
    options = ruleset.options
    lines = [_players(ruleset), _goal(options), _tie(options)]
    lines += [line for line in (_exchange_when(options),) if line]
    if options["arrastre"]:
        lines.append(_t("Arrastre with the ace of trumps."))
    if options["claim"]:
        lines.append(_t("The highest trumps left take the last tricks."))
    if options["score.hundred"] == 2:
        lines.append(_t("More than 100 points count as two deals."))
    return lines


def explain(ruleset: Ruleset) -> list[Section]:
    """The complete rules of a ruleset, made from its options."""
    options = ruleset.options
    rules = ruleset.rules
    exchange = [
        line
        for line in (
            _exchange_what(ruleset),
            _exchange_when(options),
            _exchange_until(options),
            _exchange_ask(options),
        )
        if line
    ]
    extras = []
    if options["arrastre"]:
        extras.append(
            _t(
                "Whoever plays the ace of trumps may say arrastre: all who have not yet played to "
                "the trick must play their highest trump, or without trumps their highest card."
            )
        )
    if options["claim"]:
        extras.append(
            _t(
                "When the stock is gone and no card lies on the table, a side that holds the "
                "highest trumps left, as many as each has cards, says so and takes all the rest."
            )
        )
    sections = [
        Section(_("Players and cards"), [_players(ruleset), _cards(ruleset)]),
        Section(
            _("Order and points"),
            [
                _t("From high to low: %(order)s.")
                % {
                    "order": ", ".join(
                        _rank(number) for number in rules.order if _used(rules, number)
                    )
                },
                _t("Ace 11, three 10, king 4, knight 3, jack 2, all others nothing: 120 in all."),
            ],
        ),
        Section(
            _("The deal"),
            [
                _t(
                    "The player at the dealer's left cuts. Three cards each, one by one, to the right."
                ),
                _t("The next card is turned: its suit is trumps. It is the last card to be drawn."),
            ],
        ),
        Section(
            _("The tricks"),
            [
                _t("The player at the dealer's right leads; then whoever takes a trick leads."),
                _t("Any card may be played: there is no duty to follow suit or to trump."),
                _t("The highest trump takes the trick, or else the highest card of the suit led."),
                _t("Whoever takes it draws first, the others follow to the right."),
            ],
        ),
        Section(_("The exchange"), exchange or [_t("There is no exchange.")]),
        Section(_("The result"), [_deal_result(ruleset), _tie(options), _goal(options)]),
    ]
    if options["score.hundred"] == 2:
        sections[-1].lines.append(_t("More than 100 points count as two deals."))
    if extras:
        sections.insert(5, Section(_("Also"), extras))
    return sections


def _used(rules: Any, number: int) -> bool:
    return f"O{number}" in rules.deck


_RANKS: Final[Mapping[int, Text]] = {
    1: _("ace"), 2: _("two"), 3: _("three"), 4: _("four"), 5: _("five"), 6: _("six"),
    7: _("seven"), 8: _("eight"), 9: _("nine"), 10: _("jack"), 11: _("knight"), 12: _("king"),
}  # fmt: skip


def _rank(number: int) -> str:
    return str(_RANKS[number])


def _players(ruleset: Ruleset) -> str:
    teams = teams_words(ruleset.players, ruleset.options["teams"])
    return _t("%(players)d players, %(teams)s.") % {"players": ruleset.players, "teams": teams}


def _cards(ruleset: Ruleset) -> str:
    words: dict[int, Callable[[], str]] = {
        36: lambda: _t("36 cards: the twos are left out."),
        40: lambda: _t("40 cards, without eights and nines."),
        48: lambda: _t("48 cards, with eights and nines."),
    }
    return words[len(ruleset.rules.deck)]()


def _exchange_what(ruleset: Ruleset) -> str:
    if not ruleset.options["exchange.enabled"]:
        return ""
    if ruleset.players == 3:
        return _t("Whoever holds the seven of trumps may take a higher turned card for it.")
    return _t(
        "Whoever holds the seven of trumps may take a higher turned card for it; the two takes "
        "the seven or a lower one."
    )


def _exchange_when(options: Mapping[str, Any]) -> str:
    if not options["exchange.enabled"]:
        return ""
    if options["exchange.timing"] == "any_time":
        return _t("The exchange is open at any moment to whoever has won a trick in this deal.")
    return _t("The exchange is made right after winning a trick, before drawing.")


def _exchange_until(options: Mapping[str, Any]) -> str:
    if not options["exchange.enabled"]:
        return ""
    return {
        "last_round": _t("It closes when the last round of drawing begins."),
        "last_card": _t("It closes when the turned card is drawn."),
        "penultimate": _t("It closes after the last trick but one that is followed by drawing."),
    }[options["exchange.deadline"]]


def _exchange_ask(options: Mapping[str, Any]) -> str:
    if not options["exchange.enabled"] or not options["exchange.prearm"]:
        return ""
    return _t("Ask for it at any time: it happens by itself as soon as it is allowed.")


def _deal_result(ruleset: Ruleset) -> str:
    if len(ruleset.rules.sides) == 2:
        return _t("The side with 61 points or more wins the deal.")
    return _t("Most points win the deal.")


def _tie(options: Mapping[str, Any]) -> str:
    words = {
        "all_tied": _t("everybody who is level wins it"),
        "mano": _t("the eldest, or who sits nearest to the eldest's right, wins it"),
        "most_cards": _t("the side with most cards wins it"),
        "void": _t("nobody wins it"),
    }
    chain = [words[link] for link in options["tie.chain"]]
    if len(chain) == 1:
        return _t("When the top is level, %(what)s.") % {"what": chain[0]}
    return _t("When the top is level, %(what)s; if that is level too, %(then)s.") % {
        "what": chain[0],
        "then": chain[1],
    }


def _goal(options: Mapping[str, Any]) -> str:
    target = options["match.target"]
    return ngettext(
        "The match goes to the first to win %(target)d deal.",
        "The match goes to the first to win %(target)d deals; if several get there level, they "
        "play on until one leads.",
        target,
    ) % {"target": target}


def clock_words(turn_ms: int | None, bank_ms: int) -> str:
    """The clock of a table: time a turn and spare time of the match."""
    if turn_ms is None:
        return _t("no clock")
    text = _t("%(seconds)d s a turn") % {"seconds": turn_ms // 1000}
    if bank_ms:
        spare = _t("%(seconds)d s to spare") % {"seconds": bank_ms // 1000}
        return str(format_lazy("{} + {}", text, spare))
    return text
