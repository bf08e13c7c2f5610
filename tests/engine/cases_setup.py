"""Sets up the state that a worked case describes.

A case says only what matters to it; whatever it leaves open (the rest of the stock, a hand that
nobody asks about) is filled with cards that it does not name. A hand that it gives stays as given.
"""

from __future__ import annotations

from typing import Any, Final

from games.engine import MatchState, PlayCard, Rules, start
from games.engine.phases.feature import features_of
from games.engine.state import (
    DRAW,
    PLAY,
    SEAL,
    DealState,
    Marriage,
    Special,
    Trick,
)
from tests.engine.cases_auction import caller_of, contract_of
from tests.engine.cases_reading import (
    Case,
    UnknownWordError,
    by_seat,
    by_side,
    called_card,
    cards_named,
    pairs,
)

SETUP_KEYS: Final = frozenset(
    {"dealer", "mano", "trump", "turned", "hands", "leader", "played", "stock", "stock_left",
     "winner", "last_winner", "drawn_this_round", "last_draw_round_started", "trick_no",
     "tricks_won", "cards_played", "points", "points_by_seat", "card_points", "trick_points",
     "made", "cards", "captured", "tricks", "same_trick", "other_pairs_split", "score",
     "deal_points", "deal_no", "deals_played", "match_winner", "caller", "declarer", "partner",
     "call", "rank", "bid", "target", "contract", "talon", "discards", "last_trick", "marriage",
     "marriages", "three_played", "three_escaped", "draws", "pot", "looking",
     "bids", "high", "passed", "armed", "arrastre", "peeked"}
)  # fmt: skip


def check_words(case: Case) -> None:
    """UnknownWordError where the set-up says something of no meaning."""
    unknown = set(case["setup"]) - SETUP_KEYS
    if unknown:
        raise UnknownWordError(f"{case['id']}: no meaning for the set-up of {sorted(unknown)}")


def dealer_of(setup: dict[str, Any], players: int) -> int:
    """The dealer; the last seat where the case does not say."""
    if "dealer" in setup:
        return int(setup["dealer"])
    return (setup["mano"] - 1) % players if "mano" in setup else players - 1


def opening(case: Case, rules: Rules) -> MatchState:
    """The match before the deal, with the score and the deals that the case tells of."""
    setup = case["setup"]
    state = start(rules, dealer=dealer_of(setup, rules.players))
    played = setup.get("deals_played", setup.get("deal_no", 1) - 1)
    return state.replace(number=played + 1, score=by_side(rules, setup.get("score") or {}))


def mid_deal(case: Case, rules: Rules) -> MatchState:
    """A match in the middle of a deal, as the case describes it."""
    setup, players = case["setup"], rules.players
    turned, trump = setup.get("turned"), _trump(case, rules)
    winner = setup.get("last_winner", setup.get("winner"))
    left = _stock_left(setup, rules)
    hands = {seat: list(cards) for seat, cards in (setup.get("hands") or {}).items()}
    for seat, card, *_ in case["plays"]:
        if card not in hands.setdefault(seat, []):
            hands[seat].append(card)
    named = cards_named(setup) | cards_named(case["plays"]) | cards_named(case["action"])
    fillers = _fillers(rules, trump, named)
    if left == 0:
        turned = None
    elif turned is None and rules.turns_card:
        turned = next(card for card in fillers if card[0] == trump)
        fillers.remove(turned)
    _give_named(case, rules, hands)
    _fill(hands, _hand_size(case, rules, left, winner), _exact(case, rules), fillers, players)
    talon = list(setup.get("talon") or [])
    talon += [fillers.pop(0) for _ in range(rules.talon - len(talon)) if fillers]
    if "stock" in setup:
        stock = [card for card in setup["stock"] if card != turned]
    else:
        closed = left - (turned is not None)
        told = {"stock_left", "trick_no"} & set(setup)
        stock = [fillers.pop() for _ in range(closed if told else min(closed, len(fillers)))]
    leader = _leader(case, rules, winner)
    tricks_won = setup.get("tricks_won") or ({} if winner is None else {winner: 1})
    points = setup.get("points_by_seat") or setup.get("points") or setup.get("card_points") or {}
    deal = DealState(
        seal=SEAL,
        trump=trump,
        trump_card=turned,
        turned=turned,
        stock=tuple(stock),
        drawn=0,
        hands=tuple(tuple(hands[seat]) for seat in range(players)),
        leader=leader,
        turn=leader,
        plays=(),
        pull=bool(setup.get("arrastre")),
        tricks=_past_tricks(setup, rules, trump, fillers),
        tricks_won=by_seat(rules, tricks_won),
        points=by_seat(rules, points),
        armed=tuple(seat in _armed(setup) for seat in range(players)),
        round_drawn=_round_drawn(setup, rules, left),
    )
    deal = deal.replace(special=_special(case, rules, deal, tuple(talon)))
    state = opening(case, rules).replace(phase=PLAY, deal=deal, turn=leader)
    return state if winner is None else state.replace(phase=DRAW, turn=None)


