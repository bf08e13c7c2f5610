"""Models of counters that are updated as matches end, so that readers need no sums.

A row sums what was counted for its owner in one pool and one month; rows of the same owner can be
added up (see `games.stats.columns`). `docs/statistics.md` says what each figure means.
"""

from __future__ import annotations

from typing import Final

from django.db import models
from django.utils.translation import pgettext_lazy

from games.models.people import Player, Team

EVER: Final = 0
"""The value of `month` in rows that sum over all months."""
BANDS: Final = 12
"""Number of bands of card points in a side's deal: 0 to 9, 10 to 19, ... 110 or more."""


def counter(help_text: str = "") -> models.PositiveIntegerField[int, int]:
    """Return a model field for a count that starts at 0 and stays below two thousand million."""
    return models.PositiveIntegerField(default=0, help_text=help_text)


def added_counter(help_text: str = "") -> models.PositiveIntegerField[int, int]:
    """Return a field for a count from 0, in a table to which older releases still add rows.

    It has a default in the database too, so that their INSERTs without the column succeed.
    """
    return models.PositiveIntegerField(default=0, db_default=0, help_text=help_text)


def large(help_text: str = "") -> models.PositiveBigIntegerField[int, int]:
    """Return a model field for a sum that may exceed two thousand million."""
    return models.PositiveBigIntegerField(default=0, help_text=help_text)


def signed(help_text: str = "") -> models.BigIntegerField[int, int]:
    """Return a model field for a sum that may be negative."""
    return models.BigIntegerField(default=0, help_text=help_text)


class Run(models.Model):
    """Abstract base: streaks of won and of lost matches, stored so that two periods can be joined.

    A streak is a number of matches in a row.
    """

    streak = models.IntegerField(default=0, help_text="Matches won in a row; lost: negative.")
    best_streak = counter("Longest row of wins.")
    worst_streak = counter("Longest row of losses.")
    opening_streak = models.IntegerField(
        default=0, help_text="The first row of all, by which stretches are joined."
    )
    last_match_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True


class Luck(models.Model):
    """Abstract base: sums over deals of a side's luck, in card points dealt beyond its fair share.

    `luck_squared` sums its squares, `luck_result` its products with the card points taken. Deals
    with more than the share are `lucky`, those with less `unlucky`, counted with the won and tied
    ones.
    """

    luck = signed("Card points dealt to the side beyond its share, summed.")
    luck_squared = large("Sum of squares a deal.")
    luck_result = signed("Sum a deal of luck times points of the side.")
    lucky = counter("Deals in which the side was dealt more than its share.")
    lucky_won = counter()
    lucky_tied = counter()
    unlucky = counter("Deals in which the side was dealt less than its share.")
    unlucky_won = counter()
    unlucky_tied = counter()

    class Meta:
        abstract = True


class Spread(models.Model):
    """Abstract base: numbers of deals by the card points that the side took, in bands of ten."""

    band_0 = counter()
    band_1 = counter()
    band_2 = counter()
    band_3 = counter()
    band_4 = counter()
    band_5 = counter()
    band_6 = counter()
    band_7 = counter()
    band_8 = counter()
    band_9 = counter()
    band_10 = counter()
    band_11 = counter()

    class Meta:
        abstract = True


class Figures(Run, Luck, Spread):
    """Abstract base: counts of finished matches of a player or a team in one pool and month.

    `pool` is the kind of match, as `games.stats.pools` names them ('2', '4-pairs', '5-chiamata');
    rows of the pool 'all' sum over all. `month` is that in which the match ended (202603, in UTC);
    rows of the month EVER (0) sum over all.
    """

    pool = models.CharField(max_length=24)
    month = models.PositiveIntegerField(default=EVER)
    matches = counter()
    matches_won = counter()
    matches_drawn = counter()
    resigned = counter("Matches that it gave up itself.")
    deals = counter()
    deals_won = counter()
    deals_tied = counter()
    points = large("Card points of the side.")
    points_squared = large("Sum of squares a deal, for the spread.")
    hundreds = counter("Deals in which the side took more than a hundred points.")
    own_points = large("In tricks of its own.")
    extras = large("Points of the side beside those of the cards.")
    game_points = signed("What the deals added to the score; negative where they took away.")
    tricks = counter()
    last_tricks = counter()
    leads = counter("Tricks that it led.")
    leads_won = counter("Those of them that its side took.")
    exchanges = counter()
    exchange_chances = counter("Deals in which it could have exchanged.")
    exchanges_missed = counter("Those of them in which it did not.")
    claims = counter()
    signed_deals = added_counter("Deals in which partners could make signs.")
    signs = added_counter("Signs made to partners.")
    signs_seen = added_counter("Those of them that an opponent saw.")
    signs_false = added_counter("Those of them that were not true of the hand.")
    eldest = counter("Deals in which it led first.")
    eldest_won = counter()
    eldest_tied = counter()
    dealer = counter("Deals that it dealt.")
    dealer_won = counter()
    dealer_tied = counter()
    briscas = counter("Aces and threes laid that were not trumps.")
    briscas_lost = counter("Those of them that another side took.")
    briscas_led = counter("Of the briscas laid, those it led.")
    briscas_led_lost = counter()
    brisca_points_lost = counter()
    briscas_taken = counter("Briscas of other sides in its tricks.")
    cards_dealt = large("Cards that the deck gave it, drawn ones too.")
    trumps_dealt = counter("Trumps among them.")
    trumps_due = large("Hundredths of the trumps that so many cards have on average.")
    points_dealt = large("Card points among them.")
    points_due = large("Hundredths of the card points that so many cards have on average.")
    contracts = counter("Auctions won and played.")
    contracts_made = counter()
    partnered = counter("Deals as the called partner.")
    partnered_made = counter()
    defended = counter("Deals against a contract.")
    defended_won = counter()
    timeouts = counter()
    ms = large("Time used on own turns.")
    plays = counter()

    class Meta:
        abstract = True


