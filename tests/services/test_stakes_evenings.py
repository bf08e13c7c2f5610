"""Whatever people do at tables with stakes, no chip is ever made or lost."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.common.errors import ChipsError, TableError
from games.models import Table
from games.services import chips, tables
from games.services.match_ends import abandon_match
from tests.services.people import table_of
from tests.services.stakes import assert_holds, end, gone, people

pytestmark = pytest.mark.django_db


class Evening:
    """People who do anything at tables with stakes, as often not allowed as allowed."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.people = people(5)
        self.now = timezone.now()

    def step(self) -> None:
        does = self.rng.choice(
            [
                self.open, self.meet, self.meet, self.sit, self.agree, self.bot, self.begin,
                self.end, self.end, self.end, self.end, self.rematch, self.rematch, self.rematch,
                self.rematch, self.stand, self.close, self.abandon, self.delete, self.refill,
                self.sweep,
            ]
        )  # fmt: skip
        try:
            with transaction.atomic():
                does()
        except (TableError, ChipsError):
            pass

    def person(self):
        return self.rng.choice(self.people)

    def table(self, *statuses: str) -> Table:
        found = list(Table.objects.filter(status__in=statuses).order_by("pk"))
        if not found:
            raise TableError("no_table")
        return self.rng.choice(found)

    def options(self) -> dict[str, object]:
        return {
            "pot.stake": self.rng.choice([0, 1, 7, 250, 900]),
            "pot.on_tie": self.rng.choice(["keep", "double"]),
        }

    def open(self) -> None:
        table_of(self.person(), self.rng.choice([2, 2, 3, 4]), options=self.options())

    def meet(self) -> None:
        """Two or three begin together; bots may have the rest of four seats."""
        some = self.rng.sample(self.people, self.rng.choice([2, 2, 3]))
        table = table_of(some[0], self.rng.choice([len(some), 4]), options=self.options())
        for player in some[1:]:
            tables.sit(table=table, player=player, seat=None)
            tables.set_agreed(table=table, player=player, on=True)
        if table.seats.filter(player=None).exists():
            tables.begin(table=table, player=some[0])

    def sit(self) -> None:
        tables.sit(table=self.table("waiting"), player=self.person(), seat=None)

    def agree(self) -> None:
        tables.set_agreed(table=self.table("waiting"), player=self.person(), on=True)

    def bot(self) -> None:
        table = self.table("waiting")
        tables.add_bot(table=table, player=table.host, seat=None, level="greedy")

    def begin(self) -> None:
        table = self.table("waiting")
        tables.begin(table=table, player=table.host)

    def end(self) -> None:
        match = self.table("playing").match
        side = self.rng.randrange(len(match.sides))
        end(match, *([] if self.rng.random() < 0.5 else [side]), eldest=self.rng.randrange(2))

    def rematch(self) -> None:
        table = self.table("finished")
        gone = {seat for seat in range(table.players) if self.rng.random() < 0.1}
        for seat in table.seats.filter(player__kind="human").select_related("player"):
            if self.rng.random() < 0.9 and tables.request_rematch(
                table=table, player=seat.player, gone=gone
            ):
                break

    def stand(self) -> None:
        tables.stand(table=self.table("waiting", "finished"), player=self.person())

    def close(self) -> None:
        table = self.table("waiting")
        tables.close_table(table=table, player=table.host)

    def abandon(self) -> None:
        abandon_match(match_id=self.table("playing").match_id, now=self.now)

    def delete(self) -> None:
        if self.rng.random() < 0.3:
            gone(self.person())

    def refill(self) -> None:
        self.now += timedelta(hours=self.rng.randrange(30))
        chips.refill(player=self.person(), now=self.now)

    def sweep(self) -> None:
        if self.rng.random() < 0.3:
            tables.sweep_tables(now=timezone.now() + timedelta(hours=2))


@settings(
    max_examples=8 if connection.vendor == "sqlite" else 3,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(seed=st.integers(0, 2**32))
def test_whatever_happens_no_chip_is_made_or_lost(seed):
    with transaction.atomic():
        evening = Evening(random.Random(seed))
        for _ in range(60):
            evening.step()
            assert_holds()
        transaction.set_rollback(True)
