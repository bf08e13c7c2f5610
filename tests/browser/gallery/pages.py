"""Every page beside the table: where it is, who sees it, and what is done on it first."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from playwright.sync_api import Page

from games.engine import PRESETS

Step = tuple[Literal["click", "press", "type"], str]
"""What is done on a page: a click on a selector, a key, or words and Enter."""


def take(page: Page, step: Step) -> None:
    """Take a step."""
    kind, what = step
    if kind == "press":
        page.keyboard.press(what)
    elif kind == "type":
        page.keyboard.type(what)
        page.keyboard.press("Enter")
    else:
        page.locator(what).first.click()


class Shown(NamedTuple):
    """A page: its name for files, its address, who sees it, and what is done first."""

    name: str
    path: str
    seen_by: Literal["stranger", "newcomer", "player"] = "stranger"
    """A newcomer has an account and nothing else; a player has played, and erred."""
    steps: tuple[Step, ...] = ()
    shows: str = ""
    """What is there when the page is ready."""


PAGES: Final = (
    Shown("lobby", "/"),
    Shown("path", "/learn/"),
    Shown("cards", "/learn/cards/"),
    Shown("lesson", "/learn/lesson/"),
    Shown("learn", "/learn/lesson/table/", shows=".hand .card"),
    Shown(
        "learn-to-play",
        "/learn/lesson/table/",
        steps=(("click", "#go-on"),) * 2,
        shows="[data-meant]",
    ),
    Shown("guide", "/guide/"),
    Shown("guide-chapter", "/guide/briscas/"),
    Shown("guide-answered", "/guide/trumps/?take=B6#said-take", shows="#said-take"),
    Shown("guide-game", "/guide/games/mariaje/"),
    Shown("practise-signs", "/learn/signs/?seed=1"),
    Shown("practise-signs-play", "/learn/signs/?seed=2"),
    Shown("rules-history", "/rules/history/"),
    Shown("open-a-table", "/tables/new/"),
    Shown(
        "open-a-table-changed",
        "/tables/new/?preset=doncomos&players=4&o.talk.mode=senas&o.open_hands=true",
    ),
    Shown(
        "open-a-table-not-together",
        "/tables/new/?preset=catalan&players=4&o.deck.ranks=40&o.trump=none",
    ),
    Shown("matches", "/matches/"),
    Shown("matches-none", "/matches/?preset=gingo"),
    Shown("match", "{match}", shows=".replay .card"),
    Shown("match-analysed", "{analysed}#{mistake}", shows="#h-curve"),
    Shown(
        "match-shared",
        "{match}",
        steps=(("click", "[data-act=copy]:visible"),),
        shows=".toast:not(:empty)",
    ),
    Shown("match-own", "{own}", "player", shows="#notes *"),
    Shown("leaderboard", "/leaderboard/"),
    Shown("leaderboard-bots", "/leaderboard/?pool=bots-2"),
    Shown("daily", "/daily/"),
    Shown("daily-played", "/daily/", "player"),
    Shown("puzzle", "/puzzle/", shows="button.answer-card"),
    Shown("puzzle-answered", "/puzzle/", steps=(("click", "button.answer-card"),), shows="#judged"),
    Shown("puzzle-auction", "{puzzle}", shows=".board button"),
    Shown(
        "puzzle-auction-answered",
        "{puzzle}",
        steps=(("click", ".board button"),),
        shows="#judged",
    ),
    Shown("exercises-stranger", "/exercises/"),
    Shown("exercises-none", "/exercises/", "newcomer"),
    Shown("exercises", "/exercises/", "player"),
    Shown("exercise", "{exercise}", "player"),
    Shown("player", "/players/Roble/"),
    Shown("rules", "/rules/"),
    *(Shown(f"rules-{preset}", f"/rules/{preset}/") for preset in PRESETS),
    Shown("rules-pairs", "/rules/ludoteka/?players=4&teams=pairs"),
    Shown("ruleset", "{ruleset}"),
    Shown("about", "/about/"),
    Shown("fairness", "/fairness/"),
    Shown("privacy", "/privacy/"),
    Shown("data", "/data/"),
    Shown("developers", "/developers/"),
    Shown("api", "/api/docs/"),
    Shown("api-live", "/api/asyncapi/docs/"),
    Shown("offline", "/offline/"),
    Shown("log-in", "/accounts/login/"),
    Shown("sign-up", "/accounts/signup/"),
    Shown("password-forgotten", "/accounts/password/reset/"),
    Shown("preferences", "/accounts/preferences/"),
    Shown("not-found", "/t/nothing/"),
    Shown("lobby-member", "/", "newcomer"),
    Shown("lobby-player", "/", "player"),
    Shown("player-self", "/players/Maximiliana-Pinos/", "player"),
    Shown("report", "/players/Roble/report/", "player"),
    Shown("people", "/people/", "newcomer"),
    Shown(
        "log-in-wrong",
        "/accounts/login/",
        steps=(("click", "[name=login]"), ("type", "nobody")),
        shows="",
    ),
    Shown("chips", "/chips/", "newcomer"),
    Shown("account", "/accounts/profile/", "newcomer"),
    Shown("addresses", "/accounts/email/", "newcomer"),
    Shown("password", "/accounts/password/change/", "newcomer"),
    Shown("keys", "/accounts/tokens/", "newcomer"),
    Shown("sessions", "/accounts/sessions/", "newcomer"),
    Shown("two-factors", "/accounts/2fa/", "newcomer"),
    Shown("delete", "/accounts/delete/", "newcomer"),
)
