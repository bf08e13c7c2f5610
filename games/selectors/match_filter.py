"""Filters of finished matches, shared by API, pages and exports.

One filter leads: rows are scanned by the index that serves it in the order of time. All other
conditions are checked row by row, for a limited number of rows a page. So filters may be combined
freely, and no page costs much more than another.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, Literal, TypeAlias

from django.db.models import F, OuterRef, Q, QuerySet
from django.db.models.lookups import Exact

from games.answers.matches import Trait
from games.common.keyset import Key, Page, PostFilter, Span, encode, is_any, plain, read_page
from games.models import Match, PlayerFigures, Ruleset, Seat, TeamFigures
from games.models.figures import EVER
from games.models.people import PlayerKind
from games.record.verify import MOST_SEATS
from games.selectors.figures import find_player
from games.stats.figures import ALL

Rows: TypeAlias = QuerySet[Any, Any]
Result: TypeAlias = Literal["won", "lost", "drawn"]

WON_BY_RESULT: Final[dict[str, bool | None]] = {"won": True, "lost": False, "drawn": None}
TRAIT_FIELDS: Final[dict[Trait, str]] = {
    "kill": "has_kill",
    "claim": "has_claim",
    "hundred": "has_hundred",
}
"""Field of the match for each thing that a match may contain; the rarest first."""
OPTIONS_KEY: Final = "options"
OPTIONS_COST: Final = 4
"""Relative cost of examining a row for options of its rules, against fields alone."""


@dataclass(frozen=True, slots=True)
class MatchFilter:
    """Conditions by which finished matches are searched; a field that is None or empty is ignored.

    `player`, `partner` and `rival` are names; `partner`, `rival` and `result` are as seen by
    `player` and have no effect without a `player`. `options` are (name, value) of rules as
    `games.engine` has them. Margins are in the unit of the score, `team` is a row id, `rules` a
    hash.
    """

    player: str | None = None
    partner: str | None = None
    rival: str | None = None
    team: int | None = None
    preset: str | None = None
    pool: str | None = None
    players: int | None = None
    rules: str | None = None
    options: tuple[tuple[str, Any], ...] = ()
    rated: bool | None = None
    result: Result | None = None
    min_margin: int | None = None
    max_margin: int | None = None
    contains: tuple[Trait, ...] = ()
    since: datetime | None = None
    until: datetime | None = None
    oldest_first: bool = False


class _NobodyError(Exception):
    """Error: a name or hash in a filter does not exist, so that no match fits."""


def fitting_matches(
    wanted: MatchFilter, *, cursor: str | None = None, limit: int = 50, reach: int | None = None
) -> Page[Any]:
    """Return a page of finished matches that fit a filter: {"match" (row id), "finished_at"} each.

    The newest come first, unless `oldest_first`. At most `reach` matches are examined for a page,
    so that a short page may still have a `next`.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    try:
        if wanted == MatchFilter(player=wanted.player):
            return _latest_matches(wanted.player, cursor, limit)
        lead = _plan(wanted)
    except _NobodyError:
        return Page([], None)
    falling = not wanted.oldest_first
    keys = (Key("finished_at", datetime, falling=falling), Key(lead.match, int, falling=falling))
    rows = lead.rows.values("finished_at", lead.match)
    within = Span(wanted.since, wanted.until)
    if lead.fits:
        cost = OPTIONS_COST if wanted.options else 1
        sieve = PostFilter(lead.fits, copies=lead.copies, cost=cost, reach=reach)
        page = read_page(rows, keys, cursor, limit, within=within, sieve=sieve)
    else:
        rows = rows.distinct() if lead.copies > 1 else rows
        page = read_page(rows, keys, cursor, limit, within=within)
    return _of_matches(page, lead.match)


def _of_matches(page: Page[Any], match: str) -> Page[Any]:
    """Return a page in the form of `fitting_matches`; `match` names the column of match ids."""
    matches = [{"match": row[match], "finished_at": row["finished_at"]} for row in page.rows]
    return Page(matches, page.next, page.seen)


