"""Daily events: everybody plays the same decks alone against house bots, at any hour of a day.

There is one round, which lasts as long as the event. Who enters begins to play at once, without a
clock, and may go away and come back. Standings among those who have finished are computed as they
finish; decks and matches are shown when the event is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from games.common.errors import TournamentError
from games.models import Player, Table
from games.models.matches import MatchStatus
from games.services.daily_deals import SEAT
from games.services.players import house_bot
from games.services.rulesets import engine_ruleset
from games.tournaments.models import (
    Tournament,
    TournamentEntrant,
    TournamentGame,
    TournamentMember,
    TournamentPlace,
    TournamentRound,
)
from games.tournaments.models.tournaments import EntrantStatus, RoundStage
from games.tournaments.rules.daily_scores import DailyResult, score_daily
from games.tournaments.rules.event import Game, Place, RoundPlan
from games.tournaments.rules.final_standings import final_standings
from games.tournaments.rules.round_scores import margin_of
from games.tournaments.selectors.state import entrants_of, settings_of
from games.tournaments.services import entries, playing, rounds
from games.tournaments.services.creating import lock_tournament
from games.tournaments.services.decks import make_decks
from games.tournaments.services.results import repair_game
from games.tournaments.services.seats import Seated, seat_games
from games.tournaments.services.standings import store_standings

LOOK_INTERVAL: Final = timedelta(seconds=5)
"""Time after which an event looks again who has finished."""
HOUSE_LEVELS: Final = ("learned", "rules", "learned", "greedy")
"""Levels of the house bots that take part, in turn."""


# -- playing ---------------------------------------------------------------------------------------


@transaction.atomic
def begin(
    *, tournament: Tournament, player: Player, invite: str = "", now: datetime | None = None
) -> Table | None:
    """Enter a player in a daily event and return the table of their game, made if needed.

    None if the event is full: the player is on its waiting list, and begins by another call once
    an entrant with a place has withdrawn.

    Raises:
        TournamentError: `already_played` where the game is over, or a code of `entries.enter`.
        PausedError: the player has a pause.
    """
    now = now or timezone.now()
    tournament = lock_tournament(tournament)
    games = TournamentGame.objects.filter(round__tournament=tournament)
    game = games.filter(places__entrant__people__player=player).select_related("table").first()
    if game is not None:
        if game.done_at is not None or game.table is None:
            raise TournamentError("already_played")
        return game.table
    entrant = _waiting_entrant(tournament, player)
    if entrant is None:
        entrant = entries.enter(tournament=tournament, player=player, invite=invite, now=now)
    else:
        entries.join_if_free(tournament=tournament, entrant=entrant, now=now)
    if entrant.status == EntrantStatus.WAITING:
        return None
    row = tournament.round_rows.get(number=1)
    (game,) = _seat(tournament, row, [entrant], now)
    assert game.table is not None
    return game.table


def _waiting_entrant(tournament: Tournament, player: Player) -> TournamentEntrant | None:
    """Return a player's entrant on the waiting list of a daily event, or None."""
    waiting = tournament.entrants.filter(status=EntrantStatus.WAITING, people__player=player)
    return waiting.first()


def _seat(
    tournament: Tournament,
    row: TournamentRound,
    entrants: Sequence[TournamentEntrant],
    now: datetime,
) -> list[TournamentGame]:
    """Make a game with a table for each of these entrants, who all sit at the same seat."""
    side = engine_ruleset(tournament.ruleset, tournament.players).rules.side_of[SEAT]
    games = TournamentGame.objects.bulk_create(
        TournamentGame(round=row, number=entrant.number) for entrant in entrants
    )
    TournamentPlace.objects.bulk_create(
        TournamentPlace(game=game, round=row, entrant=entrant, index=0, side=side, seats=[SEAT])
        for game, entrant in zip(games, entrants, strict=True)
    )
    rows = row.games.filter(pk__in=[game.pk for game in games]).order_by("number")
    seated = list(rows.prefetch_related("places__entrant__people__player"))
    seat_games(tournament, row, seated, now)
    return seated


