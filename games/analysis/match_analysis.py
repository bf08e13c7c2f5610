"""The analysis of a whole match as one JSON object, `brisca-analysis/2`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final, TypeAlias

from games.analysis.continuations import continuation_after
from games.analysis.decision_judging import judge_decision
from games.analysis.decisions import Decision, Opportunity, decisions_of
from games.analysis.disclosure_judging import JudgedCards, JudgedDisclosure, judge_disclosure
from games.analysis.double_dummy import OpenCards
from games.analysis.grading import INEXACT_FROM, accuracy, options_of
from games.analysis.information import explained
from games.analysis.judging import Judged, judge
from games.analysis.luck import expected_of, made_of, unit_of
from games.analysis.missed_signs import missed_signs
from games.analysis.played_cards import PlayedCard, played_cards_of
from games.bots.evaluation.evaluator import judges
from games.bots.evaluation.exchange_evaluator import EXCHANGE
from games.engine import Rules
from games.record.log import MatchLog
from games.record.record import Json
from games.record.verify import checked_log

FORMAT: Final = "brisca-analysis/2"
"""1 judged cards alone, by points; analyses of matches that were made then are kept as they are."""
WORLDS_PER_CHOICE: Final = 2000
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
    """Counts and losses of a seat's choices, over a deal or a match."""

    decisions: int = 0
    best: int = 0
    loss: float = 0.0
    weight: float = 0.0
    """The sum of losses, as card points of the base game."""
    errors: int = 0
    inexact: int = 0
    finds: int = 0

    def add(self, judged: Judged) -> None:
        """Add a judged choice to the counts and losses."""
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
        seats: list[Json] = self.body["seats"]
        return seats

    @property
    def plays(self) -> Iterable[Json]:
        """Return the JSON of every card played in the match, in order, with its judgement."""
        return (play for deal in self.body["deals"] for play in deal["plays"])

    @property
    def decisions(self) -> Iterable[Json]:
        """Return the JSON of every judged decision of the match that plays no card, in order."""
        return (decision for deal in self.body["deals"] for decision in deal["decisions"])


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
        played_cards = groupby(played_cards_of(self.log), key=lambda played: played.deal)
        deals = [self._deal(number, list(plays)) for number, plays in played_cards]
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

    def _deal(self, number: int, played_cards: list[PlayedCard]) -> Json:
        rules = self.log.rules
        opened = OpenCards(SOLVED_FROM)
        tallies = [_Tally() for _ in self.seats]
        plays = []
        for played in played_cards:
            plays.append(self._play(played, opened, tallies[played.seat]))
            self.step()
        cards = JudgedCards(played_cards, self.judged, self.seed)
        beside = self._decisions(self.beside.get(number, []), tallies, cards)
        expected = expected_of(played_cards, f"{self.seed}/luck/{number}")
        share = sum(expected) / len(expected)
        result = next((result for result in self.log.state.results if result.deal == number), None)
        scored = None if result is None else made_of(rules, result)
        return {
            "number": number,
            "luck": [round(points - share, 2) for points in expected],
            "play": None
            if scored is None
            else [round(own - mean, 2) for own, mean in zip(scored, expected, strict=True)],
            "seats": [{"seat": seat, **tally.as_json()} for seat, tally in enumerate(tallies)],
            "plays": plays,
            "decisions": beside,
        }

    def _sort_decisions(self) -> None:
        """Sort the match's decisions that play no card by the number of their deal."""
        for decision in decisions_of(self.log):
            self.beside.setdefault(decision.deal, []).append(decision)

    def _decisions(
        self, decisions: list[Decision], tallies: list[_Tally], cards: JudgedCards
    ) -> list[Json]:
        """Return a deal's judged decisions (JSON); an exchange missed several times is one loss."""
        entries, lost = [], set[Opportunity]()
        for decision in decisions:
            if decision.kind in ("claim", "sign"):
                entries += self._disclosure(decision, tallies, cards)
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
            entries.append(_decision_json(decision, judged))
        for decision, disclosure in missed_signs(decisions, cards):
            self._count(decision, disclosure.judged, tallies)
            entries.append(_disclosure_json(decision, disclosure))
        return sorted(entries, key=lambda entry: entry["trick"])

    def _disclosure(
        self, decision: Decision, tallies: list[_Tally], cards: JudgedCards
    ) -> list[Json]:
        """Return the JSON of a judged sign or claim, and count it if it could change a result."""
        disclosure = judge_disclosure(decision, cards)
        if disclosure is None:
            return []
        if not disclosure.judged.level:
            self._count(decision, disclosure.judged, tallies)
        return [_disclosure_json(decision, disclosure)]

    def _count(self, decision: Decision, judged: Judged, tallies: list[_Tally]) -> None:
        """Add a decision to the figures of its seat, in the deal and in the match."""
        for tally in (tallies[decision.seat], self.seats[decision.seat]):
            tally.add(judged)

    def _play(self, played: PlayedCard, opened: OpenCards, tally: _Tally) -> Json:
        card = played.play.card
        seed = f"{self.seed}/{played.at}"
        judged = judge(played.view, card, seed, self.worlds, joint=self.joint)
        play_json: Json = {
            "at": played.at,
            "trick": played.trick,
            "seat": played.seat,
            "card": card,
            "judged": None,
            "line": None,
            "open": opened.values_for(played),
        }
        if judged is not None:
            if judged.weight >= INEXACT_FROM and played.view.signs:
                judged = explained(played.view, judged, f"{seed}/signs")
            self.judged[played.at] = judged
            tally.add(judged)
            self.seats[played.seat].add(judged)
            play_json["judged"] = judged.as_json()
            if judged.weight >= TELL_FROM:
                play_json["line"] = continuation_after(played, judged.best)
        return play_json


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
    worlds = worlds or (CONTRACT_WORLDS if log.rules.auction else WORLDS_PER_CHOICE)
    maker = _Maker(log, seed or log.match_id, worlds, step, joint)
    return Analysis(maker.run(), maker.judged)


