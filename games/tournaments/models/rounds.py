"""Models of the rounds of tournaments: decks, games, places, and the organiser's steps."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import pgettext_lazy

from games.models.matches import Match
from games.models.people import Player
from games.models.tables import Table
from games.tournaments.models.tournaments import Tournament, TournamentEntrant


class TournamentDeck(models.Model):
    """A deck that all tables of a round play, so that their results compare.

    It is secret until the last of them has finished. Never register the model in the admin:
    `fairness` contains the deck.
    """

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="decks", db_index=False
    )
    round = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField(help_text="Deal of the game, from 1.")
    fairness = models.JSONField(help_text="The brisca-fair/1 block, seed included.")
    server_commit = models.CharField(max_length=64)
    revealed_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "deck of a tournament")
        verbose_name_plural = pgettext_lazy("model", "decks of tournaments")
        ordering = ["round", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "round", "number"], name="tournament_deck_once"
            )
        ]

    def __str__(self) -> str:
        return f"deck {self.number} of round {self.round}"

    def __repr__(self) -> str:
        return f"<TournamentDeck {self.pk}>"


class TournamentRound(models.Model):
    """A round of a tournament: its planned games, the inputs of the pairing, and its times.

    The inputs are kept so that the pairing can be computed again and checked.
    """

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="round_rows", db_index=False
    )
    number = models.PositiveSmallIntegerField(help_text="From 1.")
    inputs = models.JSONField(help_text="Settings, entrants and games as the pairing saw them.")
    plan = models.JSONField(help_text="Tables and byes, by ids of entrants.")
    algorithm = models.PositiveSmallIntegerField(
        help_text="games.tournaments.rules.pairing.VERSION."
    )
    manual = models.BooleanField(default=False, help_text="The organiser changed the pairs.")
    first_dealer = models.PositiveSmallIntegerField(default=0)
    began_at = models.DateTimeField(null=True, help_text="When its games were seated.")
    ends_at = models.DateTimeField(null=True, help_text="When bots finish what still runs.")
    closed_at = models.DateTimeField(null=True, help_text="When its scores were stored.")

    class Meta:
        verbose_name = pgettext_lazy("model", "round")
        verbose_name_plural = pgettext_lazy("model", "rounds")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="round_number_once")
        ]

    def __str__(self) -> str:
        return f"round {self.number} of {self.tournament_id}"


class GameKind(models.TextChoices):
    """Kind of a round's row: a game, or a bye of an entrant without opponent."""

    GAME = "game"
    BYE = "bye"


class GameResult(models.TextChoices):
    """The way in which a game of a tournament ended: played, forfeit, ..."""

    NONE = ""
    PLAYED = "played"
    FORFEIT = "forfeit"
    """Nobody of a side came."""
    VOID = "void"
    """The game could not be played to its end, by nobody's fault."""


class TournamentGame(models.Model):
    """One game of a round: a table, its entrants, and the match that is played there."""

    round = models.ForeignKey(
        TournamentRound, on_delete=models.CASCADE, related_name="games", db_index=False
    )
    number = models.PositiveSmallIntegerField(help_text="Table of the round, from 1.")
    kind = models.CharField(max_length=4, choices=GameKind, default=GameKind.GAME)
    stage = models.CharField(max_length=24, blank=True, help_text="As 'final' or 'group 1'.")
    table = models.OneToOneField(
        Table, on_delete=models.SET_NULL, null=True, related_name="tournament_game"
    )
    match = models.OneToOneField(
        Match, on_delete=models.SET_NULL, null=True, related_name="tournament_game"
    )
    result = models.CharField(max_length=7, choices=GameResult, blank=True)
    done_at = models.DateTimeField(null=True)
    deals_done = models.PositiveSmallIntegerField(default=0)
    points = models.JSONField(
        default=list, help_text="Card points of each side in each deal; null: not played."
    )

    class Meta:
        verbose_name = pgettext_lazy("model", "game of a tournament")
        verbose_name_plural = pgettext_lazy("model", "games of tournaments")
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="game_number_once")]

    def __str__(self) -> str:
        return f"game {self.number} of round {self.round_id}"


class TournamentPlace(models.Model):
    """An entrant's part in one game of a round: its side and seats there, and its result."""

    game = models.ForeignKey(TournamentGame, on_delete=models.CASCADE, related_name="places")
    round = models.ForeignKey(
        TournamentRound, on_delete=models.CASCADE, related_name="places", db_index=False
    )
    entrant = models.ForeignKey(TournamentEntrant, on_delete=models.CASCADE, related_name="places")
    index = models.PositiveSmallIntegerField(help_text="Order at the table.")
    side = models.PositiveSmallIntegerField(default=0)
    seats = models.JSONField(default=list, help_text="Seats of its players, in their order.")
    score = models.FloatField(null=True, help_text="null: not scored yet.")
    margin = models.FloatField(default=0.0)
    percent = models.FloatField(default=50.0, help_text="Share of the matchpoints.")
    deals_won = models.PositiveSmallIntegerField(default=0)
    rank = models.PositiveSmallIntegerField(default=1, help_text="Place at the table.")
    forfeit = models.BooleanField(default=False)
    own_deals = models.PositiveSmallIntegerField(
        default=0, help_text="Deals in which its own players made most of the plays."
    )

    class Meta:
        verbose_name = pgettext_lazy("model", "place at a game")
        verbose_name_plural = pgettext_lazy("model", "places at games")
        ordering = ["index"]
        constraints = [
            models.UniqueConstraint(fields=["round", "entrant"], name="entrant_round_once")
        ]

    def __str__(self) -> str:
        return f"{self.entrant_id} in game {self.game_id}"


class TournamentAction(models.Model):
    """A logged action of the organiser in a running tournament, never changed afterwards."""

    class Kind(models.TextChoices):
        """Kind of an organiser's logged action."""

        PAUSE = "pause"
        RESUME = "resume"
        TIME = "time"
        PAIRING = "pairing"
        SUBSTITUTE = "substitute"
        ADJUST = "adjust"
        REMOVE = "remove"
        CALL = "call"
        CANCEL = "cancel"
        EDIT = "edit"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="actions")
    kind = models.CharField(max_length=10, choices=Kind)
    actor = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, related_name="tournament_actions"
    )
    entrant = models.ForeignKey(
        TournamentEntrant, on_delete=models.CASCADE, null=True, related_name="actions"
    )
    round = models.PositiveSmallIntegerField(null=True)
    amount = models.FloatField(null=True, help_text="Points of an adjustment, or minutes.")
    facts = models.JSONField(default=dict)
    reason = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = pgettext_lazy("model", "step of an organiser")
        verbose_name_plural = pgettext_lazy("model", "steps of organisers")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.kind} in {self.tournament_id}"


class EntryBan(models.Model):
    """A period in which a player who missed a tournament cannot enter public ones."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="entry_ban")
    hours = models.FloatField()
    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField()

    class Meta:
        verbose_name = pgettext_lazy("model", "pause from tournaments")
        verbose_name_plural = pgettext_lazy("model", "pauses from tournaments")

    def __str__(self) -> str:
        return f"{self.player_id} until {self.ends_at}"
