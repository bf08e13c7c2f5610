"""Reports, statements, appeals and the moderators' desk, in a browser and three languages."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.test_pages import findings, fits
from tests.support.browser_people import PHONE, WIDE, Person
from tests.support.browser_site import run
from tests.support.long_tests import first_is_short

_MODERATOR = """
import json
from types import SimpleNamespace
import django
django.setup()
from accounts.allauth_private import record_authentication
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth.models import Group
from django.test import Client
from accounts.models import User
user = User.objects.create_user({name!r}, password="siete-de-oros-1932", is_staff=True)
user.groups.add(Group.objects.get(name="moderators"))
factor = Authenticator.objects.create(user=user, type="totp", data={{"secret": "ABCDEFGH"}})
client = Client(SERVER_NAME="127.0.0.1")
client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[-1])
session = client.session
record_authentication(SimpleNamespace(session=session), user, method="mfa", id=factor.pk)
session.save()
with open({path!r}, "w") as file:
    json.dump({{"name": settings.SESSION_COOKIE_NAME, "value": session.session_key}}, file)
"""
_INSULT = """
import django
django.setup()
from games.models import Player, Table
from games.services.chat import say
from games.services.tables import TableOptions, open_table
author = Player.objects.get(name={author!r})
table = open_table(host=author, chosen=TableOptions(preset="ludoteka", players=2))
say(table=table, player=author, client_id="line-of-a-test", text="vaya manta de rival")
with open({path!r}, "w") as file:
    file.write(table.public_id)
"""
_EVERY_MEASURE = """
import django
django.setup()
from django.utils import timezone
from games.pages.wording.moderation import MEASURES
from games.services.mod_log import Decision, append_action
for measure in MEASURES:
    append_action(player=None, decision=Decision(measure=measure), now=timezone.now())
