"""Template tags about decisions of moderators that the reader has not read yet."""

from __future__ import annotations

from typing import Any

from django import template
from django.urls import reverse

from games.selectors.cases import Unread, unread_decisions

register = template.Library()


@register.inclusion_tag("_components/decision_notice.html", takes_context=True)
def decision_notice(context: template.Context) -> dict[str, Any]:
    """Draw a notice while the reader has an unread decision about them or about their report."""
    request = context.get("request")
    here = "" if request is None else request.path
    if request is None or here == reverse("standing"):
        return Unread(about_self=False, on_report=False)._asdict()
    return unread_decisions(request.user.pk)._asdict()
