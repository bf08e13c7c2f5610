"""Pages on which players report others, and anybody gives notice of illegal content."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.limits import count
from games.common.errors import ReportError, SocialError
from games.conduct.reports import ANSWER_HOURS, FIRST_ANSWER_HOURS, KINDS, term_hours
from games.models import CaseReport, Message, Player, Table
from games.models.people import PlayerKind
from games.pages.illegal_content_mail import confirm_notice
from games.pages.people import named_player
from games.pages.visitor import player_of
from games.pages.wording.moderation import KINDS as KIND_TEXTS
from games.pages.wording.moderation import REFUSALS
from games.selectors.messages import message_to
from games.selectors.social import between, lines_at
from games.services.reports import MAX_NOTE, Notice, Occasion, send_notice, send_report
from games.services.social import block


class ReportForm(forms.Form):
    """Form with which a visitor reports a player."""

    kind = forms.ChoiceField(
        choices=[(kind, KIND_TEXTS[kind][0]) for kind in KINDS], widget=forms.RadioSelect
    )
    lines = forms.TypedMultipleChoiceField(
        coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )
    note = forms.CharField(
        required=False, max_length=MAX_NOTE, widget=forms.Textarea({"rows": 3, "class": "inp"})
    )
    block = forms.BooleanField(required=False)
    message = forms.IntegerField(
        required=False, min_value=1, max_value=2**53, widget=forms.HiddenInput
    )
    table = forms.CharField(required=False, max_length=16, widget=forms.HiddenInput)
    match = forms.CharField(required=False, max_length=16, widget=forms.HiddenInput)
    seq = forms.IntegerField(required=False, min_value=0, max_value=10**6, widget=forms.HiddenInput)


class NoticeForm(forms.Form):
    """Form for a notice of illegal content (article 16 of the Digital Services Act)."""

    address = forms.CharField(
        label=_("Where it is"),
        max_length=300,
        help_text=_("The address of the page on this site."),
    )
    reason = forms.CharField(
        label=_("What is illegal, and why"),
        max_length=MAX_NOTE,
        widget=forms.Textarea({"rows": 4}),
    )
    name = forms.CharField(label=_("Your name"), max_length=80, required=False)
    email = forms.EmailField(
        label=_("Your e-mail"),
        required=False,
        help_text=_(
            "We answer there. Name and e-mail may be left out only for sexual crimes against "
            "children."
        ),
    )
    children = forms.BooleanField(
        label=_("It is about a sexual crime against children"), required=False
    )
    good_faith = forms.BooleanField(label=_("I believe in good faith that this is correct"))

    def clean(self) -> dict[str, Any]:
        """Return the cleaned data; name and e-mail address are required unless the law exempts.

        Raises:
            ValidationError: one of them is missing.
        """
        data = super().clean() or {}
        named = data.get("name") and data.get("email")
        if not named and not data.get("children") and "email" not in self.errors:
            raise ValidationError(_("Give your name and e-mail, so that we can answer."))
        return data


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, name: str) -> HttpResponse:
    """Show the form that reports a player, or store the report.

    Raises:
        Http404: there is no such player.
        TooManyError: the visitor is at the limit `social`.
    """
    other, me = named_player(name), player_of(request)
    if me is None or me.kind == PlayerKind.GUEST:
        messages.error(request, str(REFUSALS["no_account"]))
        return redirect("account_login")
    shown = {key: request.GET.get(key, "")[:16] for key in ("table", "match", "seq", "message")}
    form = ReportForm(request.POST if request.method == "POST" else None, initial=shown)
    table = _table((request.POST or shown).get("table", ""))
    lines = lines_at(table, me) if table is not None else []
    form.fields["lines"].choices = [(line.pk, line.pk) for line in lines]  # type: ignore[attr-defined]
    if request.method == "POST" and form.is_valid():
        count(request, "social")
        try:
            case_report = _send(me, other, form.cleaned_data, table)
        except ReportError as error:
            form.add_error(None, str(REFUSALS[error.code]))
        else:
            return _received(request, case_report, other, table)
    context = {
        "form": form,
        "other": other,
        "kinds": [(kind, *KIND_TEXTS[kind]) for kind in KINDS],
        "lines": lines,
        "picked": set(request.POST.getlist("lines")),
        "message": _message(me, other, (request.POST or shown).get("message", "")),
        "between": between(me, other),
    }
    return render(request, "games/report.html", context, status=422 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def notice(request: HttpRequest) -> HttpResponse:
    """Show the form of a notice of illegal content, or store the notice.

    Raises:
        TooManyError: the visitor is at the limit `notice`.
    """
    posted = request.POST if request.method == "POST" else None
    form = NoticeForm(posted, initial={"address": request.GET.get("address", "")})
    if request.method == "POST" and form.is_valid():
        count(request, "notice")
        case_report = send_notice(notice=_notice_of(form.cleaned_data))
        confirm_notice(case_report)
        context = {"report": case_report, "hours": FIRST_ANSWER_HOURS}
        return render(request, "games/notice_received.html", context)
    status = 422 if form.errors else 200
    return render(request, "games/notice.html", {"form": form}, status=status)


def _notice_of(data: dict[str, Any]) -> Notice:
    """Return the notice of illegal content in a valid form's data."""
    return Notice(
        address=data["address"],
        reason=data["reason"],
        name=data["name"],
        email=data["email"],
    )


def _occasion_of(data: dict[str, Any], table: Table | None) -> Occasion:
    """Return the occasion of a report (table, match, chat lines or message) in the form's data."""
    return Occasion(
        table=table,
        match=data["match"],
        seq=data["seq"] or 0,
        lines=data["lines"],
        message=data["message"],
    )


def _send(me: Player, other: Player, data: dict[str, Any], table: Table | None) -> CaseReport:
    """Send a report from the form's data, and block the player where the form says so.

    Raises:
        ReportError: the report is refused; nothing is stored then.
    """
    case_report = send_report(
        player=me,
        other=other,
        kind=data["kind"],
        note=data["note"],
        occasion=_occasion_of(data, table),
    )
    if data["block"]:
        with suppress(SocialError):  # the list is full: the report counts all the same
            block(player=me, other=other)
    return case_report


def _received(
    request: HttpRequest, case_report: CaseReport, other: Player, table: Table | None
) -> HttpResponse:
    """Show that a report was stored, what is attached to it, and when it will be read."""
    context = {
        "report": case_report,
        "kind": KIND_TEXTS[case_report.kind][0],
        "other": other,
        "table": table,
        "hits": sum(line["hit"] for line in case_report.lines),
        "days": term_hours(case_report.kind) // FIRST_ANSWER_HOURS,
        "within": ANSWER_HOURS // FIRST_ANSWER_HOURS,
        "between": between(case_report.reporter, other),
    }
    return render(request, "games/report_received.html", context)


def _message(me: Player, other: Player, number: str) -> Message | None:
    """Return the reported message if `other` wrote it to the visitor, else None."""
    if not (number.isascii() and number.isdecimal()):
        return None
    message = message_to(me, int(number))
    return message if message is not None and message.author_id == other.pk else None


def _table(public_id: str) -> Table | None:
    """Return the table with this public id, or None."""
    return Table.objects.filter(public_id=public_id[:16]).first() if public_id else None


REPORT_URLS: Final[list[Any]] = [
    path("players/<str:name>/report/", report, name="report"),
    path("notice/", notice, name="notice"),
]
