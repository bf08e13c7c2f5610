"""Template tags of what is around every page: navigation, the reader, and parts that are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from django import template
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from brisca_site.base.languages import AWAITING_READER
from games.pages.fragments import fragment
from games.selectors.announcements import current_announcement
from games.selectors.page_header import NOTHING, PageHeader
from games.stats.ratings import deviation

if TYPE_CHECKING:
    from django.template import Context
    from django.utils.functional import Promise

register = template.Library()

ANNOUNCEMENT_SECONDS: Final = 30.0
"""Seconds after which a process looks for an announcement again."""


class Section(NamedTuple):
    """A section of the site in the main navigation: its view, icon and label."""

    view: str
    """Name of the view that the link leads to."""
    icon: str
    label: Promise
    others: tuple[str, ...] = ()
    """Names of other views for which the link is marked as the current one."""


class Link(NamedTuple):
    """A link of a navigation, as the template shows it; `current`: the link to the page itself."""

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
    Section("lobby", "cards", _("Play"), ("table", "table_new", "games", "daily", "daily_day")),
    Section(
        "tournaments",
        "trophy",
        _("Tournaments"),
        ("tournament", "tournament_new", "tournament_deal"),
    ),
    Section("match_list", "undo", _("Matches"), ("match", "week", "after_match")),
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
            *(
                "lesson",
                "lesson_table",
                "learn_cards",
                "sign_exercises",
                "rules",
                "rules_history",
                "rules_preset",
                "ruleset",
            ),
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
    Section("about", "info", _("About this site")),
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
    header: PageHeader = context.get("page_header") or NOTHING
    return You(
        name=name,
        key=str(user.get_username()),
        face=user.face,
        url="" if user.is_guest else _url("player", user.get_username()),
        rating=header.rating,
        margin=deviation(header.sigma),
        is_private=header.is_private,
        unread=header.notifications,
        is_guest=user.is_guest,
        moderates=user.is_staff and user.has_perm("games.moderate"),
    )


@register.simple_tag
def tabs(here: str) -> list[Link]:
    """Return the links to the site's sections for the main navigation; mark that of view `here`."""
    return _links(SECTIONS, here)


@register.simple_tag(takes_context=True)
def community_tabs(context: Context) -> list[Link]:
    """Return the links of the navigation on pages about people (players, teams, clubs, ...)."""
    links = _links(COMMUNITY, view_name(context))
    request = context.get("request")
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated and not user.is_guest:
        return links
    return [link for link in links if link.url != _url("messages")]


@register.simple_tag
def footer_links() -> list[Link]:
    """Return the links shown at the foot of every page of the site."""
    return _links(FOOTER, "")


@register.simple_tag
def awaits_reader() -> bool:
    """Return True if no native reader has checked the page's language yet."""
    return get_language() in AWAITING_READER


def _links(parts: tuple[Section, ...], here: str) -> list[Link]:
    """Return links to those of `parts` that the site has; mark that of the view named `here`."""
    return [
        Link(url, str(part.label), part.icon, here in (part.view, *part.others))
        for part in parts
        if (url := _url(part.view))
    ]


@register.simple_tag
def announcement() -> SafeString:
    """Return the HTML of the operators' announcement; a process reads it twice a minute at most."""
    return fragment(
        "games/_announcement.html", (), _announcement_context, seconds=ANNOUNCEMENT_SECONDS
    )


def _announcement_context() -> dict[str, Any]:
    """Return the template context of the announcement of this moment, in the active language."""
    shown = current_announcement(timezone.now())
    if shown is None:
        return {"announcement": None}
    return {"announcement": {"line": shown.text(get_language() or ""), "url": shown.url}}


@register.simple_tag
def kept(template_name: str, **shown: Any) -> SafeString:
    """Return the HTML of a template that shows only these values, from the cache if possible.

    The values are the template's whole context: the request and the page's context stay out.
    """
    return fragment(template_name, shown, lambda: shown)
