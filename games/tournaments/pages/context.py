"""Contexts of the pages of tournaments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Deal, Player
from games.pages.wording.teams import team_title
from games.selectors import teams
from games.selectors.faces import chosen_faces_by_name
from games.tournaments.answers import GameSide, Round, RoundGame, Standings
from games.tournaments.models import Tournament, TournamentGame, TournamentMember
from games.tournaments.models.tournaments import EntrantStatus, Format, RoundStage, TournamentStatus
from games.tournaments.pages.bracket import bracket_rounds, is_knocked_out
from games.tournaments.selectors import tournaments as selected
from games.tournaments.selectors.deals import own_marks
from games.tournaments.selectors.games import FIRST_CARD_WITHIN
from games.tournaments.selectors.rounds import round_part, scored_games
from games.tournaments.selectors.standings import own_line, standings_json
from games.tournaments.selectors.state import entrants_at_a_table
from games.tournaments.services.entry_checks import may_enter_late
from games.tournaments.services.squads import free_places
from games.tournaments.wording.tournaments import (
    ACTIONS,
    FORMATS,
    MARKS,
    PROBLEMS,
    entrants_text,
    game_title,
    length_text,
    placed_text,
    points_text,
    stage_text,
    why_before,
)

SHOWN: Final = 50
"""Number of entrants, tables and lines that a page shows at once."""
OWN_SHOWN: Final = 10
"""Number of coming, and of past, tournaments on a player's own page."""
PODIUM: Final = 3
PODIUM_CARDS: Final = ("O1", "O3", "O12")
"""Cards on which the first three stand: the highest ones, in their order."""


def event_rows(
    tournaments: Sequence[Tournament],
    entered: set[int],
    winners: Mapping[int, str] | None = None,
) -> list[dict[str, Any]]:
    """Return tournaments as dicts for the rows of a list page.

    `entered` are row ids of the tournaments that the visitor has entered. `winners` are the names
    of the winners of these and perhaps other tournaments by row id; None: read them here.
    """
    names = selected.winners_of(tournaments) if winners is None else winners
    return [_row_context(row, entered, names.get(row.pk, "")) for row in tournaments]


def _row_context(tournament: Tournament, entered: set[int], winner: str) -> dict[str, Any]:
    """Return a tournament as a dict for a list's row; `winner` is "" if it has none."""
    people = _people(tournament, getattr(tournament, "taken", 0))
    return {
        "id": tournament.public_id,
        "name": tournament.name,
        "line": tournament.line,
        "starts_at": tournament.starts_at,
        "status": tournament.status,
        "round": tournament.round,
        "rounds": tournament.rounds,
        "what": f"{game_title(tournament)} · {length_text(tournament)}",
        "format": FORMATS[tournament.format],
        "entrants": entrants_text(tournament, people),
        "full": people >= tournament.max_entrants,
        "waiting": getattr(tournament, "waiting", 0),
        "entered": tournament.pk in entered,
        "min_finished": tournament.min_finished,
        "winner": winner,
        "draft": tournament.status == TournamentStatus.DRAFT,
    }


def _people(tournament: Tournament, entrants: int) -> int:
    """Return the number of entrants without the house bots of a running daily event."""
    began = tournament.format == Format.DAILY and tournament.round > 0
    return max(0, entrants - tournament.house_entrants) if began else entrants


def own_event_rows(player: Player) -> list[dict[str, Any]]:
    """Return a player's tournaments (entered or organised) as list rows, upcoming ones first."""
    upcoming = list(selected.own_tournaments(player)[:OWN_SHOWN])
    past = list(selected.own_past_tournaments(player)[:OWN_SHOWN])
    rows = TournamentMember.objects.filter(player=player, tournament__in=[*upcoming, *past])
    entered = set(rows.filter(left_at=None).values_list("tournament", flat=True))
    return event_rows([*upcoming, *past], entered)


