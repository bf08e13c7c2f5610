"""Results of the matches that are games of tournaments, as they end."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from games.models import Deal, Match, Outage
from games.models.matches import MatchStatus
from games.record.log import MatchLog
from games.services.match_end_handlers import MatchEndHandler
from games.tournaments.models import EntryBan, TournamentGame, TournamentRound
from games.tournaments.models.rounds import GameResult
from games.tournaments.models.tournaments import Format
from games.tournaments.selectors.games import FIRST_CARD_WITHIN, game_of

EXCUSED_FOR: Final = timedelta(minutes=10)
"""Time after an outage in which nobody forfeits a game of a round that it touched."""
MIN_OUTAGE: Final = FIRST_CARD_WITHIN
"""Length from which an outage excuses an absence: before it no bot plays for who has not come."""


def finish_game(*, match: Match, log: MatchLog, finished_at: datetime) -> bool:
    """Store a finished match's result if it is a tournament's; return True to keep it hidden.

    It stays hidden while other tables play the same decks. A game that was decided otherwise before
    (a forfeit) keeps that result. A side that did nothing by itself has forfeited, however soon bots
    had finished the game for it. Needs the transaction of the caller.
    """
    game = game_of(match)
    if game is None:
        return False
    if game.done_at is None:
        _store_result(game, log, finished_at)
        _store_own_deals(game, log)
    return game.round.tournament.compared and game.round.closed_at is None


def _store_result(game: TournamentGame, log: MatchLog, finished_at: datetime) -> None:
    """Store the points of a finished game, or that entrants who were absent have forfeited it."""
    points = [list(result.game_points) for result in log.state.results]
    deals = game.round.tournament.deals
    game.points = [*points, *[None] * (deals - len(points))][:deals]
    game.deals_done = len(points)
    game.result, game.done_at = GameResult.PLAYED, finished_at
    absent = _absent_entrants(game, log, finished_at)
    if absent:
        game.result, game.points = GameResult.FORFEIT, [None] * deals
        game.places.filter(entrant__in=absent).update(forfeit=True)
    game.save(update_fields=["points", "deals_done", "result", "done_at"])


def _absent_entrants(game: TournamentGame, log: MatchLog, finished_at: datetime) -> set[int]:
    """Return the entrants (row ids) of a finished game none of whose players did anything.

    Nobody was absent in a daily event, in an event scored by version 1, or where an outage excuses
    it.
    """
    tournament = game.round.tournament
    if tournament.format == Format.DAILY or tournament.scoring_version < 2:
        return set()
    acted = {entry.seat for entry in log.entries if entry.by == "player"}
    absent = {place.entrant_id for place in game.places.all() if not acted & set(place.seats)}
    return set() if absent and is_absence_excused(game.round, finished_at) else absent


def is_absence_excused(row: TournamentRound, now: datetime) -> bool:
    """Return True if an outage within a round was long and recent enough to excuse an absence."""
    since = now - EXCUSED_FOR
    if row.began_at is not None:
        since = max(since, row.began_at)
    return any(is_long(outage) for outage in Outage.objects.filter(ended_at__gt=since))


def is_long(outage: Outage) -> bool:
    """Return True if an outage was longer than a seat waits for a player before a bot plays."""
    return outage.ended_at - outage.began_at > MIN_OUTAGE


def _store_own_deals(game: TournamentGame, log: MatchLog) -> None:
    """Store for each entrant of a game the number of deals that its own players mostly played."""
    plays, deals = _plays(log)
    players = set()
    for place in game.places.prefetch_related("entrant__people"):
        for number in range(1, deals + 1):
            others, own = map(
                sum, zip(*(plays.get((number, seat), [0, 0]) for seat in place.seats), strict=True)
            )
            place.own_deals += own >= others
        place.save(update_fields=["own_deals"])
        if place.own_deals:
            players |= {member.player_id for member in place.entrant.people.all()}
    EntryBan.objects.filter(player__in=players).delete()  # who plays comes


def _plays(log: MatchLog) -> tuple[dict[tuple[int, int], list[int]], int]:
    """Return (deal, seat) -> (plays by bots or the clock, plays by the player); number of deals."""
    plays: dict[tuple[int, int], list[int]] = {}
    deal = 0
    for entry in log.entries:
        if entry.action["type"] == "deal":
            deal += 1
        elif entry.action["type"] == "play":
            counted = plays.setdefault((deal, entry.seat), [0, 0])
            counted[entry.by == "player"] += 1
    return plays, deal


def note_abandoned(*, match: Match, now: datetime) -> bool:
    """Store that a tournament game's match was abandoned; return True to keep its decks secret.

    The deals that were finished count. Needs the transaction of the caller.
    """
    game = game_of(match)
    if game is None:
        return False
    if game.done_at is None:
        store_finished_deals(game, match)
        game.result, game.done_at = GameResult.VOID, now
        game.save(update_fields=["points", "deals_done", "result", "done_at"])
    return game.round.tournament.compared and game.round.closed_at is None


def store_finished_deals(game: TournamentGame, match: Match) -> None:
    """Set a tournament game's points from its match's finished deals, without saving."""
    deals = game.round.tournament.deals
    points_by_deal = dict(Deal.objects.filter(match=match).values_list("number", "game_points"))
    game.points = [points_by_deal.get(number) for number in range(1, deals + 1)]
    game.deals_done = len(points_by_deal)


def repair_game(game: TournamentGame, now: datetime) -> None:
    """Store the result of a tournament's game if its match is over but the result is missing."""
    match = game.match
    if match is None or match.status == MatchStatus.PLAYING or game.done_at is not None:
        return
    store_finished_deals(game, match)
    ended = match.status in (MatchStatus.FINISHED, MatchStatus.HELD)
    game.result = GameResult.PLAYED if ended else GameResult.VOID
    game.done_at = now
    game.save(update_fields=["points", "deals_done", "result", "done_at"])


class TournamentMatchEnds(MatchEndHandler):
    """Handler of match ends that stores the results of tournaments' games."""

    def finished(self, *, match: Match, log: MatchLog, finished_at: datetime) -> bool:
        """Store the result of a tournament's game; return True if it must stay hidden."""
        return finish_game(match=match, log=log, finished_at=finished_at)

    def abandoned(self, *, match: Match, now: datetime) -> bool:
        """Store that a tournament's game was abandoned; return True to keep its decks secret."""
        return note_abandoned(match=match, now=now)
