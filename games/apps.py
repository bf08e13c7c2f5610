"""The games app, and what it does when something becomes of an account."""

from __future__ import annotations

import re
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from django.apps import AppConfig, apps
from django.utils.translation import gettext_lazy

FEATURES_WITH_MODELS: Final = ("tournaments", "clubs", "leagues", "puzzles", "tiles")
"""Folders of `games` whose models belong to this app too."""
MODERATOR_PERMISSIONS: Final = frozenset(
    {
        "view_player",
        "moderate",
    }
)
"""What moderators do with games: work at the desk."""

if TYPE_CHECKING:
    from django.http import HttpRequest

    from accounts.models import AccountBar, User


class GamesConfig(AppConfig):
    """App config of the games: tables, matches, figures, and all that belongs to them."""

    name = "games"
    verbose_name = gettext_lazy("Games")
    default_auto_field = "django.db.models.BigAutoField"

    def import_models(self) -> None:
        """Import the models of the platform, then those of the features that have their own folder."""
        super().import_models()
        for feature in FEATURES_WITH_MODELS:
            import_module(f"games.{feature}.models")

    def ready(self) -> None:
        """Connect receivers to the signals of accounts, and give moderators their permissions."""
        from allauth.account.signals import user_signed_up
        from django.db.models.signals import post_migrate, post_save

        from accounts import signals
        from games.pages.page_cache import player_saved
        from games.site.ports import fill_ports

        fill_ports()
        post_save.connect(player_saved, sender="games.Player", dispatch_uid="games.page_cache")
        post_migrate.connect(_grant_moderators, sender=self, dispatch_uid="games.moderators")
        signals.signing_in.connect(_sign_in, dispatch_uid="games.sign_in")
        signals.guest_leaving.connect(_leave_guest, dispatch_uid="games.leave_guest")
        signals.account_closing.connect(_forget, dispatch_uid="games.forget")
        signals.account_renamed.connect(_rename, dispatch_uid="games.rename")
        signals.account_export.connect(_export, dispatch_uid="games.export")
        signals.account_played.connect(_played, dispatch_uid="games.played")
        signals.bar_shown.connect(_appeal_address, dispatch_uid="games.appeal")
        user_signed_up.connect(_signed_up, dispatch_uid="games.signed_up")
        signals.name_wanted.connect(_name_taken, dispatch_uid="games.name")


def _sign_in(sender: object, request: HttpRequest, user: User, **_more: Any) -> None:
    """Carry what a stranger has learned into the account."""
    from games.pages.path_progress import take_along

    take_along(request, user)


def _leave_guest(sender: object, user: User, **_more: Any) -> dict[str, Any]:
    """Return a guest's progress on the path of learning, for the session."""
    from games.pages.path_progress import belongings_of

    return belongings_of(user)


def _forget(sender: object, user: User, **_more: Any) -> None:
    """The matches of a deleted account stay, under a name that says nothing."""
    from games.clubs.services.leaving import leave_all_clubs
    from games.leagues.services.entries import leave_all_leagues
    from games.puzzles.services.puzzles import forget_puzzles
    from games.services.direct_messages import forget_messages
    from games.services.notifications import forget_notifications
    from games.services.players import forget_player
    from games.services.teams import leave_all_teams
    from games.tiles.services.giving import forget_tiles
    from games.tournaments.services.entries import withdraw_everywhere

    leave_all_clubs(user_id=user.pk)  # first, as clubs are locked before players
    withdraw_everywhere(user_id=user.pk)
    leave_all_leagues(user_id=user.pk)
    leave_all_teams(user_id=user.pk)
    forget_notifications(user_id=user.pk)
    forget_messages(user_id=user.pk)
    forget_puzzles(user_id=user.pk)
    forget_tiles(user_id=user.pk)
    forget_player(user_id=user.pk)  # last, as it detaches the player from the account


def _rename(sender: object, user: User, **_more: Any) -> None:
    """The player of an account has its name and its kind; who never played has no player."""
    from games.models import Player
    from games.services.players import player_for

    if Player.objects.filter(user=user).exists():
        player_for(user)


def _signed_up(sender: object, user: User, **_more: Any) -> None:
    """Give a new member a player, whom others find, follow and block at once."""
    from games.services.players import player_for

    player_for(user)


def _export(sender: object, user: User, **_more: Any) -> tuple[str, Any]:
    """Return the key and content of the games' part of a user's personal data export."""
    from games.site.personal_data import personal_data

    return "games", personal_data(user.pk)


def _played(sender: object, user: User, **_more: Any) -> bool:
    """Return whether the user has ever had a seat at a table."""
    from games.services.players import has_sat

    return has_sat(user_id=user.pk)


def _appeal_address(sender: object, bar: AccountBar, **_more: Any) -> str:
    """Return the address of the reasons for a bar, where moderators have stated any."""
    from games.pages.moderation_decisions import appeal_address

    return appeal_address(bar)


def _name_taken(sender: object, name: str, user: User | None, **_more: Any) -> bool:
    """Names of players are taken, and those of house bots even before they first sit down.

    What looks like the name of a house bot is taken too.
    """
    from accounts.skeletons import looks_of
    from games.common.house_bots import HOUSE_BOT_NAMES
    from games.models import Player
    from games.selectors.figures import find_player

    own = looks_of(re.sub(r"-\d+\Z", "", name))
    if any(own & looks_of(bot) for level in HOUSE_BOT_NAMES.values() for bot in level):
        return True
    other = find_player(name)
    if other is None or user is None:
        return other is not None
    return not Player.objects.filter(pk=other["id"], user=user).exists()


def _grant_moderators(sender: AppConfig, using: str, apps: Any = apps, **_more: Any) -> None:
    """Give the group of moderators its rights once their rows are made."""
    from accounts.moderators import grant_to_moderators

    grant_to_moderators(app_label="games", codenames=MODERATOR_PERMISSIONS, using=using, apps=apps)
