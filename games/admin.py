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
    Announcement,
    ChipAccount,
    ChipEntry,
    ChipTransfer,
    Deal,
    Match,
    MatchOfWeek,
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
from games.tiles.models import PlayerTile

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django.http import HttpRequest

    TabularInline = admin.TabularInline[Any, Any]
else:
    TabularInline = admin.TabularInline


class LookOnly:
    """Mixin that makes an admin class read-only, for rows that only the site's code writes."""

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
    """Base of read-only admin classes; their lists do not count all rows at every filter."""

    show_full_result_count = False
    list_per_page = 50


class NamesAdmin(LookAdmin):
    """Base of admin classes in which only a name can be changed; all other fields are read-only."""

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return True if this moderator may change the names in rows of this model."""
        return StrictLookups.has_change_permission(self, request, obj)


class LookInline(LookOnly, TabularInline):
    """Base of read-only inlines: rows on the admin page of the row to which they belong."""

    extra = 0
    can_delete = False

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Return all shown fields, also those that the model marks as not editable."""
        return tuple(str(field) for field in self.fields or ())


class FiguresInline(LookInline):
    """Base of inlines with the statistics of one player or team, one row for each kind of match."""

    fields = ("pool", "matches", "matches_won", "deals", "deals_won", "points", "last_match_at")


class PlayerFiguresInline(FiguresInline):
    """Inline of a player's statistics, one row for each kind of match."""

    model = PlayerFigures


class RatingInline(LookInline):
    """Inline of a player's ratings, one row for each kind of match."""

    model = Rating
    fields = ("pool", "display", "mu", "sigma", "matches", "updated_at")


class TileInline(LookInline):
    """Inline of the tiles that a player has won."""

    model = PlayerTile
    fields = ("tile", "match", "won_at")


@admin.register(Player)
class PlayerAdmin(LookAdmin):
    """Admin of players: people, guests and bots that sit at tables."""

    list_display = ("name", "kind", "bot", "created_at")
    list_filter = ("kind", "bot")
    search_fields = ("name",)
    inlines = (PlayerFiguresInline, RatingInline, TileInline)


class TeamFiguresInline(FiguresInline):
    """Inline of a team's statistics, one row for each kind of match."""

    model = TeamFigures


@admin.register(Team)
class TeamAdmin(NamesAdmin):
    """Admin of teams, where moderators can remove an offensive name."""

    list_display = ("__str__", "key", "created_at", "founded_at", "dissolved_at")
    search_fields = ("name", "players__name")
    readonly_fields = ("key", "players", "face", "created_at", "founded_at", "dissolved_at")
    inlines = (TeamFiguresInline,)


class TableSeatInline(LookInline):
    """Inline of the seats of a table, without the invitations, by which a reader could sit down."""

    model = TableSeat
    fields = ("seat", "player", "agreed", "substitute")


@admin.register(Table)
class TableAdmin(NamesAdmin):
    """Admin of tables, where moderators can remove an offensive name."""

    list_display = ("public_id", "name", "ruleset", "players", "status", "visibility", "created_at")
    list_filter = ("status", "visibility", "players")
    search_fields = ("public_id", "name")
    inlines = (TableSeatInline,)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Return all editable fields of a table but the name."""
        return tuple(
            field.name for field in Table._meta.fields if field.editable and field.name != "name"
        )


class SeatInline(LookInline):
    """Inline of the seats of a match: who sat where, with the result."""

    model = Seat
    fields = ("seat", "side", "player", "kind", "won", "deals_won", "points")


class DealInline(LookInline):
    """Inline of the finished deals of a match."""

    model = Deal
    fields = ("number", "dealer", "trump_suit", "trump_card", "side_points", "ended_by")


@admin.register(Match)
class MatchAdmin(LookAdmin):
    """Admin of matches, with their seats and deals."""

    list_display = ("public_id", "preset", "players", "status", "started_at", "finished_at")
    list_filter = ("status", "preset", "players")
    search_fields = ("public_id",)
    date_hierarchy = "started_at"
    inlines = (SeatInline, DealInline)


@admin.register(Seat)
class SeatAdmin(LookAdmin):
    """Admin of the seats of matches."""

    list_display = ("match", "seat", "side", "player", "kind", "won", "deals_won", "points")
    list_select_related = ("match", "player")
    search_fields = ("match__public_id", "player__name")


class OfFinishedAdmin(LookAdmin):
    """Base of admin classes that show only rows of finished and abandoned matches."""

    match_path = "match"
    """The lookup that leads from a row to its match."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Return the rows, without those of matches that run or whose result is held back."""
        over = {f"{self.match_path}__status__in": (MatchStatus.FINISHED, MatchStatus.ABANDONED)}
        return super().get_queryset(request).filter(**over)


@admin.register(Deal)
class DealAdmin(OfFinishedAdmin):
    """Admin of the deals of finished matches."""

    list_display = ("match", "number", "dealer", "trump_card", "side_points", "ended_by")
    list_select_related = ("match",)
    search_fields = ("match__public_id",)


@admin.register(Trick)
class TrickAdmin(OfFinishedAdmin):
    """Admin of the tricks of finished matches."""

    match_path = "deal__match"
    list_display = ("deal", "number", "leader", "plays", "winner", "points")
    list_select_related = ("deal",)
    search_fields = ("deal__match__public_id",)


@admin.register(Ruleset)
class RulesetAdmin(LookAdmin):
    """Admin of rulesets: one row for each complete set of rules, with a value for every option."""

    list_display = ("preset", "hash", "created_at")
    list_filter = ("preset",)


@admin.register(PlayerFigures)
class PlayerFiguresAdmin(LookAdmin):
    """Admin of the statistics of players: one row for each player and kind of match."""

    list_display = ("player", "pool", "matches", "matches_won", "points", "last_match_at")
    list_filter = ("pool",)
    list_select_related = ("player",)
    search_fields = ("player__name",)


@admin.register(TeamFigures)
class TeamFiguresAdmin(LookAdmin):
    """Admin of the statistics of teams: one row for each team and kind of match."""

    list_display = ("team", "pool", "matches", "matches_won", "points", "last_match_at")
    list_filter = ("pool",)
    list_select_related = ("team",)


class ChipEntryInline(LookInline):
    """Inline of the entries of a chip transfer: account, amount, and balance afterwards."""

    model = ChipEntry
    fields = ("account", "amount", "balance")


@admin.register(ChipTransfer)
class ChipTransferAdmin(LookAdmin):
    """Admin of transfers of chips (play money), with their entries."""

    list_display = ("key", "kind", "match", "created_at")
    list_filter = ("kind",)
    list_select_related = ("match",)
    search_fields = ("key", "match__public_id")
    inlines = (ChipEntryInline,)


@admin.register(ChipAccount)
class ChipAccountAdmin(LookAdmin):
    """Admin of accounts of chips (play money): one row for each owner, with the balance."""

    list_display = ("id", "kind", "player", "table", "balance", "closed_at")
    list_filter = ("kind",)
    list_select_related = ("player", "table")
    search_fields = ("player__name", "table__public_id")


@admin.register(Announcement)
class AnnouncementAdmin(StrictLookups):
    """Admin of the lines that operators show at the top of every page."""

    list_display = ("text_es", "starts_at", "ends_at")
    fields = ("text_es", "text_ca", "text_en", "url", "starts_at", "ends_at")


@admin.register(MatchOfWeek)
class MatchOfWeekAdmin(LookAdmin):
    """Admin of the matches of the week: which match a rule chose for each week."""

    list_display = ("monday", "match", "points", "chosen_at")
    list_select_related = ("match",)
