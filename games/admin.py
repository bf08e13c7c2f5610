"""Admin pages of games: nearly everything is read-only.

What must stay hidden while a match runs is not registered at all: secrets of deals, the journal
of actions. Of running matches only what everybody at the table knows is stored in these tables:
tricks and deals are written as they end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin

from accounts.admin_parts import StrictLookups
from games.models import (
    ChipAccount,
    ChipEntry,
    ChipTransfer,
    Deal,
    Match,
    Player,
    PlayerFigures,
    Rating,
    Ruleset,
    Seat,
    Table,
    TableSeat,
    Team,
    TeamFigures,
    Trick,
)
from games.models.matches import MatchStatus

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django.http import HttpRequest

    TabularInline = admin.TabularInline[Any, Any]
else:
    TabularInline = admin.TabularInline


class LookOnly:
    """Mixin of admin classes for rows that only the site writes, to keep rows consistent."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False: nobody adds rows by hand."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False: nobody changes rows by hand."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False: nobody deletes rows by hand."""
        return False


class LookAdmin(LookOnly, StrictLookups):
    """A read-only list of rows, which does not count all rows at every filter."""

    show_full_result_count = False
    list_per_page = 50


class NamesAdmin(LookAdmin):
    """Rows of which only the name may be changed; subclasses make all other fields read-only."""

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return whether this moderator may change rows of this model, and so their names."""
        return StrictLookups.has_change_permission(self, request, obj)


class LookInline(LookOnly, TabularInline):
    """Read-only rows on the page of the row to which they belong."""

    extra = 0
    can_delete = False

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Return all shown fields, as some of them are not editable at all."""
        return tuple(str(field) for field in self.fields or ())


class FiguresInline(LookInline):
    """Figures of one owner, one row for each kind of match."""

    fields = ("pool", "matches", "matches_won", "deals", "deals_won", "points", "last_match_at")


class PlayerFiguresInline(FiguresInline):
    """Figures of a player."""

    model = PlayerFigures


class RatingInline(LookInline):
    """Ratings of a player."""

    model = Rating
    fields = ("pool", "display", "mu", "sigma", "matches", "updated_at")


@admin.register(Player)
class PlayerAdmin(LookAdmin):
    """Players: people, guests and bots that sit at tables."""

    list_display = ("name", "kind", "bot", "created_at")
    list_filter = ("kind", "bot")
    search_fields = ("name",)
    inlines = (PlayerFiguresInline, RatingInline)


class TeamFiguresInline(FiguresInline):
    """Figures of a team."""

    model = TeamFigures


@admin.register(Team)
class TeamAdmin(NamesAdmin):
    """Teams; moderators can remove an offensive name."""

    list_display = ("__str__", "key", "created_at", "founded_at", "dissolved_at")
    search_fields = ("name", "players__name")
    readonly_fields = ("key", "players", "face", "created_at", "founded_at", "dissolved_at")
    inlines = (TeamFiguresInline,)


class TableSeatInline(LookInline):
    """Seats of a table, without the invitation, which would let its reader sit down."""

    model = TableSeat
    fields = ("seat", "player", "agreed", "substitute")


@admin.register(Table)
class TableAdmin(NamesAdmin):
    """Tables; moderators can remove an offensive name."""

    list_display = ("public_id", "name", "ruleset", "players", "status", "visibility", "created_at")
    list_filter = ("status", "visibility", "players")
    search_fields = ("public_id", "name")
    inlines = (TableSeatInline,)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Return all editable fields but the name."""
        return tuple(
            field.name for field in Table._meta.fields if field.editable and field.name != "name"
        )


class SeatInline(LookInline):
    """Seats of a match: who sat where, with the result."""

    model = Seat
    fields = ("seat", "side", "player", "kind", "won", "deals_won", "points")


class DealInline(LookInline):
    """Finished deals of a match."""

    model = Deal
    fields = ("number", "dealer", "trump_suit", "trump_card", "side_points", "ended_by")


@admin.register(Match)
class MatchAdmin(LookAdmin):
    """Matches, with seats and deals."""

    list_display = ("public_id", "preset", "players", "status", "started_at", "finished_at")
    list_filter = ("status", "preset", "players")
    search_fields = ("public_id",)
    date_hierarchy = "started_at"
    inlines = (SeatInline, DealInline)


@admin.register(Seat)
class SeatAdmin(LookAdmin):
    """Seats of matches."""

    list_display = ("match", "seat", "side", "player", "kind", "won", "deals_won", "points")
    list_select_related = ("match", "player")
    search_fields = ("match__public_id", "player__name")


class OfFinishedAdmin(LookAdmin):
    """Rows of finished and abandoned matches alone."""

    match_path = "match"
    """The lookup that leads from a row to its match."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Return the rows without those of running matches and of matches held back."""
        over = {f"{self.match_path}__status__in": (MatchStatus.FINISHED, MatchStatus.ABANDONED)}
        return super().get_queryset(request).filter(**over)


@admin.register(Deal)
class DealAdmin(OfFinishedAdmin):
    """Deals of finished matches."""

    list_display = ("match", "number", "dealer", "trump_card", "side_points", "ended_by")
    list_select_related = ("match",)
    search_fields = ("match__public_id",)


@admin.register(Trick)
class TrickAdmin(OfFinishedAdmin):
    """Tricks of finished matches."""

    match_path = "deal__match"
    list_display = ("deal", "number", "leader", "plays", "winner", "points")
    list_select_related = ("deal",)
    search_fields = ("deal__match__public_id",)


@admin.register(Ruleset)
class RulesetAdmin(LookAdmin):
    """Rulesets: complete maps of options."""

    list_display = ("preset", "hash", "created_at")
    list_filter = ("preset",)


@admin.register(PlayerFigures)
class PlayerFiguresAdmin(LookAdmin):
    """Figures of players."""

    list_display = ("player", "pool", "matches", "matches_won", "points", "last_match_at")
    list_filter = ("pool",)
    list_select_related = ("player",)
    search_fields = ("player__name",)


@admin.register(TeamFigures)
class TeamFiguresAdmin(LookAdmin):
    """Figures of teams."""

    list_display = ("team", "pool", "matches", "matches_won", "points", "last_match_at")
    list_filter = ("pool",)
    list_select_related = ("team",)


class ChipEntryInline(LookInline):
    """Entries of a chip transfer: the account, its amount and its balance afterwards."""

    model = ChipEntry
    fields = ("account", "amount", "balance")


@admin.register(ChipTransfer)
class ChipTransferAdmin(LookAdmin):
    """Transfers of chips (play money) with their entries."""

    list_display = ("key", "kind", "match", "created_at")
    list_filter = ("kind",)
    list_select_related = ("match",)
    search_fields = ("key", "match__public_id")
    inlines = (ChipEntryInline,)


@admin.register(ChipAccount)
class ChipAccountAdmin(LookAdmin):
    """Accounts of chips and their balances."""

    list_display = ("id", "kind", "player", "table", "balance", "closed_at")
    list_filter = ("kind",)
    list_select_related = ("player", "table")
    search_fields = ("player__name", "table__public_id")
