"""Pages of API keys, and of making an account a program's."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.activity import origin_of
from accounts.forms import ConfirmationForm, TokenForm
from accounts.models import Token
from accounts.services import HasPlayedError, become_bot, member_of
from accounts.tokens import MAX_KEYS, TooManyTokensError, create_token, revoke_tokens


@login_required
@never_cache
@require_safe
def tokens(request: HttpRequest) -> HttpResponse:
    """Show the API keys of the visitor's account: scopes, last use and expiry."""
    user = member_of(request)
    keys = Token.objects.filter(user=user)
    return render(
        request, "accounts/tokens.html", {"member": user, "tokens": keys, "most": MAX_KEYS}
    )


@login_required
@never_cache
@sensitive_variables("key")
@require_http_methods(["GET", "HEAD", "POST"])
def token_new(request: HttpRequest) -> HttpResponse:
    """Show the form for a new API key; on POST make the key, which is shown only this once."""
    form = TokenForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        data = form.cleaned_data
        try:
            token, key = create_token(
                user=member_of(request),
                name=data["name"],
                scopes=data["scopes"],
                days=data["days"],
                origin=origin_of(request),
            )
        except TooManyTokensError:
            form.add_error(None, _("You have as many keys as you may. Revoke one first."))
        else:
            return render(request, "accounts/token_made.html", {"token": token, "key": key})
    status = 422 if form.errors else 200
    return render(request, "accounts/token_new.html", {"form": form}, status=status)


@login_required
@never_cache
@require_POST
def token_revoke(request: HttpRequest) -> HttpResponse:
    """Revoke one API key of the visitor, or all of them if the form names none."""
    key = request.POST.get("key", "")[:32]
    revoked_count = revoke_tokens(
        user=member_of(request), key=key or None, origin=origin_of(request)
    )
    if revoked_count:
        messages.success(request, _("Revoked. What was connected with it has been cut off."))
    return redirect("accounts_tokens")


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def bot(request: HttpRequest) -> HttpResponse:
    """Show a form that turns the visitor's account into a program's; on confirmed POST do so."""
    user = member_of(request)
    form = ConfirmationForm(request.POST if request.method == "POST" else None, user=user)
    if form.is_valid():
        try:
            become_bot(user=user, origin=origin_of(request))
        except HasPlayedError:
            form.add_error(
                None, _("This account has played already. Make a new one for a program.")
            )
        else:
            messages.success(request, _("This account is a program's now."))
            return redirect("accounts_tokens")
    status = 422 if form.errors else 200
    return render(request, "accounts/bot.html", {"form": form, "member": user}, status=status)
