"""The stored data of one player, for the download of their data.

Only what the player may know anyway: their own seats and figures, never a card or an action.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from django.db.models import Q

from games.clubs.selectors.personal_data import club_data
from games.leagues.models import League, LeagueAction, LeagueMember, TimeProposal
from games.models import (
    CaseReport,
    ChatLine,
    DailyLook,
    DailyStreak,
    DailyTry,
    Departure,
    ExerciseTry,
    MatchOutcome,
    OpponentDecisions,
    PairDecisions,
    PartnerLike,
    PlayAddress,
    Player,
    PlayerGuidance,
    PlayerPause,
    RatingRefund,
    ReviewNote,
    Seat,
    Statement,
    TableBan,
    TableSeat,
    TeamProposalPlayer,
    WeekMail,
)
from games.puzzles.models import PuzzleAttempt, PuzzleRun
from games.puzzles.selectors.puzzles import rating_of
from games.record.record import rfc3339
from games.selectors.chips import chips_data
from games.selectors.figures import player_stats, teams_of
from games.selectors.match_of_week import match_of_week_data
from games.selectors.messages import messages_data
from games.selectors.notifications import notifications_data
from games.selectors.path import path_data
from games.selectors.player_notes import own_notes
from games.selectors.social import blocked, followed
from games.tiles.selectors.tiles import tiles_data
from games.tournaments.models import EntryBan, Tournament, TournamentAction, TournamentMember

Json: TypeAlias = dict[str, Any]

SEAT_FIELDS: Final = (
    "match__public_id",
    "match__preset",
    "match__players",
    "match__status",
    "match__started_at",
    "match__finished_at",
    "seat",
    "won",
    "deals_won",
    "points",
)
ATTEMPT_FIELDS: Final = ("mode", "answer", "right", "rated", "rating", "answered_at")
TRY_FIELDS: Final = ("first_card", "first_right", "solved", "tries")
MAX_TEAMS: Final = 10_000


def personal_data(user: int) -> Json | None:
    """Return all data stored about an account's (row id) player; None without a player."""
    player = Player.objects.filter(user=user).first()
    if player is None:
        return None
    return {
        "player": {
            "name": player.name,
            "kind": player.kind,
            "created_at": rfc3339(player.created_at),
            "registered_at": player.registered_at and rfc3339(player.registered_at),
            "figures_private": player.figures_private,
        },
        **_played(player),
        "teams": teams_of(player.pk, limit=MAX_TEAMS, own=True),
        "team_proposals": list(
            TeamProposalPlayer.objects.filter(player=player)
            .order_by("pk")
            .values("proposal__name", "proposal__founder__name", "agreed", "proposal__created_at")
        ),
        **notifications_data(player),
        **_guidance(player),
        **match_of_week_data(player),
        **club_data(player),
        "notes": _notes(player),
        "player_notes": own_notes(player),
        "figures": player_stats(player.pk),
        "rating_refunds": list(
            RatingRefund.objects.filter(player=player).values("pool", "mu", "at")
        ),
        "chips": chips_data(player),
        "exercises": _exercises(player),
        "puzzles": _puzzles(player),
        "path": path_data(player),
        "tiles": tiles_data(player),
        **_daily(player),
        **_tournaments(player),
        **_leagues(player),
        "conduct": _conduct(player),
        "partner_decisions": _partner_decisions(player),
        "opponent_decisions": _opponent_decisions(player),
        "decisions": _decisions(player),
        **_among_people(player),
    }


def _played(player: Player) -> Json:
    """Return the matches and tables at which a player sat, as dicts for the download."""
    seats = Seat.objects.filter(player=player).order_by("match__started_at", "match")
    tables = TableSeat.objects.filter(player=player).order_by("table")
    addresses = PlayAddress.objects.filter(player=player).order_by("table")
    return {
        "matches": [_match(row) for row in seats.values(*SEAT_FIELDS)],
        "tables": list(tables.values_list("table__public_id", flat=True)),
        "table_addresses": [
            # a digest says nothing to whom it is about, so only that there is one is told
            {"table": table, "kept": "a keyed digest of the address, until the match is decided"}
            for table in addresses.values_list("table__public_id", flat=True)
        ],
    }