def can_analyse(rules: Rules) -> bool:
    """Return whether the plays of this game can be judged."""
    return judges(rules)


def _sums(deals: list[Json], name: str, sides: int) -> list[float]:
    """Return each side's sum of the figure `name` (JSON) over the deals that were played out."""
    return [
        round(sum(deal[name][side] for deal in deals if deal["play"] is not None), 2)
        for side in range(sides)
    ]


def _decision_json(decision: Decision, judged: Judged) -> Json:
    """Return the JSON of a decision with its judgement, as stored in an analysis."""
    return {
        "at": decision.at,
        "trick": decision.trick,
        "seat": decision.seat,
        "kind": decision.kind,
        "chosen": judged.chosen,
        "cards": list(decision.cards),
        "judged": judged.as_json_of_options(),
    }


def _disclosure_json(decision: Decision, disclosure: JudgedDisclosure) -> Json:
    """Return the JSON of a judged sign or claim, as stored in an analysis."""
    uses = [play.as_json() for play in disclosure.plays]
    return {**_decision_json(decision, disclosure.judged), "told": uses}


def in_order(deal: Json) -> list[Json]:
    """Return the judged plays and decisions (JSON) of an analysed deal, in the order of play."""
    # what was decided after a trick stands behind its cards
    beside = [(decision["trick"], 1, decision) for decision in deal.get("decisions", ())]
    plays = [(play["trick"], 0, play) for play in deal["plays"] if play["judged"] is not None]
    return [entry for *_, entry in sorted([*plays, *beside], key=lambda each: each[:2])]


def key_moments(deals: list[Json]) -> list[str]:
    """Return the addresses, such as `d2t3c1`, of the greatest errors and finds in analysed deals.

    They are at most KEY_MOMENTS, errors before finds, in the order of the match.
    """
    judged = [entry for deal in deals for entry in in_order(deal)]
    errors = [entry for entry in judged if entry["judged"]["grade"] == "error"]
    finds = [entry for entry in judged if entry["judged"]["grade"] == "find"]
    errors.sort(key=lambda entry: -entry["judged"]["weight"])
    finds.sort(key=lambda entry: -options_of(entry["judged"])[1]["behind"])
    chosen = {entry["at"] for entry in [*errors, *finds][:KEY_MOMENTS]}
    return [entry["at"] for entry in judged if entry["at"] in chosen]