def event_context(tournament: Tournament, me: Player | None, start: int = 0) -> dict[str, Any]:
    """Return the template context of a tournament's page for the visitor `me`.

    Of long lists it holds SHOWN items from the position `start` (from 0).
    """
    entry = selected.own_entry(tournament, me)
    own = entry.entrant.number if entry else None
    shown = selected.shows_results(tournament, me)
    standings = standings_json(tournament, start=start, limit=SHOWN, results=shown)
    event = selected.tournament_json(tournament)
    entrants = selected.entrants_json(tournament, start=start, limit=SHOWN, results=shown)
    podium = _podium(tournament)
    own_id = entry.entrant_id if entry else None
    latest, more_games = round_part(
        tournament, tournament.round, first=own_id, **_games_of(tournament, start)
    )
    brackets = bracket_rounds(tournament, own)
    return {
        "tournament": tournament,
        "event": event,
        "mark": selected.page_mark(tournament),
        "title": game_title(tournament),
        "length": length_text(tournament),
        "format": FORMATS[tournament.format],
        "arena": tournament.format == Format.ARENA,
        "is_daily": tournament.format == Format.DAILY,
        "has_checkin": tournament.format not in selected.WITHOUT_CHECKIN,
        "stage": _stage_of(tournament),
        "soon": _happens_soon(tournament),
        "problem": PROBLEMS.get(tournament.problem, tournament.problem),
        "entrants": entrants,
        "taken": entrants_text(tournament, _people(tournament, event["entrants"])),
        "placed": placed_text(tournament, event["entrants"]),
        "here": selected.present_count(tournament),
        "round": _round_context(tournament, latest, own),
        "brackets": brackets,
        "knocked_out": is_knocked_out(brackets),
        "lines": _lines(standings, own),
        "after": standings["rounds"],
        "shows_lines": standings["rounds"] > 0 or tournament.format == Format.DAILY,
        "podium": podium,
        "deals": _deals(tournament, entry),
        "steps": _steps(tournament),
        "next_start": start + SHOWN if more_games or event["entrants"] > start + SHOWN else None,
        "chosen_faces": _faces(standings["results"], entrants, podium),
        "organises": me is not None and tournament.creator_id == me.pk,
        **_own_context(tournament, me, entry, latest),
        "daily": _daily(tournament, me),
        **_times(tournament),
    }