def _guidance(player: Player) -> Json:
    """Return the proposals to a player, and the wish for the mail of the week, for the download."""
    return {
        "guidance": PlayerGuidance.objects.filter(player=player)
        .values(
            "step_about", "step_kind", "list_removed_at", "name_asked_until", "led_on",
        )
        .first(),
        "week_mail": WeekMail.objects.filter(player=player)
        .values("asked_at", "due_at", "sent_at", "unopened")
        .first(),
    }  # fmt: skip


def _notes(player: Player) -> list[Json]:
    """Return a player's own notes on matches, as dicts for the download."""
    notes = ReviewNote.objects.filter(player=player).order_by("pk")
    return [
        {"match": match, "place": place, "text": text}
        for match, place, text in notes.values_list("match__public_id", "place", "text")
    ]


def _exercises(player: Player) -> list[Json]:
    """Return a player's answers to exercises made of own mistakes, for the download."""
    tries = ExerciseTry.objects.filter(player=player).order_by("mistake__finished_at", "mistake")
    return list(tries.values("mistake__match__public_id", "mistake__at", *TRY_FIELDS))


def _puzzles(player: Player) -> Json:
    """Return a player's puzzle rating, answers and timed runs, as a dict for the download."""
    attempts = PuzzleAttempt.objects.filter(player=player).order_by("answered_at", "pk")
    runs = PuzzleRun.objects.filter(player=player).order_by("pk")
    return {
        "rating": rating_of(player),
        "attempts": list(attempts.values("puzzle__public_id", *ATTEMPT_FIELDS)),
        "runs": list(runs.values("mode", "started_at", "finished_at", "right", "wrong")),
    }


def _tournaments(player: Player) -> Json:
    """Return a player's entered and organised tournaments, and any ban from entering."""
    entries = TournamentMember.objects.filter(player=player).order_by("pk")
    bans = EntryBan.objects.filter(player=player)
    return {
        "tournaments": list(
            entries.values(
                "tournament__public_id", "tournament__name", "entrant__number", "entrant__status",
                "entrant__place", "agreed", "checked_in_at", "paid", "left_at",
            )
        ),
        "tournaments_organised": list(
            Tournament.objects.filter(creator=player)
            .order_by("pk")
            .values("public_id", "name", "status", "starts_at", "created_at")
        ),
        "tournament_steps": list(
            TournamentAction.objects.filter(actor=player)
            .order_by("pk")
            .values("tournament__public_id", "kind", "reason", "at")
        ),
        "tournament_pause": list(bans.values("begins_at", "ends_at")),
    }  # fmt: skip


def _leagues(player: Player) -> Json:
    """Return the leagues that a player entered or organised, and the player's actions there."""
    return {
        "leagues": list(
            LeagueMember.objects.filter(player=player)
            .order_by("pk")
            .values(
                "season__league__public_id", "season__league__name", "season__number",
                "entrant__number", "entrant__status", "entrant__place", "substitute", "agreed",
            )
        ),
        "leagues_organised": list(
            League.objects.filter(organiser=player)
            .order_by("pk")
            .values("public_id", "name", "line", "created_at")
        ),
        "league_times_proposed": list(
            TimeProposal.objects.filter(player=player)
            .order_by("pk")
            .values("fixture", "at", "state", "created_at")
        ),
        "league_steps": list(
            LeagueAction.objects.filter(actor=player)
            .order_by("pk")
            .values("league__public_id", "fixture", "kind", "reason", "at")
        ),
    }  # fmt: skip


