"""Every measure of the moderators' desk and its reversal, by keyboard alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from tests.browser.test_moderation import checked, moderator
from tests.support.browser_people import Person
from tests.support.browser_site import run

_CASES = """
import json
import django; django.setup()
from accounts.models import User
from games.services.players import player_for
from games.services.reports import send_report
cases = {{}}
for number, name in enumerate({names!r}):
    if number % 5 == 0:
        author = player_for(User.objects.create_user(f"{tag}-author-{{number}}"))
    user = User.objects.create_user(f"{tag}-{{name}}", f"x@{tag}.example")
    cases[name] = send_report(player=author, other=player_for(user), kind="insults").case_id
with open({path!r}, "w") as file:
    json.dump(cases, file)
"""
UNDONE = ("note", "warning")
LASTING = ("chat_timeout", "mute", "pause", "no_tournaments", "unrated", "suspension", "closure")
STEPS = ("dismissal", "note", "warning", "chat_timeout", "mute", "silent_mute", "pause",
         "no_tournaments", "unrated", "suspension", "closure")  # fmt: skip
"""Measures in the order of the form, which the arrow keys follow."""


def cases_of(folder: Path, tag: str, names: tuple[str, ...]) -> dict[str, int]:
    """Open cases about people of these names; their ids by name."""
    path = folder / f"cases-{tag}"
    run(folder, _CASES.format(names=names, tag=tag, path=str(path)))
    found: dict[str, int] = json.loads(path.read_text())
    return found


def tab_to(one: Person, selector: str) -> None:
    """Press Tab until the focus is on an element."""
    for _ in range(90):
        if one.page.evaluate("(what) => document.activeElement.matches(what)", selector):
            return
        one.page.keyboard.press("Tab")
    raise AssertionError(f"no Tab leads to {selector}")


def decide(one: Person, case: int, measure: str) -> None:
    """Choose a measure with the arrow keys, write the text where none is proposed, and decide."""
    one.open(f"/desk/cases/{case}/")
    keys = one.page.keyboard
    keys.press("d")
    one.wait_until("document.activeElement.name === 'measure'")
    # what is usual, and proposed, depends on what was decided before
    chosen = one.page.evaluate("document.activeElement.value")
    steps = STEPS.index(measure) - STEPS.index(chosen)
    for _ in range(abs(steps)):
        keys.press("ArrowDown" if steps > 0 else "ArrowUp")
    assert one.page.evaluate("document.activeElement.value") == measure
    if measure == "note":
        tab_to(one, "[name=text]")
        keys.press("Control+A")
        keys.type("Watch.")
    else:
        one.wait_until("document.querySelector('[name=text]').value.length > 20")
        one.wait_until(f"document.querySelector('[name=proposed_for]').value.includes({measure!r})")
    tab_to(one, ".decide [data-key=d]")
    keys.press("Enter")
    one.page.wait_for_url("**/desk/?done=*")


def lift(one: Person, name: str) -> None:
    """Lift what is in force against a player, for a reason."""
    one.open(f"/desk/in-force/?player={name}")
    assert one.page.locator(".in-force li").count() == 1
    keys = one.page.keyboard
    tab_to(one, ".in-force summary")
    keys.press("Enter")
    tab_to(one, ".in-force [name=reason]")
    keys.type("By mistake")
    keys.press("Enter")
    one.page.locator("text=Lifted.").wait_for()
    one.open(f"/desk/in-force/?player={name}")
    assert not one.page.locator(".in-force li").count()


def test_each_measure_is_taken_and_taken_back_by_keyboard(
    person: Callable[..., Person], folder: Path
) -> None:
    cases = cases_of(folder, "each", (*UNDONE, *LASTING))
    marta = moderator(person, folder, "marta-each", still=True)
    aitor = moderator(person, folder, "aitor-each", still=True)
    for measure in UNDONE:
        decide(marta, cases[measure], measure)
        tab_to(marta, "[data-undo] button")
        marta.page.keyboard.press("Enter")
        marta.page.locator("text=Undone.").wait_for()
    for measure in LASTING:
        decide(marta, cases[measure], measure)
        if measure == "closure":
            marta.open("/desk/in-force/?player=each-closure")
            assert not marta.page.locator(".in-force li").count(), "it waits for a second person"
            decide(aitor, cases[measure], measure)
    marta.open("/desk/in-force/?player=each-suspension")
    checked(marta)
    for measure in LASTING:
        lift(marta, f"each-{measure}")
    for one in (marta, aitor):
        one.no_errors()


def test_an_e_mail_domain_is_refused_by_keyboard_and_somebody_reads_why(
    person: Callable[..., Person], folder: Path
) -> None:
    cases = cases_of(folder, "domain", ("one",))
    marta = moderator(person, folder, "marta-domain", still=True)
    marta.open(f"/desk/cases/{cases['one']}/")
    keys = marta.page.keyboard
    tab_to(marta, ".signup summary")
    keys.press("Enter")
    tab_to(marta, "#id_reason_domain")
    checked(marta)
    keys.type("Three accounts in a row")
    keys.press("Enter")
    marta.page.locator("text=New accounts are refused.").wait_for()

    nora = person(still=True)
    nora.open("/accounts/signup/")
    for name, words in (
        ("username", "nora-domain"),
        ("password1", "siete-de-oros-1932"),
        ("email", "nora@mail.domain.example"),
    ):
        tab_to(nora, f"[name={name}]")
        nora.page.keyboard.type(words)
    nora.page.keyboard.press("Enter")
    nora.page.locator("text=E-mail addresses of domain.example are refused until").wait_for()
    checked(nora)
    lift(marta, "domain-one")
    marta.no_errors()
