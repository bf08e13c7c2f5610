"""Routes of accounts; those of allauth follow, so that ours win where they share an address."""

from __future__ import annotations

from django.urls import path

from accounts import views

urlpatterns = [
    path("guest/", views.guest, name="account_guest"),
    path("profile/", views.profile, name="accounts_profile"),
    path("delete/", views.delete, name="accounts_delete"),
    path("export/", views.export, name="accounts_export"),
    path("login/", views.LoginView.as_view(), name="account_login"),
    path("signup/", views.SignupView.as_view(), name="account_signup"),
    path("2fa/webauthn/login/", views.PasskeyLoginView.as_view(), name="mfa_login_webauthn"),
]
