"""Analyses of matches."""

from __future__ import annotations

from typing import Annotated, Final, Literal, NotRequired, TypeAlias, TypedDict

from games.bots.evaluation.advice import REASONS
from games.common.notation import Moment, Rate, page
from games.engine.json_annotations import Limits

UNITS: Final = ("cards", "game")
AnalysisUnit: TypeAlias = Annotated[str, Limits(enum=UNITS)]
DECISION_REASONS: Final = ("takes_higher", "keeps_low", "bids_less", "bids_more", "shows_pair",
    "opens_hand", "misleads", "informs_partner", "partner_signed")
Reason: TypeAlias = Annotated[str, Limits(enum=(*REASONS, *DECISION_REASONS))]

class _Chosen(TypedDict):
    """Base type: the figures that API answers give with every count of a seat's choices."""
    seat: int
    decisions: Annotated[int, "Plays and other decisions with more than one option."]
    best: Annotated[int, "Of them, those of the best option."]
    loss: Annotated[float, "Value lost in the unit of the analysis, counted beyond two standard "
        "errors."]
    errors: Annotated[int, "Losses that weigh three points or more."]
    accuracy: Annotated[Rate, "From 0 to 100; null without a choice."]

class Choices(_Chosen):
    """Part of API answers: how often and how well a seat chose in a deal or a match."""
    inexact: Annotated[int, "Losses that weigh one point or more."]
    finds: Annotated[int, "The only good card, well ahead of at least two others."]

class CardWorth(TypedDict):
    """Part of API answers: a playable card, its expected points and its chance to win the deal."""
    card: str
    points: Annotated[float, "Points that the deal was to bring the own side, in the unit of the "
        "analysis."]
    points_error: Annotated[float, "Standard error of that."]
    win: Annotated[float, "How likely the own side was to win the deal."]
    behind: Annotated[float, "Value less than the best card; see `loss`."]
    behind_error: Annotated[float, "Standard error of that."]

class OptionWorth(TypedDict):
    """Part of API answers: an option of a decision (`option`), its expected points and chance."""
    option: Annotated[str, "`exchange`, `keep`; of a marriage `show`, `keep`; of a claim `claim`, `play`; "
        "a sign, or `silent`; a bid: `pass`, `75`, `3`, `3/70`; a call: `O3`, `O`; "
        "a discard: `C2 O4`."]
    points: Annotated[float, "Points that the deal was to bring the own side, in the unit of the "
        "analysis; of a bid, call or discard those that the caller is ahead of the others' mean."]
    points_error: Annotated[float, "Standard error of that."]
    win: Annotated[float, "How likely the own side was to win the deal, or to make the contract."]
    behind: Annotated[float, "Value less than the best option."]
    behind_error: Annotated[float, "Standard error of that."]

class Why(TypedDict):
    """Part of API answers: why the best choice was better, as a code and a number of points."""
    code: Reason
    points: Annotated[int, "Card points of the trick with the card; those that an exchange gains or a "
        "marriage is worth; of a bid the chance in percent to make the contract."]
    sign: NotRequired[Annotated[str, "Of `partner_signed`: the partner's sign."]]

class _Figures(TypedDict):
    """Base type: how much a decision was worth, by what its player could know, for API answers."""
    worlds: Annotated[int, "Ways in which the hidden cards may lie that were played out; 0: exact."]
    loss: Annotated[float, "Value lost, in the unit of the analysis: points and winning count "
        "together. 0 within two standard errors or half a point, and in a deal that is decided."]
    weight: Annotated[float, "The loss as card points of the base game: losses of all games "
        "compare by it."]
    behind: Annotated[float, "Value behind the best, sure or not."]
    behind_error: Annotated[float, "Standard error of that."]
    grade: Literal["error", "inexact", "find"] | None
    points: Annotated[float, "Points that the own side was to expect after what was chosen."]
    win: Annotated[float, "How likely it was to win the deal then."]
    best: Annotated[str, "The best card, or other option."]
    why: Annotated[Why | None, "Why that is better; null: little was lost, or no reason is told."]
    best_points: float
    best_win: float

class Judged(_Figures):
    """Part of API answers: a play judged against the best card."""
    cards: Annotated[list[CardWorth], "From the best."]

class JudgedDecision(_Figures):
    """Part of API answers: a decision that plays no card, judged against the best option."""
    options: Annotated[list[OptionWorth], "From the best."]

class LinePlay(TypedDict):
    """Part of API answers: a card of a `Line`."""
    seat: int
    card: str

