"""Every page beside the table: where it is, and who may see it."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.engine import PRESETS


class Shown(NamedTuple):
    """A page: its name for files, its address, and whether one has to be signed in for it."""

    name: str
    path: str
    member: bool = False


PAGES: Final = (
    Shown("lobby", "/"),
    Shown("learn", "/learn/"),
    Shown("open-a-table", "/tables/new/"),
    Shown(
        "open-a-table-changed",
        "/tables/new/?preset=doncomos&players=4&o.talk.mode=senas&o.open_hands=true",
    ),
    Shown("matches", "/matches/"),
    Shown("match", "{match}"),
    Shown("leaderboard", "/leaderboard/"),
    Shown("player", "/players/Roble/"),
    Shown("rules", "/rules/"),
    *(Shown(f"rules-{preset}", f"/rules/{preset}/") for preset in PRESETS),
    Shown("rules-pairs", "/rules/ludoteka/?players=4&teams=pairs"),
    Shown("ruleset", "{ruleset}"),
    Shown("fairness", "/fairness/"),
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
    Shown("lobby-member", "/", member=True),
    Shown("people", "/people/", member=True),
    Shown("chips", "/chips/", member=True),
    Shown("account", "/accounts/profile/", member=True),
    Shown("addresses", "/accounts/email/", member=True),
    Shown("password", "/accounts/password/change/", member=True),
    Shown("keys", "/accounts/tokens/", member=True),
    Shown("sessions", "/accounts/sessions/", member=True),
    Shown("two-factors", "/accounts/2fa/", member=True),
    Shown("delete", "/accounts/delete/", member=True),
)
