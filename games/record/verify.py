"""Verification of a record against the rules and the fairness proof.

The record is not believed: every deck is computed from its proof, every action goes through the
engine, and whatever follows from them is compared. The first place that does not hold is named.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any, Final

from games.engine import DrawDealer, IllegalAction, Rules, RulesetError, ruleset_from_options
from games.record.boards import MOST_BOARDS, BoardsError, boards_rules
from games.record.errors import RecordError
from games.record.json_reading import MAX_TEXT_LENGTH, Place, parse, show
from games.record.log import MatchLog
from games.record.record import (
    ABANDONED,
    BOT,
    DEALER_DRAW,
    DRAW,
    DUPLICATE,
    FORMAT,
    KINDS,
    TAKEN_BACK,
    Json,
)
from games.record.verify_deal import DealCheck

_MOMENT: Final = re.compile(
    r"\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d{1,9})?([Zz]|[+-]00:00)", re.ASCII
)
_END_REASONS: Final = (
    "target",
    "four_trumps",
    "max_deals",
    "draw",
    "resigned",
    "agreed",
    ABANDONED,
)
MOST_SEATS: Final = 6


def verify_record(record: Any) -> None:
    """Check a record, decoded from JSON, against the rules and its fairness proofs.

    Raises:
        RecordError: the record is wrong; the error names the first wrong place.
    """
    checked_log(record)


def verify_text(text: str | bytes) -> Json:
    """Verify the record in a JSON text and return it.

    Raises:
        RecordError: where the text is no valid record.
    """
    record: Json = parse(text)
    verify_record(record)
    return record


def checked_log(record: Any) -> MatchLog:
    """Verify a record, decoded from JSON, and return its log, to import it or step through it.

    Raises:
        RecordError: where the record is not valid.
    """
    try:
        return _checked(Place(record))
    except RecursionError:
        raise RecordError("record", "nested too deeply") from None


def _checked(record: Place) -> MatchLog:
    if record.get("format").text() != FORMAT:
        record.get("format").fail(f"expected {FORMAT}")
    match = record.get("match").text()
    if not match:
        record.get("match").fail("is empty")
    rules = _rules(record)
    _seats(record, rules)
    record.get("sides").equals([list(side) for side in rules.sides])
    if _moment(record.get("finished_at")) < _moment(record.get("started_at")):
        record.get("finished_at").fail("is before started_at")
    log = _deals(record, match, rules)
    state = log.state
    ended_by = record.get("ended_by").one_of(_END_REASONS)
    if state.phase != "match_over" and ended_by != ABANDONED:
        record.get("ended_by").fail(f"is {show(ended_by)}, but the match is not over")
    record.get("score").equals(list(state.score))
    record.get("winners").equals(list(state.winners or ()))
    record.get("ended_by").equals(state.ended_by or ABANDONED)
    return log


def _rules(record: Place) -> Rules:
    """Return the record's compiled ruleset; fail unless it is complete and has the stated hash."""
    options = record.get("rules")
    if not isinstance(options.value, dict):
        options.fail("expected an object")
    preset = record.get("preset").text()
    players = len(record.get("seats").items())
    if players > MOST_SEATS:
        record.get("seats").fail(f"{players} seats")
    for name in options.value:
        if not isinstance(name, str) or len(name) > MAX_TEXT_LENGTH:
            options.fail("has a key that is no option")
    values = {name: options.get(name).plain() for name in options.value}
    try:
        ruleset = ruleset_from_options(preset, players, values)
        if record.get("rules_hash").text() != ruleset.hash:
            record.get("rules_hash").fail("is not the hash of rules")
        return ruleset.rules
    except RulesetError as error:
        where = {"preset": "preset", "players": "seats"}.get(error.option)
        raise RecordError(where or f"rules.{error.option}", str(error)) from None


def _seats(record: Place, rules: Rules) -> None:
    for number, seat in enumerate(record.get("seats").items()):
        seat.get("seat").equals(number)
        seat.get("side").equals(rules.side_of[number])
        seat.get("kind").one_of(KINDS)
        if not seat.get("player").text():
            seat.get("player").fail("is empty")


def _moment(place: Place) -> datetime:
    text = place.text()
    try:
        if not _MOMENT.fullmatch(text):
            raise ValueError
        return datetime.fromisoformat(text.upper().replace("Z", "+00:00"))
    except ValueError:
        place.fail("expected an RFC 3339 moment in UTC")


def _draw(cards: Place, log: MatchLog, dealer: int) -> None:
    """Apply the record's draw of the first dealer to the log; fail if another seat would deal."""
    try:
        log.apply(DrawDealer(tuple(card.card() for card in cards.items())), by="host")
    except IllegalAction as error:
        cards.fail(f"does not say who deals ({error.code})")
    if log.state.dealer != dealer:
        cards.fail(f"makes seat {log.state.dealer} the dealer, not {dealer}")


def _deals(record: Place, match: str, rules: Rules) -> MatchLog:
    deals = record.get("deals").items()
    if not deals:
        record.get("deals").fail("there are none")
    dealer = deals[0].get("dealer").whole(0, rules.players - 1)
    log = MatchLog.begin(match, rules, dealer, boards=_boards(record, rules))
    if record.has(TAKEN_BACK):
        log.head = (record.get(TAKEN_BACK).whole(1), 0)
    if log.state.phase == DRAW:
        _draw(record.get(DEALER_DRAW), log, dealer)
    seq, kinds = 0, [seat.get("kind").value for seat in record.get("seats").items()]
    bots = frozenset(seat for seat, kind in enumerate(kinds) if kind == BOT)
    for number, deal in enumerate(deals, start=1):
        deal.where = f"deal {number}"
        seq = DealCheck(log, deal, number, last=number == len(deals), bots=bots).run(seq)
    return log


def _boards(record: Place, rules: Rules) -> int:
    """Return the number of decks of a record's duplicate match; 0 for any other match."""
    if not record.has(DUPLICATE):
        return 0
    place = record.get(DUPLICATE).get("boards")
    boards = place.whole(1, MOST_BOARDS)
    try:
        needed = boards_rules(rules.ruleset, boards)
    except (BoardsError, RulesetError) as error:
        place.fail(str(error))
    if needed.hash != rules.ruleset.hash:
        place.fail("is against the rules of the match")
    return boards
