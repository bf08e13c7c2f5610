"""Parts of the list of tournaments: posters, the next seven days, and how the last ones ended."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final, NamedTuple

from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import Player
from games.selectors.daily import LobbyDay, lobby_day
from games.selectors.daily_turned import turned_card_of_day
from games.services.daily_deals import day_of
from games.tournaments.models import Tournament
from games.tournaments.models.tournaments import Format, TournamentStatus
from games.tournaments.pages.context import event_rows
from games.tournaments.selectors.list_details import OwnPlace, friends_in, own_places
from games.tournaments.wording.tournaments import game_title, length_text, minutes_of

MAX_POSTERS: Final = 6
"""Number of posters on the page, that of the deal of the day included."""
MAX_ENDED: Final = 4
"""Number of finished tournaments that the page tells about; the others are in lists."""
MAX_DAY_EVENTS: Final = 4
"""Number of tournaments in the column of a day; the others are counted."""
WEEK_DAYS: Final = 7
MAX_FRIENDS: Final = 2
"""Number of friends whom a poster names; the others are counted."""
POSTER_CARDS: Final[Mapping[str, tuple[str, ...]]] = {
    Format.SWISS: ("E12", "O1", "C11"),
    Format.ROUND_ROBIN: ("C10", "O12", "E11"),
    Format.GROUPS: ("O10", "C10", "E10"),
    Format.KNOCKOUT: ("B1", "E3"),
    Format.LADDER: ("C10", "C11", "C12"),
    Format.ARENA: ("B3", "B12", "B1"),
    Format.DAILY: ("O3", "C1", "E3"),
    Format.TEAMS: ("O12", "C12"),
}
"""Cards on the poster of a tournament by its format."""
ENDED_CARDS: Final = ("O1", "O3", "O12", "O11")
"""Cards beside the finished tournaments: the highest ones, in their order."""


class Filter(NamedTuple):
    """A filter of the list of tournaments without a poster."""

    key: str
    """The value of the query's `show`."""
    label: str | Promise
    has: Callable[[Tournament], bool]


FILTERS: Final = (
    Filter("", gettext_lazy("All"), lambda event: True),
    Filter("pairs", gettext_lazy("Pairs and threes"), lambda event: event.members > 1),
    Filter("single", gettext_lazy("Alone"), lambda event: event.members == 1),
    Filter(
        "today",
        gettext_lazy("Today"),
        lambda event: timezone.localdate(event.starts_at) <= timezone.localdate(),
    ),
)
"""The filters that the page offers; the first one is used without a choice."""


class Poster(NamedTuple):
    """The poster of a tournament, or of the deal of the day."""

    url: str
    name: str
    sentence: str
    state: str
    cards: Sequence[str]
    """Codes of its cards; none for the deal of the day, which shows the stock."""
    turned: str = ""
    """Code of the turned card under the stock of the deal of the day."""
    wall: str = ""
    """CSS class of its wall: `events`, `people`, or "" for the cloth."""
    starts_at: datetime | None = None
    now: bool = False
    """True if one can play at this moment."""
    friends: str = ""
    entered: bool = False


def posters_of(
    rows: Sequence[Tournament], entered: set[int], own: Sequence[Tournament], me: Player | None
) -> tuple[list[Poster], list[Tournament]]:
    """Return the posters of the page, and the tournaments for which there is no poster left.

    `rows` are listed tournaments, the earliest first; those of them in `own`, which the reader has
    entered or organises, come first.
    """
    ordered = sorted(rows, key=lambda row: row not in own)
    shown, rest = ordered[: MAX_POSTERS - 1], ordered[MAX_POSTERS - 1 :]
    friends = friends_in(me, shown) if me is not None else {}
    posters = [_daily_poster(me)]
    posters += [_poster(row, row.pk in entered, friends.get(row.pk, [])) for row in shown]
    rest.sort(key=lambda row: (row.starts_at, row.pk))
    return posters, rest


def _daily_poster(me: Player | None) -> Poster:
    """Return the poster of today's deal of the day, which there is on every day."""
    day = day_of(timezone.now())
    deal = lobby_day(day, me.pk if me else None)
    return Poster(
        url=reverse("daily"),
        name=_("The deal of the day"),
        sentence=" · ".join(filter(None, (_("One deal, whenever you like"), _played_words(deal)))),
        state=_("Played") if deal is not None and deal.own is not None else _("Open"),
        cards=(),
        turned=turned_card_of_day(day),
        now=deal is None or deal.own is None,
    )


def _played_words(deal: LobbyDay | None) -> str:
    """Return the number of players of a deal of the day, in words; "" if nobody has played it."""
    if deal is None or not deal.tried:
        return ""
    return ngettext("%(n)s has played it", "%(n)s have played it", deal.tried) % {"n": deal.tried}


