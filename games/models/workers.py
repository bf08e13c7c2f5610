"""Which processes serve, so that a start after an outage is known and time is given back."""

from __future__ import annotations

from django.db import models


class Worker(models.Model):
    """One serving process and when it last said so."""

    id = models.CharField(max_length=32, primary_key=True)
    last_alive = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.id
