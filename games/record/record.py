"""A finished match as one JSON object, `brisca-record/1`.

The actions of the record are what was played; tricks, points and score follow from them and from
the decks. What the host does (dealing, going on to the next deal) goes without saying.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final, Literal, TypeAlias

from games.engine import (
    HOST,
    DealResult,
    Event,
    MatchState,
    PlayCard,
    Trick,
    action_to_json,
    apply,
    contract_to_json,
    extras_to_json,
    start,
)
from games.engine.events import ClaimFailed, Exchanged, Signed
from games.engine.json_types import ContractResultJson
from games.record.fairness import Block
from games.record.log import Entry, MatchLog, as_asked, read_action

FORMAT: Final = "brisca-record/1"
Json: TypeAlias = dict[str, Any]
Kind: TypeAlias = Literal["human", "guest", "bot"]
BOT: Final = "bot"
KINDS: Final = ("human", "guest", BOT)
ABANDONED: Final = "abandoned"
DRAW: Final = "draw_dealer"
DEALER_DRAW: Final = "dealer_draw"
"""Key of the cards drawn for the first dealer, if the highest card deals."""
DUPLICATE: Final = "duplicate"
"""Key of the number of decks of a duplicate match; each is dealt once for every side."""
TAKEN_BACK: Final = "taken_back"
"""Key of the number of journal entries that were taken back."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """Name and kind (human, guest or bot) of the player at a seat, as the record gives them."""

    player: str
    kind: Kind


@dataclass(slots=True)
class _DealBook:
    """One deal of a match's record while the record is written: its actions so far."""

    number: int
    dealer: int
    actions: list[Json] = field(default_factory=list)
    last: MatchState | None = None


def build_record(
    log: MatchLog,
    *,
    sitters: Sequence[Sitter],
    started_at: datetime,
    finished_at: datetime,
    fairness: Mapping[int, Block] | None = None,
) -> Json:
    """Return the record of a match that is over, or was given up before its end (`abandoned`).

    `sitters` are in the order of the seats; `fairness` has the proof by deal number (from 1), None
    takes those of the log.
    """
    proofs = log.fairness if fairness is None else fairness
    state, rules = log.state, log.rules
    books = _Scribe(log).books()
    drawn = next((entry.action for entry in log.entries if entry.action["type"] == DRAW), None)
    return {
        "format": FORMAT,
        "match": log.match_id,
        "preset": rules.ruleset.preset,
        "rules": dict(rules.ruleset.stored),
        "rules_hash": rules.ruleset.hash,
        "seats": [
            {"seat": seat, "player": who.player, "kind": who.kind, "side": rules.side_of[seat]}
            for seat, who in enumerate(sitters)
        ],
        "sides": [list(side) for side in rules.sides],
        **({} if drawn is None else {DEALER_DRAW: list(drawn["cards"])}),
        **({DUPLICATE: {"boards": log.boards}} if log.boards else {}),
        **({TAKEN_BACK: log.lost} if log.lost else {}),
        "started_at": rfc3339(started_at),
        "finished_at": rfc3339(finished_at),
        "deals": [_deal(log, book, proofs.get(book.number)) for book in books],
        "score": list(state.score),
        "winners": list(state.winners or ()),
        "ended_by": state.ended_by or ABANDONED,
    }


