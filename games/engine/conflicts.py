"""Conflicts between options, as data: each with the reason why.

>>> from games.engine.options import DEFAULTS
>>> [conflict.why for conflict in conflicts(4, {**DEFAULTS, "teams": "pairs", "open_stock": "top"})]
['open_stock_needs_open_hands']
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

Options: TypeAlias = Mapping[str, Any]
Test: TypeAlias = Callable[[int, Options], bool]


@dataclass(frozen=True, slots=True)
class Conflict:
    """A rule that forbids a pair of options: `option` cannot have its value beside that of `other`.

    `is_broken` tells whether (number of players, options) break it, `why` is its stable code, and
    `text` explains it to developers.
    """

    why: str
    option: str
    other: str
    text: str
    is_broken: Test


def conflicts(players: int, options: Options) -> Iterator[Conflict]:
    """Yield the rules against pairs of options that `options` break, in the order of `CONFLICTS`.

    `options` is a complete map of a ruleset's options.
    """
    return (conflict for conflict in CONFLICTS if conflict.is_broken(players, options))


def _is(name: str, value: Any) -> Test:
    return lambda players, options: options[name] == value


def _both(*tests: Test) -> Test:
    return lambda players, options: all(test(players, options) for test in tests)


def _not(test: Test) -> Test:
    return lambda players, options: not test(players, options)


_AUCTION: Final = _not(_is("auction.kind", "none"))
_TALON: Final = _is("rematada.talon", True)
_BY_SEAT: Final = _is("deal.draw", "by_seat")
_PARTNERS: Final = _not(_is("teams", "individual"))


def _six(players: int, options: Options) -> bool:
    return players == 6


CONFLICTS: Final[tuple[Conflict, ...]] = (
    # partners
    Conflict(
        "peek_needs_partners", "peek.at_deal", "teams",
        "only partners look at each other's cards",
        _both(_is("peek.at_deal", True), _not(_PARTNERS)),
    ),
    Conflict(
        "peek_not_with_six", "peek.at_deal", "peek.six",
        "with six players partners do not look at each other's cards",
        _both(_is("peek.at_deal", True), _six, _is("peek.six", False)),
    ),
    Conflict(
        "talk_needs_partners", "talk.mode", "teams",
        "signs and talk are for partners",
        _both(_not(_is("talk.mode", "none")), _not(_PARTNERS)),
    ),
    # open hands
    Conflict(
        "open_stock_needs_open_hands", "open_stock", "open_hands",
        "an open stock goes with open hands",
        _both(_not(_is("open_stock", "none")), _is("open_hands", False)),
    ),
    Conflict(
        "open_hands_need_no_peek", "open_hands", "peek.at_deal",
        "open hands leave nothing to look at",
        _both(_is("open_hands", True), _is("peek.at_deal", True)),
    ),
    Conflict(
        "open_hands_need_no_talk", "open_hands", "talk.mode",
        "open hands leave nothing to tell",
        _both(_is("open_hands", True), _not(_is("talk.mode", "none"))),
    ),
    Conflict(
        "open_hands_need_no_auction", "open_hands", "auction.kind",
        "open hands would show the hidden partner",
        _both(_is("open_hands", True), _AUCTION),
    ),
    # two cards a turn
    Conflict(
        "two_cards_need_two_players", "play.cards_per_turn", "players",
        "two cards a turn are for two players",
        lambda players, options: options["play.cards_per_turn"] == 2 and players != 2,
    ),
    Conflict(
        "two_cards_would_kill_own_three", "play.cards_per_turn", "muerte",
        "a seat could kill its own three",
        _both(_is("play.cards_per_turn", 2), _is("muerte", True)),
    ),
    # drawing by seat
    Conflict(
        "by_seat_needs_stock", "deal.draw", "auction.kind",
        "in games with an auction nobody draws cards",
        _both(_BY_SEAT, _AUCTION),
    ),
    Conflict(
        "by_seat_needs_closed_stock", "deal.draw", "open_stock",
        "the winner of a trick does not draw the open card of the stock",
        _both(_BY_SEAT, _not(_is("open_stock", "none"))),
    ),
    Conflict(
        "by_seat_needs_one_card", "deal.draw", "play.cards_per_turn",
        "cards are drawn by seat only where each plays one card to a trick",
        _both(_BY_SEAT, _is("play.cards_per_turn", 2)),
    ),
    # the end of the match
    Conflict(
        "four_trumps_need_rotation", "match.end", "trump.source",
        "four trumps need trumps that rotate",
        _both(_is("match.end", "four_trumps"), _not(_is("trump.source", "rotation"))),
    ),
    Conflict(
        "four_trumps_need_deals", "match.end", "match.unit",
        "whether deals or points decide after four trumps, match.decide_by says",
        _both(_is("match.end", "four_trumps"), _is("match.unit", "points")),
    ),
    Conflict(
        "fixed_deals_need_number", "match.end", "match.max_deals",
        "say after how many deals it ends",
        _both(_is("match.end", "fixed_deals"), _is("match.max_deals", 0)),
    ),
    # what a deal is worth
    Conflict(
        "hundred_needs_deals", "score.hundred", "match.unit",
        "more than a hundred counts double only where deals are counted",
        _both(_is("score.hundred", 2), _is("match.unit", "points")),
    ),
    Conflict(
        "hundred_needs_most", "score.hundred", "score.policy",
        "more than a hundred counts double only where the most points win",
        _both(_is("score.hundred", 2), _not(_is("score.policy", "most"))),
    ),
    Conflict(
        "stay_under_needs_deals", "score.policy", "match.unit",
        "staying under a limit wins deals, not points",
        _both(_is("score.policy", "stay_under"), _is("match.unit", "points")),
    ),
    # marriages
    Conflict(
        "marriage_not_with_six", "marriage.mode", "players",
        "marriages are for two, three or four players",
        lambda players, options: options["marriage.mode"] != "none" and players > 4,
    ),
    Conflict(
        "declared_marriage_not_in_auction", "marriage.mode", "auction.kind",
        "in games with an auction marriages are not declared in play",
        _both(_is("marriage.mode", "declared"), _AUCTION),
    ),
    Conflict(
        "none_yet_needs_declared_marriage", "trump.source", "marriage.mode",
        "without a trump somebody must be able to make one by declaring a marriage",
        _both(_is("trump.source", "none_yet"), _not(_is("marriage.mode", "declared"))),
    ),
    # auctions: who bids, names the trump and is held to it
    Conflict(
        "auction_needs_declared_trump", "auction.kind", "trump.source",
        "the winner of the auction names the trump",
        _both(_AUCTION, _not(_is("trump.source", "declared"))),
    ),
    Conflict(
        "declared_trump_needs_auction", "trump.source", "auction.kind",
        "only the winner of an auction can name the trump",
        _both(_is("trump.source", "declared"), _not(_AUCTION)),
    ),
    Conflict(
        "auction_needs_contract", "auction.kind", "score.policy",
        "an auction is about a contract",
        _both(_AUCTION, _not(_is("score.policy", "contract"))),
    ),
    Conflict(
        "contract_needs_auction", "score.policy", "auction.kind",
        "a contract comes from an auction",
        _both(_is("score.policy", "contract"), _not(_AUCTION)),
    ),
    Conflict(
        "talon_needs_points_auction", "rematada.talon", "auction.kind",
        "the talon is bid for in points",
        _both(_TALON, _not(_is("auction.kind", "points"))),
    ),
    Conflict(
        "talon_needs_three", "rematada.talon", "players",
        "the talon is for three players",
        lambda players, options: options["rematada.talon"] and players != 3,
    ),
    Conflict(
        "call_needs_five", "auction.kind", "players",
        "a partner is called among five players",
        lambda players, options: (
            options["auction.kind"] != "none"
            and not options["rematada.talon"]
            and players != 5
        ),
    ),
    Conflict(
        "talon_needs_no_dark", "chiamata.dark", "rematada.talon",
        "with a talon the trump is named before the play",
        _both(_is("chiamata.dark", True), _TALON),
    ),
    Conflict(
        "dark_needs_auction", "chiamata.dark", "auction.kind",
        "in the dark plays who has won an auction",
        _both(_is("chiamata.dark", True), _not(_AUCTION)),
    ),
    Conflict(
        "dark_needs_free_call", "chiamata.dark", "chiamata.call_rule",
        "after a trick in the dark the highest trump may lie on the table",
        _both(_is("chiamata.dark", True), _is("chiamata.call_rule", "highest_missing")),
    ),
    Conflict(
        "highest_missing_needs_points_auction", "chiamata.call_rule", "auction.kind",
        "in an auction of ranks the bid says which rank is called",
        _both(_is("chiamata.call_rule", "highest_missing"), _not(_is("auction.kind", "points"))),
    ),
    Conflict(
        "highest_missing_needs_call", "chiamata.call_rule", "rematada.talon",
        "with a talon no card is called",
        _both(_is("chiamata.call_rule", "highest_missing"), _TALON),
    ),
    Conflict(
        "gingo_needs_call", "chiamata.scoring", "rematada.talon",
        "with a talon the bid is not shared with a partner",
        _both(_is("chiamata.scoring", "gingo"), _TALON),
    ),
    Conflict(
        "gingo_needs_auction", "chiamata.scoring", "auction.kind",
        "scores by the bid come from an auction",
        _both(_is("chiamata.scoring", "gingo"), _not(_AUCTION)),
    ),
    Conflict(
        "auction_min_too_high", "auction.min", "auction.kind",
        "without a talon nobody can make more than 120 points",
        lambda players, options: (
            options["auction.kind"] == "points"
            and not options["rematada.talon"]
            and options["auction.min"] > 120
        ),
    ),
    Conflict(
        "declarer_leads_in_auctions", "play.first_lead", "auction.kind",
        "there is a declarer only where there is an auction",
        _both(_is("play.first_lead", "declarer"), _not(_AUCTION)),
    ),
    # death to the three
    Conflict(
        "muerte_needs_turned_trump", "muerte", "trump.source",
        "the ace waits for the three from the first card on",
        lambda players, options: (
            options["muerte"] and options["trump.source"] not in ("turned", "rotation")
        ),
    ),
    Conflict(
        "muerte_needs_deals", "muerte", "match.unit",
        "killing the three wins a deal, not points",
        _both(_is("muerte", True), _is("match.unit", "points")),
    ),
    # the pack
    Conflict(
        "french_1098_not_with_six", "deck.french", "players",
        "six players need the eights and nines, which are court cards here",
        lambda players, options: options["deck.french"] == "1098" and players == 6,
    ),
    Conflict(
        "french_all_not_in_auction", "deck.french", "auction.kind",
        "52 cards do not divide in games with an auction",
        _both(_is("deck.french", "all52"), _AUCTION),
    ),
    Conflict(
        "italian_pack_not_french", "deck.removed", "deck.french",
        "the Italian pack has forty cards",
        _both(_is("deck.removed", "italian"), _is("deck.french", "all52")),
    ),
    Conflict(
        "italian_pack_not_with_talon", "deck.removed", "rematada.talon",
        "the game with a talon has a pack of its own",
        _both(_is("deck.removed", "italian"), _TALON),
    ),
)  # fmt: skip
