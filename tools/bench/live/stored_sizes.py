"""What the finished matches of a site weigh, as one JSON line; run with its settings.

python -m tools.bench.live.stored
"""

from __future__ import annotations

import json
import zlib
from typing import Any

import django

LEVEL = 6


def log_sizes() -> dict[str, Any]:
    """Bytes of the actions of all finished matches: as the record has them, and as bare as can be.

    `log` is the zlib of the JSON of a match's actions; `bare` that of a line for each with seat and
    card alone, which is no longer the whole truth.
    """
    from games.models import MatchRecord

    log = bare = record = actions = deals = matches = 0
    for body in MatchRecord.objects.values_list("body", flat=True).iterator():
        told = json.loads(zlib.decompress(body))
        record += len(body)
        all_of_them = [deal["actions"] for deal in told["deals"]]
        text = json.dumps(all_of_them, separators=(",", ":"))
        log += len(zlib.compress(text.encode(), LEVEL))
        lines = "\n".join(
            f"{one['seat']}{one.get('card', one['type'])}" for deal in all_of_them for one in deal
        )
        bare += len(zlib.compress(lines.encode(), LEVEL))
        actions += sum(len(deal) for deal in all_of_them)
        deals += len(told["deals"])
        matches += 1
    return {
        "matches": matches, "deals": deals, "actions": actions,
        "log": log, "bare": bare, "record": record,
    }  # fmt: skip


def table_sizes() -> dict[str, int]:
    """Bytes of each table with its indexes, without rows that were replaced."""
    from django.db import connection

    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("VACUUM")
            cursor.execute(
                "SELECT relname, pg_total_relation_size(oid) FROM pg_class WHERE relkind = 'r'"
                " AND relnamespace = 'public'::regnamespace"
            )
            return dict(cursor.fetchall())
        cursor.execute("SELECT name, tbl_name FROM sqlite_master")
        owner = dict(cursor.fetchall())
        cursor.execute("SELECT name, SUM(pgsize) FROM dbstat GROUP BY name")
        sizes: dict[str, int] = {}
        for name, size in cursor.fetchall():
            table = owner.get(name, name)
            sizes[table] = sizes.get(table, 0) + size
        return sizes


def main() -> None:
    django.setup()
    print(json.dumps({**log_sizes(), "tables": table_sizes()}))


if __name__ == "__main__":
    main()