def _daily(player: Player) -> Json:
    """Return a player's tries at the deals of the day, first looks at them, and streak."""
    tries = DailyTry.objects.filter(player=player)
    looks = DailyLook.objects.filter(player=player).order_by("daily__day")
    results = tries.order_by("daily__day").values(
        "daily__day", "match__public_id", "points", "tricks", "ranked"
    )
    addresses = tries.exclude(address_digest="").values_list("daily__day", flat=True)
    return {
        "daily": list(results),
        "daily_looks": list(looks.values("daily__day", "looked_at")),
        "daily_streaks": list(
            DailyStreak.objects.filter(player=player).values(
                "played", "current", "longest", "last_day", "off_month", "days_off"
            )
        ),
        "daily_addresses": [
            # a digest says nothing to whom it is about, so only that there is one is told
            {"day": day, "kept": "a keyed digest of the address, until the deal is shown"}
            for day in addresses
        ],
    }


def _conduct(player: Player) -> Json:
    """Return how a player's matches ended, those a bot finished, and the player's pauses."""
    departures = Departure.objects.filter(player=player)
    outcomes = MatchOutcome.objects.filter(player=player).order_by("pk")
    pauses = PlayerPause.objects.filter(player=player)
    return {
        "departures": list(
            departures.values("match__public_id", "reason", "at", "excused", "returned_at")
        ),
        "outcomes": list(outcomes.values("match__public_id", "kind", "pairs", "at")),
        "pauses": list(
            pauses.values("starts_at", "ends_at", "facts", "lifted_at", "lifted_reason")
        ),
    }


def _partner_decisions(player: Player) -> list[Any]:
    """Return the stored counts of decisions of a player and a partner together, by match."""
    rows = PairDecisions.objects.filter(Q(one=player) | Q(other=player)).order_by("pk")
    return list(rows.values("match__public_id", "decisions", "followed", "deals", "places"))


def _opponent_decisions(player: Player) -> list[Any]:
    """Return the stored counts of a player's decisions that could favour an opponent, by match."""
    rows = OpponentDecisions.objects.filter(player=player).order_by("pk")
    return list(rows.values("match__public_id", "decisions", "followed", "deals", "places"))


def _decisions(player: Player) -> list[Any]:
    """Return moderators' decisions about a player with the texts that the player reads, and appeals."""
    statements = Statement.objects.filter(player=player).order_by("pk")
    return list(
        statements.values(
            "action__measure",
            "action__rule",
            "action__ends_at",
            "text",
            "at",
            "withdrawn_at",
            "appeal__text",
            "appeal__answer",
            "appeal__granted",
        )
    )


def _among_people(player: Player) -> Json:
    """Return a player's follows and blocks, chat lines, and reports on others."""
    lines = ChatLine.objects.filter(player=player).order_by("pk")
    reports = CaseReport.objects.filter(reporter=player).order_by("pk")
    return {
        "banned_from_tables": list(
            TableBan.objects.filter(player=player)
            .order_by("pk")
            .values("table__public_id", "created_at")
        ),
        "follows": [person.name for person in followed(player)],
        "blocks": [person.name for person in blocked(player)],
        "said": list(lines.values("table__public_id", "at", "phrase", "text")),
        "liked_partners": sorted(
            PartnerLike.objects.filter(player=player).values_list("partner__name", flat=True)
        ),
        "messages": messages_data(player),
        "reports": list(reports.values("reported__name", "kind", "note", "created_at", "status")),
    }


def _match(row: Json) -> Json:
    """Return a seat's row as a dict for the download; a running match shows no counters."""
    finished = row["match__finished_at"]
    # What the tricks of a running match hold is not all open yet, so its counters are left out.
    return {
        "id": row["match__public_id"],
        "preset": row["match__preset"],
        "players": row["match__players"],
        "status": row["match__status"],
        "started_at": rfc3339(row["match__started_at"]),
        "finished_at": None if finished is None else rfc3339(finished),
        "seat": row["seat"],
        "won": row["won"],
        "deals_won": None if finished is None else row["deals_won"],
        "points": None if finished is None else row["points"],
    }
