"""Forms of accounts."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from allauth.core import context
from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.emails import counting_address, nobody
from accounts.faces import FACE_NAMES
from accounts.models import Scope, User
from accounts.names import checked_name
from accounts.passwords import password_hint
from accounts.signup_bans import SignupBannedError, ban_words, check_email_domain, check_visitor
from accounts.tokens import KEY_LIFETIMES_DAYS


class LoginForm(allauth_forms.LoginForm):  # type: ignore[misc]  # allauth has no types
    """Form to sign in by name or e-mail address, and password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Name or e-mail")
        self.fields["login"].widget.attrs["autocomplete"] = "username"
        self.fields["password"].label = _("Password")
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)


class FaceSelect(forms.RadioSelect):
    """Radio widget to choose a face, drawn beside each button by `_components/field.html`."""

    shows_faces = True


class SignupForm(allauth_forms.SignupForm):  # type: ignore[misc]  # allauth has no types
    """Form to register with a name, a password, and an optional tile and e-mail address."""

    field_order = ["username", "password1", "face", "email"]

    face = forms.ChoiceField(
        label=_("Your tile"),
        required=False,
        choices=list(FACE_NAMES.items()),
        widget=FaceSelect,
        help_text=_("Your face at the table. If you choose none, it comes from your name."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Name")
        self.fields["username"].help_text = _(
            "2 to 24 letters, digits, spaces, hyphens, dots or underscores. Everybody sees it."
        )
        self.fields["password1"].help_text = password_hint()
        self.fields["email"].label = _("E-mail")
        self.fields["email"].help_text = _("To set a new password if you forget yours.")
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)

    def clean_email(self) -> str:
        """Check the typed e-mail address; return it in the form in which it is stored.

        Raises:
            ValidationError: its domain is banned.
        """
        email: str = super().clean_email()
        check_email_domain(email)
        return email

    def clean(self) -> dict[str, Any]:
        """Return the values of the sign-up form, if the visitor may sign up.

        Raises:
            ValidationError: the visitor's IP address is banned for now.
        """
        data: dict[str, Any] = super().clean()
        try:
            check_visitor(context.request)
        except SignupBannedError as error:
            raise ValidationError(ban_words(error.ban), code="banned_address") from error
        return data


class AddEmailForm(allauth_forms.AddEmailForm):  # type: ignore[misc]  # allauth has no types
    """Form to add an e-mail address to an account, or to change it."""

    def clean_email(self) -> str:
        """Check the typed e-mail address; return it in the form in which it is stored.

        Raises:
            ValidationError: its domain is banned, or the account has the address already.
        """
        email: str = super().clean_email()
        check_email_domain(email)
        return email


class ResetPasswordForm(allauth_forms.ResetPasswordForm):  # type: ignore[misc]  # allauth, no types
    """Form to ask for a link that sets a new password, by e-mail address."""

    def clean_email(self) -> str:
        """Return the address to write to, in the account's spelling if it belongs to an account.

        If it belongs to no account, the mail is rendered for `nobody` and not sent, so that the
        response takes as long.
        """
        email: str = self.cleaned_data["email"]
        address = counting_address(email)
        if address is None or not address.user.is_active:
            self.users = [nobody()]
            return email
        self.users = [address.user]
        return str(address.email)


class PasskeyForm(AddWebAuthnForm):  # type: ignore[misc]  # allauth has no types
    """Form to name a new passkey, and to choose whether it signs in without a password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].help_text = _("So that you know it among others.")
        passwordless = self.fields["passwordless"]
        passwordless.initial = True
        passwordless.label = _("Enter without a password")
        passwordless.help_text = _("The device then asks for your finger, your face or its PIN.")


class GuestForm(forms.Form):
    """Form with the optional name of a new guest."""

    name = forms.CharField(
        label=_("What shall we call you?"),
        max_length=24,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )

    def clean_name(self) -> str:
        """Check the typed name; return it in the form in which it is stored, "" for none.

        Raises:
            ValidationError: the name is malformed, reserved or taken.
        """
        name: str = self.cleaned_data["name"]
        return checked_name(name) if name else ""


class ProfileForm(forms.Form):
    """Form with the name, face and language of an account."""

    name = forms.CharField(
        label=_("Name"),
        max_length=24,
        help_text=_(
            "2 to 24 letters, digits, spaces, hyphens, dots or underscores. Everybody sees it."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    face = forms.ChoiceField(
        label=_("Your face at the table"),
        required=False,
        choices=list(FACE_NAMES.items()),
        widget=FaceSelect,
    )
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_name(self) -> str:
        """Check the typed name; return it in the form in which it is stored.

        Raises:
            ValidationError: the name is malformed, reserved or taken.
        """
        return checked_name(self.cleaned_data["name"], user=self.user)


class TokenForm(forms.Form):
    """Form for a new API key: its name, scopes and lifetime."""

    name = forms.CharField(
        label=_("What it is for"), max_length=40, widget=forms.TextInput({"autocomplete": "off"})
    )
    scopes = forms.MultipleChoiceField(
        label=_("What it may do"), choices=Scope.choices, widget=forms.CheckboxSelectMultiple
    )
    days = forms.TypedChoiceField(
        label=_("How long it lasts"), coerce=int, initial=30, widget=forms.RadioSelect
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        days = self.fields["days"]
        assert isinstance(days, forms.ChoiceField)
        days.choices = [
            (number, ngettext("%(n)s day", "%(n)s days", number) % {"n": number})
            for number in KEY_LIFETIMES_DAYS
        ]


class ConfirmationForm(forms.Form):
    """Form that confirms a change for ever by typing the name of the account."""

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.fields["name"] = forms.CharField(
            label=_t("Your name, %(name)s, to be sure") % {"name": user.username},
            widget=forms.TextInput(attrs={"autocomplete": "off"}),
        )

    def clean_name(self) -> str:
        """Check that the typed name is the account's; return it.

        Raises:
            ValidationError: the text is not the name of the account.
        """
        name: str = self.cleaned_data["name"]
        if name.strip().casefold() != self.user.username.casefold():
            raise ValidationError(_("That is not your name."))
        return name


class DeleteForm(ConfirmationForm):
    """Form that confirms the deletion of an account, by its password or else by its name."""

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, user=user, **kwargs)
        if user.has_usable_password():
            del self.fields["name"]
            self.fields["password"] = forms.CharField(
                label=_("Password"),
                strip=False,
                widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
            )

    def clean_password(self) -> str:
        """Check the typed password of the account; return it.

        Raises:
            ValidationError: the password is wrong.
            TooManyPasswordsError: there were too many wrong passwords.
        """
        password: str = self.cleaned_data["password"]
        # Through the adapter, so that guessing here is counted as it is when signing in.
        if not get_adapter().reauthenticate(self.user, password):
            raise ValidationError(_("That is not your password."))
        return password
