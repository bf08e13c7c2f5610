"""Pages about what goes wrong, each by its real cause: heard, read, on the smallest phone, without script."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

import pytest
from django.test import RequestFactory
from django.utils import translation
from playwright.sync_api import Browser, Page, Response, Route, ViewportSize

from accounts.limit_pages import span_words
from brisca_site import errors
from tests.browser.test_pages import findings, fits
from tests.support.browser_people import WIDE, Person, Theme
from tests.support.browser_site import ROOT, prepare, served, settings_of

SMALL: Final[ViewportSize] = {"width": 320, "height": 568}
SEED: Final = """
import django, json
django.setup()
from datetime import timedelta
from django.db import connection
from django.utils import timezone
from games.models import Match, Table, TableSeat
from games.services import tables
from tests.support.people import player_without_account
from tests.services.people import table_of
from tests.site.test_error_pages import club_tournament

def link(table, seat):
    return f"/t/{table.public_id}/?seat={seat}&invite={table.seats.get(seat=seat).invite}"

full = table_of(player_without_account("Marta"), 4, name="La de los jueves")
used = table_of(player_without_account("Pau"), 2)
private = table_of(player_without_account("Neus"), 2, watch=Table.Watch.NOBODY)
closed = table_of(player_without_account("Aitor"), 2)
links = {name: link(table, 1) for name, table in
         {"full": full, "used": used, "private": private, "closed": closed}.items()}
for number, seat in enumerate(full.seats.filter(player=None), 1):
    tables.sit(table=full, player=player_without_account(f"María-del-Carmen-{number}"), seat=seat.seat)
for table in (used, private):
    tables.begin(table=table, player=table.host)
    table.refresh_from_db()
Match.objects.filter(pk=used.match_id).update(status="finished", finished_at=timezone.now())
Table.objects.filter(pk=used.pk).update(status="finished")
tables.close_table(table=closed, player=closed.host)
links["members"] = f"/tournaments/{club_tournament().public_id}/"
with connection.cursor() as cursor:
    cursor.execute("ALTER TABLE games_league RENAME TO lost")
print(json.dumps(links))
"""


class Site(NamedTuple):
    """A site with tables that are full or gone: its address, and the links to them."""

    address: str
    links: dict[str, str]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site of its own, in which a table of the database is missing and guests are limited."""
    folder = tmp_path_factory.mktemp("edges")
    prepare(folder, tmp_path_factory.getbasetemp() / "prepared")
    done = subprocess.run(
        [sys.executable, "-c", SEED],
        cwd=ROOT,
        env=settings_of(folder),
        capture_output=True,
        text=True,
        check=True,
    )
    links = json.loads(done.stdout.splitlines()[-1])
    with served(folder, GUEST_LIMIT="1/h/ip") as address:
        yield Site(address, links)


class Edge(NamedTuple):
    """A page about a failure: its status and heading, and how a visitor comes there."""

    name: str
    status: int
    heading: str
    come: Callable[[Page, Site], Response | None]


def at(path: str) -> Callable[[Page, Site], Response | None]:
    """Come by an address; one in braces is a link to what was made before."""
    return lambda page, site: page.goto(site.address + path.format(**site.links))


def by_form(page: Page, site: Site) -> Response | None:
    """Send a form whose token is gone."""
    page.goto(f"{site.address}/accounts/login/")
    page.fill("#guest-name", "María José")
    page.context.clear_cookies()
    return sent(page, "form[action='/accounts/guest/'] button")


def too_often(page: Page, site: Site) -> Response | None:
    """Become a guest once more than an address may within an hour."""
    answer = None
    while answer is None or answer.status != 429:
        page.context.clear_cookies()
        page.goto(f"{site.address}/accounts/login/")
        answer = sent(page, "form[action='/accounts/guest/'] button")
    return answer


def sent(page: Page, button: str) -> Response | None:
    """Press a button that sends a form; the answer."""
    with page.expect_navigation() as done:
        page.locator(button).first.click()
    return done.value


def outage(page: Page, site: Site) -> Response | None:
    """Ask while there is no database; `tests/site/test_database_away.py` takes it away."""
    with translation.override("en"):
        answer = errors.unavailable(RequestFactory().get("/leaderboard/"))

    def instead(route: Route) -> None:
        headers = dict(answer.items())
        route.fulfill(status=503, headers=headers, body=answer.content)

    page.route("**/leaderboard/", instead)
    return page.goto(f"{site.address}/leaderboard/")


