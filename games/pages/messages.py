"""Views of messages between people: all conversations, and one of them."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.limits import count
from accounts.preferences import reads_words
from games.common.errors import MessageError
from games.common.keyset import LARGEST
from games.models import Player
from games.models.people import PlayerKind
from games.pages.people import named_player
from games.pages.visitor import ensure_player
from games.selectors import messages as read
from games.selectors.faces import chosen_faces_by_name
from games.selectors.social import between, reportable
from games.services.direct_messages import MAX_MESSAGE_LENGTH, mark_messages_read, send_message
from games.wording.message_refusals import refusal_text

KEY_LENGTH: Final = 16
"""Number of characters of the idempotency key of a form."""


class MessageForm(forms.Form):
    """Form with one message; a hidden key prevents storing the message twice."""

    text = forms.CharField(
        label=_("Message"),
        max_length=MAX_MESSAGE_LENGTH,
        widget=forms.Textarea({"rows": 3, "class": "inp", "maxlength": MAX_MESSAGE_LENGTH}),
    )
    key = forms.CharField(max_length=64, widget=forms.HiddenInput)


@login_required
@never_cache
@require_safe
def messages(request: HttpRequest) -> HttpResponse:
    """Show the visitor's conversations, and the people to whom they may write."""
    me = ensure_player(request)
    rows = read.conversations_of(me)
    known = {row.other.pk for row in rows}
    free = Player.objects.filter(pk__in=read.writable(me) - known).order_by("name")
    context = {
        "guest": me.kind == PlayerKind.GUEST,
        "chat_off": not reads_words(request),
        "rows": rows,
        "free": list(free),
        "chosen_faces": chosen_faces_by_name(
            [*(row.other.name for row in rows), *(person.name for person in free)]
        ),
    }
    return render(request, "games/messages.html", context)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def conversation(request: HttpRequest, name: str) -> HttpResponse:
    """Show the messages between the visitor and another player, or send a message.

    Raises:
        Http404: there is no such player.
        TooManyError: the visitor is at the limit `social`.
    """
    other, me = named_player(name), ensure_player(request)
    if me.pk == other.pk:
        return redirect("messages")
    form = MessageForm(request.POST if request.method == "POST" else None)
    if request.method == "POST":
        count(request, "social")
        if form.is_valid() and _is_sent(me, other, form):
            return redirect("conversation", other.name)
    elif request.method == "GET":
        mark_messages_read(player=me, other=other)
    return _conversation_page(request, me, other, form)


def _is_sent(me: Player, other: Player, form: MessageForm) -> bool:
    """Send the message of a valid form; if refused, add the error to the form, return False."""
    data = form.cleaned_data
    try:
        send_message(author=me, recipient=other, client_id=data["key"], text=data["text"])
    except MessageError as error:
        form.add_error("text", refusal_text(error.code))
        return False
    return True


def _conversation_page(
    request: HttpRequest, me: Player, other: Player, form: MessageForm
) -> HttpResponse:
    """Return the page of a conversation, with a form if the visitor may write."""
    shown = read.messages_between(me, other, _before(request))
    form.initial["key"] = get_random_string(KEY_LENGTH)
    relation = between(me, other)
    context: dict[str, Any] = {
        "me": me,
        "other": other,
        "shown": shown,
        "older": shown[0].pk if len(shown) == read.MESSAGES_PER_PAGE else None,
        "form": form,
        "may_write": read.may_write(me, other, relation),
        "between": relation,
        "chat_off": not reads_words(request),
        "reportable": other.name in reportable(me, [other.name]),
        "chosen_faces": chosen_faces_by_name([me.name, other.name]),
    }
    return render(request, "games/conversation.html", context, status=422 if form.errors else 200)


def _before(request: HttpRequest) -> int | None:
    """Return the message id in the query before which the shown messages end, or None."""
    asked = request.GET.get("before", "")
    number = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 20 else 0
    return number if 0 < number <= LARGEST else None


MESSAGE_URLS: list[Any] = [
    path("messages/", messages, name="messages"),
    path("messages/<str:name>/", conversation, name="conversation"),
]
