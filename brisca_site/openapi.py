"""Settings of the OpenAPI document, with names for the sets of values in it."""

from __future__ import annotations

SPECTACULAR_SETTINGS = {
    "TITLE": "Brisca",
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "SERVE_INCLUDE_SCHEMA": False,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENUM_NAME_OVERRIDES": {
        "AnalysisUnit": "games.answers.analyses.UNITS",
        "FormatEnum": "games.answers.deals.RECORD_FORMATS",
        "KindEnum": "games.answers.players.KINDS",
        "EntrantState": "games.answers.tournaments.ENTRANT_STATES",
        "EventPrograms": "games.answers.tournaments.WELCOME",
        "LeagueMatchResult": "games.answers.leagues.MATCH_RESULTS",
        "LeagueMatchState": "games.answers.leagues.MATCH_STATES",
        "LeagueSeasonState": "games.answers.leagues.SEASON_STATES",
        "LeagueTimeState": "games.answers.leagues.PROPOSAL_STATES",
        "TournamentFormat": "games.answers.tournaments.FORMATS",
        "TournamentGameKind": "games.answers.tournaments.GAME_KINDS",
        "TournamentStatus": "games.answers.tournaments.STATUSES",
        "DealEnd": "games.answers.deals.DEAL_ENDS",
        "MatchEnd": "games.answers.matches.MATCH_ENDS",
        "Scope": "games.answers.play.SCOPES",
        "Suit": "games.answers.deals.SUITS",
    },
}
