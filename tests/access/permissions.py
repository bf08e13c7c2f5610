"""Who may do what, at every address of the site: the table that tests/access holds the site to.

To add a route, add a row under its name (`admin:` and `api:` before it where it is mounted there; its
route where it has no name). The test that fails without one says which. A row is made by one of

    page()      read by GET; all other methods are a 405
    view()      the same, of one of Django's classes: OPTIONS is answered
    form()      a form of one of Django's classes: GET and POST
    button()    POST alone
    anything()  answers each method alike
    read()      an address of the API that is open to everybody
    keyed()     an address of the API that needs a key

and says how each kind of visitor is answered, by a class of `rows.CLASSES`: one word for all, or
`who("ok", strangers="login", guest="signup")`: "ok" but for these. `gate` is what is asked before
the method counts. Where an address leads to something that can be in several states, the row is a
dict with a row for each state (`STATES`). A POST without a body is answered as such: "invalid", or
"moved" back to the form.

No row stands for several routes, so none can take in a new one unseen; a row without a route fails.
"""

from __future__ import annotations

from typing import Final

from tests.access.rows import Row, Who, anything, button, form, keyed, page, read, view, who

STATES: Final[dict[str, tuple[str, ...]]] = {
    "table": ("waiting", "running", "private", "today"),
    "match": ("running", "private", "today", "finished", "finished_private", "held"),
    "day": ("shown", "tomorrow"),
    "exercise": ("own_exercise",),
    "passkey": ("passkey_member", "passkey_rival"),
}
"""What an address leads to -> its states. `today` is a try at the deal of the day that runs; `held`
one that is over while others still play the same cards; `own_exercise` is one of `former`."""

ACCOUNTS: Final = who("ok", strangers="login")
"""Whoever is signed in, guests too."""
MEMBERS: Final = who("ok", strangers="login", guest="signup")
"""Whoever has an account; a guest is asked to make one first."""
CONFIRMED: Final = who("confirm", strangers="login", guest="signup", member="ok")
"""Members who typed their password just now."""
CONFIRMED_OR_GUEST: Final = who("confirm", strangers="login", guest="ok", member="ok")
"""The same, and guests, who have nothing to confirm with."""
CONFIRMED_MFA: Final = who("confirm", strangers="moved", guest="signup", member="ok")
"""The same, at pages that send strangers past the login page of allauth to the same form."""
STRANGERS: Final = who("moved", strangers="ok", guest="ok")
"""Whoever may still sign in or up; others go on to the lobby."""
WITH_APP: Final = who("confirm", strangers="login", guest="signup", administration="ok")
"""Members who have an app that makes codes; others confirm by other means."""
SEATED: Final = who("absent", seated="ok")
READERS: Final = who("refused", readers="ok")

# -- pages ---------------------------------------------------------------------------------------