"""
TITLES = {"rigging": "Rigged rating", "stopped": "Stopped playing", "two_accounts": "Two accounts"}
LOCALES = {"es": "es-ES", "ca": "ca-ES", "en": "en-GB"}
RECEIVED = {"es": "Recibido", "ca": "Rebut", "en": "Received"}
MUTED = {"es": "Sin charla", "ca": "Sense xat", "en": "Muted"}
TAKEN_BACK = {"es": "retirada", "ca": "retirada", "en": "taken back"}
UPHELD = {"es": "había motivo", "ca": "hi havia motiu", "en": "there was reason"}


def moderator(person: Callable[..., Person], folder: Path, name: str, **options: object) -> Person:
    """A moderator who has shown their second step."""
    path = folder / f"session-{name}.json"
    run(folder, _MODERATOR.format(name=name, path=str(path)))
    found = person(**options)
    cookie = json.loads(path.read_text())
    found.context.add_cookies([{**cookie, "url": found.address}])
    return found


def checked(one: Person) -> None:
    """The page is accessible and fits, on a phone and wide."""
    for size in (PHONE, WIDE):
        one.page.set_viewport_size(size)
        assert fits(one)
        assert findings(one) == []


@pytest.mark.parametrize("language", first_is_short(LOCALES))
def test_a_report_becomes_a_statement_an_appeal_and_a_reversal(
    person: Callable[..., Person], folder: Path, language: str
) -> None:
    options = {"locale": LOCALES[language], "still": True}
    author, victim = f"autor-{language}", f"victima-{language}"
    eva, ana = person(**options), person(**options)
    eva.sign_up(author)
    ana.sign_up(victim)
    eva.open("/people/")
    place = folder / f"table-{language}"
    run(folder, _INSULT.format(author=author, path=str(place)))

    ana.open(f"/players/{author}/report/?table={place.read_text()}")
    checked(ana)
    ana.page.check("[name=kind][value=insults]", force=True)
    ana.page.check("[name=lines]")
    ana.page.fill("[name=note]", "…")
    ana.page.click("main button.pri")
    ana.page.locator("h1", has_text=RECEIVED[language]).wait_for()
    checked(ana)

    marta = moderator(person, folder, f"marta-{language}", **options)
    marta.open("/desk/")
    checked(marta)
    marta.page.click(f".qi:has-text('{author}')")
    marta.page.wait_for_url("**/desk/cases/*/")
    assert "vaya manta de rival" in marta.page.inner_text(".chatlog .hit")
    marta.page.check("[name=measure][value=mute]", force=True)
    marta.wait_until("document.querySelector('[name=text]').value.includes('2.2')")
    checked(marta)
    marta.page.click("[data-key=d]")
    marta.page.wait_for_url("**/desk/?done=*")
    checked(marta)

    eva.open("/standing/")
    assert MUTED[language] in eva.page.inner_text(".decisions")
    checked(eva)
    eva.page.click(".decisions summary")
    eva.page.fill(".decisions textarea", "Era mi hermano")
    eva.page.click(".decisions form button")
    eva.page.wait_for_selector(".decisions:not(:has(form))")

    aitor = moderator(person, folder, f"aitor-{language}", **options)
    aitor.open("/desk/appeals/")
    checked(aitor)
    form = aitor.page.locator("article", has_text=author)
    form.locator("textarea").fill("De acuerdo")
    form.locator("[name=granted][value=yes]").click()
    aitor.page.wait_for_selector(f"article:has-text('{author}')", state="detached")

    eva.open("/standing/")
    assert TAKEN_BACK[language] in eva.page.inner_text(".decisions")
    ana.open("/standing/")
    assert UPHELD[language] in ana.page.inner_text("main")
    for one in (eva, ana, marta, aitor):
        one.no_errors()


def test_the_desk_is_worked_by_keyboard(person: Callable[..., Person], folder: Path) -> None:
    person(still=True).sign_up("key-reporter")
    for name in ("key-one", "key-two"):
        person(still=True).sign_up(name)
    for name in ("key-one", "key-two"):
        run(
            folder,
            "import django; django.setup()\n"
            "from accounts.models import User\n"
            "from games.services.players import player_for\n"
            "from games.services.reports import send_report\n"
            f"who = [player_for(User.objects.get(username=n)) for n in ('key-reporter', {name!r})]\n"
            "send_report(player=who[0], other=who[1], kind='threats')\n",
        )
    mod = moderator(person, folder, "key-moderator", still=True)
    mod.open("/desk/")
    keys = mod.page.keyboard
    for key in "jjk":
        keys.press(key)
        mod.wait_until("document.activeElement.matches('.qi')")
    keys.press("Enter")
    mod.page.wait_for_url("**/desk/cases/*/")
    mod.page.wait_for_selector(".decide [name=measure]:checked", state="attached")
    keys.press("j")
    mod.wait_until("document.activeElement.matches('.desk-queue .qi')")
    keys.press("d")
    mod.wait_until("document.activeElement.name === 'measure'")
    keys.press("l")
    mod.page.wait_for_url("**/desk/")
    mod.no_errors()


_MANY_FACTS = """
import django
django.setup()
from datetime import timedelta
from django.utils import timezone
from accounts.models import User
from games.models import Case, MatchOutcome, PlayerPause
from games.services.players import player_for
from games.services.reports import send_report
ana, eva = (player_for(User.objects.get(username=name)) for name in {names!r})
now = timezone.now()
for kind in ("rigging", "stopped", "two_accounts"):
    case = send_report(player=ana, other=eva, kind=kind, note="…").case
for number in range(30):
    MatchOutcome.objects.create(player=eva, kind="left" if number % 3 else "finished", at=now)
