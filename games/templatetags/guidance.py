"""Template tag for the one step that a page proposes next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.common.next_step import Occasion
from games.pages.next_steps import next_steps

if TYPE_CHECKING:
    from django.template import Context

register = template.Library()


@register.simple_tag(takes_context=True)
def next_step(context: Context, occasion: str, about: str) -> SafeString | str:
    """Return HTML of the step that is proposed to the reader next; "" where there is none.

    `occasion` is a value of `Occasion`, and `about` the public id of what the reader has finished.
    """
    request = context.get("request")
    if request is None:
        return ""
    step: dict[str, Any] | None = next_steps().step(request, Occasion(occasion), str(about))
    if step is None:
        return ""
    return render_to_string("games/_next_step.html", {"step": step}, request)
