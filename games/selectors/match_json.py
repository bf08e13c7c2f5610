"""Finished matches as the API shows them, put together by the database.

A page of fifty with their seats is thousands of values: to fetch them and to make JSON of them takes
several times as long as to let the database write the JSON.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from typing import Final

from django.db import connection
from django.db.models import Model

from games.models import Match, MatchPot, Player, Ruleset, Seat
from games.selectors.match_filter import TRAITS

IDS: Final = "$IDS"
"""Where the ids of the matches go."""


class Words:
    """What the two databases call the same."""

    def __init__(self, vendor: str) -> None:
        self.postgres = vendor == "postgresql"

    def object(self, **fields: str) -> str:
        """An object of names and expressions."""
        parts = ", ".join(f"'{name}', {value}" for name, value in fields.items())
        return f"{'json_build' if self.postgres else 'json'}_object({parts})"

    def json(self, value: str) -> str:
        """JSON that is to be put into JSON; SQLite keeps it as text."""
        return value if self.postgres else f"json({value})"

    def literal(self, text: str) -> str:
        """JSON that is known."""
        return f"'{text}'::jsonb" if self.postgres else f"json('{text}')"

    def flag(self, value: str) -> str:
        """True or false, which for SQLite are numbers."""
        yes, no = self.literal("true"), self.literal("false")
        return value if self.postgres else f"CASE WHEN {value} THEN {yes} ELSE {no} END"

    def moment(self, value: str) -> str:
        """A time as `rfc3339` writes it: what is finer than a millisecond is cut off."""
        if self.postgres:
            return f"""to_char({value} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')"""
        return f"substr({value}, 1, 10) || 'T' || substr({value} || '.000', 12, 12) || 'Z'"

    def option(self, value: str, name: str) -> str:
        """The value of an option of rules that is text."""
        return (
            f"{value} ->> '{name}'" if self.postgres else f"json_extract({value}, '$.\"{name}\"')"
        )

    def zeros(self, value: str) -> str:
        """As many zeros as a list has entries, of which there are up to six."""
        length = f"{'jsonb' if self.postgres else 'json'}_array_length({value})"
        ways = [f"WHEN {many} THEN {self.literal(str([0] * many))}" for many in range(1, 7)]
        return f"CASE {length} {' '.join(ways)} END"

    def listed(self, flags: Mapping[str, str]) -> str:
        """The names of those flags that are up."""
        ways = [f"WHEN {' AND '.join(up)} THEN {self.literal(text)}" for up, text in _ways(flags)]
        return f"CASE {' '.join(ways)} END"


def _ways(flags: Mapping[str, str]) -> list[tuple[list[str], str]]:
    """Every way in which flags may be up or down, as conditions, and the names of those up."""
    found: list[tuple[list[str], list[str]]] = [([], [])]
    for name, flag in flags.items():
        found = [
            way
            for up, names in found
            for way in (([*up, flag], [*names, f'"{name}"']), ([*up, f"NOT {flag}"], names))
        ]
    return [(up, f"[{', '.join(names)}]") for up, names in found]


@cache
def _sql(vendor: str) -> str:
    words = Words(vendor)
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
    told = words.object(
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
        contains=words.listed({name: f"m.{field}" for name, field in TRAITS.items()}),
        pot=f"CASE WHEN t.stake IS NULL THEN NULL ELSE {pot} END",
        seats=words.json("seated.every" if words.postgres else f"({_seats_of_one(seat)})"),
    )
    as_text = f"({told})::text" if words.postgres else told
    return (
        f"SELECT m.id, {as_text} FROM {_table(Match)} m"  # noqa: S608 - our own names
        f" JOIN {_table(Ruleset)} r ON r.id = m.ruleset_id"
        f"{_seats_of_all(seat) if words.postgres else ''}"
        f" LEFT JOIN {_table(MatchPot)} t ON t.match_id = m.id WHERE m.id IN ({IDS})"
    )


def _seats_of_one(seat: str) -> str:
    """The seats of match `m`: SQLite reads them in the order of their index and sorts nothing."""
    rows = (
        f"SELECT {seat} AS one FROM {_table(Seat)} s"  # noqa: S608 - our own names
        f" JOIN {_table(Player)} p ON p.id = s.player_id WHERE s.match_id = m.id ORDER BY s.seat"
    )
    return f"SELECT json_group_array(json(one)) FROM ({rows})"  # noqa: S608


def _seats_of_all(seat: str) -> str:
    """Seats of all matches at once. They are found first and their players named as such: PostgreSQL
    would rather go through all that there are, or through all seats that these ever had."""
    return (
        f" JOIN (WITH sat AS MATERIALIZED (SELECT * FROM {_table(Seat)} WHERE match_id IN ({IDS}))"  # noqa: S608
        f" SELECT s.match_id AS owner, json_agg({seat} ORDER BY s.seat) AS every"
        f" FROM sat s JOIN {_table(Player)} p ON p.id = s.player_id"
        " WHERE p.id = ANY(ARRAY(SELECT player_id FROM sat)) GROUP BY 1) seated"
        " ON seated.owner = m.id"
    )


def _table(model: type[Model]) -> str:
    return f'"{model._meta.db_table}"'


def told_matches(ids: Collection[int]) -> list[str]:
    """The JSON of finished matches, in the order of their ids given; in one query."""
    if not ids:
        return []
    places = ", ".join(str(int(one)) for one in ids)
    with connection.cursor() as cursor:
        cursor.execute(_sql(connection.vendor).replace(IDS, places))
        rows: dict[int, str] = dict(cursor.fetchall())
    return [rows[match] for match in ids if match in rows]