PAGES: Final[dict[str, Row | dict[str, Row]]] = {
    "set_language": button(),
    "javascript-catalog": view(),
    # not set in the tests, as on a site whose operator names no contact
    "security_txt": page("absent"),
    "privacy": page(),
    "lobby": page(),
    "play_now": button(),
    "play_stop": button(),
    "games": page(),
    "table_new": page(post="invalid"),
    "table": {
        "waiting": page(),
        "running": page(),
        "private": page(SEATED),
        "today": page(SEATED),
    },
    # who may not sit down is sent to the table's page, which is not there for them
    "table_sit": dict.fromkeys(STATES["table"], button()),
    "table_qr": {
        "waiting": page(),
        "running": page("absent"),
        "private": page("absent"),
        "today": page("absent"),
    },
    "learn": page(),
    "lesson": page(),
    "rules": page(),
    "rules_preset": page(),
    "ruleset_check": page(),
    "ruleset": page(),
    "developers": page(),
    "fairness": page(),
    "data": page(),
    "data_file": page("absent"),
    "manifest": page(),
    "app_icon": page(),
    "offline": page(),
    "service_worker": page(),
    "chips": page(gate=ACCOUNTS),
    "chips_refill": button(gate=ACCOUNTS),
    "daily": page(),
    "daily_play": button(),
    "daily_day": {"shown": page(), "tomorrow": page("absent")},
    "exercises": page(),
    "exercise": {
        "own_exercise": page(who("absent", former="ok"), post=who("absent", former="moved"))
    },
    "puzzle": page(post="moved"),
    "puzzle_of": {
        "shown": page(post="moved"),
        "tomorrow": page("absent", post="absent"),
    },
    "match_list": page(),
    "match": {
        "running": page(),
        "private": page("absent"),
        "today": page("absent"),
        "finished": page(),
        "finished_private": page(),
        "held": page("moved"),
    },
    "match_record": {
        "running": page("absent"),
        "private": page("absent"),
        "today": page("absent"),
        "finished": page(),
        "finished_private": page(),
        "held": page("absent"),
    },
    "match_picture": {
        "running": page("absent"),
        "private": page("absent"),
        "today": page("absent"),
        "finished": page(),
        "finished_private": page(),
        "held": page("absent"),
    },
    "match_analyse": {
        "running": button("absent"),
        "private": button("absent"),
        "today": button("absent"),
        "finished": button(),
        "finished_private": button(),
        "held": button("absent"),
    },
    "match_variation": {
        "running": page("absent"),
        "private": page("absent"),
        "today": page("absent"),
        "finished": page("invalid"),
        "finished_private": page("invalid"),
        "held": page("absent"),
    },
    "match_note": {
        **dict.fromkeys(
            ("running", "private", "today", "held"),
            button(who("absent", strangers="refused"), body="place=d1t1c1&text=mine"),
        ),
        **dict.fromkeys(
            ("finished", "finished_private"),
            button(who("ok", strangers="refused"), body="place=d1t1c1&text=mine"),
        ),
    },
    "player": page(),
    "leaderboard": page(),
    "people": page(),
    "follow": button(),
    "unfollow": button(),
    "block": button(),
    "unblock": button(),
    "report": page(
        who("ok", strangers="login", guest="login"),
        post=who("ok", strangers="login", guest="login"),
    ),
}

# -- accounts ------------------------------------------------------------------------------------

ACCOUNT_PAGES: Final[dict[str, Row | dict[str, Row]]] = {
    "account_guest": button(),
    "account_login": form(gate=STRANGERS),
    "account_signup": form(gate=STRANGERS),
    "account_logout": Row(get=who("ok", strangers="moved"), post="moved", options="ok"),
    "account_inactive": view(),
    "account_reauthenticate": form(gate=MEMBERS),
    "account_email": form("moved", gate=CONFIRMED),
    "account_email_verification_sent": view(),
    "account_confirm_email": view(post="absent"),
    "account_change_password": form(gate=CONFIRMED),
    "account_set_password": anything("moved", gate=CONFIRMED),
    "account_reset_password": form(),
    "account_reset_password_done": view(),
    # a link that is none is told so, however it is asked for
    "account_reset_password_from_key": anything("ok"),
    "account_reset_password_from_key_done": view(),
    "account_confirm_login_code": anything(who("moved", strangers="login")),
    "accounts_profile": page(gate=ACCOUNTS, post="invalid"),
    "accounts_who": page(),
    "accounts_delete": page(gate=CONFIRMED_OR_GUEST, post="invalid"),
    "accounts_export": page(gate=CONFIRMED_OR_GUEST),
    "accounts_tokens": page(gate=MEMBERS),
    "accounts_token_new": page(gate=CONFIRMED, post="invalid"),
    "accounts_token_revoke": button(gate=MEMBERS),
    "accounts_activity": page(gate=MEMBERS),
    "accounts_not_me": page(gate=CONFIRMED, post="moved"),
    "accounts_recovery_codes": page(gate=CONFIRMED, post="ok"),
    "accounts_recover": page(STRANGERS, post=who("moved", strangers="invalid", guest="invalid")),
    "accounts_bot": page(gate=CONFIRMED, post="invalid"),
    "preferences": page(post="invalid"),
    "push": page(gate=ACCOUNTS, post="invalid", delete="invalid"),
    "usersessions_list": form("moved", gate=ACCOUNTS),
    "mfa_index": view(gate=MEMBERS),
    "mfa_authenticate": anything(who("moved", strangers="login")),
    "mfa_reauthenticate": form(gate=WITH_APP),
    "mfa_activate_totp": form(gate=CONFIRMED_MFA),
    "mfa_deactivate_totp": anything("absent", gate=CONFIRMED),
    "mfa_view_recovery_codes": view("absent", gate=CONFIRMED),
    "mfa_generate_recovery_codes": form("moved", gate=CONFIRMED_MFA),
    "mfa_download_recovery_codes": anything("absent", gate=CONFIRMED),
    "mfa_list_webauthn": view(gate=CONFIRMED),
    "mfa_add_webauthn": form(gate=CONFIRMED_MFA),
    "mfa_reauthenticate_webauthn": form("confirm", gate=CONFIRMED),
    "mfa_login_webauthn": form("login", get="login", gate=STRANGERS),
    "mfa_remove_webauthn": {
        "passkey_member": form("moved", gate=CONFIRMED_MFA, put="method", delete="moved"),
        "passkey_rival": form(
            "absent", gate=CONFIRMED_MFA, get="absent", put="method", delete="absent"
        ),
    },
    "mfa_edit_webauthn": {
        "passkey_member": form(gate=CONFIRMED_MFA),
        "passkey_rival": form("absent", gate=CONFIRMED_MFA, get="absent"),
    },
}

