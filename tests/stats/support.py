"""Finished matches of named people, stored by the site's own services."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any

from games.engine import Resign, build_ruleset
from games.models import Match, Rating, Table, TeamRating
from games.models.people import PlayerKind
from games.record.log import MatchLog
from games.services.match_ends import store_match
from games.services.matches import create_match
from games.services.rulesets import ruleset_row
from games.stats.ratings import PROVISIONAL_SIGMA, TEAM_MATCHES
from tests.support.bot_matches import Contest, play_contest
from tests.support.people import player_without_account

FIRST_DAY = datetime(2026, 3, 1, 18, 0, tzinfo=UTC)
PEOPLE = ("Ana", "Berta", "Carles", "David", "Elena", "Fidel")

Options = tuple[tuple[str, Any], ...]


@lru_cache(maxsize=256)
def played(preset: str, players: int, options: Options, seed: str) -> MatchLog:
    """A match that bots played to its end; to be stored as one of people, so the draw has no proof."""
    ruleset = build_ruleset(preset, players, dict(options))
    log = next(play_contest(Contest(ruleset.rules, ("greedy",), 1, seed))).log
    del log.fairness[1]["dealer"]
    return log


def log_of(
    names: Sequence[str],
    *,
    preset: str = "ludoteka",
    options: Mapping[str, Any] | None = None,
    seed: str = "1",
) -> MatchLog:
    """A finished log for so many people, one game point to win where `options` say nothing."""
    chosen = {"match.target": 1, **(options or {})}
    # the same seed and another table must not be the same match
    own_seed = f"{seed} {preset} {sorted(chosen.items())} {len(names)}"
    return played(preset, len(names), tuple(sorted(chosen.items())), own_seed)


def stored(
    names: Sequence[str] = PEOPLE[:2],
    *,
    day: float = 0,
    kinds: Mapping[str, PlayerKind] | None = None,
    log: MatchLog | None = None,
    seed: str = "1",
    **how: Any,
) -> Match:
    """A finished match of these people, `day` days after the first one.

    Other people, another day or another seed are another match.
    """
    people = [
        player_without_account(name, (kinds or {}).get(name, PlayerKind.HUMAN)) for name in names
    ]
    ended = FIRST_DAY + timedelta(days=day)
    log = log or log_of(names, seed=f"{seed} {','.join(names)} {day}", **how)
    return store_match(
        log=log, players=people, started_at=ended - timedelta(minutes=20), finished_at=ended
    )


def resigned_log(after: int, *, seat: int = 0, seed: str = "1", target: int = 3) -> MatchLog:
    """A match of two in which a seat gave up after so many entries."""
    whole = log_of(PEOPLE[:2], options={"match.target": target}, seed=seed)
    log = MatchLog.replay(
        whole.match_id, whole.rules, whole.dealer, whole.entries[:after], whole.decks
    )
    log.fairness.update({deal: whole.fairness[deal] for deal in log.decks})
    log.apply(Resign(seat), by="player")
    return log


def drawn_log(names: Sequence[str] = PEOPLE[:2]) -> MatchLog:
    """A match of two deals, one for each."""
    for seed in range(100):
        options = {"match.target": 4, "match.max_deals": 2}
        log = log_of(names, options=options, seed=f"draw {seed}")
        if not log.state.winners:
            return log
    raise AssertionError("no seed gives a draw")


def running(
    names: Sequence[str] = ("Gala", "Hugo"), *, public: bool = True, preset: str = "ludoteka"
) -> Match:
    """A match that has just begun at a table, not dealt yet."""
    people = [player_without_account(name) for name in names]
    table = Table.objects.create(
        ruleset=ruleset_row(build_ruleset(preset, len(names))),
        players=len(names),
        host=people[0],
        watch=Table.Watch.ANYONE if public else Table.Watch.NOBODY,
    )
    for seat, one in enumerate(people):
        table.seats.update_or_create(seat=seat, defaults={"player": one})
    return create_match(table=table, now=FIRST_DAY)


def settle_ratings() -> None:
    """Make all ratings so certain that leaderboards list them."""
    Rating.objects.update(sigma=PROVISIONAL_SIGMA)
    TeamRating.objects.update(sigma=PROVISIONAL_SIGMA, matches=TEAM_MATCHES)
