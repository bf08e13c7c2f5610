"""Addresses under /api/."""

from django.urls import path, re_path

from games.api.core import live_docs
from games.api.downloads import dumps, exports
from games.api.matches import analyses, fairness, lists, of_the_week, watching
from games.api.matches import views as matches
from games.api.play import conduct_standing, daily, tables, team_seat
from games.api.players import analyses as player_analyses
from games.api.players import messages, notifications, own_teams, ratings
from games.api.players import views as players
from games.api.rules import views as rules
from games.api.statistics import views as statistics
from games.clubs.api import own_clubs
from games.clubs.api import views as clubs
from games.leagues.api import own as own_leagues
from games.leagues.api import views as leagues
from games.puzzles.api import exercises, mistakes, puzzles, rated_puzzles
from games.puzzles.api import runs as puzzle_runs
from games.site import api_docs
from games.tiles.api import views as tiles
from games.tournaments.api import entries, games
from games.tournaments.api import views as events

app_name = "api"

urlpatterns = [
    path("schema/", api_docs.Schema.as_view(), name="schema"),
    path("asyncapi/", live_docs.AsyncApi.as_view(), name="asyncapi"),
    path("asyncapi/docs/", live_docs.live, name="live"),
    path("docs/", api_docs.reference, name="docs"),
    path("docs/<slug:page>/", api_docs.reference_page, name="docs_page"),
    path("v1/play/account/", tables.Account.as_view(), name="play_account"),
    path("v1/play/standing/", conduct_standing.Standing.as_view(), name="play_standing"),
    path("v1/play/exercises/", exercises.Exercises.as_view(), name="play_exercises"),
    path(
        "v1/play/exercises/<int:exercise>/",
        exercises.Exercise.as_view(),
        name="play_exercise",
    ),
    path("v1/play/puzzles/<str:day>/", exercises.PuzzleAnswer.as_view(), name="play_puzzle"),
    path(
        "v1/play/rated/puzzles/next/",
        rated_puzzles.NextPuzzle.as_view(),
        name="play_next_puzzle",
    ),
    path(
        "v1/play/rated/puzzles/<slug:puzzle>/",
        rated_puzzles.OwnRatedPuzzle.as_view(),
        name="play_rated_puzzle",
    ),
    path(
        "v1/play/puzzle-attempts/",
        rated_puzzles.Attempts.as_view(),
        name="play_puzzle_attempts",
    ),
    path(
        "v1/play/puzzle-rating/",
        rated_puzzles.OwnPuzzleRating.as_view(),
        name="play_puzzle_rating",
    ),
    path("v1/play/puzzle-runs/", puzzle_runs.PuzzleRuns.as_view(), name="play_puzzle_runs"),
    path(
        "v1/play/puzzle-runs/<slug:run>/",
        puzzle_runs.OwnPuzzleRun.as_view(),
        name="play_puzzle_run",
    ),
    path("v1/play/stream/", tables.Follow.as_view(), name="play_stream"),
    path("v1/play/tables/", tables.Tables.as_view(), name="play_tables"),
    path("v1/play/tables/<slug:table>/", tables.Table.as_view(), name="play_table"),
    path("v1/play/tables/<slug:table>/team/", team_seat.TeamSeat.as_view(), name="play_team_seat"),
    path("v1/play/tables/<slug:table>/messages/", tables.Messages.as_view(), name="play_messages"),
    path(
        "v1/play/notifications/",
        notifications.OwnNotifications.as_view(),
        name="play_notifications",
    ),
    path(
        "v1/play/notifications/settings/",
        notifications.OwnNotificationSettings.as_view(),
        name="play_notification_settings",
    ),
    path("v1/play/invitations/", notifications.OwnInvitations.as_view(), name="play_invitations"),
    path(
        "v1/play/invitations/<int:invitation>/",
        notifications.InvitationAnswer.as_view(),
        name="play_invitation",
    ),
    path("v1/play/messages/", messages.Conversations.as_view(), name="play_conversations"),
    path("v1/play/messages/<str:name>/", messages.Conversation.as_view(), name="play_conversation"),
    path(
        "v1/play/messages/<str:name>/read/",
        messages.ConversationRead.as_view(),
        name="play_conversation_read",
    ),
    path("v1/play/teams/", own_teams.OwnTeams.as_view(), name="play_teams"),
    path("v1/play/teams/<int:team>/", own_teams.OwnTeam.as_view(), name="play_team"),
    path(
        "v1/play/teams/proposals/<int:proposal>/",
        own_teams.TeamAnswer.as_view(),
        name="play_team_answer",
    ),
    path("v1/play/leagues/matches/", own_leagues.OwnMatches.as_view(), name="play_league_matches"),
    path(
        "v1/play/leagues/matches/<int:fixture>/times/",
        own_leagues.Times.as_view(),
        name="play_league_times",
    ),
    path(
        "v1/play/leagues/matches/<int:fixture>/times/<int:time>/",
        own_leagues.TimeAnswer.as_view(),
        name="play_league_time",
    ),
    path(
        "v1/play/leagues/matches/<int:fixture>/here/",
        own_leagues.Here.as_view(),
        name="play_league_here",
    ),
    path(
        "v1/play/leagues/matches/<int:fixture>/claim/",
        own_leagues.Claim.as_view(),
        name="play_league_claim",
    ),
    path("v1/play/clubs/", own_clubs.OwnClubs.as_view(), name="play_clubs"),
    path("v1/play/clubs/<str:club>/", own_clubs.ClubMembership.as_view(), name="play_club"),
    path(
        "v1/play/clubs/<str:club>/answer/",
        own_clubs.ClubInvitationAnswer.as_view(),
        name="play_club_answer",
    ),
    path("v1/play/tournaments/", entries.OwnTournaments.as_view(), name="play_tournaments"),
    path("v1/play/tournaments/<str:tournament>/entry/", entries.Entry.as_view(), name="play_entry"),
    path(
        "v1/play/tournaments/<str:tournament>/check-in/",
        entries.CheckIn.as_view(),
        name="play_check_in",
    ),
    path(
        "v1/play/tournaments/<str:tournament>/answer/", entries.Answer.as_view(), name="play_answer"
    ),
    path(
        "v1/play/tournaments/<str:tournament>/stream/", entries.Follow.as_view(), name="play_event"
    ),
    path("v1/dumps/", dumps.Dumps.as_view(), name="dumps"),
    path("v1/players/", players.Players.as_view(), name="players"),
    path("v1/players/<str:name>/", players.Player.as_view(), name="player"),
    path("v1/players/<str:name>/stats/", statistics.PlayerStats.as_view(), name="player_stats"),
    path("v1/players/<str:name>/months/", statistics.PlayerMonths.as_view(), name="player_months"),
    path("v1/players/<str:name>/days/", statistics.PlayerDays.as_view(), name="player_days"),
    path("v1/players/<str:name>/openings/", statistics.Openings.as_view(), name="openings"),
    path("v1/players/<str:name>/partners/", statistics.Partners.as_view(), name="partners"),
    path("v1/players/<str:name>/rivals/", statistics.Rivals.as_view(), name="rivals"),
    path(
        "v1/players/<str:name>/rivals/<str:rival>/",
        statistics.HeadToHead.as_view(),
        name="head_to_head",
    ),
    path("v1/players/<str:name>/ratings/", ratings.PlayerRatings.as_view(), name="ratings"),
    path(
        "v1/players/<str:name>/ratings/<str:pool>/",
        ratings.RatingHistory.as_view(),
        name="rating_history",
    ),
    path("v1/players/<str:name>/accuracy/", player_analyses.Accuracy.as_view(), name="accuracy"),
    path("v1/players/<str:name>/mistakes/", mistakes.Mistakes.as_view(), name="mistakes"),
    path("v1/players/<str:name>/matches/", lists.PlayerMatches.as_view(), name="player_matches"),
    path("v1/players/<str:name>/tiles/", tiles.PlayerTiles.as_view(), name="player_tiles"),
    path("v1/players/<str:name>/teams/", players.PlayerTeams.as_view(), name="player_teams"),
    path("v1/teams/", players.Teams.as_view(), name="teams"),
    path("v1/teams/<int:team>/", players.Team.as_view(), name="team"),
    path("v1/teams/<int:team>/matches/", lists.TeamMatches.as_view(), name="team_matches"),
    path("v1/teams/<int:team>/stats/", statistics.TeamStats.as_view(), name="team_stats"),
    path("v1/teams/<int:team>/months/", statistics.TeamMonths.as_view(), name="team_months"),
    path(
        "v1/teams/<int:team>/ratings/<str:pool>/",
        ratings.TeamRatingHistory.as_view(),
        name="team_rating_history",
    ),
    path("v1/clubs/", clubs.Clubs.as_view(), name="clubs"),
    path("v1/clubs/<str:club>/", clubs.Club.as_view(), name="club"),
    path("v1/clubs/<str:club>/members/", clubs.ClubMembers.as_view(), name="club_members"),
    path("v1/clubs/<str:club>/season/", clubs.ClubSeason.as_view(), name="club_season"),
    path("v1/matches/", lists.Matches.as_view(), name="matches"),
    path("v1/matches/of-the-week/", of_the_week.MatchOfWeek.as_view(), name="match_of_week"),
    path("v1/matches/<slug:match>/", matches.Match.as_view(), name="match"),
    path("v1/matches/<slug:match>/record/", matches.MatchRecord.as_view(), name="record"),
    path("v1/matches/<slug:match>/analysis/", analyses.Analysis.as_view(), name="analysis"),
    path("v1/matches/<slug:match>/tricks/", matches.AllTricks.as_view(), name="match_tricks"),
    path("v1/matches/<slug:match>/deals/", matches.Deals.as_view(), name="deals"),
    path("v1/matches/<slug:match>/deals/<int:number>/", matches.Deal.as_view(), name="deal"),
    path(
        "v1/matches/<slug:match>/deals/<int:number>/tricks/",
        matches.Tricks.as_view(),
        name="tricks",
    ),
    path("v1/exports/matches.ndjson", exports.MatchExport.as_view(), name="export"),
    path("v1/leaderboards/", ratings.Leaderboards.as_view(), name="leaderboards"),
    path("v1/leaderboards/<str:pool>/", ratings.Leaderboard.as_view(), name="leaderboard"),
    path("v1/leaderboards/<str:pool>/teams/", ratings.TeamBoard.as_view(), name="team_leaderboard"),
    path("v1/stats/", statistics.SiteStats.as_view(), name="site_stats"),
    path("v1/stats/days/", statistics.SiteDays.as_view(), name="site_days"),
    path("v1/stats/pools/<str:pool>/", statistics.PoolStats.as_view(), name="pool_stats"),
    path("v1/stats/pools/<str:pool>/months/", statistics.PoolMonths.as_view(), name="pool_months"),
    path("v1/watch/", watching.TablesToWatch.as_view(), name="watch"),
    path("v1/daily/", daily.DailyDeals.as_view(), name="daily_deals"),
    path("v1/daily/<str:day>/results/", daily.DailyResults.as_view(), name="daily_results"),
    path("v1/tournaments/", events.Tournaments.as_view(), name="tournaments"),
    path("v1/tournaments/series/<str:series>/", events.Series.as_view(), name="series"),
    path("v1/tournaments/<str:tournament>/", events.Event.as_view(), name="event"),
    path("v1/tournaments/<str:tournament>/entrants/", events.Entrants.as_view(), name="entrants"),
    path(
        "v1/tournaments/<str:tournament>/standings/", events.Standings.as_view(), name="standings"
    ),
    path("v1/tournaments/<str:tournament>/rounds/", events.Rounds.as_view(), name="rounds"),
    path(
        "v1/tournaments/<str:tournament>/rounds/<int:round>/", events.Round.as_view(), name="round"
    ),
    path("v1/tournaments/<str:tournament>/games.ndjson", games.Games.as_view(), name="event_games"),
    path("v1/tournaments/<str:tournament>/deals/", events.ComparedDeals.as_view(), name="compared"),
    path("v1/leagues/", leagues.Leagues.as_view(), name="leagues"),
    path("v1/leagues/<str:league>/", leagues.OneLeague.as_view(), name="league"),
    path("v1/leagues/<str:league>/seasons/", leagues.Seasons.as_view(), name="league_seasons"),
    path(
        "v1/leagues/<str:league>/seasons/<int:season>/tables/",
        leagues.Tables.as_view(),
        name="league_tables",
    ),
    path(
        "v1/leagues/<str:league>/seasons/<int:season>/matches/",
        leagues.Matches.as_view(),
        name="league_matches",
    ),
    path(
        "v1/leagues/<str:league>/matches/<int:fixture>/",
        leagues.Match.as_view(),
        name="league_match",
    ),
    path("v1/puzzles/", puzzles.Puzzles.as_view(), name="puzzles"),
    path("v1/puzzles/<str:day>/", puzzles.Puzzle.as_view(), name="api_puzzle"),
    path("v1/rated/puzzles/", puzzles.RatedPuzzles.as_view(), name="rated_puzzles"),
    path("v1/rated/puzzles/<slug:puzzle>/", puzzles.RatedPuzzle.as_view(), name="api_rated_puzzle"),
    path("v1/exports/puzzles.ndjson", puzzles.PuzzleExport.as_view(), name="puzzle_export"),
    path("v1/fairness/", fairness.Fairness.as_view(), name="fairness"),
    path("v1/presets/", rules.Presets.as_view(), name="presets"),
    path("v1/rulesets/", rules.Rulesets.as_view(), name="rulesets"),
    path("v1/rulesets/<str:hash>/", rules.Ruleset.as_view(), name="ruleset"),
    path("v1/rulesets/<str:hash>/rules/", rules.ReadableRules.as_view(), name="readable_rules"),
    path("v1/rulesets/<str:hash>/stats/", statistics.RulesetStats.as_view(), name="ruleset_stats"),
    path(
        "v1/rulesets/<str:hash>/months/",
        statistics.RulesetMonths.as_view(),
        name="ruleset_months",
    ),
    # with the slash, so that an address without one is first sent to the one that has it
    re_path(r"^.*/\Z", rules.Nothing.as_view()),
]
