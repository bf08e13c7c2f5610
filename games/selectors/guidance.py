"""Reads for what the site proposes to a player: of a match that has ended, and of the player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import takewhile
from typing import Any, Final, NamedTuple

import orjson
from django.db.models import Exists, OuterRef, Q, Subquery

from games.common.house_bots import LEVELS
from games.models import (
    Block,
    DailyTry,
    ExerciseTry,
    Match,
    Mistake,
    PathStep,
    Player,
    PlayerFigures,
    PlayerGuidance,
    Seat,
    Table,
    TableSeat,
    WeekMail,
)
from games.models.figures import EVER
from games.models.matches import MatchStatus
from games.models.people import PlayerKind
from games.models.tables import TableStatus
from games.selectors.match_plays import points_lost_in
from games.selectors.matches import record_json
from games.selectors.path import LESSON
from games.selectors.social import seats_are_shown
from games.stats.figures import ALL, seat_figures

LATEST_RESULTS: Final = 10
"""Number of the latest matches against a level whose results are read."""
NEWCOMER_MATCHES: Final = 10
"""Finished matches from which a player is no newcomer."""


@dataclass(frozen=True, slots=True)
class OwnMatch:
    """A finished match as the player of one of its seats sees it."""

    match: Match
    own: Seat
    others: tuple[Seat, ...]
    """Seats of all other players, with their players."""

    @property
    def partners(self) -> list[Player]:
        """Return the players on the own side."""
        return [seat.player for seat in self.others if seat.side == self.own.side]

    @property
    def rivals(self) -> list[Player]:
        """Return the players on the other sides."""
        return [seat.player for seat in self.others if seat.side != self.own.side]

    @property
    def level(self) -> str:
        """Return the level of the house's bots on all other sides, "" if somebody else sat there.

        With bots of several levels it is the strongest one.
        """
        levels = [player.bot for player in self.rivals]
        return max(levels, key=LEVELS.index) if all(level in LEVELS for level in levels) else ""

    @property
    def score(self) -> tuple[int, int]:
        """Return the score of the own side, and the best of the other sides."""
        score = self.match.score or [0] * len(self.match.sides)
        others = [points for side, points in enumerate(score) if side != self.own.side]
        return score[self.own.side], max(others, default=0)


class OwnMistake(NamedTuple):
    """A mistake of a player in a match."""

    pk: int
    at: str
    """Its place in the review: `d2t3c1`."""
    loss: float
    """Points that the decision cost, as the review tells them."""
    is_open: bool
    """True if it is an exercise that the player has not solved."""


class Person(NamedTuple):
    """Stored data of a player as a whole, as far as proposals need it."""

    player: Player
    guidance: PlayerGuidance
    """The stored row, or an unsaved one with its defaults."""
    is_guest: bool
    matches: int
    exchanges: int
    exchange_chances: int
    daily_open: bool
    """True if the player has not tried the deal of the day."""
    lesson_done: bool
    """True if the lesson is done on the path of learning."""


def own_match(player: Player, public_id: str) -> OwnMatch | None:
    """Return a finished public match in which a player sat; None if there is no such match."""
    if not public_id.isalnum():
        return None  # PostgreSQL takes no NUL
    rows = Seat.objects.filter(match__public_id=public_id, match__status=MatchStatus.FINISHED)
    seats = list(rows.select_related("player", "match").order_by("seat"))
    own = next((seat for seat in seats if seat.player_id == player.pk), None)
    if own is None:
        return None
    return OwnMatch(own.match, own, tuple(seat for seat in seats if seat.pk != own.pk))


def guidance_of(player: Player) -> PlayerGuidance:
    """Return the stored guidance of a player; an unsaved row with defaults where none is stored."""
    return PlayerGuidance.objects.filter(player=player).first() or PlayerGuidance(player=player)


def person_of_user(user: int, today: date) -> Person | None:
    """Return the stored data of an account's (row id) player, in one query; None without a player.

    `today` is the day of the deal of the day.
    """
    figures = PlayerFigures.objects.filter(player=OuterRef("pk"), pool=ALL, month=EVER)
    tried = DailyTry.objects.filter(player=OuterRef("pk"), daily__day=today)
    lesson = PathStep.objects.filter(player=OuterRef("pk"), step=LESSON, done_at__isnull=False)
    rows = Player.objects.select_related("guidance").annotate(
        matches=Subquery(figures.values("matches")[:1]),
        exchanges=Subquery(figures.values("exchanges")[:1]),
        chances=Subquery(figures.values("exchange_chances")[:1]),
        tried_today=Exists(tried),
        lesson_done=Exists(lesson),
    )
    row = rows.filter(user=user).first()
    if row is None:
        return None
    return Person(
        player=row,
        guidance=getattr(row, "guidance", None) or PlayerGuidance(player=row),
        is_guest=row.kind == PlayerKind.GUEST,
        matches=row.matches or 0,
        exchanges=row.exchanges or 0,
        exchange_chances=row.chances or 0,
        daily_open=not row.tried_today,
        lesson_done=row.lesson_done,
    )


def results_in_row(own: OwnMatch) -> int:
    """Return the number of matches won in a row against the level of a match; lost ones are negative.

    The match is the last one of them; 0 if it was drawn, or if people played on another side.
    """
    if not own.level or own.own.won is None:
        return 0
    rival = Seat.objects.filter(match=OuterRef("match"), player__bot=own.level).exclude(
        side=OuterRef("side")
    )
    rows = Seat.objects.filter(
        Exists(rival),
        player=own.own.player_id,
        finished_at__lte=own.own.finished_at,
        won__isnull=False,
    ).order_by("-finished_at", "-match")
    results = list(rows.values_list("won", flat=True)[:LATEST_RESULTS])
    count = sum(1 for _won in takewhile(lambda won: won == own.own.won, results))
    return count if own.own.won else -count


def own_mistakes(own: OwnMatch) -> list[OwnMistake]:
    """Return the stored mistakes of a player in a match, the costliest first."""
    solved = ExerciseTry.objects.filter(
        mistake=OuterRef("pk"), player=own.own.player_id, solved=True
    )
    rows = Mistake.objects.filter(match=own.match, player=own.own.player_id)
    stored = list(
        rows.annotate(solved=Exists(solved)).values_list(
            "pk", "at", "loss", "is_exercise", "solved"
        )
    )
    points = points_lost_in(own.match.pk) if stored else {}
    mistakes = [
        OwnMistake(pk, at, points.get(at, loss), is_exercise and not is_solved)
        for pk, at, loss, is_exercise, is_solved in stored
    ]
    return sorted(mistakes, key=lambda mistake: (-mistake.loss, mistake.pk))


def missed_exchange(own: OwnMatch) -> bool:
    """Return True if a player could have exchanged in a match and did not, by the match's record."""
    body = record_json(own.match)
    if body is None:
        return False
    return seat_figures(orjson.loads(body))[own.own.seat]["exchanges_missed"] > 0