PlayerPause.objects.create(
    player=eva, starts_at=now, ends_at=now + timedelta(minutes=22), minutes=22
)
"""


def test_the_facts_of_each_kind_of_report_fit_in_three_columns_and_in_one(
    person: Callable[..., Person], folder: Path
) -> None:
    names = ("facts-reporter", "facts-player")
    for name in names:
        person(still=True).sign_up(name)
    run(folder, _MATCH.format(names=names, path=str(folder / "facts-match"), seed="facts"))
    run(folder, _MANY_FACTS.format(names=names))
    mod = moderator(person, folder, "facts-moderator", still=True)
    for kind in ("rigging", "stopped", "two_accounts"):
        mod.open("/desk/")
        mod.page.locator(".qi", has_text="facts-player").filter(has_text=TITLES[kind]).click()
        mod.page.wait_for_url("**/desk/cases/*/")
        checked(mod)
        lefts = mod.page.evaluate(
            "[...document.querySelectorAll('.desk > *')].map((part) => part.getBoundingClientRect().x)"
        )
        assert len(set(lefts)) == 3
    mod.page.set_viewport_size(PHONE)
    assert not mod.page.is_visible(".desk-queue")
    mod.no_errors()


@pytest.mark.parametrize("page", ["/notice/", "/conduct/"])
def test_what_one_may_do_about_others_fits_and_is_accessible(
    person: Callable[..., Person], folder: Path, page: str
) -> None:
    run(folder, _EVERY_MEASURE)  # the widest table of decisions there can be
    reader = person(still=True)
    reader.open(page)
    checked(reader)


_MATCH = """
import django
django.setup()
from datetime import UTC, datetime
from games.engine import build_ruleset
from games.models import Player
from games.services.match_ends import store_match
from tests.support.bot_matches import Contest, play_contest
rules = build_ruleset("ludoteka", 2, {{"match.target": 1}}).rules
played = next(play_contest(Contest(rules, ("rules",), 1, {seed!r})))
match = store_match(
    log=played.log,
    players=[Player.objects.get(name=name) for name in {names!r}],
    started_at=datetime(2026, 3, 1, 18, 0, tzinfo=UTC),
    finished_at=datetime(2026, 3, 1, 18, 22, tzinfo=UTC),
)
with open({path!r}, "w") as file:
    file.write(match.public_id)
"""


def test_an_opponent_is_reported_from_the_card_that_is_looked_at(
    person: Callable[..., Person], folder: Path
) -> None:
    names = ["rosa-mira", "pau-mirado"]
    reader, other = person(still=True, size=PHONE), person(still=True)
    reader.sign_up(names[0])
    other.sign_up(names[1])
    for one in (reader, other):
        one.open("/people/")
    place = folder / "reviewed-match"
    run(folder, _MATCH.format(names=names, path=str(place), seed="1"))

    page = reader.open(f"/matches/{place.read_text()}/#d1t2c1")
    page.wait_for_selector("#board .say")
    checked(reader)
    report = page.get_by_role("link", name=f"Report {names[1]}")
    first = report.get_attribute("href")
    page.keyboard.press("ArrowRight")
    reader.wait_until(f"document.querySelector('[data-report]').getAttribute('href') !== {first!r}")
    seq = int(str(report.get_attribute("href")).split("seq=")[1])
    assert page.get_by_role("link", name=f"Report {names[0]}").count() == 0
    page.set_viewport_size(WIDE)
    page.locator("#verdict").get_by_role("button", name="Report").press("Enter")
    assert page.evaluate("document.activeElement.hasAttribute('data-report')")
    page.keyboard.press("Enter")
    page.wait_for_url("**/report/?match=*")
    page.check("[name=kind][value=signals]", force=True)
    page.click("main button.pri")
    page.locator("h1", has_text="Received").wait_for()

    page.goto(f"{reader.address}/matches/{place.read_text()}/#s{seq}")
    page.wait_for_selector("#board .say")
    reader.wait_until("location.hash === '#d1t2c2'")


_BLIND = """
import django
django.setup()
from tests.services.blind import favour_case, favours
report = favour_case("Xenia")
for letter in ("Aldo", "Bruna", "Ciro"):
    favours(letter)
with open({path!r}, "w") as file:
    file.write(str(report.case_id))
"""


def test_a_case_of_fair_play_is_judged_blind_by_keyboard_before_it_names_anybody(
    person: Callable[..., Person], folder: Path
) -> None:
    place = folder / "blind-case"
    run(folder, _BLIND.format(path=str(place)))
    marta = moderator(person, folder, "marta-ciega", still=True)
    page = marta.open(f"/desk/cases/{place.read_text()}/")
    assert page.url.endswith("/blind/")
    assert "Xenia" not in page.inner_text("main")
    checked(marta)
    for number in range(3):
        page.locator(f"[name=set{number}]").first.focus()
        page.keyboard.press("Space")
        page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Judge, and open the case").press("Enter")
    page.wait_for_url(f"**/desk/cases/{place.read_text()}/")
    assert "Xenia0" in page.inner_text("main")
    checked(marta)
