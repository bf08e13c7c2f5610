"""Games in the admin: to look, hardly to change.

What must stay hidden while a match runs is not registered at all: secrets of deals, the journal
of actions. Of running matches only what everybody at the table knows is stored here: tricks and
deals are written as they end.
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
    Report,
    Ruleset,
    Seat,
    Silence,
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
    """Rows that the site writes; changing one here would make the others lie."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody adds rows by hand."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody changes rows by hand."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody deletes rows by hand."""
        return False


class LookAdmin(LookOnly, StrictLookups):
    """A list to look at, without counting all rows at every filter."""

    show_full_result_count = False
    list_per_page = 50


class NamesAdmin(LookAdmin):
    """Rows of which the name may be changed alone: subclasses make the rest read-only."""

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whoever may change such rows may change their names, and those alone."""
        return StrictLookups.has_change_permission(self, request, obj)


class LookInline(LookOnly, TabularInline):
    """Rows of another row."""

    extra = 0
    can_delete = False

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """All that is shown, as some of it is not editable at all."""
        return tuple(str(field) for field in self.fields or ())


class FiguresInline(LookInline):
    """Figures, a row for each kind of match."""

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
    """Who sits at tables."""

    list_display = ("name", "kind", "bot", "created_at")
    list_filter = ("kind", "bot")
    search_fields = ("name",)
    inlines = (PlayerFiguresInline, RatingInline)


class TeamFiguresInline(FiguresInline):
    """Figures of a team."""

    model = TeamFigures


@admin.register(Team)
class TeamAdmin(NamesAdmin):
    """Partnerships; a name that offends can be taken away."""

    list_display = ("__str__", "key", "created_at")
    search_fields = ("name", "players__name")
    readonly_fields = ("key", "players", "created_at")
    inlines = (TeamFiguresInline,)


class TableSeatInline(LookInline):
    """Who sits at a table; not the invitation, which would let its reader sit down."""

    model = TableSeat
    fields = ("seat", "player", "agreed", "substitute")


@admin.register(Table)
class TableAdmin(NamesAdmin):
    """Tables; a name that offends can be taken away."""

    list_display = ("public_id", "name", "ruleset", "players", "status", "visibility", "created_at")
    list_filter = ("status", "visibility", "players")
    search_fields = ("public_id", "name")
    inlines = (TableSeatInline,)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """All but the name."""
        return tuple(
            field.name for field in Table._meta.fields if field.editable and field.name != "name"
        )


class SeatInline(LookInline):
    """Who sat where."""

    model = Seat
    fields = ("seat", "side", "player", "kind", "won", "deals_won", "points")


class DealInline(LookInline):
    """The deals that are over."""

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
    """Rows of matches that are over."""

    match_path = "match"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Without those of running matches."""
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
    """Complete maps of options."""

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
    """What a transfer moved."""

    model = ChipEntry
    fields = ("account", "amount", "balance")


@admin.register(ChipTransfer)
class ChipTransferAdmin(LookAdmin):
    """The ledger of play money."""

    list_display = ("key", "kind", "match", "created_at")
    list_filter = ("kind",)
    list_select_related = ("match",)
    search_fields = ("key", "match__public_id")
    inlines = (ChipEntryInline,)


@admin.register(ChipAccount)
class ChipAccountAdmin(LookAdmin):
    """Who holds how many chips."""

    list_display = ("id", "kind", "player", "table", "balance", "closed_at")
    list_filter = ("kind",)
    list_select_related = ("player", "table")
    search_fields = ("player__name", "table__public_id")


@admin.register(Silence)
class SilenceAdmin(StrictLookups):
    """Who may say nothing for now: the one thing here that moderators write themselves."""

    list_display = ("player", "until", "reason")
    list_select_related = ("player",)
    search_fields = ("player__name",)
    raw_id_fields = ("player",)


@admin.register(Report)
class ReportAdmin(LookAdmin):
    """Complaints; only how one was settled can be changed."""

    list_display = ("created_at", "reported", "reason", "status", "reporter")
    list_filter = ("status", "reason")
    list_select_related = ("reported", "reporter")
    search_fields = ("reported__name", "reporter__name")
    ordering = ("created_at",)
    fields = (
        "status", "reported", "reporter", "reason", "note", "table", "match", "lines", "created_at",
    )  # fmt: skip
    readonly_fields = fields[1:]

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Moderators settle complaints."""
        return StrictLookups.has_change_permission(self, request, obj)
