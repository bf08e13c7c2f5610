"""Travellers: how each table played a deal of a tournament, once its round is scored."""

from __future__ import annotations

from collections.abc import Sequence

from games.models.matches import MatchStatus
from games.tournaments.answers import ComparedDeal, DealTable
from games.tournaments.models import (
    Tournament,
    TournamentDeck,
    TournamentEntrant,
    TournamentGame,
    TournamentRound,
)
from games.tournaments.models.rounds import GameKind
from games.tournaments.rules.deal_scores import datum, matchpoints
from games.tournaments.rules.round_scores import margin_of
from games.tournaments.selectors.daily import Mark, mark_of
from games.tournaments.selectors.state import names_of
from games.tournaments.selectors.tournaments import entrant_rows


def deals_json(
    tournament: Tournament, round_number: int | None = None, number: int | None = None
) -> list[ComparedDeal]:
    """Return the compared deals of scored rounds, or of one round or deal (from 1), for the API.

    Those of later rounds stay secret.
    """
    rounds = tournament.round_rows.filter(closed_at__isnull=False)
    decks = TournamentDeck.objects.filter(tournament=tournament, revealed_at__isnull=False)
    if round_number is not None:
        rounds, decks = rounds.filter(number=round_number), decks.filter(round=round_number)
    if number is not None:
        decks = decks.filter(number=number)
    by_round: dict[int, list[TournamentDeck]] = {}
    for deck in decks:
        by_round.setdefault(deck.round, []).append(deck)
    entrants = entrant_rows(tournament)
    names, numbers = names_of(entrants), {row.pk: row.number for row in entrants}
    deals: list[ComparedDeal] = []
    for row in rounds.prefetch_related("games__places", "games__match"):
        games = [game for game in row.games.all() if game.kind == GameKind.GAME]
        deals += [
            _deal(tournament, row, deck, games, names, numbers)
            for deck in by_round.get(row.number, [])
        ]
    return deals


def _deal(
    tournament: Tournament,
    row: TournamentRound,
    deck: TournamentDeck,
    games: Sequence[TournamentGame],
    names: dict[int, str],
    numbers: dict[int, int],
) -> ComparedDeal:
    """Return a compared deal as the API shows it: results of all tables, and the deck's proof."""
    tables = [_table(game, deck.number, names, numbers) for game in games]
    played = [table for table in tables if table["margin"] is not None]
    margins = [table["margin"] or 0.0 for table in played]
    for table, share in zip(played, matchpoints(margins), strict=True):
        table["best"] = 2 * (len(played) - 1)
        table["matchpoints"] = round(share * table["best"], 1)
    return {
        "deal": (row.number - 1) * tournament.deals + deck.number,
        "round": row.number,
        "number": deck.number,
        "datum": round(datum(margins), 1) if margins else None,
        "server_commit": deck.server_commit,
        "fairness": deck.fairness,
        "tables": tables,
    }


def _table(
    game: TournamentGame, number: int, names: dict[int, str], numbers: dict[int, int]
) -> DealTable:
    """Return one table's result of a deal as the API shows it, without its matchpoints."""
    points = game.points[number - 1] if number <= len(game.points) else None
    sides: dict[int, list[int]] = {}
    for place in sorted(game.places.all(), key=lambda place: place.index):
        sides.setdefault(place.side, []).append(place.entrant_id)
    order = [sides[side] for side in sorted(sides)]
    finished = game.match is not None and game.match.status == MatchStatus.FINISHED
    return {
        "table": game.number,
        "sides": [[numbers[entrant] for entrant in side] for side in order],
        "names": [" – ".join(names[entrant] for entrant in side) for side in order],
        "points": None if points is None else [float(side_points) for side_points in points],
        "margin": None if points is None else round(margin_of(points, 0), 2),
        "matchpoints": None,
        "best": 0,
        "match": game.match.public_id if finished and game.match else None,
    }


def own_marks(entrant: TournamentEntrant) -> dict[int, Mark]:
    """Return deal -> whether an entrant was above, level with or below the mean of all tables.

    The key is the deal's number over all rounds, from 1. Rounds that are not scored are left out.
    Where no other table has played the deal, it is compared with 0.
    """
    deals = entrant.tournament.deals
    places = entrant.places.filter(round__closed_at__isnull=False, game__kind=GameKind.GAME)
    marks: dict[int, Mark] = {}
    for place in places.select_related("game", "round"):
        tables = place.round.games.filter(kind=GameKind.GAME).values_list("points", flat=True)
        for at, points in enumerate(place.game.points):
            if points is None:
                continue
            others = [
                table_points[at]
                for table_points in tables
                if at < len(table_points) and table_points[at] is not None
            ]
            margins = [margin_of(deal_points, place.side) for deal_points in others]
            own = margin_of(points, place.side)
            marks[(place.round.number - 1) * deals + at + 1] = mark_of(own, margins)
    return marks
