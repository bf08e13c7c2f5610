"""Pages of password recovery codes: making codes, and setting a password with one."""

from __future__ import annotations

from allauth.account.adapter import get_adapter
from allauth.account.utils import perform_login
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods

from accounts.activity import origin_of
from accounts.allauth_private import record_authentication
from accounts.devices import remember_device
from accounts.limits import count
from accounts.models import RecoveryCode, User
from accounts.password_forms import RecoverForm
from accounts.recovery import (
    WrongCodeError,
    codes_left,
    create_recovery_codes,
    find_recovery_code,
    recover_account,
)
from accounts.services import member_of, sign_out_guest
from brisca_site.base.site_address import site_address


@login_required
@never_cache
@sensitive_variables("codes")
@require_http_methods(["GET", "HEAD", "POST"])
def recovery_codes(request: HttpRequest) -> HttpResponse:
    """Show the number of unused recovery codes; a POST makes new ones, shown only this once."""
    user = member_of(request)
    if request.method != "POST":
        return render(request, "accounts/recovery_codes.html", {"left": codes_left(user)})
    codes = create_recovery_codes(user=user, origin=origin_of(request))
    recover_url = site_address(request, reverse("accounts_recover"))
    context = {"member": user, "codes": codes, "recover_url": recover_url}
    return render(request, "accounts/recovery_codes_made.html", context)


@sensitive_post_parameters("code", "password1", "password2")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def recover(request: HttpRequest) -> HttpResponse:
    """Set a new password by a name and a recovery code, then sign in, by a second factor if any.

    Wrong pairs are counted by address, and a correct pair always works: nobody can lock others out,
    and 80 bits are not guessed. The page does not say which of name and code is wrong.

    Raises:
        TooManyError: the visitor is at the limit `recover`.
    """
    if request.user.is_authenticated and not member_of(request).is_guest:
        return redirect("accounts_profile")
    form = RecoverForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        fields = form.cleaned_data
        recovery_code = find_recovery_code(name=fields["name"], code=fields["code"])
        if recovery_code is None:
            count(request, "recover")
            form.add_error(None, _("No account has this name and this unused code."))
        elif _suits(form, recovery_code.user):
            return _recovered(request, form, recovery_code)
    status = 422 if form.errors else 200
    return render(request, "accounts/recover.html", {"form": form}, status=status)


def _suits(form: RecoverForm, user: User) -> bool:
    """Return whether the new password is good enough; else add an error to the form."""
    try:
        get_adapter().clean_password(form.cleaned_data["password1"], user=user)
    except ValidationError as error:
        form.add_error("password1", error)
        return False
    return True


def _recovered(request: HttpRequest, form: RecoverForm, found: RecoveryCode) -> HttpResponse:
    """Set the new password and sign in; show the form again if the code was used meanwhile."""
    password = form.cleaned_data["password1"]
    try:
        user = recover_account(found=found, password=password, origin=origin_of(request))
    except WrongCodeError:  # used at the same moment
        form.add_error(None, _("No account has this name and this unused code."))
        return render(request, "accounts/recover.html", {"form": form}, status=422)
    if request.user.is_authenticated:  # a guest, whose session would take the second step along
        sign_out_guest(request)
    get_adapter(request).send_notification_mail("account/email/password_reset", user)
    remember_device(request, user)
    messages.success(request, _("Your password is new."))
    record_authentication(request, user, method="recovery_code")
    response: HttpResponse = perform_login(request, user, redirect_url=reverse("accounts_profile"))
    return response
