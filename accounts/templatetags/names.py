"""Template tags about the reader's own name."""

from __future__ import annotations

from typing import Any, Final

from django import template

register = template.Library()
_SHOWN: Final = "name_notice_shown"


@register.inclusion_tag("_components/name_notice.html", takes_context=True)
def name_notice(context: template.Context) -> dict[str, Any]:
    """Draw a notice, once in each session, if the account's name is similar to another."""
    request = context.get("request")
    user = getattr(request, "user", None)
    if request is None or not getattr(user, "is_alike", False) or request.session.get(_SHOWN):
        return {"name": ""}
    request.session[_SHOWN] = True
    return {"name": request.user.get_username()}
