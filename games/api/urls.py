"""Addresses under /api/."""

from django.urls import path, re_path

from games.api import docs
from games.api.views import matches, people, rules

app_name = "api"

urlpatterns = [
    path("schema/", docs.Schema.as_view(), name="schema"),
    path("docs/", docs.reference, name="docs"),
    path("v1/players/", people.Players.as_view(), name="players"),
    path("v1/players/<str:name>/", people.Player.as_view(), name="player"),
    path("v1/players/<str:name>/stats/", people.PlayerStats.as_view(), name="player_stats"),
    path("v1/players/<str:name>/matches/", people.PlayerMatches.as_view(), name="player_matches"),
    path("v1/teams/", people.Teams.as_view(), name="teams"),
    path("v1/teams/<int:team>/", people.Team.as_view(), name="team"),
    path("v1/teams/<int:team>/stats/", people.TeamStats.as_view(), name="team_stats"),
    path("v1/matches/", matches.Matches.as_view(), name="matches"),
    path("v1/matches/<slug:match>/", matches.Match.as_view(), name="match"),
    path("v1/matches/<slug:match>/record/", matches.MatchRecord.as_view(), name="record"),
    path("v1/matches/<slug:match>/deals/", matches.Deals.as_view(), name="deals"),
    path("v1/matches/<slug:match>/deals/<int:number>/", matches.Deal.as_view(), name="deal"),
    path(
        "v1/matches/<slug:match>/deals/<int:number>/tricks/",
        matches.Tricks.as_view(),
        name="tricks",
    ),
    path("v1/leaderboards/", people.Leaderboards.as_view(), name="leaderboards"),
    path("v1/leaderboards/<str:pool>/", people.Leaderboard.as_view(), name="leaderboard"),
    path("v1/presets/", rules.Presets.as_view(), name="presets"),
    path("v1/rulesets/", rules.Rulesets.as_view(), name="rulesets"),
    path("v1/rulesets/<str:hash>/", rules.Ruleset.as_view(), name="ruleset"),
    path("v1/rulesets/<str:hash>/rules/", rules.ReadableRules.as_view(), name="readable_rules"),
    # with the slash, so that an address without one is first sent to the one that has it
    re_path(r"^.*/\Z", rules.Nothing.as_view()),
]
