"""Idempotency keys: a request repeated under the same id is done once and answered alike."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

import orjson
from django.conf import settings
from django.db import IntegrityError, transaction

from games.common.errors import TableError
from games.models import Player, Request


@transaction.atomic
def once(
    *, player: Player, client_id: str, asked: Mapping[str, Any], work: Callable[[], Any]
) -> Any:
    """Run `work` and return its answer (JSON); for a repeated request return the stored answer.

    A request is known by its player and `client_id`, an idempotency key; `asked` is its content. A
    refused request is not stored, so that it may be sent again. Exceptions of `work` pass through.

    Raises:
        TableError: `id_reused` where another request came under this id.
    """
    digest = hashlib.sha256(orjson.dumps(dict(asked), option=orjson.OPT_SORT_KEYS)).hexdigest()
    try:
        with transaction.atomic():
            row = Request.objects.create(player=player, client_id=client_id, digest=digest)
    except IntegrityError:
        earlier = Request.objects.get(player=player, client_id=client_id)
        if earlier.digest != digest:
            raise TableError("id_reused") from None
        return earlier.answer
    row.answer = work()
    row.save(update_fields=["answer"])
    return row.answer


def forget_requests(*, now: datetime) -> int:
    """Delete stored requests beyond the retention period; return the number deleted."""
    deleted, _by_model = Request.objects.filter(
        created_at__lt=now - settings.RETENTION["requests"]
    ).delete()
    return deleted