# -- the API -------------------------------------------------------------------------------------

IN_MATCHES: Final = {
    "running": read("conflict"),
    "private": read("absent"),
    "today": read("absent"),
    "finished": read(),
    "finished_private": read(),
    "held": read("absent"),
}
"""The parts of a match: told when it is over and shown."""
LIVE: Final = dict.fromkeys(STATES["table"], keyed(live=True))

API: Final[dict[str, Row | dict[str, Row]]] = {
    "api:schema": read(),
    "api:asyncapi": read(),
    "api:live": page(),
    "api:docs": page(),
    "api:docs_page": page(),
    "api:play_account": keyed(get=who("ok")),
    "api:play_exercises": keyed(get=READERS, post=who("refused", readers="method")),
    "api:play_exercise": {
        "own_exercise": keyed(
            get=who("refused", readers="absent"), post=who("refused", readers="absent")
        )
    },
    "api:play_puzzle": {
        "shown": keyed(
            get=who("refused", readers="method"), post=who("refused", readers="invalid")
        ),
        "tomorrow": keyed(
            get=who("refused", readers="method"), post=who("refused", readers="absent")
        ),
    },
    "api:play_tables": keyed(get=READERS, post=who("refused", robot_tables="invalid")),
    "api:play_stream": keyed(live=True),
    "api:play_table": LIVE,
    "api:play_messages": LIVE,
    "api:dumps": read(),
    "api:players": read(),
    "api:player": read(),
    "api:player_stats": read(),
    "api:player_months": read(),
    "api:player_days": read(),
    "api:openings": read(),
    "api:partners": read(),
    "api:rivals": read(),
    "api:head_to_head": read(),
    "api:ratings": read(),
    "api:rating_history": read(),
    "api:accuracy": read(),
    "api:mistakes": read(),
    "api:player_matches": read(),
    "api:player_teams": read(),
    "api:teams": read(),
    "api:team": read(),
    "api:team_matches": read(),
    "api:team_stats": read(),
    "api:team_months": read(),
    "api:matches": read(),
    "api:match": {**IN_MATCHES, "running": read()},
    "api:record": IN_MATCHES,
    "api:analysis": {**IN_MATCHES, "finished_private": read("absent")},
    "api:match_tricks": IN_MATCHES,
    "api:deals": IN_MATCHES,
    "api:deal": IN_MATCHES,
    "api:tricks": IN_MATCHES,
    "api:export": read(),
    "api:leaderboards": read(),
    "api:leaderboard": read(),
    "api:team_leaderboard": read(),
    "api:site_stats": read(),
    "api:site_days": read(),
    "api:pool_stats": read(),
    "api:pool_months": read(),
    "api:daily_deals": read(),
    "api:daily_results": {"shown": read(), "tomorrow": read("absent")},
    "api:puzzles": read(),
    "api:api_puzzle": {"shown": read(), "tomorrow": read("absent")},
    "api:fairness": read(),
    "api:presets": read(),
    "api:rulesets": read(),
    "api:ruleset": read(),
    "api:readable_rules": read(),
    "api:ruleset_stats": read(),
    "api:ruleset_months": read(),
    "api/.*/": anything("absent", cookies=False),
}

