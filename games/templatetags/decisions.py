"""Template tags about decisions of moderators that the reader has not read yet."""

from __future__ import annotations

from django import template
from django.urls import reverse

from games.selectors.page_header import NOTHING, PageHeader

register = template.Library()


@register.inclusion_tag("_components/decision_notice.html", takes_context=True)
def decision_notice(context: template.Context) -> dict[str, bool]:
    """Draw a notice while the reader has an unread decision about them or about their report."""
    request = context.get("request")
    is_shown = request is not None and request.path != reverse("standing")
    header: PageHeader = (context.get("page_header") if is_shown else None) or NOTHING
    return {"about_self": header.decision_about_self, "on_report": header.decision_on_report}
