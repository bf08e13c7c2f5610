"""Models of running matches: the append-only journal, deadlines, and secrets of deals."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import models
from django.utils.translation import pgettext_lazy

from games.models.matches import Match


class Action(models.Model):
    """One entry of a running match's journal: an action of a seat or of the site that was accepted.

    `seq` numbers what everyone may know of, from 1 without gaps. An action that only its own seat
    may know of (arming an exchange) keeps the `seq` before it and counts up `sub`, so that the
    numbers that others see reveal nothing. The unique constraints decide between two processes that
    write at the same time.
    """

    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="actions", db_index=False
    )
    seq = models.PositiveIntegerField()
    sub = models.PositiveSmallIntegerField(default=0)
    seat = models.SmallIntegerField(help_text="-1: the host.")
    client_id = models.CharField(max_length=64)
    payload = models.TextField(help_text="The action as JSON, without seat.")
    by = models.CharField(max_length=6, help_text="player, clock, bot or host.")
    ms = models.PositiveIntegerField(default=0, help_text="Time the seat took for it.")
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = pgettext_lazy("model", "action")
        verbose_name_plural = pgettext_lazy("model", "actions")
        ordering = ["seq", "sub"]
        constraints = [
            models.UniqueConstraint(fields=["match", "seq", "sub"], name="action_seq_once"),
            models.UniqueConstraint(
                fields=["match", "seat", "client_id"], name="action_client_id_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}@{self.seq}.{self.sub}"


class Deadline(models.Model):
    """The time at which a running match goes on by itself, such as the end of a turn.

    Each match has one, for one `seq` (number of the latest journal entry): so it acts only once.
    """

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="deadline")
    for_seq = models.PositiveIntegerField()
    kind = models.CharField(
        max_length=12, help_text="turn, bot, away, next_deal, or a stage of dealing."
    )
    due_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "deadline")
        verbose_name_plural = pgettext_lazy("model", "deadlines")

    def __str__(self) -> str:
        return f"{self.match_id}@{self.for_seq} {self.kind}"


class DealSecret(models.Model):
    """The secret seed, commits and nonces of one deal, kept apart from all other data.

    The row is written when the deal is sealed, before the cut: the seed never changes after that,
    whatever happens. Never register the model in the admin, nor read it in a selector that pages or
    the API use while the deal runs. When the match is over its record has the proofs, and the row
    keeps only what is counted.
    """

    FOLDED: ClassVar[dict[str, Any]] = {
        "server_seed": b"",
        "client_commits": [],
        "house_nonces": {},
        "fairness": {},
    }
    """Values that the columns of a dealt deal get once the match's record has its proof."""

    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="secrets", db_index=False
    )
    deal_number = models.PositiveSmallIntegerField()
    server_seed = models.BinaryField(max_length=32)
    server_commit = models.CharField(max_length=64)
    client_commits = models.JSONField(
        default=list, help_text="Hex or null a seat, as published with the server's."
    )
    house_nonces = models.JSONField(default=dict, help_text="Seat -> hex, of the house's own bots.")
    fairness = models.JSONField(
        null=True,
        help_text="The brisca-fair/1 block, seed included: null until the deck is made, {} once it "
        "stands in the match's record.",
    )
    again = models.JSONField(
        null=True, help_text="Match, deal and cut of the deck that is dealt again; null: a new one."
    )
    missing = models.PositiveSmallIntegerField(
        default=0, help_text="Seats whose nonce was not given."
    )
    cut_by_clock = models.BooleanField(default=False)
    verified = models.BooleanField(
        null=True, help_text="Whether the deck dealt was the proof's, computed again at the end."
    )
    revealed_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "secret of a deal")
        verbose_name_plural = pgettext_lazy("model", "secrets of deals")
        constraints = [
            models.UniqueConstraint(fields=["match", "deal_number"], name="secret_once"),
            models.UniqueConstraint(
                fields=["server_commit"],
                condition=models.Q(again__isnull=True),
                name="secret_seed_once",
            ),
        ]

    def __str__(self) -> str:
        return f"secret of {self.match_id}#{self.deal_number}"

    def __repr__(self) -> str:
        return f"<DealSecret {self.match_id}#{self.deal_number}>"


class DealerDraw(models.Model):
    """The server's secret for drawing the first dealer of a running match; deleted at its end.

    The row is written with the match, before any browser commits to a nonce for the draw, and is
    secret until the dealer is drawn.
    """

    match = models.OneToOneField(
        Match, on_delete=models.CASCADE, related_name="dealer_draw", primary_key=True
    )
    seed = models.BinaryField(max_length=32)
    house = models.JSONField(default=list, help_text="Seats of the house's own bots.")
    drawn = models.BooleanField(default=False, help_text="Since then the seed is public.")

    class Meta:
        verbose_name = pgettext_lazy("model", "draw for the first dealer")
        verbose_name_plural = pgettext_lazy("model", "draws for the first dealer")

    def __str__(self) -> str:
        return f"dealer's draw of {self.match_id}"

    def __repr__(self) -> str:
        return f"<DealerDraw {self.match_id}>"
