"""Who may do what at the pages of accounts."""

from __future__ import annotations

from typing import Final

from tests.access.permissions.audience import (
    ACCOUNTS,
    CONFIRMED,
    CONFIRMED_MFA,
    CONFIRMED_OR_GUEST,
    MEMBERS,
    STRANGERS,
    WITH_APP,
)
from tests.access.rows import Row, anything, button, form, page, view, who

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
    "simple_view": button(),
    "push": page(gate=ACCOUNTS, post="invalid", delete="invalid"),
    "usersessions_list": form("moved", gate=CONFIRMED_OR_GUEST),
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