class WaitingTable(NamedTuple):
    """A table with a free seat, or one where another match is wanted."""

    table: str
    """Public id."""
    player: str
    """Name of somebody who sits there."""


def friends_table(player: Player) -> WaitingTable | None:
    """Return the latest table with a free seat where a followed player sits for everybody to see.

    Nothing is told of tables where somebody sits who is in a block with the player.
    """
    sitting = TableSeat.objects.filter(table=OuterRef("pk"))
    own_or_blocked = sitting.filter(
        Q(player__in=Block.objects.filter(blocker=player).values("blocked"))
        | Q(player__in=Block.objects.filter(blocked=player).values("blocker"))
        | Q(player=player)
    )
    rows = Table.objects.filter(
        seats_are_shown(), ~Exists(own_or_blocked), Exists(sitting.filter(player=None)),
        status=TableStatus.WAITING, seats__player__followers__follower=player,
    )  # fmt: skip
    row = rows.order_by("-created_at").values_list("public_id", "seats__player__name").first()
    return None if row is None else WaitingTable(*row)


def wanted_rematch(own: OwnMatch) -> WaitingTable | None:
    """Return the table of a match at which others have asked for another match, and the player not."""
    if all(player.bot for player in (*own.partners, *own.rivals)) or own.match.table_id is None:
        return None
    seats = list(
        TableSeat.objects.filter(
            table=own.match.table_id, table__match=own.match, table__status=TableStatus.FINISHED
        ).values_list("player", "player__name", "player__bot", "agreed", "table__public_id")
    )
    sits_there = any(pk == own.own.player_id and not agreed for pk, _n, _b, agreed, _t in seats)
    wanting = [
        (table, name)
        for pk, name, bot, agreed, table in seats
        if agreed and not bot and pk != own.own.player_id
    ]
    return WaitingTable(*wanting[0]) if sits_there and wanting else None


def has_played_with_person(player: Player) -> bool:
    """Return True if a player has finished a match with another person."""
    return _has_match_with(player, {"player__bot": ""})


def has_beaten(player: Player, levels: Sequence[str]) -> bool:
    """Return True if a player has won a match in which a house bot of one of the levels sat."""
    return _has_match_with(player, {"player__bot__in": levels}, won=True)


def _has_match_with(player: Player, other: dict[str, Any], **own: Any) -> bool:
    """Return True if a player has a finished match with another seat that fits a condition."""
    others = Seat.objects.filter(match=OuterRef("match"), **other).exclude(
        Q(player=player) | Q(side=OuterRef("side")) if own else Q(player=player)
    )
    finished = Seat.objects.filter(player=player, finished_at__isnull=False, **own)
    return finished.filter(Exists(others)).exists()


def first_own_match(player: Player) -> OwnMatch | None:
    """Return the first finished match of a player; None without one."""
    rows = Seat.objects.filter(player=player, match__status=MatchStatus.FINISHED)
    public_id = rows.order_by("finished_at", "match").values_list("match__public_id", flat=True)
    first = public_id.first()
    return None if first is None else own_match(player, first)


def is_first_match(match: OwnMatch) -> bool:
    """Return True if a player has finished no other match before this one."""
    rows = Seat.objects.filter(
        player=match.own.player_id,
        finished_at__lte=match.own.finished_at,
        finished_at__isnull=False,
    )
    return not rows.exclude(pk=match.own.pk).exists()


def has_tried_daily(player: Player) -> bool:
    """Return True if a player has ever tried a deal of the day."""
    return DailyTry.objects.filter(player=player).exists()


def leads_after_match(player: Player, today: date) -> bool:
    """Return True if the table should lead a newcomer to the page after a match, not to the lobby.

    That happens at most once a day, until the player has finished NEWCOMER_MATCHES matches or has
    removed the list of the first week.
    """
    if player.kind == PlayerKind.BOT:
        return False
    row = PlayerGuidance.objects.filter(player=player).first()
    if row is not None and (row.list_removed_at is not None or row.led_on == today):
        return False
    figures = PlayerFigures.objects.filter(
        player=player, pool=ALL, month=EVER, matches__gte=NEWCOMER_MATCHES
    )
    return not figures.exists()


def wants_week_mail(player: Player) -> bool:
    """Return True if a player has asked for the mail about each week."""
    return WeekMail.objects.filter(player=player, asked_at__isnull=False).exists()