def _latest_matches(name: str | None, cursor: str | None, limit: int) -> Page[Any]:
    """Return a page of the finished matches of a player, or of everybody, the newest first.

    Raises:
        BadCursorError: the cursor is not one of this list.
        _NobodyError: the player does not exist.
    """
    if name is None:
        rows = Match.objects.filter(finished_at__isnull=False).values("finished_at", "id")
        keys = (Key("finished_at", datetime), Key("id", int))
        return _of_matches(read_page(rows, keys, cursor, limit), "id")
    player = _find(name)
    bot = player["kind"] == PlayerKind.BOT
    return _of_matches(matches_of_player(player["id"], cursor, limit, bot=bot), "match_id")


def matches_of_player(player: int, cursor: str | None, limit: int, *, bot: bool) -> Page[Any]:
    """Return a page of `match_id` and `finished_at` of a player's finished matches, the newest first.

    `player` is a row id. A `bot` may have several seats of one match, which is one row still.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    rows = Seat.objects.filter(player=player, finished_at__isnull=False)
    rows_of_matches = rows.values("finished_at", "match_id")
    if bot:
        rows_of_matches = rows_of_matches.distinct()
    keys = (Key("finished_at", datetime), Key("match_id", int))
    return read_page(rows_of_matches, keys, cursor, limit)


def cursor_at(row: Mapping[str, Any], seen: int) -> str:
    """Return the cursor after a row of `fitting_matches`; `seen` counts the rows so far."""
    return encode((row["finished_at"], row["match"]), seen)


@dataclass(frozen=True, slots=True)
class _Lead:
    """Plan of a search for matches: the rows that are scanned, and the condition on each row."""

    rows: Rows
    fits: Q
    match: str = "id"
    """Name of the field with the id of the match."""
    copies: int = 1
    """Maximum number of rows of one match, which fits where any of its rows fits."""


def _plan(wanted: MatchFilter) -> _Lead:
    """Return the plan of a search for matches: which rows to scan for a filter, with the condition.

    Raises:
        _NobodyError: a player or a ruleset does not exist.
    """
    of_match = _of_match(wanted)
    if wanted.player is not None or wanted.team is not None:
        lead = _seats(wanted)
        fits = lead.fits
        if of_match:
            fits &= is_any(Match.objects.filter(_fits(of_match), pk=OuterRef("match")))
        return replace(lead, rows=lead.rows.filter(finished_at__isnull=False), fits=fits)
    leads = next((name for name in _LEADING if name in of_match), None)
    rows = Match.objects.filter(finished_at__isnull=False)
    if leads is not None:
        rows = rows.filter(**{leads: of_match.pop(leads)})
    return _Lead(rows, _fits(of_match))


_LEADING: Final = ("ruleset", *TRAIT_FIELDS.values(), "pool", "preset", "players", "rated")
"""Filters with an index of their own, in the order in which they are likely to leave few rows."""


def _of_match(wanted: MatchFilter) -> dict[str, Any]:
    """Return the conditions of a filter that concern the match itself, as field -> value.

    Raises:
        _NobodyError: the ruleset does not exist.
    """
    fields: dict[str, Any] = {
        "ruleset": _ruleset_id(wanted.rules),
        **{TRAIT_FIELDS[trait]: True for trait in wanted.contains},
        "pool": wanted.pool,
        "preset": wanted.preset,
        "players": wanted.players,
        "rated": wanted.rated,
        OPTIONS_KEY: wanted.options or None,
        "min_margin": wanted.min_margin,
        "max_margin": wanted.max_margin,
    }
    return {name: value for name, value in fields.items() if value is not None}


def _fits(of_match: Mapping[str, Any]) -> Q:
    """Return a query condition that these fields of a match have these values."""
    ranges = {"min_margin": "margin__gte", "max_margin": "margin__lte"}
    own = {ranges.get(name, name): value for name, value in of_match.items() if name != OPTIONS_KEY}
    options = {f"options__{name}": value for name, value in of_match.get(OPTIONS_KEY, ())}
    if not options:
        return Q(**own)
    return Q(**own) & is_any(Ruleset.objects.filter(pk=OuterRef("ruleset"), **options))


def _ruleset_id(digest: str | None) -> int | None:
    """Return the row id of the ruleset with this hash; None for None.

    Raises:
        _NobodyError: there is no such ruleset.
    """
    if digest is None:
        return None
    row_id = Ruleset.objects.filter(hash=digest).values_list("id", flat=True).first()
    if row_id is None:
        raise _NobodyError
    return row_id


def _seats(wanted: MatchFilter) -> _Lead:
    """Return the plan to scan the seats of the filter's named player or team with fewest matches.

    Raises:
        _NobodyError: a player does not exist.
    """
    if wanted.player is None:
        return _led_by(Q(team=wanted.team), Q())
    people = {
        role: _find(name)
        for role, name in (
            ("player", wanted.player),
            ("partner", wanted.partner),
            ("rival", wanted.rival),
        )
        if name is not None
    }
    named = {role: int(row["id"]) for role, row in people.items()}
    fewest = _fewest(named, wanted.team)
    own = _of_player(wanted, named)
    if not own or fewest == "player":
        copies = MOST_SEATS if people["player"]["kind"] == PlayerKind.BOT else 1
        return _Lead(Seat.objects.filter(player=named["player"]), own, "match_id", copies)
    theirs = Seat.objects.filter(
        Exact(plain(F("player")), named["player"]), match=OuterRef("match")
    )
    by = Q(team=wanted.team) if fewest == "team" else Q(player=named[fewest])
    return _led_by(by, is_any(theirs.filter(own)))


def _led_by(by: Q, fits: Q) -> _Lead:
    """Return the plan to scan the seats of a team or bot, which may have several in one match."""
    return _Lead(Seat.objects.filter(by), fits, "match_id", MOST_SEATS)


def _of_player(wanted: MatchFilter, named: Mapping[str, int]) -> Q:
    """Return the condition on a player's seat: its team, result, partner and rival."""
    condition = Q()
    if wanted.team is not None:
        condition &= Q(Exact(plain(F("team")), wanted.team))
    if wanted.result is not None:
        won = WON_BY_RESULT[wanted.result]
        condition &= Q(won__isnull=True) if won is None else Q(won=won)
    for role, same_side in (
        ("partner", Q(side=OuterRef("side"))),
        ("rival", ~Q(side=OuterRef("side"))),
    ):
        if role in named:
            others = Seat.objects.filter(match=OuterRef("match")).exclude(seat=OuterRef("seat"))
            condition &= is_any(others.filter(same_side, Exact(plain(F("player")), named[role])))
    return condition


def _find(name: str) -> Mapping[str, Any]:
    """Return the player of this name as a dictionary of PLAYER_FIELDS.

    Raises:
        _NobodyError: there is no such player.
    """
    row = find_player(name)
    if row is None:
        raise _NobodyError
    return row


def _fewest(named: Mapping[str, int], team: int | None) -> str:
    """Return which role of a filter has the fewest matches: player, partner, rival or team."""
    if len(named) == 1 and team is None:
        return "player"
    rows = PlayerFigures.objects.filter(player__in=list(named.values()), pool=ALL, month=EVER)
    of_players = dict(rows.values_list("player", "matches"))
    counts = {role: of_players.get(player, 0) for role, player in named.items()}
    if team is not None:
        rows_of_team = TeamFigures.objects.filter(team=team, pool=ALL, month=EVER)
        counts["team"] = rows_of_team.values_list("matches", flat=True).first() or 0
    return min(counts, key=lambda role: counts[role])
