"""The analysis of a whole match as one JSON object, `brisca-analysis/2`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final, TypeAlias

from games.analysis.decision_judging import judge_decision
from games.analysis.decisions import Decision, Opportunity, decisions_of
from games.analysis.double_dummy import OpenCards
from games.analysis.information import explained
from games.analysis.judging import Judged, judge
from games.analysis.lines import line_after
from games.analysis.luck import expected_of, made_of, unit_of
from games.analysis.marks import INEXACT_FROM, accuracy, options_of
from games.analysis.missed_signs import missed_signs
from games.analysis.moments import Moment, moments_of
from games.analysis.told_judging import JudgedCards, Telling, judge_telling
from games.bots.evaluation.evaluator import judges
from games.bots.evaluation.exchange_evaluator import EXCHANGE
from games.engine import Rules
from games.record.log import MatchLog
from games.record.record import Json
from games.record.verify import checked_log

FORMAT: Final = "brisca-analysis/2"
"""1 judged cards alone, by points; analyses of matches that were made then are kept as they are."""
WORLDS: Final = 2000
"""Determinizations for each choice: the error of a difference is a quarter of a point."""
CONTRACT_WORLDS: Final = 1000
"""The same in games with an auction, whose deals take longer to play out."""
TELL_FROM: Final = 1.0
"""Weight of a loss from which the line after the better card is included."""
KEY_MOMENTS: Final = 3
SOLVED_FROM: Final = 18
"""Cards in the stock from which the open cards are solved: with numba more would do as well, but
the analysis of a match is the same wherever it is made."""

Step: TypeAlias = Callable[[], None]


@dataclass(slots=True)
class _Tally:
    """The choices of a seat, over a deal or a match."""

    decisions: int = 0
    best: int = 0
    loss: float = 0.0
    weight: float = 0.0
    """The sum of losses, as card points of the base game."""
    errors: int = 0
    inexact: int = 0
    finds: int = 0

    def add(self, judged: Judged) -> None:
        """Count a choice."""
        self.decisions += 1
        self.loss += judged.loss
        self.weight += judged.weight
        self.best += judged.chosen == judged.best
        self.errors += judged.grade == "error"
        self.inexact += judged.grade == "inexact"
        self.finds += judged.grade == "find"

    def as_json(self) -> Json:
        return {
            "decisions": self.decisions,
            "best": self.best,
            "loss": round(self.loss, 2),
            "errors": self.errors,
            "inexact": self.inexact,
            "finds": self.finds,
            "accuracy": accuracy(self.weight, self.decisions),
        }


@dataclass(frozen=True, slots=True)
class Analysis:
    """Analysis of a match: JSON without names of players, and the judgement of each card."""

    body: Json
    judged: Mapping[str, Judged] = field(default_factory=dict)
    """The judgement of each card by its address in the review."""

    @property
    def seats(self) -> list[Json]:
        """Return the JSON of each seat's totals over the match, such as its loss and accuracy."""
        found: list[Json] = self.body["seats"]
        return found

    @property
    def plays(self) -> Iterable[Json]:
        """Return the JSON of every card played in the match, in order, with its judgement."""
        return (play for deal in self.body["deals"] for play in deal["plays"])

    @property
    def decisions(self) -> Iterable[Json]:
        """Return the JSON of every judged decision of the match that plays no card, in order."""
        return (one for deal in self.body["deals"] for one in deal["decisions"])


