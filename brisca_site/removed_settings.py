"""System check for environment variables of earlier releases that the site no longer reads."""

from __future__ import annotations

import os
from typing import Any

from django.core.checks import CheckMessage, Warning, register


@register()
def check_removed_settings(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Return a warning if the environment still names a read replica of the database."""
    if not os.environ.get("DATABASE_REPLICA_URL"):
        return []
    return [
        Warning(
            "DATABASE_REPLICA_URL is no longer used: all reads go to the primary, DATABASE_URL.",
            hint="Remove DATABASE_REPLICA_URL and REPLICA_MAX_LAG from the environment.",
            id="brisca.W001",
        )
    ]
