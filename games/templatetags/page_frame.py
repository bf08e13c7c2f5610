"""Template tags of what is around every page: navigation, the reader, and parts that are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from django import template
from django.urls import NoReverseMatch, reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from brisca_site.languages import AWAITING_READER
from games.pages.fragments import fragment
from games.selectors.lobby import main_rating
from games.selectors.notifications import unread_count
from games.stats.ratings import deviation

if TYPE_CHECKING:
    from django.template import Context
    from django.utils.functional import _StrPromise

register = template.Library()


class Section(NamedTuple):
    """A section of the site in the main navigation: its view, icon and label."""

    view: str
    """Name of the view that the link leads to."""
    icon: str
    label: _StrPromise
    others: tuple[str, ...] = ()
    """Names of other views for which the link is marked as the current one."""


class Link(NamedTuple):
    """One link of a navigation, as the template shows it; `current`: to this page."""

    url: str
    label: str
    icon: str = ""
    current: bool = False


class You(NamedTuple):
    """The signed-in reader of the page, as the header shows them."""

    name: str
    key: str
    """User name, from which the tile is computed if there is no `face`."""
    face: str
    url: str
    rating: int | None
    """Rating in the kind of match that the reader plays most; None where there is none."""
    margin: int
    """Margin of the rating in points."""
    is_private: bool
    """True if nobody else may see the rating."""
    unread: int
    """Number of unread notifications, as far as they are counted."""
    is_guest: bool
    moderates: bool
    """True if the desk of the moderators is open to the reader."""


SECTIONS: Final = (
    Section("lobby", "cards", _("Play"), ("table", "table_new", "games")),
    Section(
        "tournaments",
        "trophy",
        _("Tournaments"),
        ("tournament", "tournament_new", "tournament_deal"),
    ),
    Section("match_list", "undo", _("Matches"), ("match",)),
    Section(
        "community",
        "users",
        _("Community"),
        (
            *("people", "leaderboard", "player", "report", "teams", "team", "clubs", "club"),
            *("club_new", "club_link", "club_members", "club_season", "club_talk"),
            *("club_settings", "club_log"),
            *("leagues", "league", "league_new", "league_match"),
        ),
    ),
    Section(
        "learn",
        "book",
        _("Learn"),
        (
            *("guide", "guide_chapter", "guide_game"),
            *("lesson", "sign_exercises", "rules", "rules_history", "rules_preset", "ruleset"),
            *("daily", "daily_day"),
            *("puzzle", "puzzle_of", "exercises", "exercise"),
            *("puzzles", "rated_puzzle", "puzzle_run", "puzzle_history"),
        ),
    ),
)
COMMUNITY: Final = (
    Section("people", "users", _("People")),
    Section("messages", "chat", _("Messages"), ("conversation",)),
    Section("teams", "users", _("Teams"), ("team",)),
    Section(
        "clubs",
        "users",
        pgettext_lazy("of people", "Clubs"),
        (
            *("club", "club_new", "club_link", "club_members", "club_season", "club_talk"),
            *("club_settings", "club_log"),
        ),
    ),
    Section("leaderboard", "trophy", _("Leaderboard")),
    Section("leagues", "trophy", _("Leagues"), ("league", "league_new", "league_match")),
)
FOOTER: Final = (
    Section("rules", "book", _("Rules")),
    Section("guide", "book", _("Guide")),
    Section("conduct", "users", _("Rules of conduct")),
    Section("fairness", "shield", _("How the deck is shuffled")),
    Section("privacy", "shield", _("What we keep")),
    Section("developers", "link", _("Data and API")),
)


def _url(view: str, *args: object) -> str:
    """Return the address of a view, or "" where the site does not have the view."""
    try:
        return reverse(view, args=args)
    except NoReverseMatch:
        return ""


@register.simple_tag(takes_context=True)
def view_name(context: Context) -> str:
    """Return the name of the view that shows the page, with its namespace; "" where unknown."""
    match = getattr(context.get("request"), "resolver_match", None)
    return str(match.view_name) if match else ""


@register.simple_tag(takes_context=True)
def you(context: Context) -> You | None:
    """Return the signed-in reader of the page for the header; None for others."""
    user: Any = context.get("user")
    if user is None or not user.is_authenticated:
        return None
    name = str(getattr(user, "display_name", "") or user.get_username())
    rating, sigma, is_private = main_rating(user.pk) or (None, 0.0, False)
    return You(
        name=name,
        key=str(user.get_username()),
        face=user.face,
        url="" if user.is_guest else _url("player", user.get_username()),
        rating=rating,
        margin=deviation(sigma),
        is_private=is_private,
        unread=unread_count(user.pk),
        is_guest=user.is_guest,
        moderates=user.is_staff and user.has_perm("games.moderate"),
    )


@register.simple_tag
def tabs(here: str) -> list[Link]:
    """Return the links to the sections of the site; that of the view named `here` is marked."""
    return _links(SECTIONS, here)


@register.simple_tag(takes_context=True)
def community_tabs(context: Context) -> list[Link]:
    """Return the links to the pages about people, for their navigation."""
    links = _links(COMMUNITY, view_name(context))
    request = context.get("request")
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated and not user.is_guest:
        return links
    return [link for link in links if link.url != _url("messages")]


@register.simple_tag
def footer_links() -> list[Link]:
    """Return the links at the foot of every page."""
    return _links(FOOTER, "")


@register.simple_tag
def awaits_reader() -> bool:
    """Return True if no native reader has checked the page's language yet."""
    return get_language() in AWAITING_READER


def _links(parts: tuple[Section, ...], here: str) -> list[Link]:
    """Return links to the sections that the site has, with that of the view named `here` marked."""
    return [
        Link(url, str(part.label), part.icon, here in (part.view, *part.others))
        for part in parts
        if (url := _url(part.view))
    ]


@register.simple_tag
def kept(template_name: str, **shown: Any) -> SafeString:
    """Return a part of the page that shows nothing but these values, from the cache if it can.

    The template gets them as its context, and neither the request nor whatever else the page has.
    """
    return fragment(template_name, shown, lambda: shown)
