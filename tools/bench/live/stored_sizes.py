"""Print the stored sizes of a site's finished matches as one JSON line; run it with the site's settings.

python -m tools.bench.live.stored_sizes
"""

from __future__ import annotations

import json
import zlib
from typing import Any

import django

ZLIB_LEVEL = 6


def log_sizes() -> dict[str, Any]:
    """Return the total bytes of all finished matches: of actions, bare actions, and records.

    `log` is the zlib of the JSON of a match's actions. `bare` is the zlib of only seat and card of each
    action, which no longer says everything. `record` is the stored record.
    """
    from games.models import MatchRecord

    log = bare = record = actions = deals = matches = 0
    for body in MatchRecord.objects.values_list("body", flat=True).iterator():
        record_json = json.loads(zlib.decompress(body))
        record += len(body)
        actions_by_deal = [deal["actions"] for deal in record_json["deals"]]
        text = json.dumps(actions_by_deal, separators=(",", ":"))
        log += len(zlib.compress(text.encode(), ZLIB_LEVEL))
        lines = "\n".join(
            f"{action['seat']}{action.get('card', action['type'])}"
            for deal in actions_by_deal
            for action in deal
        )
        bare += len(zlib.compress(lines.encode(), ZLIB_LEVEL))
        actions += sum(len(deal) for deal in actions_by_deal)
        deals += len(record_json["deals"])
        matches += 1
    return {
        "matches": matches, "deals": deals, "actions": actions,
        "log": log, "bare": bare, "record": record,
    }  # fmt: skip


def table_sizes() -> dict[str, int]:
    """Return the bytes of each database table with indexes, without replaced rows."""
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
    """Print all stored sizes of the site as one line of JSON."""
    django.setup()
    print(json.dumps({**log_sizes(), "tables": table_sizes()}))


if __name__ == "__main__":
    main()
