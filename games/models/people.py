"""Models of players, and of the teams that they form."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import pgettext_lazy


class PlayerKind(models.TextChoices):
    """Kind of a player; the values are those of `brisca-record/1`."""

    HUMAN = "human"
    GUEST = "guest"
    BOT = "bot"


class Player(models.Model):
    """A person or a bot that can sit at a table.

    The row is separate from the account, so that deleting an account leaves the matches of others
    whole: the player then keeps its row, under a name that says nothing.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="player",
    )
    name = models.CharField(max_length=32)
    kind = models.CharField(max_length=5, choices=PlayerKind, default=PlayerKind.HUMAN)
    bot = models.CharField(max_length=16, blank=True, help_text="Level of a house bot.")
    created_at = models.DateTimeField(auto_now_add=True)
    registered_at = models.DateTimeField(
        null=True,
        help_text="When the account was registered; null: a guest, or before this was kept.",
    )
    figures_private = models.BooleanField(
        default=False, help_text="Only the player sees their figures and ratings."
    )

    match_of_week_allowed = models.BooleanField(
        default=True,
        db_default=True,
        help_text="Their matches may be shown as the match of the week.",
    )

    class Meta:
        verbose_name = pgettext_lazy("model", "player")
        verbose_name_plural = pgettext_lazy("model", "players")
        constraints = [models.UniqueConstraint(Lower("name"), name="player_name_once")]

    def __str__(self) -> str:
        return self.name

    @property
    def is_program(self) -> bool:
        """Return whether the player is a bot of a third party, not one of the site's own."""
        return self.kind == PlayerKind.BOT and not self.bot


class Team(models.Model):
    """A partnership of two or three players.

    The row is added when they first finish a match together, or found the team: then it has
    a name and a face (a tile). A dissolved team keeps its row, its matches and its figures.
    """

    key = models.CharField(
        max_length=80, unique=True, help_text="Ids of the players, rising, joined by '-'."
    )
    name = models.CharField(max_length=40, blank=True, help_text="Of a founded team.")
    face = models.CharField(
        max_length=2, blank=True, db_default="", help_text="Tile: one of accounts.faces.FACES."
    )
    signs = models.JSONField(
        default=list,
        db_default=models.Value([], models.JSONField()),
        help_text="Signs that it declares to make: names of games.rules_text.playing.SIGNS.",
    )
    founded_at = models.DateTimeField(null=True, help_text="When all its players had agreed to it.")
    dissolved_at = models.DateTimeField(null=True, help_text="When a member dissolved it.")
    players = models.ManyToManyField(Player, through="TeamPlayer", related_name="teams")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "team")
        verbose_name_plural = pgettext_lazy("model", "teams")

    def __str__(self) -> str:
        return self.name or self.key

    @property
    def is_founded(self) -> bool:
        """Return whether the players have founded this team, and nobody has dissolved it since."""
        return self.founded_at is not None and self.dissolved_at is None


class TeamPlayer(models.Model):
    """Membership of a player in a team."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE)
    player = models.ForeignKey(Player, on_delete=models.CASCADE)

    class Meta:
        verbose_name = pgettext_lazy("model", "team member")
        verbose_name_plural = pgettext_lazy("model", "team members")
        db_table = "games_team_players"
        unique_together = [("team", "player")]
        indexes = [models.Index(fields=["player", "-team"], name="team_player_newest")]

    def __str__(self) -> str:
        return f"{self.player_id} of {self.team_id}"


class TeamProposal(models.Model):
    """A player's proposal to found a team with others, until all have agreed or one has refused."""

    key = models.CharField(max_length=80, unique=True, help_text="As `Team.key`.")
    founder = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="team_proposals")
    name = models.CharField(max_length=40, blank=True)
    face = models.CharField(max_length=2, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "proposal of a team")
        verbose_name_plural = pgettext_lazy("model", "proposals of teams")

    def __str__(self) -> str:
        return self.name or self.key


class TeamProposalPlayer(models.Model):
    """A player named in the proposal of a team, and whether they have agreed."""

    proposal = models.ForeignKey(
        TeamProposal, on_delete=models.CASCADE, related_name="people", db_index=False
    )
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="team_proposals_received"
    )
    agreed = models.BooleanField(default=False)

    class Meta:
        verbose_name = pgettext_lazy("model", "player of a proposed team")
        verbose_name_plural = pgettext_lazy("model", "players of proposed teams")
        constraints = [
            models.UniqueConstraint(fields=["proposal", "player"], name="team_proposal_player_once")
        ]

    def __str__(self) -> str:
        return f"{self.player_id} of {self.proposal_id}"
