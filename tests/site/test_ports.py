"""The ports of the platform, and the features that fill them."""

from __future__ import annotations

import pytest

from games.common.ports import Port
from games.live.http.event_streams import event_streams
from games.live.process.event_ticker import event_ticker
from games.live.storage.event_decks import event_decks
from games.pages.forms.table_owner import table_owners
from games.selectors.event_tables import event_tables
from games.selectors.table_access import TableAccess, table_access
from games.services import match_end_handlers
from games.services.notification_audiences import AUDIENCES
from games.tournaments.pages.event_owner import event_owners
from games.tournaments.selectors.event_clubs import event_clubs
from games.tournaments.services.event_makers import event_makers

PORTS = (
    event_clubs,
    event_decks,
    event_makers,
    event_owners,
    event_streams,
    event_tables,
    event_ticker,
    table_access,
    table_owners,
)


@pytest.mark.parametrize("port", PORTS, ids=lambda port: port.interface.__name__)
def test_a_feature_fills_each_port_when_the_app_is_ready(port: Port[object]) -> None:
    filled = type(port())
    assert issubclass(filled, port.interface)
    assert filled is not port.interface


def test_a_port_answers_by_its_interface_until_a_feature_fills_it() -> None:
    port = Port(TableAccess)
    assert type(port()) is TableAccess
    port.fill("games.clubs.selectors.tables.ClubTableAccess")
    assert type(port()).__name__ == "ClubTableAccess"


def test_a_name_that_is_wrong_is_an_error_where_it_is_used() -> None:
    port = Port(TableAccess)
    port.fill("games.clubs.selectors.tables.NoSuchAccess")
    with pytest.raises(ImportError, match="NoSuchAccess"):
        port()


def test_tournaments_and_clubs_hear_of_the_end_of_a_match() -> None:
    handlers = {type(handler()).__name__ for handler in match_end_handlers.handlers}
    assert {"TournamentMatchEnds", "ClubMatchEnds"} <= handlers


def test_the_members_of_a_club_are_an_audience() -> None:
    assert {"club", "followers"} <= set(AUDIENCES)
