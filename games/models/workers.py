"""Model of serving processes, by which a start after an outage is recognised."""

from __future__ import annotations

from django.db import models
from django.utils.translation import pgettext_lazy


class Worker(models.Model):
    """One server process and the time of its latest sign of life, by which outages are noticed."""

    id = models.CharField(max_length=32, primary_key=True)
    last_alive = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "worker process")
        verbose_name_plural = pgettext_lazy("model", "worker processes")

    def __str__(self) -> str:
        return self.id
