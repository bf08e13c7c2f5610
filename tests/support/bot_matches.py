"""Whole matches between bots, played through the same log and shuffle as live matches."""

from __future__ import annotations

import hashlib
import random
import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Final, TypeAlias

from games.bots import bot_named
from games.engine import HOST, DealResult, NextDeal, Rules, view_for
from games.record.dealer import FIRST_DEAL, new_seal
from games.record.dealing import DealSource, OpenedDeal, TokenBytes
from games.record.fairness import DUPLICATE, SEED_BYTES
from games.record.log import MatchLog
from games.record.record import Sitter

NO_TIME: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""Time in the records of matches that are not stored, so that all runs give the same records."""
Lineup: TypeAlias = tuple[int, ...]
"""Index of the bot in `--bots`, for each seat."""


@dataclass(frozen=True, slots=True)
class Contest:
    """Parameters of a contest: rules, bots, number of matches and seed."""

    rules: Rules
    bots: tuple[str, ...]
    matches: int
    seed: str
    duplicate: bool = False
    seeded_secrets: bool = True
    """Whether decks come from the seed; otherwise they come from `secrets`."""

    def lineups(self) -> list[Lineup]:
        """Return the lineups for each match number: one, or with `duplicate` one for each turn of the sides."""
        first = first_lineup(self.rules, len(self.bots))
        if not self.duplicate:
            return [first]
        turned = [first[turn:] + first[:turn] for turn in range(len(self.rules.sides))]
        return list(dict.fromkeys(turned)) if len(set(turned)) > 1 else [first, first]

    @property
    def total(self) -> int:
        """Return the number of matches to be played, with those for turned sides."""
        return self.matches * len(self.lineups())


@dataclass(slots=True)
class PlayedMatch:
    """A finished match of a contest between bots, with its log."""

    number: int
    """Number of the decks: matches with the same number were dealt the same cards."""
    log: MatchLog
    lineup: Lineup
    moves: dict[int, int] = field(default_factory=dict)
    """Number of actions, by index of the bot."""
    thought: dict[int, float] = field(default_factory=dict)
    """Seconds spent on actions, by index of the bot."""

    @property
    def results(self) -> tuple[DealResult, ...]:
        """Return the results of the match's deals."""
        return self.log.state.results


def first_lineup(rules: Rules, bots: int) -> Lineup:
    """Return a lineup with the bots assigned to the sides in turn, or to the seats if they are more."""
    if bots > len(rules.sides):
        return tuple(seat % bots for seat in range(rules.players))
    return tuple(rules.side_of[seat] % bots for seat in range(rules.players))


def play_contest(
    contest: Contest, new_id: Callable[[], str] | None = None
) -> Iterator[PlayedMatch]:
    """Yield the matches of a bots' contest as they are played.

    `new_id` makes the ids of the matches; without it they follow from the seed.
    """
    for number in range(contest.matches):
        decks: _Decks | None = None
        for turn, lineup in enumerate(contest.lineups()):
            match_id = new_id() if new_id else seeded_id(contest.seed, number, turn)
            decks = decks or _Decks(contest, number, match_id)
            dice = random.Random(f"{contest.seed}/bots/{number}/{turn}")
            yield _play(contest, decks, match_id, lineup, number, dice)


def seeded_id(seed: str, number: int, turn: int) -> str:
    """Return the id of a match that is not stored; the same arguments give the same id."""
    return hashlib.sha256(f"{seed}/match/{number}/{turn}".encode()).hexdigest()[:12]


class _Decks:
    """Decks of all deals of one match number, the same for every lineup of the bots."""

    def __init__(self, contest: Contest, number: int, match_id: str) -> None:
        self.origin = match_id
        self.contest = contest
        self.number = number
        players = range(contest.rules.players)
        seed = self._secrets("dealer", number)(SEED_BYTES)
        self.lot = new_seal(match_id, contest.rules, players, seed)
        self.drawn = self.lot.draw([None for _ in players])
        self.opened: dict[int, OpenedDeal] = {}

    def deal(self, log: MatchLog) -> OpenedDeal:
        """Return the next deal's deck and proof for a match."""
        number = log.state.number
        if number not in self.opened:
            everyone = frozenset(range(log.rules.players))
            token_bytes = self._secrets("deal", self.number, number)
            source = DealSource(self.origin, log.rules, everyone, token_bytes)
            lot = self.lot if number == FIRST_DEAL else None
            sealed = replace(source.seal(number), dealer=lot)
            self.opened[number] = sealed.open(*source.cut_for(log.state.cutter))
        opened = self.opened[number]
        if log.match_id == self.origin:
            return opened
        flags = [*opened.block["flags"], f"{DUPLICATE}{self.origin}"]
        return replace(opened, block={**opened.block, "flags": flags})

    def _secrets(self, *what: object) -> TokenBytes:
        """Return a source of random bytes: derived from the seed and `what`, or from `secrets`."""
        if not self.contest.seeded_secrets:
            return secrets.token_bytes
        return random.Random("/".join(map(str, (self.contest.seed, *what)))).randbytes


def _play(
    contest: Contest,
    decks: _Decks,
    match_id: str,
    lineup: Lineup,
    number: int,
    dice: random.Random,
) -> PlayedMatch:
    """Play one match of a contest between bots and return it."""
    log = MatchLog.begin(match_id, contest.rules, 0, drawn=False)
    log.drawn(decks.drawn)
    played = PlayedMatch(number, log, lineup)
    sitting: Sequence[tuple[int, str]] = [(index, contest.bots[index]) for index in lineup]
    while log.state.phase != "match_over":
        if log.state.phase == "cut":
            decks.deal(log).apply_to(log)
        elif log.state.phase == "deal_over":
            log.apply(NextDeal(HOST), by="host")
        else:
            _move(played, sitting, dice, timed=not contest.seeded_secrets)
    return played


def _move(
    played: PlayedMatch, sitting: Sequence[tuple[int, str]], dice: random.Random, *, timed: bool
) -> None:
    """Let the bot whose turn it is act, and add up the seconds it takes."""
    seat = played.log.state.turn
    assert seat is not None
    index, name = sitting[seat]
    view = view_for(played.log.state, seat)
    began = time.perf_counter()
    action = bot_named(name).choose(view, dice)
    elapsed = time.perf_counter() - began
    played.moves[index] = played.moves.get(index, 0) + 1
    played.thought[index] = played.thought.get(index, 0.0) + elapsed
    # times would make two runs of the same seed differ
    played.log.apply(action, by="bot", ms=round(elapsed * 1000) if timed else 0)


def bot_sitters(contest: Contest, played: PlayedMatch) -> list[Sitter]:
    """Return names of bots for a record that is not stored: `rules 1`, `rules 2`, ..."""
    seats_by_level: Counter[str] = Counter()
    sitters = []
    for index in played.lineup:
        name = contest.bots[index]
        seats_by_level[name] += 1
        sitters.append(Sitter(f"{name} {seats_by_level[name]}", "bot"))
    return sitters
