"""Models of tiles."""

from __future__ import annotations

from django.db import models
from django.utils.translation import pgettext_lazy

from games.models.matches import Match
from games.models.people import Player


class PlayerTile(models.Model):
    """A tile that a player has won, with the match that won it; a player wins each tile once."""

    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="tiles", db_index=False
    )
    tile = models.CharField(max_length=24, help_text="Key in games.tiles.rules.catalogue.TILES.")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="tiles")
    won_at = models.DateTimeField(help_text="When the match ended.")

    class Meta:
        verbose_name = pgettext_lazy("model", "tile of a player")
        verbose_name_plural = pgettext_lazy("model", "tiles of players")
        constraints = [models.UniqueConstraint(fields=["player", "tile"], name="player_tile_once")]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.tile}"