def _poster(tournament: Tournament, entered: bool, friends: Sequence[str]) -> Poster:
    """Return the poster of a tournament."""
    running = tournament.status == TournamentStatus.RUNNING
    return Poster(
        url=reverse("tournament", args=[tournament.public_id]),
        name=tournament.name,
        sentence=tournament.line or _what_is_played(tournament),
        state=_("You play") if entered else state_words(tournament),
        cards=POSTER_CARDS[tournament.format],
        wall="people" if tournament.members == 1 and tournament.players == 2 else "events",
        starts_at=None if running else tournament.starts_at,
        now=running or tournament.status == TournamentStatus.CHECKIN,
        friends=_friends_words(friends),
        entered=entered,
    )


def _what_is_played(tournament: Tournament) -> str:
    """Return a tournament's game, length and minutes in words."""
    words = f"{game_title(tournament)} · {length_text(tournament)}"
    if tournament.format in (Format.ARENA, Format.DAILY):
        return words
    return f"{words} · " + _("%(n)s min") % {"n": minutes_of(tournament)}


def state_words(tournament: Tournament) -> str:
    """Return the state of a listed tournament in a word or two, as a poster shows it."""
    taken = getattr(tournament, "taken", 0)
    if tournament.status == TournamentStatus.RUNNING:
        return _("Being played")
    if tournament.status == TournamentStatus.CHECKIN:
        return _("Check-in open")
    if taken >= tournament.max_entrants:
        return _("Full")
    if taken:
        return ngettext("%(n)s entered", "%(n)s entered", taken) % {"n": taken}
    return _("Open")


def _friends_words(names: Sequence[str]) -> str:
    """Return the names of friends in a tournament, in words; "" if none is in it."""
    if not names:
        return ""
    named, more = ", ".join(names[:MAX_FRIENDS]), len(names) - MAX_FRIENDS
    if more > 0:
        return ngettext(
            "%(names)s and %(n)s other friend are in",
            "%(names)s and %(n)s other friends are in",
            more,
        ) % {"names": named, "n": more}
    return ngettext("%(names)s is in", "%(names)s are in", len(names)) % {"names": named}


def week_of(rows: Sequence[Tournament], entered: set[int]) -> list[dict[str, Any]]:
    """Return the days from today on, each with the tournaments of `rows` that start on it.

    Days are those of the site's time zone, like those of the tournaments' hours.
    """
    today = timezone.localdate()
    by_day: defaultdict[date, list[Tournament]] = defaultdict(list)
    for row in rows:
        by_day[timezone.localdate(row.starts_at)].append(row)
    days = [today + timedelta(days=ahead) for ahead in range(WEEK_DAYS)]
    turns_at = _turn_of_the_day()
    return [
        {
            "day": day,
            "today": day == today,
            "turns_at": turns_at,
            "events": [
                {"row": row, "entered": row.pk in entered} for row in by_day[day][:MAX_DAY_EVENTS]
            ],
            "more": max(0, len(by_day[day]) - MAX_DAY_EVENTS),
        }
        for day in days
    ]


def _turn_of_the_day() -> time:
    """Return the hour, by the site's clock, at which the deal of the day changes."""
    midnight = datetime.combine(day_of(timezone.now()), time(), tzinfo=UTC)
    return timezone.localtime(midnight).time()


def ended_rows(
    finished: Sequence[Tournament], winners: Mapping[int, str], me: Player | None
) -> list[dict[str, Any]]:
    """Return the latest finished tournaments, each with its winner and the reader's place in words.

    `winners` are the names of the winners by tournament (row id).
    """
    latest = sorted(finished, key=lambda row: row.finished_at or row.starts_at, reverse=True)
    shown = latest[:MAX_ENDED]
    places = own_places(me, shown) if me is not None else {}
    return [
        {
            "row": row,
            "card": card,
            "winner": winners.get(row.pk, ""),
            "own": own_words(places.get(row.pk)),
        }
        for row, card in zip(shown, ENDED_CARDS, strict=False)
    ]


def own_words(place: OwnPlace | None) -> str:
    """Return the reader's place in a finished tournament as a sentence; "" without an entry."""
    if place is None:
        return ""
    if place.place is None:
        return _("You played.")
    return _("You played: place %(place)s of %(n)s.") % {"place": place.place, "n": place.of}


def list_of(show: str, rows: Sequence[Tournament], entered: set[int]) -> dict[str, Any]:
    """Return the context of the list of tournaments without a poster, filtered by `show`."""
    chosen = next((each for each in FILTERS if each.key == show), FILTERS[0])
    return {
        "filters": [
            {"show": each.key, "label": each.label, "current": each is chosen} for each in FILTERS
        ],
        "listed": event_rows([row for row in rows if chosen.has(row)], entered),
        "unfiltered": len(rows),
    }
