"""URL patterns of accounts, which come before those of allauth at the same address."""

from __future__ import annotations

from django.urls import path

from accounts import (
    activity_pages,
    preference_pages,
    push_pages,
    recovery_pages,
    simple_view,
    token_views,
    views,
)

urlpatterns = [
    path("guest/", views.guest, name="account_guest"),
    path("profile/", views.profile, name="accounts_profile"),
    path("preferences/", preference_pages.preferences, name="preferences"),
    path("view/", simple_view.choose_view, name="simple_view"),
    path("push/", push_pages.push, name="push"),
    path("who/", preference_pages.who, name="accounts_who"),
    path("delete/", views.delete, name="accounts_delete"),
    path("export/", views.export, name="accounts_export"),
    path("tokens/", token_views.tokens, name="accounts_tokens"),
    path("tokens/new/", token_views.token_new, name="accounts_token_new"),
    path("tokens/revoke/", token_views.token_revoke, name="accounts_token_revoke"),
    path("activity/", activity_pages.activity, name="accounts_activity"),
    path("activity/not-me/", activity_pages.not_me, name="accounts_not_me"),
    path("recovery-codes/", recovery_pages.recovery_codes, name="accounts_recovery_codes"),
    path("recover/", recovery_pages.recover, name="accounts_recover"),
    path("bot/", token_views.bot, name="accounts_bot"),
    path("login/", views.LoginView.as_view(), name="account_login"),
    path("signup/", views.SignupView.as_view(), name="account_signup"),
    path("email/", views.EmailView.as_view(), name="account_email"),
    path(
        "2fa/webauthn/reauthenticate/",
        views.PasskeyReauthenticateView.as_view(),
        name="mfa_reauthenticate_webauthn",
    ),
    path("2fa/webauthn/login/", views.PasskeyLoginView.as_view(), name="mfa_login_webauthn"),
]