# -- the admin -----------------------------------------------------------------------------------

STAFF_ONLY: Final = who("moved", administration="ok")
"""Others are sent to the page to sign in, which refuses who is signed in already."""
NOBODY: Final = who("refused")
SUPERUSERS: Final = who("refused", superuser="ok")
MODERATORS: Final = who("refused", moderators="ok")

ADMIN: Final[dict[str, Row | dict[str, Row]]] = {
    "admin:index": anything("ok", gate=STAFF_ONLY),
    # who is signed in and is no staff is told so; all others go where everybody signs in
    "admin:login": anything(
        who("refused", strangers="moved", administration="moved", stepless_superuser="moved")
    ),
    "admin:logout": Row(
        gate=who("moved", administration="ok", stepless_superuser="ok"), post="ok", options="ok"
    ),
    "admin:password_change": anything("moved", gate=STAFF_ONLY),
    "admin:password_change_done": anything("moved", gate=STAFF_ONLY),
    "admin:autocomplete": view("refused", gate=STAFF_ONLY),
    "admin:jsi18n": view(gate=STAFF_ONLY),
    "admin:view_on_site": anything("absent", gate=STAFF_ONLY),
    "admin:app_list": anything(who("absent", moderators="ok"), gate=STAFF_ONLY),
    "admin/(?P<url>.*)": anything("absent", gate=STAFF_ONLY),
    "admin:accounts_user_bar": anything(
        MODERATORS, gate=STAFF_ONLY, post=who("refused", moderators="invalid")
    ),
    "admin:accounts_user_lift": anything(
        MODERATORS, gate=STAFF_ONLY, post=who("refused", moderators="moved")
    ),
}
"""Pages of the admin that belong to no model."""

MODELS: Final[dict[str, dict[str, Who]]] = {
    "auth_group": {"look": SUPERUSERS, "add": SUPERUSERS, "change": SUPERUSERS, "delete": SUPERUSERS},
    "account_emailaddress": {
        "look": SUPERUSERS, "add": SUPERUSERS, "change": SUPERUSERS, "delete": SUPERUSERS,
    },
    "mfa_authenticator": {
        "look": SUPERUSERS, "add": NOBODY, "change": NOBODY, "delete": SUPERUSERS,
    },
    "usersessions_usersession": {
        "look": SUPERUSERS, "add": SUPERUSERS, "change": SUPERUSERS, "delete": SUPERUSERS,
    },
    "axes_accessattempt": {
        "look": SUPERUSERS, "add": NOBODY, "change": SUPERUSERS, "delete": SUPERUSERS,
    },
    "axes_accesslog": {
        "look": SUPERUSERS, "add": NOBODY, "change": SUPERUSERS, "delete": SUPERUSERS,
    },
    "axes_accessfailurelog": {
        "look": SUPERUSERS, "add": NOBODY, "change": SUPERUSERS, "delete": SUPERUSERS,
    },
    "accounts_user": {
        "look": MODERATORS,
        "add": NOBODY,
        "change": SUPERUSERS,
        "delete": SUPERUSERS,
    },
    "games_player": {"look": MODERATORS, "add": NOBODY, "change": NOBODY, "delete": NOBODY},
    "games_team": {"look": SUPERUSERS, "add": NOBODY, "change": SUPERUSERS, "delete": NOBODY},
    "games_table": {"look": SUPERUSERS, "add": NOBODY, "change": SUPERUSERS, "delete": NOBODY},
    "games_match": {"look": SUPERUSERS, "add": NOBODY, "change": NOBODY, "delete": NOBODY},
    "games_seat": {"look": SUPERUSERS, "add": NOBODY, "change": NOBODY, "delete": NOBODY},
    "games_deal": {"look": SUPERUSERS, "add": NOBODY, "change": NOBODY, "delete": NOBODY},
    "games_trick": {"look": SUPERUSERS, "add": NOBODY, "change": NOBODY, "delete": NOBODY},
    "games_ruleset": {"look": SUPERUSERS, "add": NOBODY, "change": NOBODY, "delete": NOBODY},
    "games_playerfigures": {"look": SUPERUSERS, "add": NOBODY, "change": NOBODY, "delete": NOBODY},
    "games_teamfigures": {"look": SUPERUSERS, "add": NOBODY, "change": NOBODY, "delete": NOBODY},
    "games_chiptransfer": {"look": SUPERUSERS, "add": NOBODY, "change": NOBODY, "delete": NOBODY},
    "games_chipaccount": {"look": SUPERUSERS, "add": NOBODY, "change": NOBODY, "delete": NOBODY},
    "games_silence": {
        "look": MODERATORS, "add": MODERATORS, "change": MODERATORS, "delete": MODERATORS,
    },
    "games_report": {"look": MODERATORS, "add": NOBODY, "change": MODERATORS, "delete": NOBODY},
}  # fmt: skip
"""Model of the admin -> who may look at its rows, add, change and delete them."""
POSTED: Final[dict[str, str | Who]] = {
    "accounts_user": "moved",
    "axes_accessattempt": "moved",
    "axes_accesslog": "moved",
    "axes_accessfailurelog": "moved",
}
"""Models of which an empty form is a good one: who changes a row is sent to the list."""


