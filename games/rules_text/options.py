"""Every option in words: its name, its meaning, and the names of its values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _

from games.engine import OPTIONS
from games.rules_text.presets import Text


class OptionWords(NamedTuple):
    """Words for an option: its name, its values by name (numbers need none), and its meaning."""

    label: Text
    values: Mapping[Any, Text] = {}
    help: Text = ""


_YES_NO: Final[Mapping[Any, Text]] = {True: _("yes"), False: _("no")}

OPTION_WORDS: Final[Mapping[str, OptionWords]] = {
    "exchange.enabled": OptionWords(
        _("Exchange of the seven and the two"),
        help=_("Whoever holds the seven or the two of trumps may change it for the turned card."),
    ),
    "exchange.timing": OptionWords(
        _("When it is done"),
        {
            "after_win_before_draw": _("after winning a trick, before drawing"),
            "any_time": _("at any moment, once a trick is won"),
        },
    ),
    "exchange.deadline": OptionWords(
        _("When it closes"),
        {
            "last_round": _("when the last round of drawing begins"),
            "last_card": _("when the turned card is drawn"),
            "penultimate": _("after the last trick but one that is followed by drawing"),
        },
    ),
    "exchange.prearm": OptionWords(
        _("Ask for it ahead"), help=_("It then happens by itself as soon as it is allowed.")
    ),
    "exchange.won_scope": OptionWords(
        _("Who must have won a trick"),
        {"player": _("whoever exchanges"), "team": _("anybody of the side")},
    ),
    "exchange.chain": OptionWords(
        _("The two takes the seven"), help=_("After the seven was exchanged, the two may take it.")
    ),
    "peek.at_deal": OptionWords(
        _("Partners see each other's first cards"),
        help=_("From the deal until the first card is led; no card changes hands."),
    ),
    "peek.six": OptionWords(_("Among six as well")),
    "trump.source": OptionWords(
        _("Where trumps come from"),
        {
            "turned": _("the card that is turned"),
            "rotation": _("by turns: coins, cups, swords, clubs"),
            "declared": _("whoever wins the auction names them"),
            "none_yet": _("set by the first king and knight shown"),
        },
    ),
    "match.end": OptionWords(
        _("When the match ends"),
        {
            "target": _("somebody reaches the goal"),
            "four_trumps": _("after four deals, one with each suit as trumps"),
            "fixed_deals": _("after a fixed number of deals"),
        },
    ),
    "match.decide_by": OptionWords(
        _("What decides after the four deals"),
        {"victories": _("deals won"), "points": _("points of all deals")},
    ),
    "match.unit": OptionWords(
        _("What counts for the match"),
        {"deals": _("deals won"), "points": _("points of all deals")},
    ),
    "match.tie": OptionWords(
        _("If the match is tied"),
        {"playoff": _("play on until one leads"), "draw": _("it is drawn")},
    ),
    "match.target": OptionWords(
        _("To win the match"), help=_("Deals, or points where those count.")
    ),
    "match.max_deals": OptionWords(_("Deals at most"), help=_("0: no limit.")),
    "deal.draw": OptionWords(
        _("How cards are drawn"),
        {
            "winner_first": _("whoever took the trick draws first"),
            "by_seat": _("by seat: the eldest draws first, but for the last round"),
        },
        help=_(
            "By seat, who wins the tricks changes nothing in the cards that come to you before the "
            "last round. It is for comparing tables that play the same deck."
        ),
    ),
    "play.cards_per_turn": OptionWords(
        _("Cards of each to a trick"), {1: _("one"), 2: _("two, by turns")}
    ),
    "play.must_follow": OptionWords(
        _("Suit must be followed"), help=_("Who has none of the suit led plays any card.")
    ),
    "play.obligations": OptionWords(
        _("What must be played"),
        {
            "free": _("any card"),
            "follow_trump": _("follow suit, or else trump"),
            "tute_strict": _("follow and beat, or else trump and overtrump, as in tute"),
        },
    ),
    "play.first_lead": OptionWords(
        _("Who leads first"), {"mano": _("the eldest"), "declarer": _("whoever won the auction")}
    ),
    "tie.chain": OptionWords(
        _("If a deal is tied"),
        {
            "all_tied": _("all who are level win it"),
            "mano": _("eldest hand wins it, or the next player after"),
            "most_cards": _("most cards win it"),
            "void": _("nobody wins it"),
        },
    ),
    "score.hundred": OptionWords(
        _("More than 100 points"), {1: _("are a deal like any other"), 2: _("count as two deals")}
    ),
    "score.policy": OptionWords(
        _("Who wins a deal"),
        {
            "most": _("who has most points"),
            "stay_under": _("who stays within a limit"),
            "contract": _("whoever keeps what was bid"),
        },
    ),
    "mexican.limit": OptionWords(_("Limit of points")),
    "mexican.none": OptionWords(
        _("If nobody stays within it"),
        {"nobody": _("nobody wins the deal"), "fewest": _("fewest points win it")},
    ),
    "pot.stake": OptionWords(_("Stake of each player"), help=_("Chips are play money. 0: no pot.")),
    "pot.on_tie": OptionWords(
        _("If the match is drawn, the pot"),
        {"keep": _("stays for the next match"), "double": _("is doubled for the next match")},
    ),
    "claim": OptionWords(
        _("Claim the last tricks"),
        help=_("A side that holds the highest trumps left takes the rest without playing."),
    ),
    "claim.false": OptionWords(
        _("A false claim"),
        {"open_hand": _("lays the claimer's hand open"), "nothing": _("costs nothing")},
        help=_(
            "What it costs to claim the rest when your side does not hold the highest trumps left."
        ),
    ),
    "arrastre": OptionWords(
        _("Arrastre"),
        help=_("Whoever plays the ace of trumps may pull the highest trump out of every hand."),
    ),
    "talk.mode": OptionWords(
        _("How partners talk"),
        {
            "none": _("not at all"),
            "senas": _("with signs"),
            "parlant_tapat": _("by two questions"),
            "parlant": _("freely, and all hear it"),
        },
    ),
    "talk.penalty": OptionWords(
        _("Who speaks where it is not allowed"),
        {
            "none": _("is not heard"),
            "warn": _("is warned before all"),
            "lose_deal": _("loses the deal"),
        },
    ),
    "talk.truth": OptionWords(
        _("What partners say"), {"enforced": _("must be true"), "free": _("may be false")}
    ),
    "talk.seen_by": OptionWords(
        _("Who sees a sign"),
        {"partner": _("partners alone"), "gaze": _("whoever looks at that player")},
    ),
    "talk.leak": OptionWords(
        _("Signs that the others notice"), help=_("From 0, none, to 1, every one.")
    ),
    "deck.french": OptionWords(
        _("Cards"),
        {
            "off": _("Spanish cards"),
            "kqj": _("French, with king, queen and jack"),
            "1098": _("French, with ten, nine and eight for king, knight and jack"),
            "all52": _("French, all 52"),
        },
    ),
    "deck.removed": OptionWords(
        _("What is left out"),
        {
            "seeds": _("by three players the twos, by six nothing"),
            "italian": _("by three players one two, by six the twos"),
        },
    ),
    "ranks": OptionWords(
        _("Order of the cards"),
        {
            "std": _("ace, three, king, knight, jack"),
            "swap_3_7": _("the seven in the place of the three"),
            "lombard": _("Lombard: the seven in the place of the three"),
            "tuscan": _("Tuscan: the jack above the knight"),
        },
    ),
    "open_hands": OptionWords(_("All hands lie open")),
    "open_stock": OptionWords(
        _("The stock"),
        {
            "none": _("is closed"),
            "top": _("shows its top card"),
            "all": _("lies open, in the order of drawing"),
        },
    ),
    "marriage.mode": OptionWords(
        _("King and knight of one suit"),
        {
            "none": _("count nothing more"),
            "captured": _("count for who takes both"),
            "declared": _("count for who shows both from the hand"),
        },
        help=_("40 points in trumps, 20 in another suit."),
    ),
    "marriage.scope": OptionWords(
        _("Both must be taken"),
        {"pile": _("in any tricks of the side"), "same_trick": _("in the same trick")},
    ),
    "first_dealer": OptionWords(
        _("Who deals first"),
        {"random": _("somebody by lot"), "high_card": _("whoever draws the highest card")},
    ),
    "teams": OptionWords(
        _("Sides"), {"individual": _("each alone"), "pairs": _("pairs"), "threes": _("two threes")}
    ),
    "auction.kind": OptionWords(
        _("What is bid"),
        {
            "none": _("nothing"),
            "rank": _("a lower and lower card"),
            "points": _("more and more points"),
        },
    ),
    "auction.points_after_two": OptionWords(
        _("After the two, points are bid"), help=_("Otherwise the two ends the auction.")
    ),
    "auction.min": OptionWords(_("Lowest bid")),
    "auction.step": OptionWords(_("Each bid rises by at least")),
    "auction.all_pass": OptionWords(
        _("If all pass"),
        {
            "redeal": _("the next dealer deals"),
            "dealer_forced": _("the dealer must play for the lowest bid"),
        },
    ),
    "chiamata.dark": OptionWords(_("Trumps are named after the first trick")),
    "chiamata.dark_first": OptionWords(
        _("Who takes the first trick"),
        {
            "no_trump": _("the highest card of the suit led"),
            "retroactive": _("judged by the trumps that are named then"),
        },
    ),
    "chiamata.call_rule": OptionWords(
        _("Which card may be called"),
        {"any": _("any"), "highest_missing": _("the highest trump one does not hold")},
    ),
    "chiamata.cappotto": OptionWords(_("All 120 points, or none, count double")),
    "chiamata.scoring": OptionWords(
        _("What a deal is worth"),
        {"table": _("two, one, and minus one"), "gingo": _("what was bid")},
    ),
    "gingo.own_call": OptionWords(
        _("You may call your own card"), help=_("That is playing alone, for twice the bid.")
    ),
    "rematada.talon": OptionWords(
        _("Two cards lie aside"), help=_("They are for whoever wins the auction.")
    ),
    "rematada.award": OptionWords(
        _("A made bid scores"), {"bid": _("what was bid"), "made": _("what was made")}
    ),
    "muerte": OptionWords(
        _("Kill the Three"),
        help=_("The ace of trumps waits for the three, and takes the deal with it."),
    ),
    "muerte.friendly": OptionWords(
        _("The three of one's own partner"),
        {"wins": _("may be caught too"), "ignored": _("does not count as caught")},
    ),
}


def option_label(name: str) -> str:
    """Return the human-readable name of an option of rulesets, in the current language."""
    words = OPTION_WORDS.get(name)
    return str(words.label) if words else name


def value_words(name: str, value: Any) -> str:
    """Return an option's value in words, in the current language."""
    words = OPTION_WORDS[name]
    kind = OPTIONS[name].kind
    if kind == "bool":
        return str(_YES_NO[bool(value)])
    if kind == "chain":
        return _t("; if that is level too, ").join(str(words.values[link]) for link in value)
    if value in words.values:
        return str(words.values[value])
    return number_format(value)