def _fill(
    hands: dict[int, list[str]], size: int, exact: set[int], fillers: list[str], players: int
) -> None:
    for seat in range(players):
        held = hands.setdefault(seat, [])
        if seat not in exact:
            held += [fillers.pop(0) for _ in range(max(0, size - len(held)))]


def _armed(setup: dict[str, Any]) -> set[int]:
    """Seats that have asked for the exchange."""
    said = setup.get("armed") or []
    return {seat for seat, on in said.items() if on} if isinstance(said, dict) else set(said)


def _exact(case: Case, rules: Rules) -> set[int]:
    """Seats whose hands stay as the case gives them.

    In games with an auction all cards are dealt, so other hands are made whole; not that of a seat
    of which the case asks what it may play.
    """
    setup, action = case["setup"], case["action"]
    given = set(setup.get("hands") or {})
    if not rules.auction or set(setup) & {"trick_no", "played", "tricks_won"}:
        return given
    asked = action if isinstance(action, list) else [action]
    playing = {one["seat"] for one in asked if isinstance(one, dict) and "play" in one}
    named = [one for one in asked if isinstance(one, str) and one.startswith("legal_cards_of_")]
    return given & (playing | {int(one.rsplit("_", 1)[1]) for one in named})


def _give_named(case: Case, rules: Rules, hands: dict[int, list[str]]) -> None:
    """Cards that no hand has: what a seat plays is its own, what is called its partner's.

    Without a partner it is that of the first seat that is free.
    """
    setup, action = case["setup"], case["action"]
    asked = action if isinstance(action, list) else [action]
    for one in asked:
        if (
            isinstance(one, dict)
            and "play" in one
            and one["seat"] not in (setup.get("hands") or {})
        ):
            held = hands.setdefault(one["seat"], [])
            held += [] if one["play"] in held else [one["play"]]
    if not rules.auction:
        return
    said = [one.get("call", one.get("declare")) for one in asked if isinstance(one, dict)]
    called = [one for one in (setup.get("call"), *said) if cards_named(one)]
    taken = {card for hand in hands.values() for card in hand} | set(setup.get("played") or [])
    caller = caller_of(setup)
    for card in called:
        if card in taken:
            continue
        free = [seat for seat in range(rules.players) if seat not in (setup.get("hands") or {})]
        free = [seat for seat in free if seat != caller] or [(caller or 0) + 1]
        hands.setdefault(setup.get("partner", free[0]) % rules.players, []).append(card)
        taken.add(card)


def _trump(case: Case, rules: Rules) -> str:
    setup = case["setup"]
    if setup.get("trump"):
        return str(setup["trump"])
    if setup.get("turned"):
        return str(setup["turned"][0])
    if setup.get("call"):
        return called_card(setup["call"])[0]
    source = rules.option("trump.source")
    if source == "rotation":
        return "OCEB"[(opening(case, rules).number - 1) % 4]
    if source == "none_yet" or (source == "declared" and rules.option("chiamata.dark")):
        return ""
    return "E"


def _fillers(rules: Rules, trump: str, named: set[str]) -> list[str]:
    """Cards that say nothing: those that matter least first."""
    free = [card for card in rules.deck if card not in named]
    return sorted(free, key=lambda card: (card[0] == trump, rules.points[card], card))


def _hand_size(case: Case, rules: Rules, left: int, winner: int | None) -> int:
    """Cards in a hand that the case does not give."""
    setup, each = case["setup"], rules.ruleset.options["play.cards_per_turn"]
    given = [len(cards) for cards in (setup.get("hands") or {}).values()]
    if "trick_no" in setup:
        tricks = (len(rules.deck) - rules.talon) // rules.trick_size
        size = min(rules.hand_size, (tricks - setup["trick_no"] + 1) * each)
    elif left or not given:
        size = rules.hand_size
    else:
        size = max(given)
    return size if winner is None else max(0, size - each)


