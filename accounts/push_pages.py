"""The view by which a browser subscribes to notifications and unsubscribes."""

from __future__ import annotations

from typing import Final

import orjson
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse, RawPostDataException
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.push import PushRefusedError, public_key, subscribe, unsubscribe

MAX_BODY_BYTES: Final = 4096
"""Maximum size of a subscription; what comes after is not read, so that it is malformed."""


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST", "DELETE"])
def push(request: HttpRequest) -> HttpResponse:
    """Answer GET with the public key; on POST store a push subscription, on DELETE delete one.

    The answer is 422 for a refused subscription and 400 for malformed JSON.
    """
    assert isinstance(request.user, User)
    if request.method in ("GET", "HEAD"):
        return JsonResponse({"key": public_key()})
    try:
        body = orjson.loads(request.body[:MAX_BODY_BYTES])
        if request.method == "DELETE":
            endpoint = body["endpoint"]
            if not isinstance(endpoint, str):
                return _malformed()
            unsubscribe(user=request.user, endpoint=endpoint)
        else:
            subscribe(user=request.user, given=body, language=get_language() or "")
    except PushRefusedError as error:
        return JsonResponse({"error": str(error)}, status=422)
    except (ValueError, KeyError, TypeError, RawPostDataException):  # the last for a form
        return _malformed()
    return HttpResponse(status=204)


def _malformed() -> HttpResponse:
    """Answer a request whose JSON body describes no push subscription."""
    return JsonResponse({"error": "not a subscription"}, status=400)
