"""Tournaments computed again from what is stored: pairs, decks, scores and standings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.tournaments.models import Tournament, TournamentDeck, TournamentPlace, TournamentRound
from games.tournaments.models.rounds import GameKind
from games.tournaments.models.tournaments import Format, TournamentStatus
from games.tournaments.rules.event_json import inputs_from_json, plan_from_json
from games.tournaments.rules.round_scores import score_round
from games.tournaments.rules.schedule import plan_round
from games.tournaments.selectors.state import settings_of
from games.tournaments.services.daily import places_of
from games.tournaments.services.decks import deck_of, seed_commit
from games.tournaments.services.rounds import table_result
from games.tournaments.services.standings import standings_hash, standings_now


def faults(tournament: Tournament) -> Iterator[str]:
    """Yield a sentence for each stored fact of a tournament that a recount does not confirm."""
    if seed_commit(tournament.public_id, bytes(tournament.seed)) != tournament.seed_commit:
        yield "the seed is not the one that was committed to"
    for row in tournament.round_rows.all():
        if tournament.format not in (Format.ARENA, Format.DAILY):
            yield from _pairs(row)
        if tournament.format != Format.ARENA:
            yield from _scores(tournament, row)
        yield from _decks(tournament, row)
    if tournament.status != TournamentStatus.FINISHED:
        return
    lines = standings_now(tournament)
    if standings_hash(lines, version=tournament.scoring_version) != tournament.standings_hash:
        yield "the final standings do not follow from the rounds"


def _pairs(row: TournamentRound) -> Iterator[str]:
    """Yield sentences on a round whose pairs a recount does not confirm, unless paired by hand."""
    if row.manual:
        return
    planned, stored = plan_round(*inputs_from_json(row.inputs)), plan_from_json(row.plan)
    if planned is None or replace(planned, version=stored.version) != stored:
        yield f"round {row.number}: the pairs do not follow from what was known before it"


def _decks(tournament: Tournament, row: TournamentRound) -> Iterator[str]:
    """Yield a sentence for each deck of a round that does not follow from the seed."""
    for deck in TournamentDeck.objects.filter(tournament=tournament, round=row.number):
        if deck_of(tournament, row.number, deck.number).fairness != deck.fairness:
            yield f"round {row.number}: deck {deck.number} does not follow from the seed"


def _scores(tournament: Tournament, row: TournamentRound) -> Iterator[str]:
    """Yield a sentence for each score of a round that does not follow from its points."""
    if row.closed_at is None:
        return
    games = list(row.games.filter(kind=GameKind.GAME).prefetch_related("places"))
    if tournament.format == Format.DAILY:
        expected = places_of(games)
    else:
        expected = score_round(settings_of(tournament), [table_result(game) for game in games])
    places = TournamentPlace.objects.filter(round=row, game__kind=GameKind.GAME)
    for place in places.select_related("entrant"):
        if expected[place.entrant_id].score != place.score:
            yield (
                f"round {row.number}: entrant {place.entrant.number} has {place.score}, "
                f"not {expected[place.entrant_id].score}"
            )
