"""Who may do what at the addresses of the API."""

from __future__ import annotations

from typing import Final

from tests.access.permissions.audience import (
    BY_PROGRAMS,
    MESSENGERS,
    NOT_ENTERED,
    NOT_PLAYED,
    READERS,
    STATES,
)
from tests.access.rows import Row, anything, keyed, page, read, who

IN_MATCHES: Final = {
    "running": read("conflict"),
    "private": read("absent"),
    "today": read("absent"),
    "finished": read(),
    "finished_private": read(),
    "held": read("absent"),
}
"""The parts of a match: told when it is over and shown."""
LIVE: Final = dict.fromkeys(STATES["table"], keyed(live=True))

API: Final[dict[str, Row | dict[str, Row]]] = {
    "api:schema": read(),
    "api:asyncapi": read(),
    "api:live": page(),
    "api:docs": page(),
    "api:docs_page": page(),
    "api:play_account": keyed(get=who("ok")),
    "api:play_standing": keyed(get=READERS),
    "api:play_exercises": keyed(get=READERS, post=who("refused", readers="method")),
    "api:play_exercise": {
        "own_exercise": keyed(
            get=who("refused", readers="absent"), post=who("refused", readers="absent")
        )
    },
    "api:play_puzzle": {
        "shown": keyed(
            get=who("refused", readers="method"), post=who("refused", readers="invalid")
        ),
        "tomorrow": keyed(
            get=who("refused", readers="method"), post=who("refused", readers="absent")
        ),
    },
    "api:play_next_puzzle": keyed(get=READERS, post=who("refused", readers="method")),
    "api:play_rated_puzzle": keyed(get=READERS, post=who("refused", readers="invalid")),
    "api:play_puzzle_attempts": keyed(get=READERS, post=who("refused", readers="method")),
    "api:play_puzzle_rating": keyed(get=READERS, post=who("refused", readers="method")),
    "api:play_puzzle_runs": keyed(post=who("refused", readers="invalid")),
    "api:play_puzzle_run": keyed(
        get=who("refused", readers="absent"),
        post=who("refused", readers="invalid"),
        delete=who("refused", readers="absent"),
    ),
    "api:play_tables": keyed(get=READERS, post=who("refused", robot_tables="invalid")),
    "api:play_stream": keyed(live=True),
    "api:play_table": LIVE,
    "api:play_team_seat": dict.fromkeys(
        STATES["table"], keyed(post=who("refused", robot_tables="invalid"))
    ),
    "api:play_messages": LIVE,
    "api:dumps": read(),
    "api:players": read(),
    "api:player": read(),
    "api:player_stats": read(),
    "api:player_months": read(),
    "api:player_days": read(),
    "api:openings": read(),
    "api:partners": read(),
    "api:rivals": read(),
    "api:head_to_head": read(),
    "api:ratings": read(),
    "api:rating_history": read(),
    "api:accuracy": read(),
    "api:mistakes": read(),
    "api:player_matches": read(),
    "api:player_teams": read(),
    "api:player_tiles": read(),
    "api:teams": read(),
    "api:team": read(),
    "api:team_matches": read(),
    "api:team_stats": read(),
    "api:team_months": read(),
    "api:team_rating_history": read(),
    "api:matches": read(),
    "api:match_of_week": read(),
    "api:match": {**IN_MATCHES, "running": read()},
    "api:record": IN_MATCHES,
    "api:analysis": {**IN_MATCHES, "finished_private": read("absent")},
    "api:match_tricks": IN_MATCHES,
    "api:deals": IN_MATCHES,
    "api:deal": IN_MATCHES,
    "api:tricks": IN_MATCHES,
    "api:export": read(),
    "api:puzzle_export": read(),
    "api:rated_puzzles": read(),
    "api:api_rated_puzzle": read(),
    "api:leaderboards": read(),
    "api:leaderboard": read(),
    "api:team_leaderboard": read(),
    "api:site_stats": read(),
    "api:site_days": read(),
    "api:pool_stats": read(),
    "api:pool_months": read(),
    "api:watch": read(),
    "api:daily_deals": read(),
    "api:daily_results": {"shown": read(), "tomorrow": read("absent")},
    "api:tournaments": read(),
    "api:series": read(),
    "api:event": read(),
    "api:entrants": read(),
    "api:standings": read(),
    "api:rounds": read(),
    # it has not begun
    "api:round": read("absent"),
    "api:compared": read(),
    "api:event_games": read(),
    "api:play_notifications": keyed(get=READERS, post=who("refused", robot_play="ok")),
    "api:play_notification_settings": keyed(get=READERS, post=BY_PROGRAMS),
    "api:play_invitations": keyed(get=READERS, post=who("refused", robot_tables="invalid")),
    "api:play_invitation": keyed(post=who("refused", robot_tables="invalid")),
    "api:clubs": read(),
    "api:club": read(),
    "api:club_members": read(),
    "api:club_season": read(),
    "api:play_clubs": keyed(get=READERS),
    "api:play_club": keyed(post=BY_PROGRAMS, delete=who("refused", robot_play="conflict")),
    "api:play_club_answer": keyed(post=BY_PROGRAMS),
    "api:play_teams": keyed(get=READERS, post=BY_PROGRAMS),
    "api:play_team": keyed(post=BY_PROGRAMS, delete=who("refused", robot_play="conflict")),
    "api:play_team_answer": keyed(post=BY_PROGRAMS),
    "api:play_conversations": keyed(get=MESSENGERS),
    "api:play_conversation": keyed(get=MESSENGERS, post=who("refused", person_messages="invalid")),
    "api:play_conversation_read": keyed(post=MESSENGERS),
    "api:play_tournaments": keyed(get=READERS, post=who("refused", robot_tables="invalid")),
    # programs are not welcome there
    "api:play_entry": keyed(
        get=who("refused", readers="absent"), post="refused", delete=NOT_ENTERED
    ),
    "api:play_check_in": keyed(post=NOT_ENTERED),
    "api:play_answer": keyed(post=BY_PROGRAMS),
    "api:play_event": keyed(live=True),
    "api:leagues": read(),
    "api:league": read(),
    "api:league_seasons": read(),
    "api:league_tables": read(),
    "api:league_matches": read(),
    "api:league_match": read(),
    "api:play_league_matches": keyed(get=READERS),
    "api:play_league_times": keyed(post=BY_PROGRAMS),
    "api:play_league_time": keyed(post=BY_PROGRAMS),
    "api:play_league_here": keyed(post=NOT_PLAYED),
    "api:play_league_claim": keyed(post=NOT_PLAYED),
    "api:puzzles": read(),
    "api:api_puzzle": {"shown": read(), "tomorrow": read("absent")},
    "api:fairness": read(),
    "api:presets": read(),
    "api:rulesets": read(),
    "api:ruleset": read(),
    "api:readable_rules": read(),
    "api:ruleset_stats": read(),
    "api:ruleset_months": read(),
    "api/.*/": anything("absent", cookies=False),
}
