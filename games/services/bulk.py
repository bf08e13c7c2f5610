"""Storage of finished matches in bulk, many in one transaction.

The rows are those that `games.services.match_ends.store_match` would store for each match, in the
order given.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import F, Value
from django.db.models.functions import Lower

from games.common.house_bots import house_level
from games.models import (
    Deal,
    DealSecret,
    Match,
    MatchRecord,
    Player,
    Ruleset,
    Seat,
    Team,
    Trick,
)
from games.models.matches import MatchStatus
from games.services.outcomes import Kept
from games.stats.batch import Finished, Sitting
from games.stats.rated import unrated_reason
from games.stats.ratings import RATING_RULE
from games.stats.rowcopy import insert_models, insert_rows, take_ids
from games.stats.shuffles import add_shuffles
from games.stats.update import fold_matches

AT_ONCE: Final = 400
"""Maximum number of names or keys in one query."""

SEAT_COLUMNS: Final = (
    "match", "seat", "side", "player", "kind", "team", "won", "deals_won", "points", "finished_at",
)  # fmt: skip
DEAL_COLUMNS: Final = (
    "id", "match", "number", "dealer", "trump_suit", "trump_card", "seat_points", "side_points",
    "game_points", "extras", "contract", "ended_by",
)  # fmt: skip
TRICK_COLUMNS: Final = ("deal", "number", "leader", "plays", "winner", "points", "trump")
SECRET_COLUMNS: Final = (
    "match", "deal_number", "server_seed", "server_commit", "fairness", "client_commits",
    "revealed_at",
)  # fmt: skip


class BulkStore:
    """Writer of many finished matches at a time, such as those of bots.

    It keeps the row ids of players, teams and rulesets between batches.
    """

    def __init__(self) -> None:
        self._players: dict[str, int] = {}
        self._teams: dict[str, int] = {}
        self._rulesets: dict[str, int] = {}

    @transaction.atomic
    def store(self, batch: Sequence[Kept], *, count: bool = True) -> list[Finished]:
        """Store matches that are not in the database yet; return their results for the figures.

        Matches are counted in the order given. Without `count` no figures are updated: the caller
        folds the returned results into the figures, or rebuilds the figures.

        Raises:
            IntegrityError: a match is in the database already.
        """
        if not batch:
            return []
        self._know_rulesets(batch)
        self._know_players(batch)
        self._know_teams(batch)
        matches = [
            self._match(kept_match, pk)
            for kept_match, pk in zip(batch, take_ids(Match, len(batch)), strict=True)
        ]
        seats = [
            self._seats(kept_match, match) for kept_match, match in zip(batch, matches, strict=True)
        ]
        ended = [
            self._finished(kept_match, match, rows)
            for kept_match, match, rows in zip(batch, matches, seats, strict=True)
        ]
        for match, end in zip(matches, ended, strict=True):
            match.rated, match.unrated_reason = end.rated, end.unrated_reason
        insert_models(matches)
        self._insert_seats(seats)
        self._deals(batch, matches)
        insert_rows(
            MatchRecord,
            ("match", "body", "sha256"),
            (
                (match.pk, kept_match.body, kept_match.sha256)
                for kept_match, match in zip(batch, matches, strict=True)
            ),
        )
        self._count_rulesets(matches)
        if count:
            fold_matches(ended)
        proofs = sum(len(kept_match.outcome.proofs) for kept_match in batch)
        add_shuffles({"dealt": proofs, "shown": proofs})
        return ended

    def _insert_seats(self, seats: Sequence[Sequence[Seat]]) -> None:
        """Insert the database rows of the seats of several matches."""
        insert_rows(
            Seat,
            SEAT_COLUMNS,
            (
                (
                    row.match_id, row.seat, row.side, row.player_id, row.kind, row.team_id,
                    row.won, row.deals_won, row.points, row.finished_at,
                )
                for rows in seats
                for row in rows
            ),
        )  # fmt: skip

    def _count_rulesets(self, matches: Sequence[Match]) -> None:
        """Add these matches to the stored number of matches of each ruleset."""
        played = Counter(match.ruleset_id for match in matches)
        for ruleset, more in played.items():
            Ruleset.objects.filter(pk=ruleset).update(match_count=F("match_count") + more)

    def _match(self, kept_match: Kept, pk: int) -> Match:
        """Return the unsaved database row of a finished match, with this primary key."""
        return Match(
            pk=pk,
            public_id=kept_match.public_id,
            ruleset_id=self._rulesets[kept_match.outcome.rules_hash],
            pool=kept_match.outcome.pool,
            status=MatchStatus.FINISHED,
            started_at=kept_match.started_at,
            finished_at=kept_match.finished_at,
            rating_rule=RATING_RULE,
            **kept_match.outcome.match,
        )

    def _finished(self, kept_match: Kept, match: Match, seats: Sequence[Seat]) -> Finished:
        """Return the result of a match as the figures count it, with the reason if unrated."""
        reason = unrated_reason(
            match.preset,
            kept_match.outcome.options,
            sides=kept_match.outcome.sides,
            players=[seat.player_id for seat in seats],
            kinds=[seat.kind for seat in seats],
            duplicate=match.boards > 0,
        )
        return Finished(
            match=match.pk,
            ruleset=match.ruleset_id,
            pool=match.pool,
            rated=not reason,
            unrated_reason=reason,
            finished_at=kept_match.finished_at,
            seats=[Sitting(seat.player_id, seat.kind, seat.team_id) for seat in seats],
            record=kept_match.outcome.record,
            counted=kept_match.outcome.counted,
        )

    def _seats(self, kept_match: Kept, match: Match) -> list[Seat]:
        """Return the unsaved database rows of a match's seats."""
        teams = {
            side: self._teams[key]
            for side, members in enumerate(kept_match.outcome.sides)
            if (key := self._team_key(kept_match, members)) is not None
        }
        return [
            Seat(
                match=match,
                seat=seat,
                side=side,
                player_id=self._players[name],
                kind=kind,
                team_id=teams.get(side),
                won=won,
                deals_won=deals_won,
                points=points,
                finished_at=kept_match.finished_at,
            )
            for seat, ((name, kind), (side, won, deals_won, points)) in enumerate(
                zip(kept_match.sitters, kept_match.outcome.seats, strict=True)
            )
        ]

    def _deals(self, batch: Sequence[Kept], matches: Sequence[Match]) -> None:
        """Insert the rows of deals, tricks and deal secrets of several matches."""
        ids = iter(take_ids(Deal, sum(len(kept_match.outcome.deals) for kept_match in batch)))
        deals: list[tuple[Any, ...]] = []
        tricks: list[tuple[Any, ...]] = []
        secrets: list[tuple[Any, ...]] = []
        for kept_match, match in zip(batch, matches, strict=True):
            for values, played in kept_match.outcome.deals:
                pk = next(ids)
                deals.append((pk, match.pk, *values))
                tricks += [(pk, *trick) for trick in played]
            secrets += [
                _secret(match.pk, block, kept_match.finished_at)
                for block in kept_match.outcome.proofs
            ]
        insert_rows(Deal, DEAL_COLUMNS, deals)
        insert_rows(Trick, TRICK_COLUMNS, tricks)
        insert_rows(DealSecret, SECRET_COLUMNS, secrets)

    # -- what matches refer to --------------------------------------------------------------------

    def _know_rulesets(self, batch: Sequence[Kept]) -> None:
        """Cache the row ids of the batch's rulesets; insert the rulesets that are missing."""
        for kept_match in batch:
            outcome = kept_match.outcome
            if outcome.rules_hash not in self._rulesets:
                row, _ = Ruleset.objects.get_or_create(
                    hash=outcome.rules_hash,
                    defaults={"preset": outcome.preset, "options": outcome.options},
                )
                self._rulesets[outcome.rules_hash] = row.pk

    def _know_players(self, batch: Sequence[Kept]) -> None:
        """Cache the row ids of the batch's players by name; insert the players that are missing."""
        wanted = {
            name: kind
            for kept_match in batch
            for name, kind in kept_match.sitters
            if name not in self._players
        }
        names = list(wanted)
        for start in range(0, len(names), AT_ONCE):
            self._find_players(names[start : start + AT_ONCE])
        missing = {name: wanted[name] for name in names if name not in self._players}
        Player.objects.bulk_create(
            [
                Player(name=name, kind=kind, bot=house_level(name) if kind == "bot" else "")
                for name, kind in sorted(missing.items())
            ],
            ignore_conflicts=True,
            batch_size=AT_ONCE,
        )
        names = list(missing)
        for start in range(0, len(names), AT_ONCE):
            self._find_players(names[start : start + AT_ONCE])
        for name in missing:
            if name not in self._players:  # written otherwise: capitals do not tell people apart
                low = Lower(Value(name))
                row = Player.objects.annotate(low=Lower("name")).get(low=low)
                self._players[name] = row.pk

    def _find_players(self, names: Sequence[str]) -> None:
        """Cache the row ids of the players with these names, exactly as written."""
        rows = Player.objects.annotate(low=Lower("name")).filter(
            low__in=[Lower(Value(name)) for name in names]
        )
        wanted = set(names)
        for pk, name in rows.values_list("pk", "name"):
            if name in wanted:
                self._players[name] = pk

    def _team_key(self, kept_match: Kept, members: Sequence[int]) -> str | None:
        """Return the key of a side's team, such as "3-12"; None if alone or a player repeats."""
        players = sorted({self._players[kept_match.sitters[seat][0]] for seat in members})
        if len(members) < 2 or len(players) != len(members):
            return None
        return "-".join(map(str, players))

    def _know_teams(self, batch: Sequence[Kept]) -> None:
        """Cache the row ids of the batch's teams by key; insert the teams that are missing."""
        keys = {
            key: None
            for kept_match in batch
            for members in kept_match.outcome.sides
            if (key := self._team_key(kept_match, members)) is not None and key not in self._teams
        }
        names = list(keys)
        self._find_teams(names)
        # sorted, so that two who make the same wait for each other and do not block each other
        missing = sorted(key for key in names if key not in self._teams)
        if not missing:
            return
        Team.objects.bulk_create(
            [Team(key=key) for key in missing], ignore_conflicts=True, batch_size=AT_ONCE
        )
        self._find_teams(missing)
        link: Any = Team.players.through
        link.objects.bulk_create(
            [
                link(team_id=self._teams[key], player_id=int(player))
                for key in missing
                for player in key.split("-")
            ],
            ignore_conflicts=True,
            batch_size=AT_ONCE,
        )

    def _find_teams(self, keys: Sequence[str]) -> None:
        """Cache the row ids of the teams with these keys."""
        for start in range(0, len(keys), AT_ONCE):
            rows = Team.objects.filter(key__in=keys[start : start + AT_ONCE])
            self._teams.update(rows.values_list("key", "pk"))


def _secret(match: int, block: Mapping[str, Any], revealed_at: datetime) -> tuple[Any, ...]:
    """Return the values of the SECRET_COLUMNS columns for a shuffle proof kept in a record."""
    folded = DealSecret.FOLDED
    return (
        match,
        block["deal"],
        folded["server_seed"],
        block["server_commit"],
        json.dumps(folded["fairness"]),
        json.dumps(folded["client_commits"]),
        revealed_at,
    )
