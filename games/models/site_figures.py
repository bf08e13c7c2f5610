"""Models of counters over all players: by ruleset, pool, day, card led and seat."""

from __future__ import annotations

from django.db import models
from django.utils.translation import pgettext_lazy

from games.models.figures import EVER, Luck, Spread, added_counter, counter, large, signed
from games.models.matches import Match, Ruleset


class GameFigures(Luck, Spread):
    """Abstract base: sums over all matches of one group (a pool, or a ruleset in it) in one month.

    Matches, deals, tricks and plays count once. Card points and luck (card points dealt to a side
    beyond its fair share) are summed, with their squares, over every side of each deal;
    `side_deals` is the number of these samples.
    """

    month = models.PositiveIntegerField(default=EVER, help_text="202603, in UTC; 0 sums.")
    matches = counter()
    matches_drawn = counter()
    matches_resigned = counter()
    matches_rated = counter()
    people = counter("Seats of people.")
    bots = counter("Seats of bots.")
    deals = counter()
    deals_tied = counter()
    all_passed = counter("Deals that nobody wanted to play; they are in no other figure.")
    claims = counter("Deals that ended by a claim.")
    killed = counter("Deals that ended by the death of the three.")
    side_deals = counter("Sides of all deals: samples of points and luck.")
    points = large()
    points_squared = large()
    hundreds = counter()
    extras = large()
    tricks = counter()
    plays = counter()
    ms = large()
    timeouts = counter()
    exchanges = counter()
    exchange_chances = counter()
    exchanges_missed = counter()
    signed_deals = added_counter("Seats of deals in which partners could make signs.")
    signs = added_counter()
    signs_seen = added_counter()
    signs_false = added_counter()
    briscas = counter()
    briscas_lost = counter()
    contracts = counter()
    contracts_made = counter()
    last_match_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True


class RulesetFigures(GameFigures):
    """Sums over the matches played by one ruleset in one pool (kind of match) and one month."""

    ruleset = models.ForeignKey(
        Ruleset, on_delete=models.CASCADE, related_name="figures", db_index=False
    )
    pool = models.CharField(max_length=24)

    class Meta:
        verbose_name = pgettext_lazy("model", "ruleset figures")
        verbose_name_plural = pgettext_lazy("model", "ruleset figures")
        constraints = [
            models.UniqueConstraint(
                fields=["ruleset", "pool", "month"], name="ruleset_figures_once"
            )
        ]
        indexes = [models.Index(fields=["ruleset", "-month", "pool"], name="ruleset_months")]

    def __str__(self) -> str:
        return f"{self.ruleset_id} in {self.pool}"


class PoolFigures(GameFigures):
    """Sums over the matches of one pool (kind of match) and month; pools of bots are apart."""

    pool = models.CharField(max_length=24)

    class Meta:
        verbose_name = pgettext_lazy("model", "pool figures")
        verbose_name_plural = pgettext_lazy("model", "pool figures")
        constraints = [models.UniqueConstraint(fields=["pool", "month"], name="pool_figures_once")]

    def __str__(self) -> str:
        return self.pool


class DayFigures(models.Model):
    """Numbers of matches, deals and cards played in one pool (kind of match) on one day (UTC)."""

    day = models.PositiveIntegerField(help_text="20260301.")
    pool = models.CharField(max_length=24)
    matches = counter("That ended that day.")
    deals = counter()
    plays = counter()
    people = counter("Different people who ended a match that day; in the pool 'all' alone.")

    class Meta:
        verbose_name = pgettext_lazy("model", "day figures")
        verbose_name_plural = pgettext_lazy("model", "day figures")
        constraints = [models.UniqueConstraint(fields=["pool", "day"], name="day_figures_once")]

    def __str__(self) -> str:
        return f"{self.day} in {self.pool}"


class SiteFigures(models.Model):
    """Counts of a pool's deals or tricks, won and tied, by card led, seat or trumps dealt."""

    class Topic(models.TextChoices):
        """Topic of a row: the card led, the seat or the trumps dealt; `key` says which one."""

        LEAD = "lead"
        FIRST_LEAD = "first_lead"
        SEAT = "seat"
        TRUMPS = "trumps"
        TRUMP = "trump"

    pool = models.CharField(max_length=24)
    topic = models.CharField(max_length=10, choices=Topic)
    key = models.CharField(max_length=4, help_text="'12', '3t', a seat from the eldest, a count.")
    count = counter()
    won = counter()
    tied = counter("Of deals; tricks have no ties.")
    points = signed("Of the side in deals; in tricks gained, or lost where negative.")

    class Meta:
        verbose_name = pgettext_lazy("model", "site figures")
        verbose_name_plural = pgettext_lazy("model", "site figures")
        constraints = [
            models.UniqueConstraint(fields=["pool", "topic", "key"], name="site_figures_once")
        ]

    def __str__(self) -> str:
        return f"{self.topic} {self.key} in {self.pool}"


class SeatedHour(models.Model):
    """Counts of the people who sat at tables in one hour, from samples some minutes apart.

    The mean of an hour is `people` by `samples`. Rows are deleted after some weeks.
    """

    hour = models.DateTimeField(unique=True, help_text="Start of the hour.")
    samples = models.PositiveIntegerField(default=0)
    people = models.PositiveIntegerField(default=0, help_text="Sum over all samples.")

    class Meta:
        verbose_name = pgettext_lazy("model", "people seated in an hour")
        verbose_name_plural = pgettext_lazy("model", "people seated by hour")

    def __str__(self) -> str:
        return f"{self.hour:%Y-%m-%d %H}"


class StatisticsVersion(models.Model):
    """The version of the rules (`games.stats.rebuild.STATISTICS_VERSION`) of the last whole count.

    The table has one row at most. A site with matches but no row was counted by version 1.
    """

    version = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name = pgettext_lazy("model", "version of the statistics")
        verbose_name_plural = pgettext_lazy("model", "versions of the statistics")

    def __str__(self) -> str:
        return str(self.version)


class CountedMatch(models.Model):
    """A mark that statistics include a match; row ids rise in the order of counting.

    The row is written last, while all rows to which the match adds are locked: of two matches with
    a player in common the one counted first has the lower id.
    """

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="counted")

    class Meta:
        verbose_name = pgettext_lazy("model", "counted match")
        verbose_name_plural = pgettext_lazy("model", "counted matches")

    def __str__(self) -> str:
        return f"{self.match_id}"
