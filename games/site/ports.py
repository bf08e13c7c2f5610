"""The features that fill the platform's ports."""

from __future__ import annotations

from django.db.models import QuerySet

from games.models import Player


def fill_ports() -> None:
    """Fill every port of the platform; called once, when the app is ready."""
    from games.live.http.event_streams import event_streams
    from games.live.process.event_ticker import event_ticker
    from games.live.storage.event_decks import event_decks
    from games.pages.forms.table_owner import table_owners
    from games.pages.next_steps import next_steps
    from games.selectors.event_tables import event_tables
    from games.selectors.table_access import table_access
    from games.services import match_end_handlers
    from games.services.notification_audiences import add_audience
    from games.services.week_mail import week_letters
    from games.tournaments.pages.event_owner import event_owners
    from games.tournaments.selectors.event_clubs import event_clubs
    from games.tournaments.services.event_makers import event_makers

    table_access.fill("games.clubs.selectors.tables.ClubTableAccess")
    table_owners.fill("games.clubs.pages.owned_tables.ClubTables")
    add_audience("club", _club_members)
    event_tables.fill("games.tournaments.selectors.games.TournamentTables")
    event_decks.fill("games.tournaments.live.decks.TournamentDecks")
    event_ticker.fill("games.tournaments.live.ticker.TournamentTickers")
    event_streams.fill("games.tournaments.live.stream.TournamentStreams")
    match_end_handlers.register("games.tournaments.services.results.TournamentMatchEnds")
    match_end_handlers.register("games.clubs.services.season_figures.ClubMatchEnds")
    match_end_handlers.register("games.tiles.services.giving.TileMatchEnds")
    event_clubs.fill("games.clubs.selectors.events.ClubsOfEvents")
    event_owners.fill("games.clubs.pages.owned_events.ClubEvents")
    next_steps.fill("games.site.steps.SiteNextSteps")
    week_letters.fill("games.site.week_letter.SiteWeekLetters")
    event_makers.fill("games.leagues.services.ticker.LeagueTicker")


def _club_members(club: int) -> QuerySet[Player]:
    """Return the members of a club (row id)."""
    from games.clubs.selectors.people import players_of_club

    return players_of_club(club)
