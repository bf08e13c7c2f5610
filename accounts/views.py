"""Pages of accounts: log-in, profile, download of data, deletion."""

from __future__ import annotations

from typing import Any, Final

from allauth.account import views as account_views
from allauth.account.mixins import RedirectAuthenticatedUserMixin
from allauth.account.models import EmailAddress
from allauth.account.utils import get_next_redirect_url
from allauth.mfa.utils import is_mfa_enabled
from allauth.mfa.webauthn import views as webauthn_views
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views import i18n
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.generic import View

from accounts.activity import origin_of
from accounts.adapters import guest_of, remember_language, say_link_is_sent
from accounts.export import export_account
from accounts.faces import face_of
from accounts.forms import DeleteForm, GuestForm, LoginForm, ProfileForm, SignupForm
from accounts.guest_names import is_given
from accounts.models import User
from accounts.recovery import codes_left
from accounts.services import (
    NameTakenError,
    NotAGuestError,
    close_account,
    ensure_user,
    member_of,
    rename_account,
    set_account_face,
    set_account_language,
    sign_out_guest,
)


class GuestsMayEnter(RedirectAuthenticatedUserMixin):  # type: ignore[misc]  # allauth, no types
    """Mixin of views that lets guests reach the log-in and sign-up pages, although signed in."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """Answer a request; redirect signed-in members away from the page."""
        if guest_of(request) is not None:
            return super(RedirectAuthenticatedUserMixin, self).dispatch(request, *args, **kwargs)
        return super().dispatch(request, *args, **kwargs)


class LoginView(account_views.LoginView, GuestsMayEnter):  # type: ignore[misc]  # no types
    """Page to sign in: as a guest, by password, or by passkey."""

    def form_valid(self, form: LoginForm) -> HttpResponse:
        """Sign the visitor in after a correct password; a guest is signed out first."""
        if guest_of(self.request) is not None:
            # The second factor is asked of strangers only, so the guest leaves before.
            sign_out_guest(self.request)
        response: HttpResponse = super().form_valid(form)
        return response

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Add the guest form and the page to return to, for the template of the sign-in page."""
        kwargs.setdefault("guest_form", GuestForm(auto_id="guest-%s"))
        context: dict[str, Any] = super().get_context_data(**kwargs)
        context["next"] = get_next_redirect_url(self.request) or ""
        return context