class LineContract(TypedDict):
    """Part of API answers: the outcome of the contract at the end of a `Line`."""
    made: Annotated[int, "Points of the caller's side."]
    target: Annotated[int, "Points to make."]

class Line(TypedDict):
    """Part of API answers: how the rest of a deal goes from a better card on, card by card."""
    plays: list[LinePlay]
    points: Annotated[list[int], "Card points of each side at the end of the deal."]
    ended_by: Annotated[str | None, "As of a deal; null: the deal did not end."]
    contract: Annotated[LineContract | None, "null: there is none."]

class Open(TypedDict):
    """Part of API answers: the best card with all hidden cards known, and the points of it."""
    best: Annotated[str, "The best card."]
    best_points: Annotated[int, "Card points of the own side with it, both at their best."]
    points: Annotated[int, "Card points of the own side with the card played."]

class AnalysedPlay(TypedDict):
    """Part of API answers: a card that was played, judged against the best one."""
    at: Annotated[str, "Its address in the page of the match: `d2t3c1`."]
    trick: int
    seat: int
    card: str
    judged: Annotated[Judged | None, "null: there was no choice."]
    line: Annotated[Line | None, "Where the loss weighs a point or more."]
    open: Annotated[Open | None, "null: not solved from here."]

class Told(TypedDict):
    """Part of API answers: a card at which a seat knew better by a sign or a hand laid open, or would
    have known by a sign that was not made."""
    at: Annotated[str, "The address of the card."]
    seat: int
    card: Annotated[str, "The best card with that knowledge."]
    without: Annotated[str, "The best card without it."]
    gain: Annotated[float, "Value by which the one is ahead of the other for that seat; below 0: a false "
        "sign misled it."]

class AnalysedDecision(TypedDict):
    """Part of API answers: a decision beside the cards (`kind`), with its judgement."""
    at: Annotated[str, "Its address in the page of the match: `d2x1`, `d2a3`; of an exchange or a claim "
        "that was not made the trick before: `d2t3`; of a marriage that was not shown the card that broke "
        "it: `d2t3c1m`; of a sign that was not made the partner's card that it would have changed: "
        "`d2t3c1s`."]
    trick: Annotated[int, "Number of tricks that were over."]
    seat: int
    kind: Literal["exchange", "marriage", "claim", "sign", "bid", "call", "discard"]
    chosen: Annotated[str, "Code of the option that was chosen."]
    cards: Annotated[list[str], "Of an exchange the cards to be given and taken, of a marriage both."]
    judged: JudgedDecision
    told: NotRequired[Annotated[list[Told], "Of a sign or a claim."]]

class AnalysedDeal(TypedDict):
    """Part of API answers: the luck of each side in one deal, and each choice in it, judged."""
    number: int
    luck: Annotated[list[float], "Points more than the mean of all sides that the deck, or the "
        "contract that was bid, is worth to each, all playing alike."]
    play: Annotated[list[float] | None, "Points beyond that which each side made; null: the deal "
        "was not played out."]
    seats: list[Choices]
    plays: list[AnalysedPlay]
    decisions: NotRequired[Annotated[list[AnalysedDecision], "Not in `brisca-analysis/1`."]]

class Analysis(TypedDict):
    """API answer: each choice of a match, judged by what could be known; always the same."""
    format: Annotated[str, "`brisca-analysis/2`; or 1, made earlier, which judges cards alone, and by "
        "points alone."]
    match: str
    worlds: Annotated[int, "Ways in which hidden cards may lie, played out for each choice."]
    unit: Annotated[AnalysisUnit, "What losses, luck and play are counted in: card points; game "
        "points of the own side, where a contract, a limit or a killed three decides."]
    accuracy: Annotated[Rate, "Of all seats together."]
    seats: list[Choices]
    luck: Annotated[list[float], "Of each side, over the deals that were played out."]
    play: Annotated[list[float], "Likewise."]
    key_moments: Annotated[list[str], "Addresses of plays and decisions."]
    deals: list[AnalysedDeal]

class AnalysisState(TypedDict):
    """API answer: an analysis that is not finished, and how many matches come before it."""
    match: str
    state: Literal["waiting", "working"]
    ahead: Annotated[int, "Matches that come before it."]

class Accuracy(_Chosen):
    """Part of API answers: how well a player chose in one match, with the accuracy in percent."""
    match: str
    pool: str
    finished_at: Moment

AccuracyPage = page("AccuracyPage", Accuracy, "a player's accuracy")
