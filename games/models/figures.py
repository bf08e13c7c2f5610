"""Counters kept as matches end, so that nothing is added up when somebody reads them."""

from __future__ import annotations

from django.db import models

from games.models.people import Player, Team


class Figures(models.Model):
    """What is counted of finished matches, of a player or a team, in one pool.

    `pool` is the kind of match, as `games.stats.pools` names them ('2', '4-pairs', '5-chiamata');
    'all' sums.
    """

    pool = models.CharField(max_length=24)
    matches = models.PositiveIntegerField(default=0)
    matches_won = models.PositiveIntegerField(default=0)
    matches_drawn = models.PositiveIntegerField(default=0)
    deals = models.PositiveIntegerField(default=0)
    deals_won = models.PositiveIntegerField(default=0)
    deals_tied = models.PositiveIntegerField(default=0)
    points = models.PositiveBigIntegerField(default=0, help_text="Card points of the side.")
    points_squared = models.PositiveBigIntegerField(
        default=0, help_text="Sum of squares a deal, for the spread."
    )
    own_points = models.PositiveBigIntegerField(default=0, help_text="In tricks of its own.")
    extras = models.PositiveBigIntegerField(
        default=0, help_text="Points of the side beside those of the cards."
    )
    game_points = models.BigIntegerField(
        default=0, help_text="What the deals added to the score; negative where they took away."
    )
    tricks = models.PositiveIntegerField(default=0)
    exchanges = models.PositiveIntegerField(default=0)
    last_tricks = models.PositiveIntegerField(default=0)
    contracts = models.PositiveIntegerField(default=0, help_text="Auctions won and played.")
    contracts_made = models.PositiveIntegerField(default=0)
    partnered = models.PositiveIntegerField(default=0, help_text="Deals as the called partner.")
    partnered_made = models.PositiveIntegerField(default=0)
    defended = models.PositiveIntegerField(default=0, help_text="Deals against a contract.")
    defended_won = models.PositiveIntegerField(default=0)
    timeouts = models.PositiveIntegerField(default=0)
    ms = models.PositiveBigIntegerField(default=0, help_text="Time used on own turns.")
    plays = models.PositiveIntegerField(default=0)
    streak = models.IntegerField(default=0, help_text="Matches won in a row; lost: negative.")
    best_streak = models.PositiveIntegerField(default=0)
    last_match_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True


class PlayerFigures(Figures):
    """Figures of one player in one pool."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="figures")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "pool"], name="player_figures_once")
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.pool}"


class TeamFigures(Figures):
    """Figures of one team in one pool."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="figures")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "pool"], name="team_figures_once")]

    def __str__(self) -> str:
        return f"{self.team_id} in {self.pool}"


class Rating(models.Model):
    """Strength of a player in one pool (openskill, Plackett-Luce)."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="ratings")
    pool = models.CharField(max_length=24)
    mu = models.FloatField()
    sigma = models.FloatField()
    display = models.IntegerField(help_text="The figure shown, from mu and sigma.")
    matches = models.PositiveIntegerField(default=0)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "pool"], name="rating_once")]
        indexes = [models.Index(fields=["pool", "-display"], name="rating_board")]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.pool}: {self.display}"
