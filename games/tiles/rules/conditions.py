"""The conditions of the tiles that a seat wins in one deal, by a match, or by its analysis."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from games.tiles.rules.story import PlayedCard, SeatDeal, SeatStory

Condition: TypeAlias = Callable[[SeatStory], bool]
DealCondition: TypeAlias = Callable[[SeatDeal], bool]

HUNDRED: Final = 100
"""Card points that a side must exceed in a deal."""
HEAVY_TRICK: Final = 30
"""Card points of a trick."""
FAR_BEHIND: Final = 40
"""Card points behind the best of the others."""
BARE_MAJORITY: Final = 61
ALL_POINTS: Final = 120
SAFE_BRISCAS: Final = 3
DEALS_BEHIND: Final = 2
IN_TRUMPS: Final = 40
"""Points of king and knight of trumps."""
MIN_DECISIONS: Final = 20
"""Judged decisions from which a match without an error is a clean one."""


def in_a_deal(condition: DealCondition) -> Condition:
    """Return the condition that some deal of a match among people meets a condition."""
    return lambda story: story.is_among_people and any(map(condition, story.deals))


def wins_without_trumps(deal: SeatDeal) -> bool:
    """Return True if the deal is won, and the seat laid no trump in it."""
    played = deal.cards_of(deal.seat)
    return (
        bool(deal.trump)
        and deal.is_played_out
        and deal.is_won
        and all(play.card[0] != deal.trump for play in played)
    )


def exchanges_for_the_three(deal: SeatDeal) -> bool:
    """Return True if the seat exchanged a card for the turned three of trumps."""
    return any(
        action["type"] == "exchange"
        and action["seat"] == deal.seat
        and action["take"] == deal.trump + deal.second
        for action in deal.deal["actions"]
    )


def ace_takes_the_three(deal: SeatDeal) -> bool:
    """Return True if the seat's ace of trumps took the three of trumps from an opponent."""
    ace, three = f"{deal.trump}1", deal.trump + deal.second
    for trick in deal.own_tricks:
        seats = {play["card"]: play["seat"] for play in trick["plays"]}
        if seats.get(ace) == deal.seat and seats.get(three, deal.seat) not in deal.own_camp:
            return True
    return False


def makes_a_hundred(deal: SeatDeal) -> bool:
    """Return True if the deal is won with more than a hundred card points."""
    return deal.is_won and deal.own_points() > HUNDRED


def ends_with_the_two(deal: SeatDeal) -> bool:
    """Return True if the seat took the last trick of the deal with the two of trumps."""
    if not deal.is_played_out or not deal.tricks:
        return False
    last = deal.tricks[-1]
    two = {"seat": deal.seat, "card": f"{deal.trump}2"}
    return last["winner"] == deal.seat and any(
        two.items() <= play.items() for play in last["plays"]
    )


def takes_thirty(deal: SeatDeal) -> bool:
    """Return True if the seat took a trick of thirty card points or more."""
    return any(trick["points"] >= HEAVY_TRICK for trick in deal.own_tricks)


def wins_from_forty_behind(deal: SeatDeal) -> bool:
    """Return True if the deal is won, and the side was once forty card points behind."""
    return deal.is_plain and deal.is_won and min(deal.leads()) <= -FAR_BEHIND


def wins_with_sixty_one(deal: SeatDeal) -> bool:
    """Return True if a deal of two sides is won with 61 of its 120 card points."""
    points = deal.deal["points"]["sides"]
    return (
        deal.is_plain
        and deal.is_won
        and len(points) == 2
        and sum(points) == ALL_POINTS
        and points[deal.side] == BARE_MAJORITY
    )


def takes_all_tricks(deal: SeatDeal) -> bool:
    """Return True if the deal is won, and the seat's side took every trick of it."""
    winners = {trick["winner"] for trick in deal.tricks}
    return deal.is_played_out and deal.is_won and bool(winners) and winners <= deal.own_camp


def wins_in_the_last_trick(deal: SeatDeal) -> bool:
    """Return True if the seat's last trick won the deal for a side that was not ahead before."""
    if not (deal.is_plain and deal.is_played_out and deal.is_won and deal.tricks):
        return False
    *_, before, after = deal.leads()
    return before <= 0 < after and deal.tricks[-1]["winner"] == deal.seat


def keeps_its_briscas(deal: SeatDeal) -> bool:
    """Return True if the seat laid three aces or threes that are no trumps, all in own tricks."""
    if not deal.trump or not deal.is_played_out or _few_points_win(deal):
        return False
    winners = [
        play.trick["winner"] for play in deal.cards_of(deal.seat) if deal.is_brisca(play.card)
    ]
    return len(winners) >= SAFE_BRISCAS and deal.own_camp.issuperset(winners)