def _games_of(tournament: Tournament, start: int) -> dict[str, int]:
    """Return the slice of a round's games on a page of SHOWN entrants: `start` and `limit`."""
    limit = SHOWN // entrants_at_a_table(tournament)
    return {"start": start // SHOWN * limit, "limit": limit}


def _faces(*lists: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Return a dict from name to chosen face of the players in these rows."""
    names = {name for rows in lists for row in rows for name in row["players"]}
    return chosen_faces_by_name(names)


def _daily(tournament: Tournament, me: Player | None) -> dict[str, Any] | None:
    """Return the progress of a running daily event, overall and of the visitor; else None."""
    if tournament.format != Format.DAILY or tournament.status != TournamentStatus.RUNNING:
        return None
    game = selected.current_game(tournament, me)
    ended = Deal.objects.filter(match=game.match).count() if game is not None else 0
    return {
        "done": selected.shows_results(tournament, me),
        "finished": selected.finished_count(tournament),
        "deal": min(ended + 1, tournament.deals),
    }


def _own_context(
    tournament: Tournament, me: Player | None, entry: TournamentMember | None, latest: Round | None
) -> dict[str, Any]:
    """Return the template context about the visitor's own entry to a tournament."""
    return {
        "entry": entry,
        "may_enter": _may_enter(tournament, entry),
        "free_squads": _free_squads(tournament),
        "own_teams": _own_teams(tournament, me),
        "partners": _partners(entry),
        "game": _own_game(tournament, me, latest, entry),
        "past_rounds": _own_rounds(entry),
        "own_line": own_line(entry.entrant) if entry else None,
    }


def _times(tournament: Tournament) -> dict[str, Any]:
    """Return the template context of times: of a turn, and of the end of the check-in."""
    return {
        "turn_s": tournament.turn_ms // 1000,
        "bank_s": tournament.bank_ms // 1000,
        "closes_at": tournament.starts_at,
    }


def _stage_of(tournament: Tournament) -> str:
    """Return the page variant for a tournament: before, checkin, running, final or cancelled."""
    return {
        TournamentStatus.DRAFT: "before",
        TournamentStatus.OPEN: "before",
        TournamentStatus.CHECKIN: "checkin",
        TournamentStatus.RUNNING: "running",
        TournamentStatus.FINISHED: "final",
        TournamentStatus.CANCELLED: "cancelled",
    }[TournamentStatus(tournament.status)]


def _happens_soon(tournament: Tournament) -> bool:
    """Return True if the tournament will change within minutes, so its page polls often."""
    if tournament.format == Format.DAILY:
        return False
    if tournament.status in (TournamentStatus.CHECKIN, TournamentStatus.RUNNING):
        return True
    near = tournament.starts_at - timezone.now() < timedelta(minutes=5)
    return tournament.status == TournamentStatus.OPEN and (near or tournament.starts_when_full)


def _may_enter(tournament: Tournament, entry: TournamentMember | None) -> bool:
    """Return True if the tournament's page offers the visitor to enter."""
    again = [EntrantStatus.WITHDRAWN, EntrantStatus.ABSENT]
    if tournament.format == Format.DAILY:
        again = [EntrantStatus.WAITING]  # until a place is free
    if entry is not None and entry.entrant.status not in again:
        return False
    if tournament.status in (TournamentStatus.OPEN, TournamentStatus.CHECKIN):
        return tournament.format != Format.DAILY
    return tournament.status == TournamentStatus.RUNNING and may_enter_late(tournament)


def _free_squads(tournament: Tournament) -> list[int]:
    """Return the teams (1, 2) of a match of two teams with free places, if both have some."""
    if tournament.format != Format.TEAMS:
        return []
    free = [squad for squad, places in free_places(tournament).items() if places]
    return free if len(free) > 1 else []


def _own_teams(tournament: Tournament, me: Player | None) -> list[dict[str, Any]]:
    """Return the founded teams with which the visitor could enter, with their partners' names."""
    if me is None or tournament.members < 2:
        return []
    players = teams.players_of(team.pk for team in teams.own_teams(me))
    own_teams = []
    for team in teams.own_teams(me):
        names = [player.name for player in players[team.pk]]
        if len(names) == tournament.members:
            others = [name for name in names if name != me.name]
            own_teams.append({"title": team_title(team, names), "partners": others})
    return own_teams


def _partners(entry: TournamentMember | None) -> list[TournamentMember]:
    """Return the other players of the visitor's entrant in a tournament."""
    if entry is None:
        return []
    others = entry.entrant.people.select_related("player").filter(left_at=None)
    return list(others.exclude(pk=entry.pk))


def _own_game(
    tournament: Tournament,
    me: Player | None,
    latest: Round | None,
    entry: TournamentMember | None,
) -> dict[str, Any] | None:
    """Return the game that the visitor should play now: table, opponents; None if there is none."""
    game = selected.current_game(tournament, me)
    if game is None or game.table is None or entry is None or latest is None:
        return None
    sides = next(
        (game_row["sides"] for game_row in latest["games"] if game_row["table"] == game.number), []
    )
    own = entry.entrant.number
    return {
        "table": game.table.public_id,
        "number": game.number,
        "round": game.round.number,
        "against": " – ".join(side["name"] for side in sides if side["entrant"] != own),
        "bot_at": _bot_at(game),
    }


def _bot_at(game: TournamentGame) -> Any:
    """Return the time until which no bot plays for an absent player; None if it has passed."""
    until = game.table.created_at + FIRST_CARD_WITHIN if game.table else None
    return until if until and until > timezone.now() else None


def _round_context(
    tournament: Tournament, row: Round | None, own: int | None
) -> dict[str, Any] | None:
    """Return the tournament's latest round as a dict in words; None before the first."""
    if row is None:
        return None
    games = [
        {
            **game,
            "mine": any(side["entrant"] == own for side in game["sides"]),
            "stage_text": stage_text(game["stage"]),
            "points": points_text([side["score"] for side in game["sides"]]),
            "progress": _progress(tournament, game["deals_done"], over=game["done_at"] is not None),
        }
        for game in row["games"]
        if game["kind"] == "game"
    ]
    return {
        **row,
        "games": games,
        "byes": [game["sides"][0]["name"] for game in row["games"] if game["kind"] == "bye"],
        "open": selected.open_games(tournament, row["round"]),
        "paused": tournament.stage == RoundStage.PAUSED,
        "last": tournament.format != Format.ARENA and row["round"] >= tournament.rounds,
        "next_at": tournament.next_at if row["closed_at"] else None,
        "ends": _ends(tournament, row["round"]),
    }


def _ends(tournament: Tournament, number: int) -> Any:
    """Return the time at which a tournament's round (a number) ends; None if it is closed."""
    round_row = tournament.round_rows.filter(number=number, closed_at=None)
    return round_row.values_list("ends_at", flat=True).first()


def _progress(tournament: Tournament, deals: int, *, over: bool) -> str:
    """Return a tournament game's progress in words, without its score: `deal 2 of 4`."""
    if over:
        return _("finished")
    number = min(deals + 1, tournament.deals)
    return _("deal %(n)s of %(of)s") % {"n": number, "of": tournament.deals}


def _own_rounds(entry: TournamentMember | None) -> list[dict[str, Any]]:
    """Return the visitor's results in the scored rounds of a tournament, latest first."""
    if entry is None:
        return []
    number = entry.entrant.number
    return [
        _own_result(row, game, next(side for side in game["sides"] if side["entrant"] == number))
        for row, game in scored_games(entry.entrant)
    ]


def _own_result(number: int, game: RoundGame, mine: GameSide) -> dict[str, Any]:
    """Return the visitor's result of a scored tournament game as a dict."""
    others = [side for side in game["sides"] if side["side"] != mine["side"]]
    return {
        "round": number,
        "against": " – ".join(side["name"] for side in others),
        "bye": game["kind"] == "bye",
        "score": mine["score"],
        "other": others[0]["score"] if len(others) == 1 else None,
        "margin": mine["margin"],
        "match": game["match"],
    }


def _lines(standings: Standings, own: int | None) -> list[Mapping[str, Any]]:
    """Return the standings' lines, each with the tie-break that puts it above the next one."""
    rows = standings["results"]
    lines: list[Mapping[str, Any]] = []
    for at, line in enumerate(rows):
        why = why_before(line, rows[at + 1]) if at + 1 < len(rows) else ""
        lines.append({**line, "why": why, "mine": line["entrant"] == own})
    return lines


def _podium(tournament: Tournament) -> list[Mapping[str, Any]]:
    """Return the standings' lines of the first three of a finished tournament, as displayed.

    Of a match of two teams, the entrants of the team that won.
    """
    if tournament.status != TournamentStatus.FINISHED:
        return []
    if tournament.format == Format.TEAMS:
        winners = tournament.entrants.filter(place=1).count()
        lines = standings_json(tournament, limit=winners)["results"]
        return [{**line, "card": PODIUM_CARDS[0]} for line in lines]
    first = standings_json(tournament, limit=PODIUM)["results"]
    order = [1, 0, 2] if len(first) == PODIUM else range(len(first))
    return [{**first[at], "card": PODIUM_CARDS[at]} for at in order]


def _deals(tournament: Tournament, entry: TournamentMember | None) -> list[dict[str, Any]]:
    """Return the public deals of a tournament by round, with the visitor's result as a mark."""
    if not tournament.compared:
        return []
    count = tournament.deals
    marks = own_marks(entry.entrant) if entry is not None else {}
    return [
        {
            "round": number,
            "deals": [
                {
                    "number": deal,
                    "mark": marks.get(deal, ""),
                    "words": MARKS.get(marks.get(deal, "")),
                }
                for deal in range((number - 1) * count + 1, number * count + 1)
            ],
        }
        for number in selected.shown_rounds(tournament)
    ]


def _steps(tournament: Tournament) -> list[dict[str, Any]]:
    """Return the organiser's logged actions as dicts, the latest first."""
    rows = tournament.actions.order_by("-pk")[:SHOWN]
    return [
        {"at": row.at, "what": ACTIONS[row.kind], "amount": row.amount, "reason": row.reason}
        for row in rows
    ]