def rfc3339(moment: datetime) -> str:
    """Return a moment in UTC, to the millisecond: `2026-03-01T18:04:05.123Z`."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class _Scribe:
    """A writer that replays a match's log and collects the record's entries of each deal."""

    def __init__(self, log: MatchLog) -> None:
        self.log = log
        self.state = start(log.rules, dealer=log.dealer)
        self.done: list[_DealBook] = []
        self.count = 0
        self.armed_by: dict[int, str] = {}

    def books(self) -> list[_DealBook]:
        """Replay the log; return its deals in order, each with the record's actions."""
        self._open()
        for entry in self.log.entries:
            action = read_action(entry, self.state.number, self.log.decks)
            self.state, events = apply(self.state, action)
            if entry.action["type"] == "next_deal":
                self._open()
            elif entry.action["type"] == DRAW:
                self.done[-1].dealer = self.state.dealer
            elif entry.seat != HOST:
                self._write(entry, events)
            self.done[-1].last = self.state
        return self._told()

    def _open(self) -> None:
        self.armed_by.clear()
        self.done.append(_DealBook(self.state.number, self.state.dealer))

    def _write(self, entry: Entry, events: tuple[Event, ...]) -> None:
        exchanged = next((event for event in events if isinstance(event, Exchanged)), None)
        action_json = as_asked(entry.action)
        if action_json["type"] == "exchange" and exchanged is not None:
            action_json["take"] = exchanged.take
        if any(isinstance(event, ClaimFailed) for event in events):
            action_json["failed"] = True
        if action_json["type"] == "sign":
            action_json["seen_by"] = [
                seat for event in events if isinstance(event, Signed) for seat in event.seen_by
            ]
        self._put(entry.seat, action_json, entry.by, entry.ms)
        if action_json["type"] == "arm_exchange":
            self.armed_by[entry.seat] = entry.by
        elif action_json["type"] == "play" and exchanged is not None:
            seat = exchanged.seat
            swap = {"type": "exchange", "give": exchanged.give, "take": exchanged.take}
            self._put(seat, swap, self.armed_by[seat], 0)

    def _put(self, seat: int, action_json: Json, by: str, ms: int) -> None:
        self.count += 1
        self.done[-1].actions.append(
            {"seq": self.count, "seat": seat, **action_json, "by": by, "ms": ms}
        )

    def _told(self) -> list[_DealBook]:
        """Return the deals without a last one that was never dealt, unless it is the only one.

        A match given up between deals ends with the deal before: actions since (a cut, the
        resignation itself) are written there.
        """
        last = self.done[-1]
        if last.number in self.log.decks or len(self.done) == 1:
            return self.done
        self.done.pop()
        for action in last.actions:
            if action["type"] == "cut":
                self.count -= 1
            else:
                self.done[-1].actions.append({**action, "seq": self.count})
        return self.done


def _deal(log: MatchLog, book: _DealBook, proof: Block | None) -> Json:
    state = book.last or log.state
    return {
        "number": book.number,
        "dealer": book.dealer,
        "deck": list(log.decks.get(book.number, ())),
        "trump": deal_trump(state),
        "fairness": proof,
        "contract": deal_contract(state),
        "actions": book.actions,
        **deal_outcome(state),
    }


def deal_trump(state: MatchState) -> Json | None:
    """Return the JSON of the deal's trump suit and the card turned for it; None before the deal."""
    deal = state.deal
    return None if deal is None else {"suit": deal.trump or None, "card": deal.trump_card}


def deal_contract(state: MatchState) -> ContractResultJson | None:
    """Return the JSON of the current deal's contract; None without one or before it is counted."""
    result = _result(state)
    return None if result is None else contract_to_json(result.contract)


def _result(state: MatchState) -> DealResult | None:
    return state.results[-1] if len(state.results) == state.number else None


def deal_outcome(state: MatchState) -> Json:
    """Return the JSON of the current deal's tricks and result: what follows from its actions."""
    deal, rules = state.deal, state.rules
    tricks = [trick_json(trick) for trick in deal.tricks] if deal else []
    if deal and deal.plays:
        worth = sum(rules.points[play.card] for play in deal.plays)
        tricks.append(
            trick_json(Trick(len(tricks) + 1, deal.leader, deal.plays, None, worth, deal.trump))
        )
    result = _result(state)
    seats = deal.points if deal else (0,) * rules.players
    return {
        "tricks": tricks,
        "points": {
            "seats": list(seats),
            "sides": [sum(seats[seat] for seat in side) for side in rules.sides],
        },
        "game_points": list(result.game_points) if result else [0] * len(rules.sides),
        "extras": extras_to_json(result.extras) if result else [],
        "ended_by": result.ended_by if result else state.ended_by or ABANDONED,
    }


def trick_json(trick: Trick) -> Json:
    """Return the JSON of a trick in a record; `winner` is None if it was never completed."""
    return {
        "number": trick.number,
        "leader": trick.leader,
        "plays": [play_json(play) for play in trick.plays],
        "winner": trick.winner,
        "points": trick.points,
        "trump": trick.trump or None,
    }


def play_json(play: PlayCard) -> Json:
    """Return the JSON of a card of a trick: seat, card, and an announcement if one was made."""
    play_data = action_to_json(play)
    del play_data["type"]
    return {"seat": play.seat, **play_data}