def _few_points_win(deal: SeatDeal) -> bool:
    return bool(deal.record["rules"].get("score.policy") == "stay_under")


def wins_with_fewer_tricks(deal: SeatDeal) -> bool:
    """Return True if a deal of two sides is won, and the others took more tricks."""
    own = sum(trick["winner"] in deal.own_camp for trick in deal.tricks)
    return (
        deal.is_plain
        and deal.is_played_out
        and deal.is_won
        and len(deal.record["sides"]) == 2
        and 2 * own < len(deal.tricks)
    )


def leads_a_three_first(deal: SeatDeal) -> bool:
    """Return True if the seat led a three that is no trump to the first trick, and took it."""
    if not deal.tricks or not deal.trump:
        return False
    first = deal.tricks[0]
    led = first["plays"][0]["card"]
    return (
        first["leader"] == first["winner"] == deal.seat
        and first["trump"] is not None
        and led[0] != deal.trump
        and led[1:] == deal.second
    )


def wins_alone(deal: SeatDeal) -> bool:
    """Return True if the seat fulfilled a contract without a partner, against the four others."""
    contract = deal.deal.get("contract")
    return (
        contract is not None
        and contract["caller"] == contract["partner"] == deal.seat
        and contract["made"] >= contract["target"]
    )


def counts_forty(deal: SeatDeal) -> bool:
    """Return True if king and knight of trumps counted for the seat's side."""
    return any(
        extra["side"] == deal.side and extra["points"] == IN_TRUMPS
        for extra in deal.deal.get("extras", ())
    )


def claims_rightly(deal: SeatDeal) -> bool:
    """Return True if the seat claimed the last tricks, and was right."""
    return any(
        action["type"] == "claim" and action["seat"] == deal.seat and not action.get("failed")
        for action in deal.deal["actions"]
    )


def trusts_a_sign(deal: SeatDeal) -> bool:
    """Return True if the seat laid a brisca for the trump ace that its partner had signed.

    The seat had seen the sign. The ace was laid after the brisca, and took the trick.
    """
    laid = iter(deal.cards())
    signers: set[int] = set()
    for action in deal.deal["actions"]:
        if action["type"] == "sign" and action["sign"] == "trump_ace":
            if deal.seat in action.get("seen_by", ()):
                signers.add(action["seat"])
        elif action["type"] == "play":
            play = next(laid, None)
            if play is not None and _is_for_the_ace(deal, play, signers & deal.own_camp):
                return True
    return False


def _is_for_the_ace(deal: SeatDeal, play: PlayedCard, signers: set[int]) -> bool:
    """Return True if a card is the seat's brisca, and a signer's trump ace then took the trick."""
    if play.seat != deal.seat or not deal.is_brisca(play.card):
        return False
    plays = play.trick["plays"]
    place = next(index for index, laid in enumerate(plays) if laid["card"] == play.card)
    return any(
        laid["card"] == f"{deal.trump}1" and laid["seat"] == play.trick["winner"] in signers
        for laid in plays[place + 1 :]
    )


def plays_cleanly(story: SeatStory) -> bool:
    """Return True if the analysis finds no error among twenty or more decisions of the seat."""
    return (
        story.is_among_people
        and story.is_finished
        and story.decisions >= MIN_DECISIONS
        and story.errors == 0
    )


def wins_from_two_deals_behind(story: SeatStory) -> bool:
    """Return True if a match of deals is won, and the side was once two deals behind."""
    rules = story.record["rules"]
    counts_deals = rules.get("match.unit", "deals") == "deals"
    if not counts_deals or rules.get("score.policy") == "contract":
        return False
    if not story.is_among_people or not story.is_won:
        return False
    score = [0] * len(story.record["sides"])
    behind = 0
    for deal in story.record["deals"]:
        score = [own + more for own, more in zip(score, deal["game_points"], strict=True)]
        others = max(points for side, points in enumerate(score) if side != story.side)
        behind = max(behind, others - score[story.side])
    return behind >= DEALS_BEHIND


def beats(level: str) -> Condition:
    """Return the condition that a match of two against a house bot of a level is won."""

    def is_met(story: SeatStory) -> bool:
        return (
            len(story.record["seats"]) == 2
            and story.is_won
            and story.levels.get(1 - story.seat) == level
        )

    return is_met