class PlayerFigures(Figures):
    """Counts of one player's finished matches in one pool (kind of match) and one month."""

    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="figures", db_index=False
    )

    class Meta:
        verbose_name = pgettext_lazy("model", "player figures")
        verbose_name_plural = pgettext_lazy("model", "player figures")
        constraints = [
            models.UniqueConstraint(
                fields=["player", "pool", "month"], name="player_figures_month_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.pool}"


class TeamFigures(Figures):
    """Counts of one team's finished matches in one pool (kind of match) and one month."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="figures", db_index=False)

    class Meta:
        verbose_name = pgettext_lazy("model", "team figures")
        verbose_name_plural = pgettext_lazy("model", "team figures")
        constraints = [
            models.UniqueConstraint(
                fields=["team", "pool", "month"], name="team_figures_month_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.team_id} in {self.pool}"


class PlayerOpening(models.Model):
    """Counts of deals in which a player led the first trick with one card, in one pool.

    A pool is a kind of match; rows of the pool 'all' sum over all.
    """

    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="openings", db_index=False
    )
    pool = models.CharField(max_length=24)
    key = models.CharField(max_length=4, help_text="Its number: '12', and '3t' where a trump.")
    count = counter("Deals opened with it.")
    won = counter()
    tied = counter()
    points = models.BigIntegerField(default=0, help_text="Card points of the player's side.")

    class Meta:
        verbose_name = pgettext_lazy("model", "player opening")
        verbose_name_plural = pgettext_lazy("model", "player openings")
        constraints = [
            models.UniqueConstraint(fields=["player", "pool", "key"], name="player_opening_once")
        ]

    def __str__(self) -> str:
        return f"{self.key} by {self.player_id} in {self.pool}"


class RivalFigures(Run):
    """Results of two players against each other in one pool (kind of match); 'all' sums over all.

    `player` is the one with the lower row id. Streaks are seen from that player; the rival's are
    the same with wins and losses exchanged.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_index=False)
    rival = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_index=False)
    pool = models.CharField(max_length=24)
    matches = counter("As rivals; whoever sat in several seats has several a match.")
    player_won = counter("Matches that the player won and the rival did not.")
    rival_won = counter("Matches that the rival won and the player did not.")
    deals = counter("Without those in which a contract made them partners.")
    player_deals = counter("Deals that the player won and the rival did not.")
    rival_deals = counter("Deals that the rival won and the player did not.")
    player_points = large("Card points of the player's side.")
    rival_points = large("Card points of the rival's side.")

    class Meta:
        verbose_name = pgettext_lazy("model", "rival figures")
        verbose_name_plural = pgettext_lazy("model", "rival figures")
        constraints = [
            models.UniqueConstraint(fields=["player", "rival", "pool"], name="rival_figures_once")
        ]
        indexes = [models.Index(fields=["rival", "pool", "player"], name="rival_figures_others")]

    def __str__(self) -> str:
        return f"{self.player_id} against {self.rival_id} in {self.pool}"


class PlayerDay(models.Model):
    """Counts of a player's matches and deals on one day (UTC), and the time of own turns (ms)."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_index=False)
    day = models.PositiveIntegerField(help_text="20260301.")
    matches = counter("That ended that day.")
    matches_won = counter()
    matches_drawn = counter()
    deals = counter()
    ms = large("Time used on own turns.")

    class Meta:
        verbose_name = pgettext_lazy("model", "player day")
        verbose_name_plural = pgettext_lazy("model", "player days")
        constraints = [models.UniqueConstraint(fields=["player", "day"], name="player_day_once")]

    def __str__(self) -> str:
        return f"{self.player_id} on {self.day}"
