"""Who may do what at the pages of the game."""

from __future__ import annotations

from typing import Final

from tests.access.permissions.audience import (
    ACCOUNTS,
    CLUB,
    DESK,
    SEATED,
    STATES,
)
from tests.access.rows import Row, button, page, view, who

PAGES: Final[dict[str, Row | dict[str, Row]]] = {
    "set_language": button(),
    "javascript-catalog": view(),
    # not set in the tests, as on a site whose operator names no contact
    "security_txt": page("absent"),
    "robots_txt": page(),
    "favicon": page("moved"),
    "change_password": page("moved"),
    "privacy": page(),
    # those who played the match have its page
    "after_match": {
        **dict.fromkeys(("running", "private", "today", "held"), page("absent")),
        **dict.fromkeys(("finished", "finished_private"), page(who("absent", former="ok"))),
    },
    "after_lesson": page("moved", post="moved"),
    "after_list_remove": button(),
    "after_name_later": button(),
    "this_week": page("moved", gate=ACCOUNTS),
    "week": page(gate=ACCOUNTS),
    "week_place": page("moved", gate=ACCOUNTS),
    "week_mail": button(gate=ACCOUNTS),
    # the signed address is that of another mail
    "week_mail_off": page("absent", post="absent", cookies=False),
    "lobby": page(),
    "play_now": button(),
    "play_stop": button(),
    "play_puzzle": button(),
    "games": page(),
    "house": page(),
    "house_frames": page(),
    "table_new": page(post="invalid"),
    "table": {
        "waiting": page(),
        "running": page(),
        "private": page(SEATED),
        "today": page(SEATED),
        "club_only": page(CLUB),
    },
    # who may not sit down is sent to the table's page, which is not there for them
    "table_sit": dict.fromkeys(STATES["table"], button()),
    "table_qr": {
        "waiting": page(),
        "running": page("absent"),
        "private": page("absent"),
        "today": page("absent"),
        "club_only": page(),
    },
    "learn": page(),
    "learn_cards": page(post="moved"),
    "lesson": page(post="moved"),
    "lesson_table": page(),
    "guide": page(),
    "guide_chapter": page(post="moved"),
    "guide_game": page(),
    "sign_exercises": page(post="ok"),
    "rules": page(),
    "rules_preset": page(),
    "rules_history": page(),
    "ruleset_check": page(),
    "ruleset": page(),
    "developers": page(),
    "about": page(),
    "fairness": page(),
    "data": page(),
    "data_file": page("absent"),
    "manifest": page(),
    "app_icon": page(),
    "offline": page(),
    "service_worker": page(),
    "chips": page(gate=ACCOUNTS),
    "chips_refill": button(gate=ACCOUNTS),
    "standing": page(gate=ACCOUNTS),
    "tournaments": page(),
    "tournament_new": page(
        who("ok", guest="signup"), gate=ACCOUNTS, post=who("invalid", guest="signup")
    ),
    "tournament_summary": button("ok", gate=ACCOUNTS),
    "tournament_edit": page("absent", gate=ACCOUNTS, post="absent"),
    "tournament_series": page(),
    "tournaments_calendar": page(),
    "tournament": page(),
    "tournament_state": page(),
    "tournament_calendar": page(),
    # nobody has played it yet
    "tournament_deal": page("absent"),
    "tournament_step": button(),
    "leagues": page(),
    "league_new": page(
        who("ok", guest="signup"), gate=ACCOUNTS, post=who("invalid", guest="signup")
    ),
    "league_summary": button("ok", gate=ACCOUNTS),
    "league": page(),
    "league_calendar": page(),
    "league_match": page(),
    "league_match_calendar": page(),
    "league_step": button(gate=ACCOUNTS),
    # there is no such step in a match
    "league_match_step": button("absent", gate=ACCOUNTS),
    "daily": page(),
    "daily_play": button(),
    "daily_day": {"shown": page(), "tomorrow": page("absent")},
    "exercises": page(),
    "exercise": {
        "own_exercise": page(who("absent", former="ok"), post=who("absent", former="moved"))
    },
    "puzzle": page(post="moved"),
    "puzzles": page(),
    "puzzle_next": page("moved"),
    "puzzle_history": page(who("ok", strangers="moved")),
    # there is no run of this id, and no run of this kind
    "puzzle_run": page("absent", post="absent"),
    "puzzle_run_end": button("absent"),
    "puzzle_run_new": button(),
    "rated_puzzle": page(post="moved"),
    "puzzle_of": {
        "shown": page(post="moved"),
        "tomorrow": page("absent", post="absent"),
    },
    "match_list": page(),
    "match": {
        "running": page(),
        "private": page("absent"),
        "today": page("absent"),
        "finished": page(),
        "finished_private": page(),
        "held": page("moved"),
    },
    "match_record": {
        "running": page("absent"),
        "private": page("absent"),
        "today": page("absent"),
        "finished": page(),
        "finished_private": page(),
        "held": page("absent"),
    },
    "match_picture": {
        "running": page("absent"),
        "private": page("absent"),
        "today": page("absent"),
        "finished": page(),
        "finished_private": page(),
        "held": page("absent"),
    },
    "match_analyse": {
        "running": button("absent"),
        "private": button("absent"),
        "today": button("absent"),
        "finished": button(),
        "finished_private": button(),
        "held": button("absent"),
    },
    "match_variation": {
        "running": page("absent"),
        "private": page("absent"),
        "today": page("absent"),
        "finished": page("invalid"),
        "finished_private": page("invalid"),
        "held": page("absent"),
    },
    "match_note": {
        **dict.fromkeys(
            ("running", "private", "today", "held"),
            button(who("absent", strangers="refused"), body="place=d1t1c1&text=mine"),
        ),
        **dict.fromkeys(
            ("finished", "finished_private"),
            button(who("ok", strangers="refused"), body="place=d1t1c1&text=mine"),
        ),
    },
    # it is not the match of the week
    "match_of_week_off": dict.fromkeys(
        ("running", "private", "today", "finished", "finished_private", "held"), button()
    ),
    "player": page(),
    "leaderboard": page(),
    "people": page(),
    # a table plays that anybody may watch, but whoever sits there
    "watch": page(who("moved", seated="ok")),
    "messages": page(gate=ACCOUNTS),
    # the address is of `former`, who does not write to themselves
    "conversation": page(
        who("ok", former="moved"), gate=ACCOUNTS, post=who("invalid", former="moved")
    ),
    "teams": page(),
    "team": page(),
    "community": page(),
    "clubs": page(),
    "club_new": page(who("ok", guest="signup"), gate=ACCOUNTS, post=who("invalid", guest="signup")),
    # nobody has this link
    "club_link": page("absent", post=who("moved", strangers="absent")),
    "club_calendar": page("absent"),
    "club": page(),
    "club_members": page(),
    "club_season": page(),
    # one of those who ask is a member
    "club_talk": page(who("absent", former="ok")),
    "club_settings": page(
        who("absent", former="ok"), gate=ACCOUNTS, post=who("absent", former="invalid")
    ),
    "club_log": page(who("absent", former="ok")),
    "club_step": button(gate=ACCOUNTS),
    "team_found": button(who("invalid", guest="signup"), gate=ACCOUNTS),
    "team_answer": button(gate=ACCOUNTS),
    "team_change": button(gate=ACCOUNTS),
    "team_dissolve": button(gate=ACCOUNTS),
    "notifications": page(gate=ACCOUNTS),
    "notifications_read": button(gate=ACCOUNTS),
    "notification_settings": page(gate=ACCOUNTS, post="invalid"),
    "notification_open": page(who("absent", member="moved"), gate=ACCOUNTS),
    # whoever has the signed address of a mail, as mail programs press its button
    "notification_mail_off": page(post="ok", cookies=False),
    "invitation_answer": button(gate=ACCOUNTS),
    "player_invite": button(gate=ACCOUNTS),
    "table_invite": {
        **dict.fromkeys(STATES["table"], page("absent", gate=ACCOUNTS, post="absent")),
        # the name is missing
        "waiting": page(
            who("absent", seated="ok"), gate=ACCOUNTS, post=who("absent", seated="conflict")
        ),
        "club_only": page(
            who("absent", seated="ok"), gate=ACCOUNTS, post=who("absent", seated="conflict")
        ),
    },
    "own_figures": button(body="private=on"),
    "own_match_of_week": button(body="allowed=off"),
    "follow": button(),
    "unfollow": button(),
    "like": button(),
    "unlike": button(),
    "block": button(),
    "unblock": button(),
    "player_note": button(body="text=mine"),
    "report": page(
        who("ok", strangers="login", guest="login"),
        post=who("invalid", strangers="login", guest="login"),
    ),
    "notice": page(post="invalid"),
    "conduct": page(),
    "appeal": button(gate=ACCOUNTS),
    "appeal_barred": page("absent", post="absent"),
    "desk": page(gate=DESK),
    "desk_appeals": page(gate=DESK, post="invalid"),
    "desk_case": {"open_case": page(gate=DESK, post="invalid")},
    "desk_blind": {"open_case": page("moved", gate=DESK, post="moved")},
    "desk_take": {"open_case": button(gate=DESK)},
    "desk_take_all": {"open_case": button(gate=DESK)},
    "desk_later": {"open_case": button(gate=DESK)},
    "desk_note": {"open_case": button(gate=DESK)},
    "desk_player": {"open_case": button(gate=DESK)},
    "desk_text": {"open_case": page(gate=DESK)},
    "desk_undo": button(gate=DESK),
    "desk_in_force": page(gate=DESK, post="invalid"),
    "desk_signup": {"open_case": button(gate=DESK)},
}
