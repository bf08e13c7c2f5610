"""Finished matches as JSON of the API, built by the database.

A page of fifty matches with their seats has thousands of values: fetching and encoding them in
Python takes several times as long.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from typing import Final

from django.db import connections, router
from django.db.models import Model

from games.models import Match, MatchPot, Player, Ruleset, Seat
from games.selectors.match_filter import TRAIT_FIELDS

IDS_PLACEHOLDER: Final = "$IDS_PLACEHOLDER"
"""Placeholder of the ids of the matches in the SQL."""


class JsonSql:
    """Builder of SQL expressions that yield JSON, in the dialect of one database.

    Arguments named `value` are SQL expressions themselves, such as the name of a column.
    """

    def __init__(self, vendor: str) -> None:
        self.postgres = vendor == "postgresql"

    def object(self, **fields: str) -> str:
        """Return the SQL that builds a JSON object, from names and SQL expressions."""
        parts = ", ".join(f"'{name}', {value}" for name, value in fields.items())
        return f"{'json_build' if self.postgres else 'json'}_object({parts})"

    def json(self, value: str) -> str:
        """Return the SQL that puts a JSON column into other JSON; SQLite stores it as text."""
        return value if self.postgres else f"json({value})"

    def literal(self, text: str) -> str:
        """Return the SQL of a constant JSON value."""
        return f"'{text}'::jsonb" if self.postgres else f"json('{text}')"

    def flag(self, value: str) -> str:
        """Return the SQL that turns a boolean into a JSON boolean; SQLite stores numbers."""
        yes, no = self.literal("true"), self.literal("false")
        return value if self.postgres else f"CASE WHEN {value} THEN {yes} ELSE {no} END"

    def moment(self, value: str) -> str:
        """Return the SQL that formats a time as `rfc3339` does, truncated to ms."""
        if self.postgres:
            return f"""to_char({value} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')"""
        return f"substr({value}, 1, 10) || 'T' || substr({value} || '.000', 12, 12) || 'Z'"

    def option(self, value: str, name: str) -> str:
        """Return the SQL of a ruleset's text option `name`; `value` is the JSON column."""
        return (
            f"{value} ->> '{name}'" if self.postgres else f"json_extract({value}, '$.\"{name}\"')"
        )

    def zeros(self, value: str) -> str:
        """Return the SQL of a JSON list of zeros as long as the list `value` (up to six)."""
        length = f"{'jsonb' if self.postgres else 'json'}_array_length({value})"
        cases = [f"WHEN {many} THEN {self.literal(str([0] * many))}" for many in range(1, 7)]
        return f"CASE {length} {' '.join(cases)} END"

    def listed(self, flags: Mapping[str, str]) -> str:
        """Return the SQL of a JSON list of the names whose flags are true."""
        cases = [
            f"WHEN {' AND '.join(conditions)} THEN {self.literal(text)}"
            for conditions, text in _flag_combinations(flags)
        ]
        return f"CASE {' '.join(cases)} END"


def _flag_combinations(flags: Mapping[str, str]) -> list[tuple[list[str], str]]:
    """Return each combination of flags as (conditions, JSON list of the names of true flags)."""
    combinations: list[tuple[list[str], list[str]]] = [([], [])]
    for name, flag in flags.items():
        combinations = [
            way
            for conditions, names in combinations
            for way in (
                ([*conditions, flag], [*names, f'"{name}"']),
                ([*conditions, f"NOT {flag}"], names),
            )
        ]
    return [(conditions, f"[{', '.join(names)}]") for conditions, names in combinations]


@cache
def _sql(vendor: str) -> str:
    """Return the SQL query for ids and JSON of matches, with IDS_PLACEHOLDER for their row ids."""
    words = JsonSql(vendor)
    seat = words.object(
        seat="s.seat",
        side="s.side",
        player="p.name",
        kind="s.kind",
        team="s.team_id",
        result="CASE WHEN s.won IS NULL THEN 'drawn' WHEN s.won THEN 'won' ELSE 'lost' END",
        deals_won="s.deals_won",
        points="s.points",
    )
    pot = words.object(
        stake="t.stake",
        pot="t.total",
        outcome="NULLIF(t.ended, '')",
        payouts=words.json("t.payouts"),
    )
    match = words.object(
        id="m.public_id",
        preset="m.preset",
        rules_hash="r.hash",
        players="m.players",
        pool="m.pool",
        status="m.status",
        started_at=words.moment("m.started_at"),
        finished_at=words.moment("m.finished_at"),
        unit=words.option("r.options", "match.unit"),
        deals="m.deal_count",
        boards="m.boards",
        sides=words.json("m.sides"),
        score=f"COALESCE({words.json('m.score')}, {words.zeros('m.sides')})",
        winners=words.json("m.winners"),
        ended_by="NULLIF(m.ended_by, '')",
        rated=words.flag("m.rated"),
        unrated_reason="NULLIF(m.unrated_reason, '')",
        margin="m.margin",
        contains=words.listed({name: f"m.{field}" for name, field in TRAIT_FIELDS.items()}),
        pot=f"CASE WHEN t.stake IS NULL THEN NULL ELSE {pot} END",
        seats=words.json("seated.every" if words.postgres else f"({_seats_of_one(seat)})"),
    )
    as_text = f"({match})::text" if words.postgres else match
    return (
        f"SELECT m.id, {as_text} FROM {_table(Match)} m"  # noqa: S608 - our own names
        f" JOIN {_table(Ruleset)} r ON r.id = m.ruleset_id"
        f"{_seats_of_all(seat) if words.postgres else ''}"
        f" LEFT JOIN {_table(MatchPot)} t ON t.match_id = m.id WHERE m.id IN ({IDS_PLACEHOLDER})"
    )


def _seats_of_one(seat: str) -> str:
    """Return SQL for the seats of one match as JSON (SQLite), read in the order of their index."""
    rows = (
        f"SELECT {seat} AS one FROM {_table(Seat)} s"  # noqa: S608 - our own names
        f" JOIN {_table(Player)} p ON p.id = s.player_id WHERE s.match_id = m.id ORDER BY s.seat"
    )
    return f"SELECT json_group_array(json(one)) FROM ({rows})"  # noqa: S608


def _seats_of_all(seat: str) -> str:
    """Return SQL for the seats of many matches as JSON (PostgreSQL), found before their players.

    Otherwise PostgreSQL would scan all players, or all seats that these players ever had.
    """
    return (
        f" JOIN (WITH sat AS MATERIALIZED (SELECT * FROM {_table(Seat)} WHERE match_id IN ({IDS_PLACEHOLDER}))"  # noqa: S608
        f" SELECT s.match_id AS owner, json_agg({seat} ORDER BY s.seat) AS every"
        f" FROM sat s JOIN {_table(Player)} p ON p.id = s.player_id"
        " WHERE p.id = ANY(ARRAY(SELECT player_id FROM sat)) GROUP BY 1) seated"
        " ON seated.owner = m.id"
    )


def _table(model: type[Model]) -> str:
    """Return the quoted SQL table name of a model."""
    return f'"{model._meta.db_table}"'


def matches_json(ids: Collection[int]) -> list[str]:
    """Return finished matches (row ids) as JSON of the API, in that order, read in one query."""
    if not ids:
        return []
    places = ", ".join(str(int(match_id)) for match_id in ids)
    connection = connections[router.db_for_read(Match)]
    with connection.cursor() as cursor:
        cursor.execute(_sql(connection.vendor).replace(IDS_PLACEHOLDER, places))
        rows: dict[int, str] = dict(cursor.fetchall())
    return [rows[match] for match in ids if match in rows]