def model_rows(model: str, may: dict[str, Who]) -> dict[str, Row]:
    """The rows of a model's pages: list, history, add, change, delete, and the way to the row."""
    posted = POSTED.get(model, "ok")
    change = may["change"]
    saved = {
        one: (posted if isinstance(posted, str) else posted[one])
        if change[one] == "ok"
        else "refused"
        for one in change
    }
    return {
        f"admin:{model}_changelist": anything(may["look"], gate=STAFF_ONLY),
        f"admin:{model}_history": anything(may["look"], gate=STAFF_ONLY),
        f"admin:{model}_add": anything(may["add"], gate=STAFF_ONLY),
        f"admin:{model}_change": anything(may["look"], gate=STAFF_ONLY, post=saved),
        f"admin:{model}_delete": anything(may["delete"], gate=STAFF_ONLY),
        f"admin/{model.replace('_', '/')}/<path:object_id>/": anything(
            "moved", gate=STAFF_ONLY, trace="method"
        ),
    }


PERMISSIONS: Final[dict[str, Row | dict[str, Row]]] = {
    **PAGES,
    **ACCOUNT_PAGES,
    **API,
    **ADMIN,
    **{name: row for model, may in MODELS.items() for name, row in model_rows(model, may).items()},
}

# -- what is answered before Django, and sockets --------------------------------------------------

OPERATIONS: Final[dict[str, Row]] = {
    "/healthz": Row(get="ok"),
    "/readyz": Row(get="ok"),
    # for this machine itself, or by the operator's token: never for a visitor from elsewhere
    "/metrics": Row(get="absent"),
}

LIVE_PATH: Final[dict[str, dict[str, Row]]] = {
    "/api/v1/play/stream/": {"": keyed(get=READERS, head=who("refused", readers="method"))},
    "/api/v1/play/tables/{table}/": {
        "waiting": keyed(get=READERS),
        "running": keyed(get=READERS),
        "private": keyed(get=who("refused", readers="absent")),
        "today": keyed(get=who("refused", readers="absent")),
    },
    "/api/v1/play/tables/{table}/messages/": {
        "waiting": keyed(post="refused"),
        "running": keyed(post=who("refused", robot_tables="conflict")),
        "private": keyed(post="absent"),
        "today": keyed(post="absent"),
    },
}
"""Addresses of the API that ask the live path, by keys of those who do not sit there."""

SOCKETS: Final[dict[str, dict[str, Who]]] = {
    "ws/table/<slug:public_id>/": {
        "waiting": who("ok"),
        "running": who("ok"),
        "private": who("absent", seated="ok"),
        "today": who("absent", seated="ok"),
    },
    "ws/review/<slug:match>/<slug:key>/": {
        "running": who("absent"),
        "private": who("absent"),
        "today": who("absent"),
        "finished": who("ok"),
        "finished_private": who("ok"),
        "held": who("absent"),
    },
    "ws/lobby/": {"": who("ok")},
    "": {"": who("refused")},
}
"""Route of a socket -> state -> whether it stays open; the last one takes every other address."""