EDGES: Final = (
    Edge("missing", 404, "That card isn’t in the deck", at("/no/such/page/")),
    Edge("missing-table", 404, "This table is no longer here", at("/t/nothing/")),
    Edge("wrong-filter", 400, "That did not reach us whole", at("/matches/?cursor=wrong")),
    Edge("members-only", 403, "This tournament is for members", at("{members}")),
    Edge("old-form", 403, "It took too long", by_form),
    Edge("form-address", 405, "That card isn’t in the deck", at("/play/stop/")),
    Edge("too-often", 429, "You’re faster than the table", too_often),
    Edge("fault", 500, "We dropped the cards", at("/leagues/")),
    Edge("outage", 503, "We can’t reach the server", outage),
    Edge("offline", 200, "We can’t reach the server", at("/offline/")),
    Edge("full", 200, "The table is full", at("{full}")),
    Edge("used", 200, "That invitation was used", at("{used}")),
    Edge("begun-private", 200, "The table is full", at("{private}")),
    Edge("closed", 410, "Aitor has closed the table", at("{closed}")),
    Edge("no-invitation", 404, "This invitation is no longer valid", at("/t/none/?invite=none")),
    Edge("club-link", 404, "This link does not work any more", at("/clubs/join/none/")),
)
each_edge: Final = pytest.mark.parametrize("edge", EDGES, ids=lambda edge: edge.name)


@each_edge
def test_an_edge_is_heard_first_fits_the_smallest_phone_and_breaks_no_rule(
    browser: Browser, site: Site, edge: Edge
) -> None:
    for theme in ("light", "dark"):
        check_edge(browser, site, edge, theme)


def check_edge(browser: Browser, site: Site, edge: Edge, theme: Theme) -> None:
    """Look at an edge in one theme, on the smallest phone and wide."""
    reader = Person(browser, site.address, size=SMALL, theme=theme, still=True)
    answer = edge.come(reader.page, site)
    assert answer is not None
    assert answer.status == edge.status
    page = reader.page
    assert page.locator("h1").all_inner_texts() == [edge.heading]
    assert page.evaluate("document.activeElement.tagName") == "H1"
    assert page.locator("main .pri").count() == 1
    acts = "main :is(a, button).btn:visible, main .row > a:not(.btn), main .ways :is(a, button)"
    assert 1 <= page.locator(acts).count() <= 4
    for size in (SMALL, WIDE):
        page.set_viewport_size(size)
        assert fits(reader), (theme, size)
        assert findings(reader) == [], (theme, size)
    expected = (f"{edge.status}: ", "console: Failed to load resource: the server responded with")
    assert [line for line in reader.wrong if not line.startswith(expected)] == []
    reader.context.close()


@each_edge
def test_an_edge_is_whole_without_script(browser: Browser, site: Site, edge: Edge) -> None:
    context = browser.new_context(viewport=SMALL, locale="en-GB", java_script_enabled=False)
    page = context.new_page()
    answer = edge.come(page, site)
    assert answer is not None
    assert answer.status == edge.status
    assert page.locator("h1").inner_text() == edge.heading
    primary = page.locator("main .pri")
    assert primary.is_visible()
    assert primary.inner_text().strip()
    assert page.locator("main [data-settling], main .btn[hidden]").count() == 0
    context.close()


def test_an_old_form_keeps_what_was_typed_and_is_sent_again(browser: Browser, site: Site) -> None:
    reader = Person(browser, site.address, size=SMALL, still=True)
    by_form(reader.page, site)
    assert reader.page.input_value("main form [name=name]") == "María José"
    reader.context.close()


def test_the_page_after_too_many_tries_says_how_long_to_wait(browser: Browser, site: Site) -> None:
    reader = Person(browser, site.address, size=SMALL, still=True)
    answer = too_often(reader.page, site)
    assert answer is not None
    wait_s = int(answer.headers["retry-after"])
    assert 3000 < wait_s <= 3600
    lead = reader.page.inner_text("main .lead")
    assert "at most 1 in 1 hour" in lead
    with translation.override("en"):
        assert f"You can go on in {span_words(wait_s)} (today, " in lead
    assert reader.page.locator("main .lead time").count() == 1
    reader.context.close()