class SignupView(account_views.SignupView, GuestsMayEnter):  # type: ignore[misc]  # no types
    """Page to create an account; a guest who is signed in becomes a member.

    With `check` in the form nothing is created: the answer is 204, or the page with the errors.
    """

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Create the account from the posted form, or with `check` in the form only validate it."""
        if "check" not in request.POST:
            created: HttpResponse = super().post(request, *args, **kwargs)
            return created
        form = self.get_form()
        if form.is_valid():
            return HttpResponse(status=204)
        wrong: HttpResponse = self.form_invalid(form)
        return wrong

    def form_valid(self, form: SignupForm) -> HttpResponse:
        """Create the account; the form shows an error if the name was taken meanwhile."""
        try:
            response: HttpResponse = super().form_valid(form)
        except IntegrityError:  # taken since it was checked
            form.add_error("username", _("That name is taken."))
            response = self.form_invalid(form)
        except NotAGuestError:  # sent twice
            response = redirect(get_next_redirect_url(self.request) or "/")
        return response

    def get_initial(self) -> dict[str, Any]:
        """Return the sign-up form's first values: the guest's face, and the name they have chosen."""
        initial: dict[str, Any] = super().get_initial()
        guest = guest_of(self.request)
        if guest is not None:
            initial["face"] = guest.face or face_of(guest.username)
            if not is_given(guest.username):
                initial["username"] = guest.username
        return initial


class PasskeyLoginView(webauthn_views.LoginWebAuthnView):  # type: ignore[misc]  # no types
    """View that signs in by passkey, also from a guest's session."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """Answer guests too, whom the library would send away as signed in."""
        if guest_of(request) is None:
            return super().dispatch(request, *args, **kwargs)
        # Past what sends away whoever is signed in.
        return View.dispatch(self, request, *args, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        """Sign the visitor in by passkey; a guest is signed out first."""
        if guest_of(self.request) is not None:
            # Signing in from another's session would forget how it was authenticated.
            sign_out_guest(self.request)
        response: HttpResponse = super().form_valid(form)
        return response


class PasskeyReauthenticateView(webauthn_views.ReauthenticateWebAuthnView):  # type: ignore[misc]
    """View that authenticates again by passkey."""

    def form_invalid(self, form: Any) -> HttpResponse:
        """After a wrong passkey, redirect to the same page with the error, to try again."""
        super().form_invalid(form)
        return redirect(self.passthrough_next_url(reverse("mfa_reauthenticate_webauthn")))


EMAIL_ACTIONS: Final = ("action_add", "action_send", "action_remove", "action_primary")
"""Names of the buttons of the page with e-mail addresses, in the order in which allauth looks."""


class EmailView(account_views.EmailView):  # type: ignore[misc]  # allauth has no types
    """Page with the e-mail addresses of an account."""

    def form_valid(self, form: Any) -> HttpResponse:
        """Add an e-mail address; the message is the same whether or not others use it."""
        response: HttpResponse = super().form_valid(form)
        say_link_is_sent(self.request, form.cleaned_data["email"])
        return response

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Add, confirm, remove or choose an e-mail address, unless `_refuses` forbids that."""
        if self._refuses(request):
            return redirect(self.success_url)
        response: HttpResponse = super().post(request, *args, **kwargs)
        return response

    def _refuses(self, request: HttpRequest) -> bool:
        """Return True if the posted action is impossible for its e-mail address.

        Only an unconfirmed address is sent a link, and the visitor is told so even if no link was
        sent, as the last is recent. Only a confirmed address becomes the main one (see
        `accounts.emails`).
        """
        action = next((name for name in EMAIL_ACTIONS if name in request.POST), None)
        if action not in {"action_send", "action_primary"}:
            return False
        email = request.POST.get("email", "").lower()
        address = EmailAddress.objects.filter(user_id=request.user.pk, email=email).first()
        if action == "action_send":
            if address is None or address.verified:
                return True
            say_link_is_sent(request, address.email)
        elif address is not None and not address.verified:
            messages.error(request, _("Confirm the address first."))
            return True
        return False


@require_POST
@never_cache
def guest(request: HttpRequest) -> HttpResponse:
    """Make a stranger a guest who is signed in, and redirect to the page `next`.

    Raises:
        SignupBannedError: nobody becomes a guest from the address for now.
        TooManyGuestsError: the address creates guests faster than the limit `guest`.
    """
    form = GuestForm(request.POST, auto_id="guest-%s")
    if request.user.is_authenticated or form.is_valid():
        name = "" if request.user.is_authenticated else form.cleaned_data["name"]
        try:
            ensure_user(request, name=name)
        except IntegrityError:  # taken since it was checked
            form.add_error("name", _("That name is taken."))
        else:
            return redirect(get_next_redirect_url(request) or "/")
    page = LoginView()
    page.setup(request)
    context = page.get_context_data(form=LoginForm(request=request), guest_form=form)
    return render(request, "account/login.html", context, status=422)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    """Show the visitor's account, or store name, face and language."""
    user = member_of(request)
    if request.method == "POST":
        form = ProfileForm(request.POST, user=user)
        if form.is_valid() and _save_profile(user, form):
            language = form.cleaned_data["language"]
            with override(language):
                messages.success(request, _("Saved."))
            response = redirect("accounts_profile")
            remember_language(response, language)
            return response
    else:
        language = get_language() or user.language
        face = user.face or face_of(user.username)
        initial = {"name": user.username, "face": face, "language": language}
        form = ProfileForm(user=user, initial=initial)
    address = EmailAddress.objects.filter(user=user, primary=True).first()
    return render(
        request,
        "accounts/profile.html",
        {
            "form": form,
            "member": user,
            "address": address,
            "second_factor": is_mfa_enabled(user),
            "codes_left": codes_left(user).unused,
        },
        status=422 if form.errors else 200,
    )


def _save_profile(user: User, form: ProfileForm) -> bool:
    """Save the changed fields of a profile; return False if the name was taken meanwhile."""
    name, language = form.cleaned_data["name"], form.cleaned_data["language"]
    if name != user.username:
        try:
            rename_account(user=user, name=name)
        except NameTakenError:
            form.add_error("name", _("That name is taken."))
            return False
    face = form.cleaned_data["face"]
    if face and face != (user.face or face_of(user.username)):
        set_account_face(user=user, face=face)
    if language != user.language:
        set_account_language(user=user, language=language)
    return True


@require_POST
@never_cache
def choose_language(request: HttpRequest) -> HttpResponse:
    """Set the language of this browser, and of the account of a signed-in visitor."""
    response = i18n.set_language(request)
    chosen = response.cookies.get(settings.LANGUAGE_COOKIE_NAME)  # there if it is one of ours
    if chosen is not None and request.user.is_authenticated:
        set_account_language(user=member_of(request), language=chosen.value)
    return response


@sensitive_post_parameters("password")
@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """Show the form that deletes the visitor's account, or delete the account when confirmed."""
    user = member_of(request)
    form = DeleteForm(request.POST if request.method == "POST" else None, user=user)
    if form.is_valid():
        logout(request)
        close_account(user=user)
        messages.success(request, _("Your account is deleted."))
        return redirect("/")
    status = 422 if form.errors else 200
    return render(request, "accounts/delete.html", {"form": form, "member": user}, status=status)


@login_required
@never_cache
@require_safe
def export(request: HttpRequest) -> HttpResponse:
    """Answer with all stored data of the visitor's account, as a file of JSON."""
    user = member_of(request)
    options = {"indent": 2, "ensure_ascii": False}
    response = JsonResponse(
        export_account(user, origin=origin_of(request)), json_dumps_params=options
    )
    response["Content-Disposition"] = 'attachment; filename="brisca-account.json"'
    return response
