"""Pages that need nothing else: no database, no session, and no style, script or picture of its own address."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache
from typing import Any, Final

from django.http import HttpResponse
from django.template.loader import get_template

STYLE: Final = re.compile(r"<style>(.*?)</style>", re.DOTALL)
SCRIPT: Final = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def render_standalone(template: str, status: int = 200, **context: Any) -> HttpResponse:
    """Return the page of a template that extends `errors/_standalone.html`.

    The page's content security policy allows its own inline style and script. With `retry_s` in the
    context the page reloads itself, the first time after that many seconds.
    """
    text = get_template(template).render(context)
    response = HttpResponse(text, status=status)
    script = SCRIPT.search(text)
    response.headers["Content-Security-Policy"] = _policy(
        STYLE.findall(text)[0], script[1] if script is not None else ""
    )
    response.headers["Cache-Control"] = "no-store"
    return response


@cache
def _policy(style: str, script: str) -> str:
    """Return a content security policy that allows this inline style and script and nothing else.

    The script may ask this site whether it answers again.
    """
    script_part = f"script-src {_hash(script)}; connect-src 'self'; " if script else ""
    return (
        f"default-src 'none'; style-src {_hash(style)}; {script_part}"
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def _hash(text: str) -> str:
    """Return the CSP source expression that allows an inline style or script with this text."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