def _leader(case: Case, rules: Rules, winner: int | None) -> int:
    setup, action = case["setup"], case["action"]
    if winner is not None:
        return winner
    if "leader" in setup:
        return int(setup["leader"])
    if case["plays"]:
        return int(case["plays"][0][0])
    first = action[0] if isinstance(action, list) and action else action
    if isinstance(first, dict) and "play" in first:
        return int(first["seat"])
    if "dealer" in setup or "mano" in setup:
        return (dealer_of(setup, rules.players) + 1) % rules.players
    return int(first.get("seat", 0)) if isinstance(first, dict) else 0


def _stock_left(setup: dict[str, Any], rules: Rules) -> int:
    """Cards to draw, the turned one included: as told, or as the number of the trick implies.

    While a trick is played and right after it, nobody has drawn for it.
    """
    if "stock_left" in setup:
        return int(setup["stock_left"])
    if "stock" in setup:
        return len(setup["stock"])
    first = len(rules.deck) - rules.hand_size * rules.players - rules.talon
    done = setup["trick_no"] - 1 if "trick_no" in setup else 1
    return max(0, first - done * rules.trick_size)


def _round_drawn(setup: dict[str, Any], rules: Rules, left: int) -> int:
    if "drawn_this_round" in setup:
        return int(setup["drawn_this_round"])
    return rules.players - left if setup.get("last_draw_round_started") else 0


def _past_tricks(
    setup: dict[str, Any], rules: Rules, trump: str, fillers: list[str]
) -> tuple[Trick, ...]:
    """Tricks played before: who took them does not matter here, what lay in them may."""
    gone = list(setup.get("played") or [])
    ace, three = f"{trump}{rules.order[0]}", f"{trump}{rules.order[1]}"
    if (setup.get("three_played") or setup.get("three_escaped")) and three not in gone:
        gone.append(three)
    tricks = -(-len(gone) // rules.trick_size)
    if "trick_no" in setup:
        tricks = setup["trick_no"] - 1
    elif setup.get("tricks_won"):
        tricks = max(tricks, sum(setup["tricks_won"].values()))
    spare = [card for card in fillers if card not in (ace, three, *gone)]
    gone += spare[: max(0, tricks * rules.trick_size - len(gone))]
    size = rules.trick_size
    return tuple(
        Trick(
            number + 1, 0, _laid(rules, gone[number * size : (number + 1) * size]), None, 0, trump
        )
        for number in range(tricks)
    )


def _laid(rules: Rules, cards: list[str]) -> tuple[PlayCard, ...]:
    return tuple(PlayCard(place % rules.players, card) for place, card in enumerate(cards))


# -- contracts and what else a deal keeps ----------------------------------------------------


def _special(case: Case, rules: Rules, deal: DealState, talon: tuple[str, ...]) -> Special | None:
    """What the features of the game keep of such a deal."""
    every = features_of(rules).every
    if not every:
        return None
    setup = case["setup"]
    special = Special(SEAL, deal.hands, talon)
    for feature in every:
        if feature.begin is not None:
            special = feature.begin(rules, deal, special)
    if rules.auction and (deal.trump or caller_of(setup) is not None):
        special = special._replace(contract=contract_of(case, rules, deal))
    shown = tuple(Marriage(*one) for one in _marriages(setup, deal.trump))
    looking = setup.get("looking")
    if looking is not None:
        gaze = tuple(looking.get(seat, at) for seat, at in enumerate(special.gaze))
        special = special._replace(gaze=gaze)
    peeks = tuple((seat, at) for seat, at in setup.get("peeked") or [])
    return special._replace(marriages=shown, peeks=peeks)


def _marriages(setup: dict[str, Any], trump: str) -> list[tuple[int, str, int]]:
    """King and knight shown: `marriage: trump` for the declarer, else {seat: [suits]}."""
    said = setup.get("marriage")
    if isinstance(said, str):
        suit = trump if said in ("trump", "trumps") else said
        seat = caller_of(setup) or 0
        return [(seat, suit, 40 if suit == trump else 20)]
    if isinstance(said, bool):
        return [(caller_of(setup) or 0, trump, 40)] if said else []
    return [
        (seat, suit, 40 if suit == trump else 20)
        for seat, suits in pairs(setup.get("marriages") or said)
        for suit in ([suits] if isinstance(suits, str) else suits)
    ]
