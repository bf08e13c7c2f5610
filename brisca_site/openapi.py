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
        "EntrantState": "games.tournaments.answers.ENTRANT_STATES",
        "EventPrograms": "games.tournaments.answers.WELCOME",
        "LeagueMatchResult": "games.leagues.answers.MATCH_RESULTS",
        "LeagueMatchState": "games.leagues.answers.MATCH_STATES",
        "LeagueSeasonState": "games.leagues.answers.SEASON_STATES",
        "LeagueTimeState": "games.leagues.answers.PROPOSAL_STATES",
        "TournamentFormat": "games.tournaments.answers.FORMATS",
        "TournamentGameKind": "games.tournaments.answers.GAME_KINDS",
        "TournamentStatus": "games.tournaments.answers.STATUSES",
        "DealEnd": "games.answers.deals.DEAL_ENDS",
        "MatchEnd": "games.answers.matches.MATCH_ENDS",
        "Scope": "games.answers.play.SCOPES",
        "Suit": "games.answers.deals.SUITS",
    },
}
