"""Database models of leagues."""

from games.leagues.models.leagues import (
    League,
    LeagueDivision,
    LeagueEntrant,
    LeagueMember,
    LeagueSeason,
)
from games.leagues.models.matches import (
    FixturePresence,
    FixtureSubstitute,
    LeagueAction,
    LeagueFixture,
    TimeProposal,
)

__all__ = [
    "FixturePresence",
    "FixtureSubstitute",
    "League",
    "LeagueAction",
    "LeagueDivision",
    "LeagueEntrant",
    "LeagueFixture",
    "LeagueMember",
    "LeagueSeason",
    "TimeProposal",
]
