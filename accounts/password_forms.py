"""Forms that check or set a password outside signing in."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from allauth.account.fields import PasswordField, SetPasswordField
from django import forms
from django.utils.translation import gettext_lazy as _


class ChangePasswordForm(allauth_forms.ChangePasswordForm):  # type: ignore[misc]  # no types
    """Form that changes a password: the current one, and a new one twice."""

    def clean_oldpassword(self) -> str:
        """Return the current password; wrong ones are counted as at signing in.

        Raises:
            ValidationError: the password is wrong.
            TooManyPasswordsError: there were too many wrong passwords.
        """
        password: str = self.cleaned_data["oldpassword"]
        adapter = get_adapter()
        if not adapter.reauthenticate(self.user, password):
            raise adapter.validation_error("enter_current_password")
        return password


class RecoverForm(allauth_forms.PasswordVerificationMixin, forms.Form):  # type: ignore[misc]
    """Form that sets a new password by an account's name and a printed recovery code."""

    name = forms.CharField(
        label=_("Name"),
        max_length=64,
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )
    code = forms.CharField(
        label=_("Password recovery code"),
        max_length=64,
        help_text=_("16 letters and digits; hyphens and capitals do not matter."),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        ),
    )
    password1 = SetPasswordField(label=_("New password"))
    password2 = PasswordField(label=_("New password, again"), autocomplete="new-password")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)