@dataclass(slots=True)
class _Maker:
    log: MatchLog
    seed: str
    worlds: int
    step: Step
    joint: bool
    seats: list[_Tally] = field(default_factory=list)
    judged: dict[str, Judged] = field(default_factory=dict)
    beside: dict[int, list[Decision]] = field(default_factory=dict)
    """Deal number -> its decisions that play no card."""

    def run(self) -> Json:
        rules = self.log.rules
        self.seats = [_Tally() for _ in range(rules.players)]
        whole = _Tally()
        self._sort_decisions()
        moments = groupby(moments_of(self.log), key=lambda moment: moment.deal)
        deals = [self._deal(number, list(plays)) for number, plays in moments]
        for seat in self.seats:
            whole.decisions += seat.decisions
            whole.weight += seat.weight
        return {
            "format": FORMAT,
            "match": self.log.match_id,
            "worlds": self.worlds,
            "unit": unit_of(rules),
            "accuracy": accuracy(whole.weight, whole.decisions),
            "seats": [{"seat": number, **seat.as_json()} for number, seat in enumerate(self.seats)],
            "luck": _sums(deals, "luck", len(rules.sides)),
            "play": _sums(deals, "play", len(rules.sides)),
            "key_moments": key_moments(deals),
            "deals": deals,
        }

    def _deal(self, number: int, moments: list[Moment]) -> Json:
        rules = self.log.rules
        opened = OpenCards(SOLVED_FROM)
        tallies = [_Tally() for _ in self.seats]
        plays = []
        for moment in moments:
            plays.append(self._play(moment, opened, tallies[moment.seat]))
            self.step()
        cards = JudgedCards(moments, self.judged, self.seed)
        beside = self._decisions(self.beside.get(number, []), tallies, cards)
        expected = expected_of(moments, f"{self.seed}/luck/{number}")
        share = sum(expected) / len(expected)
        result = next((one for one in self.log.state.results if one.deal == number), None)
        made = None if result is None else made_of(rules, result)
        return {
            "number": number,
            "luck": [round(points - share, 2) for points in expected],
            "play": None
            if made is None
            else [round(own - given, 2) for own, given in zip(made, expected, strict=True)],
            "seats": [{"seat": seat, **tally.as_json()} for seat, tally in enumerate(tallies)],
            "plays": plays,
            "decisions": beside,
        }

    def _sort_decisions(self) -> None:
        """Keep the decisions of each deal under its number."""
        for decision in decisions_of(self.log):
            self.beside.setdefault(decision.deal, []).append(decision)

    def _decisions(
        self, decisions: list[Decision], tallies: list[_Tally], cards: JudgedCards
    ) -> list[Json]:
        """Return the judged decisions of a deal; a card left lying is counted as a loss once."""
        found, lost = [], set[Opportunity]()
        for decision in decisions:
            if decision.kind in ("claim", "sign"):
                found += self._telling(decision, tallies, cards)
                continue
            exchange = decision.kind == "exchange"
            if exchange and decision.opportunity in lost and decision.chosen != EXCHANGE:
                continue
            judged = judge_decision(decision, f"{self.seed}/{decision.at}/beside", self.worlds)
            if judged is None:
                continue
            if exchange and judged.loss:
                lost.add(decision.opportunity)
            self._count(decision, judged, tallies)
            found.append(_decision_json(decision, judged))
        for decision, telling in missed_signs(decisions, cards):
            self._count(decision, telling.judged, tallies)
            found.append(_telling_json(decision, telling))
        return sorted(found, key=lambda one: one["trick"])

    def _telling(self, decision: Decision, tallies: list[_Tally], cards: JudgedCards) -> list[Json]:
        """Return the judged sign or claim; it is counted where something hung on it."""
        telling = judge_telling(decision, cards)
        if telling is None:
            return []
        if not telling.judged.level:
            self._count(decision, telling.judged, tallies)
        return [_telling_json(decision, telling)]

    def _count(self, decision: Decision, judged: Judged, tallies: list[_Tally]) -> None:
        """Add a decision to the figures of its seat, in the deal and in the match."""
        for tally in (tallies[decision.seat], self.seats[decision.seat]):
            tally.add(judged)

    def _play(self, moment: Moment, opened: OpenCards, tally: _Tally) -> Json:
        card = moment.play.card
        seed = f"{self.seed}/{moment.at}"
        judged = judge(moment.view, card, seed, self.worlds, joint=self.joint)
        told: Json = {
            "at": moment.at,
            "trick": moment.trick,
            "seat": moment.seat,
            "card": card,
            "judged": None,
            "line": None,
            "open": opened.of(moment),
        }
        if judged is not None:
            if judged.weight >= INEXACT_FROM and moment.view.signs:
                judged = explained(moment.view, judged, f"{seed}/signs")
            self.judged[moment.at] = judged
            tally.add(judged)
            self.seats[moment.seat].add(judged)
            told["judged"] = judged.as_json()
            if judged.weight >= TELL_FROM:
                told["line"] = line_after(moment, judged.best)
        return told


