"""Reads the plans of the API's queries on a site that is filled, as `make_matches` fills one.

    VAR_DIR=... [DATABASE_URL=...] python -m tests.api.filled

Every list is asked for as `tests.api.plans` asks, by whom and what the site itself holds most and
least of; every other address once. What is wrong is printed, and ends it with 1. A key that is
made for it, a deal of the day, and whatever else is written, is taken back at the end.
"""

from __future__ import annotations

import os
import sys
from itertools import product
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

import django

django.setup()

from django.conf import settings  # noqa: E402 - needs the settings
from django.db import connection, transaction  # noqa: E402
from django.db.models import Count, Max, Min  # noqa: E402

from games.api.core.schema import document  # noqa: E402
from games.models import Match, PlayerFigures, RivalFigures, Ruleset, TeamFigures  # noqa: E402
from tests.api.plans import Known, asked, client_of, faults, lists  # noqa: E402
from tests.support.api_limits import unlimited  # noqa: E402
from tests.support.path_values import PATH_VALUES  # noqa: E402
from tests.support.review_rows import analyse_once, shown_day  # noqa: E402

UNREAD = ("export_matches", "follow_play", "get_play_table")
"""An export reads as a list of matches does, and two are answered by the live path."""


def ends(rows: Any, name: str, count: str = "matches") -> tuple[str, str]:
    """Of what there is most, and of what there is least."""
    found = list(rows.order_by(f"-{count}", name).values_list(name, flat=True))
    return str(found[0]), str(found[-1])


def known() -> Known:
    """Whom and what the site holds most and least of."""
    people = PlayerFigures.objects.filter(pool="all", month=0)
    humans = people.filter(player__kind="human")
    teams = TeamFigures.objects.filter(pool="all", month=0)
    busiest, newcomer = ends(humans, "player__name")
    pair, last_pair = ends(teams, "team")
    partners = teams.filter(team__players__name=busiest)
    partner_team, _ = ends(partners, "team")
    partner = (
        people.filter(player__teams=int(partner_team))
        .exclude(player__name=busiest)
        .values_list("player__name", flat=True)[0]
    )
    pairs = RivalFigures.objects.filter(pool="all")
    rivals = pairs.filter(player__name=busiest).values_list("matches", "rival__name")
    rivals_before = pairs.filter(rival__name=busiest).values_list("matches", "player__name")
    rival = str(max([*rivals, *rivals_before])[1])
    finished = Match.objects.filter(finished_at__isnull=False)
    span = finished.aggregate(first=Min("finished_at"), last=Max("finished_at"))
    middle = (span["first"] + (span["last"] - span["first"]) / 2).date().isoformat()

    def of_match(field: str) -> tuple[str, str]:
        counted = finished.values(field).annotate(matches=Count("id"))
        return ends(counted, field)

    samples = {
        "player": (busiest, ends(people, "player__name")[0], newcomer),
        "partner": (partner, newcomer),
        "rival": (rival, newcomer),
        "team": (pair, last_pair),
        "result": ("won", "drawn"),
        **{field: of_match(field) for field in ("preset", "pool", "players")},
        "rules": ends(Ruleset.objects.filter(match_count__gt=0), "hash", "match_count"),
        "options": ("match.target:3", "match.target:9,teams:pairs"),
        "rated": ("true", "false"),
        "min_margin": ("1", "9000"),
        "max_margin": ("0",),
        "contains": ("hundred", "kill", "claim,kill"),
        "since": (middle,),
        "until": (middle,),
        "order": ("oldest",),
        "name": (busiest[:2], "zzzz"),
        "q": ("club 1", "zzzz"),
        "entry": ("open", "request"),
        "season": ("8100", "8101"),
    }
    places = {
        **PATH_VALUES,
        "name": busiest,
        "team": pair,
        "pool": of_match("pool")[0],
        "match": finished.values_list("public_id", flat=True)[0],
        "rival": rival,
        "hash": samples["rules"][0],
        "day": shown_day(),
        "club": "club-1",
    }
    return Known(samples, places, ends=tuple(product((0, -1), repeat=2)))


def others(of: Known) -> list[str]:
    """Addresses that are read and are no lists with pages."""
    paged = {path for path, _names in lists(of.places)}
    told = {
        path.format_map(of.places)
        for path, methods in document()["paths"].items()
        if "get" in methods and methods["get"]["operationId"] not in UNREAD
    }
    return sorted(told - paged)


def main() -> None:
    """Ask, print what is wrong."""
    settings.ALLOWED_HOSTS = ["*"]
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    with unlimited(), transaction.atomic():
        many, of = Match.objects.count(), known()
        analyse_once(of.places["match"], of.places["day"])
        print(f"{connection.vendor}, {many} matches, by {dict(of.places)}", flush=True)
        found = faults(many, of)
        client = client_of(of.samples["player"][-1])
        for path in others(of):
            found += [f"{path}: {one}" for one in asked(client, path, None, many, sorts=True)[1]]
        transaction.set_rollback(True)
    print("\n".join(found))
    print(f"{len(found)} faults")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