# -- what the ticker does --------------------------------------------------------------------------


def run(tournament: Tournament, now: datetime) -> Seated:
    """Do the due step of a locked daily event: begin it, score finished players, or end it.

    Return the tables that changed, such as those of house bots that begin to play.
    """
    if tournament.round == 0:
        return _begin(tournament, now)
    row = tournament.round_rows.get(number=1)
    lagging = row.games.filter(done_at=None).exclude(match__status=MatchStatus.PLAYING)
    for game in lagging.select_related("match", "round__tournament"):
        repair_game(game, now)
    assert row.ends_at is not None
    if now >= row.ends_at + playing.time_lost(row, now):
        changed = playing.void_rest(row, now)
        if rounds.is_over(row):
            _finish(tournament, row, now)
        return Seated(changed)
    _score_finished(tournament, row)
    tournament.next_at = now + LOOK_INTERVAL
    tournament.save(update_fields=["next_at"])
    return Seated()


def _begin(tournament: Tournament, now: datetime) -> Seated:
    """Begin a daily event: make its only round with decks, and seat the house bots that enter."""
    row = rounds.insert_round(tournament, 1, RoundPlan(()))
    row.began_at, row.ends_at = now, tournament.ends_at
    row.save(update_fields=["began_at", "ends_at"])
    make_decks(tournament=tournament, round_number=1)
    tournament.round, tournament.stage = 1, RoundStage.PLAYING
    tournament.next_at = now + LOOK_INTERVAL
    tournament.version += 1
    tournament.save(update_fields=["round", "stage", "next_at", "version"])
    games = _seat(tournament, row, _enter_house(tournament), now)
    return Seated([game.table.public_id for game in games if game.table is not None])


def _enter_house(tournament: Tournament) -> list[TournamentEntrant]:
    """Enter house bots as entrants of a daily event; they are not the players' table mates."""
    entrants = TournamentEntrant.objects.bulk_create(
        TournamentEntrant(tournament=tournament, number=number, status=EntrantStatus.PLAYING)
        for number in range(1, tournament.house_entrants + 1)
    )
    TournamentMember.objects.bulk_create(
        TournamentMember(
            tournament=tournament,
            entrant=entrant,
            player=house_bot(HOUSE_LEVELS[place % len(HOUSE_LEVELS)], tournament.players + place),
        )
        for place, entrant in enumerate(entrants)
    )
    return entrants


def _score_finished(tournament: Tournament, row: TournamentRound) -> None:
    """Store the standings of a daily event's finished players, if more have finished."""
    done = row.games.exclude(done_at=None)
    if not done.filter(places__entrant__line__isnull=True).exists():
        return
    places = places_of(list(done.prefetch_related("places")))
    people = [entrant for entrant in entrants_of(tournament) if entrant.id in places]
    games = [_game(row, number, place) for number, place in enumerate(places.values(), start=1)]
    lines = final_standings(settings_of(tournament), people, games)
    store_standings(tournament, lines, {key: place.percent for key, place in places.items()})
    tournament.version += 1
    tournament.save(update_fields=["version"])


def _game(row: TournamentRound, number: int, place: Place) -> Game:
    """Return one entrant's game of a daily event as input of the standings."""
    return Game(row.number, number, "game", (place,))


def places_of(games: Sequence[TournamentGame]) -> dict[int, Place]:
    """Return entrant (row id) -> its score in a daily event, computed from these games alone."""
    results = []
    for game in games:
        (place,) = game.places.all()
        margins = [
            None if points is None else margin_of(points, place.side) for points in game.points
        ]
        results.append(DailyResult(place.entrant_id, tuple(margins)))
    return score_daily(results)


def _finish(tournament: Tournament, row: TournamentRound, now: datetime) -> None:
    """End a daily event: store all scores, publish its decks and final standings."""
    games = list(row.games.prefetch_related("places"))
    rounds.store_scores(games, places_of(games))
    rounds.close(row, now)
    rounds.finish(tournament, now)