def analyse(
    record: Json,
    *,
    seed: str | None = None,
    worlds: int | None = None,
    step: Step = lambda: None,
) -> Analysis:
    """Return the analysis of a finished match from its record; call `step` after each play.

    Each choice is played out in `worlds` determinizations (None: the usual number). The same seed
    gives the same result; without one, the seed is the id of the match.

    Raises:
        RecordError: where the record is not valid.
        ValueError: where the game of the record cannot be judged.
    """
    return analyse_log(checked_log(record), seed=seed, worlds=worlds, step=step)


def analyse_log(
    log: MatchLog,
    *,
    seed: str | None = None,
    worlds: int | None = None,
    step: Step = lambda: None,
    joint: bool = False,
) -> Analysis:
    """Return the analysis of a match that is over from its log; arguments are those of `analyse`.

    With `joint`, judgements also say what cards are worth to two sides together, if there are more.

    Raises:
        ValueError: where its game cannot be judged.
    """
    if not can_analyse(log.rules):
        raise ValueError(f"{log.rules.ruleset.preset} cannot be judged")
    worlds = worlds or (CONTRACT_WORLDS if log.rules.auction else WORLDS)
    maker = _Maker(log, seed or log.match_id, worlds, step, joint)
    return Analysis(maker.run(), maker.judged)


def can_analyse(rules: Rules) -> bool:
    """Return whether the plays of this game can be judged."""
    return judges(rules)


def _sums(deals: list[Json], name: str, sides: int) -> list[float]:
    """Return the points of each side, over the deals that were played out."""
    return [
        round(sum(deal[name][side] for deal in deals if deal["play"] is not None), 2)
        for side in range(sides)
    ]


def _decision_json(decision: Decision, judged: Judged) -> Json:
    """Return a decision as an analysis has it."""
    return {
        "at": decision.at,
        "trick": decision.trick,
        "seat": decision.seat,
        "kind": decision.kind,
        "chosen": judged.chosen,
        "cards": list(decision.cards),
        "judged": judged.as_json_of_options(),
    }


def _telling_json(decision: Decision, telling: Telling) -> Json:
    """Return a sign or a claim as an analysis has it."""
    told = [one.as_json() for one in telling.told]
    return {**_decision_json(decision, telling.judged), "told": told}


def in_order(deal: Json) -> list[Json]:
    """Return the judged plays and decisions (JSON) of an analysed deal, in the order of play."""
    # what was decided after a trick stands behind its cards
    beside = [(one["trick"], 1, one) for one in deal.get("decisions", ())]
    plays = [(one["trick"], 0, one) for one in deal["plays"] if one["judged"] is not None]
    return [one for *_, one in sorted([*plays, *beside], key=lambda each: each[:2])]


def key_moments(deals: list[Json]) -> list[str]:
    """Return the addresses, such as `d2t3c1`, of the greatest errors and finds in analysed deals.

    They are at most KEY_MOMENTS, errors before finds, in the order of the match.
    """
    judged = [one for deal in deals for one in in_order(deal)]
    lost = [one for one in judged if one["judged"]["grade"] == "error"]
    found = [one for one in judged if one["judged"]["grade"] == "find"]
    lost.sort(key=lambda one: -one["judged"]["weight"])
    found.sort(key=lambda one: -options_of(one["judged"])[1]["behind"])
    chosen = {one["at"] for one in [*lost, *found][:KEY_MOMENTS]}
    return [one["at"] for one in judged if one["at"] in chosen]
