"""Every address of the API as everybody: each cell is asked, and no private datum comes out."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import URLPattern, get_resolver

from accounts.models import User
from games.models import Action, DailyDeal, DealSecret, Match, Player, TableSeat
from games.models.people import PlayerKind
from games.record.log import MatchLog
from games.services.daily_deals import daily_of
from games.tournaments.services import ticker
from tests.analysis.analysed import analysed, puzzled
from tests.api.test_secrecy import journal, keep_secrets
from tests.clubs.builders import club_of
from tests.leagues.builders import begun
from tests.puzzles.rules.support import stored_puzzles
from tests.stats.support import FIRST_DAY, PEOPLE, log_of, running, stored
from tests.support.path_values import PATH_VALUES
from tests.support.people import player_without_account
from tests.tournaments.builders import START, announced, checked_in, entered, play_out, started

pytestmark = pytest.mark.django_db(transaction=True)
WHO = ("nobody", "guest", "user", "other", "bot", "staff")
OPEN = dict.fromkeys(WHO, 200)
"""Everybody is told, and the same."""
RUNNING = dict.fromkeys(WHO, 409)
"""Of a match that runs: nobody is told, whoever sits there."""
BY_KEY = dict.fromkeys(WHO, 401)
"""Only who has a key; a session and a cookie are none."""
MATRIX: dict[str, dict[str, int]] = {
    "schema": OPEN,
    "fairness": OPEN,
    "docs": OPEN,
    "docs_page": OPEN,
    "dumps": OPEN,
    "asyncapi": OPEN,
    "live": OPEN,
    "players": OPEN,
    "player": OPEN,
    "player_stats": OPEN,
    "player_months": OPEN,
    "player_days": OPEN,
    "openings": OPEN,
    "partners": OPEN,
    "rivals": OPEN,
    "head_to_head": OPEN,
    "ratings": OPEN,
    "rating_history": OPEN,
    "player_matches": OPEN,
    "player_teams": OPEN,
    "player_tiles": OPEN,
    "teams": OPEN,
    "team": OPEN,
    "team_matches": OPEN,
    "team_stats": OPEN,
    "team_months": OPEN,
    "team_rating_history": OPEN,
    "matches": OPEN,
    "match": OPEN,
    "record": OPEN,
    "analysis": OPEN,
    "accuracy": OPEN,
    "mistakes": OPEN,
    "puzzles": OPEN,
    "api_puzzle": OPEN,
    "match_tricks": OPEN,
    "deals": OPEN,
    "deal": OPEN,
    "tricks": OPEN,
    "export": OPEN,
    "puzzle_export": OPEN,
    "rated_puzzles": OPEN,
    "api_rated_puzzle": OPEN,
    "leaderboards": OPEN,
    "leaderboard": OPEN,
    "team_leaderboard": OPEN,
    "site_stats": OPEN,
    "site_days": OPEN,
    "pool_stats": OPEN,
    "pool_months": OPEN,
    "daily_deals": OPEN,
    "daily_results": OPEN,
    "tournaments": OPEN,
    "series": OPEN,
    "event": OPEN,
    "entrants": OPEN,
    "standings": OPEN,
    "rounds": OPEN,
    "round": OPEN,
    "compared": OPEN,
    "event_games": OPEN,
    "leagues": OPEN,
    "league": OPEN,
    "league_seasons": OPEN,
    "league_tables": OPEN,
    "league_matches": OPEN,
    "league_match": OPEN,
    "presets": OPEN,
    "rulesets": OPEN,
    "ruleset": OPEN,
    "readable_rules": OPEN,
    "ruleset_stats": OPEN,
    "ruleset_months": OPEN,
    "play_account": BY_KEY,
    "play_notifications": BY_KEY,
    "play_notification_settings": BY_KEY,
    "play_invitations": BY_KEY,
    "play_invitation": BY_KEY,
    "clubs": OPEN,
    "club": OPEN,
    "club_members": OPEN,
    "club_season": OPEN,
    "play_clubs": BY_KEY,
    "play_club": BY_KEY,
    "play_club_answer": BY_KEY,
    "play_teams": BY_KEY,
    "play_team": BY_KEY,
    "play_team_answer": BY_KEY,
    "watch": OPEN,
    "match_of_week": OPEN,
    "play_conversations": BY_KEY,
    "play_conversation": BY_KEY,
    "play_conversation_read": BY_KEY,
    "play_tournaments": BY_KEY,
    "play_entry": BY_KEY,
    "play_check_in": BY_KEY,
    "play_answer": BY_KEY,
    "play_event": BY_KEY,
    "play_league_matches": BY_KEY,
    "play_league_times": BY_KEY,
    "play_league_time": BY_KEY,
    "play_league_here": BY_KEY,
    "play_league_claim": BY_KEY,
    "play_standing": BY_KEY,
    "play_stream": BY_KEY,
    "play_tables": BY_KEY,
    "play_table": BY_KEY,
    "play_team_seat": BY_KEY,
    "play_messages": BY_KEY,
    "play_exercises": BY_KEY,
    "play_exercise": BY_KEY,
    "play_puzzle": BY_KEY,
    "play_next_puzzle": BY_KEY,
    "play_rated_puzzle": BY_KEY,
    "play_puzzle_attempts": BY_KEY,
    "play_puzzle_rating": BY_KEY,
    "play_puzzle_runs": BY_KEY,
    "play_puzzle_run": BY_KEY,
}
PAGES = ("docs", "docs_page", "live")
"""For people: they greet who is signed in."""
OF_RUNNING = {
    "match": OPEN,
    **dict.fromkeys(("record", "analysis", "match_tricks", "deals", "deal", "tricks"), RUNNING),
}
PLACES = {
    **PATH_VALUES,
    "name": "Ana",
    "rival": "Berta",
    "club": "el-siete",
    "day": "2026-06-01",
}


def routes() -> dict[str, str]:
    """Name -> route of every address of the API, but for the one that answers all others."""
    (api,) = (
        part for part in get_resolver().url_patterns if getattr(part, "app_name", "") == "api"
    )
    return {
        one.name: str(one.pattern)
        for one in api.url_patterns
        if isinstance(one, URLPattern) and one.name
    }


@dataclass
class Site:
    """Everybody, a finished match, and one that runs with cards in its journal."""

    people: dict[str, Client] = field(default_factory=dict)
    secrets: dict[str, str] = field(default_factory=dict)
    finished: str = ""
    running: str = ""
    places: dict[str, str] = field(default_factory=dict)


@pytest.fixture
def site() -> Site:
    made = Site()
    accounts = {}
    for who in WHO[1:]:
        user = User.objects.create_user(
            f"login-{who}", f"mail-{who}@private.example", "secret-word", is_staff=who == "staff",
            is_guest=who == "guest", first_name=f"First{who}", last_name=f"Last{who}",
        )  # fmt: skip
        accounts[who] = user
        made.secrets |= {f"mail-{who}@private.example": "an e-mail", f"login-{who}": "a login"}
        made.secrets |= {
            user.password: "a password",
            f"First{who}": "a name",
            f"Last{who}": "a name",
        }
    for who, name in zip(("user", "other", "guest"), PEOPLE[:3], strict=True):
        Player.objects.create(user=accounts[who], name=name)
    Player.objects.create(user=accounts["bot"], name="Roble", kind=PlayerKind.BOT)
    match = stored(PEOPLE[:2])
    analysed(match)
    club_of(player_without_account("Ana"))
    stored(PEOPLE[:4], options={"teams": "pairs"}, day=1)
    log = log_of(PEOPLE[:2], options={"match.target": 3}, seed="hidden")
    playing = running(PEOPLE[:2])
    hide(playing, log, made)
    days(made)
    made.finished, made.running = match.public_id, playing.public_id
    team = player_without_account("Ana").teams.get()
    season = begun(4)
    league = {"league": season.league.public_id, "fixture": str(season.fixtures.earliest("pk").pk)}
    made.places = {
        **PLACES,
        **league,
        **events(made),
        "team": str(team.pk),
        "hash": match.ruleset.hash,
        "puzzle": stored_puzzles(1)[0].public_id,
    }
    made.people["nobody"] = Client()
    for who, user in accounts.items():
        made.people[who] = Client()
        made.people[who].force_login(user)
        made.secrets[made.people[who].cookies["sessionid"].value] = "a session"
    return made


def events(made: Site) -> dict[str, str]:
    """A tournament of a series that is over, and one whose decks are still played."""
    over = play_out(started(2, every_days=7, rounds=1, deals=1))
    begun = announced(rounds=1, deals=1)
    checked_in(begun, entered(begun, 2, "q"))
    ticker.tick(now=START)
    begun.refresh_from_db()
    for deck in begun.decks.all():
        made.secrets[deck.fairness["server_seed"]] = "a seed"
        made.secrets |= dict.fromkeys(deck.fairness["nonces"], "a nonce")
    made.secrets[bytes(begun.seed).hex()] = "the seed of a tournament"
    assert over.series is not None
    return {"tournament": over.public_id, "series": over.series.public_id, "round": "1"}


def days(made: Site) -> None:
    """A deal of the day that is shown, and one that is not."""
    (shown, _), (_, hidden) = [
        (daily_of(day=day), daily_of(day=day + timedelta(days=1)))
        for day in (date(2026, 6, 1), date(2026, 6, 2))
    ]
    DailyDeal.objects.filter(pk=shown.pk).update(revealed_at=FIRST_DAY)
    puzzled(date.fromisoformat(PLACES["day"]))
    made.secrets[hidden.fairness["server_seed"]] = "a seed"
    made.secrets |= dict.fromkeys(hidden.fairness["nonces"], "a nonce")


def hide(match: Match, log: MatchLog, made: Site) -> None:
    """Put cards, seeds and invitations of a running match where they lie while it is played."""
    keep_secrets(match, log, 1)
    journal(match, log, 12)
    for row in DealSecret.objects.filter(match=match):
        seed = bytes(row.server_seed).hex()
        made.secrets |= {seed: "a seed", row.server_commit: "a commit of an unknown deal"}
        made.secrets[json.dumps(list(log.decks[1])[:4])[1:-1]] = "a deck"
        made.secrets[",".join(f'"{card}"' for card in log.decks[1][:4])] = "a deck"
    made.secrets |= dict.fromkeys(
        TableSeat.objects.values_list("invite", flat=True), "an invitation"
    )
    assert Action.objects.filter(match=match).exists()


def addresses(site: Site, name: str, match: str) -> str:
    route = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", routes()[name])
    return "/api/" + route.format_map({**site.places, "match": match})


def asked(site: Site, who: str, path: str) -> Any:
    cache.clear()
    # a download is the records that stand in the table too; its stream has tests of its own
    ask = site.people[who].head if path.endswith(".ndjson") else site.people[who].get
    answer = ask(path, headers={"accept-language": "en"})
    assert not answer.streaming or path.endswith(".ndjson")
    return answer


def test_no_route_is_without_its_row():
    assert set(routes()) - set(MATRIX) == set()
    assert all(tuple(row) == WHO for row in (*MATRIX.values(), *OF_RUNNING.values()))


def test_everybody_is_told_the_same_and_nothing_private(site):
    names = [name for name in MATRIX if name in routes()]
    cells = [(name, site.finished, MATRIX[name]) for name in names]
    cells += [(name, site.running, row) for name, row in OF_RUNNING.items()]
    wrong = []
    for name, match, row in cells:
        path = addresses(site, name, match)
        told = set()
        for who in WHO:
            answer = asked(site, who, path)
            if answer.status_code != row[who]:
                wrong.append(f"{path} as {who}: {answer.status_code}, not {row[who]}")
            whole = answer.getvalue().decode() + str(dict(answer.items()))
            wrong += [
                f"{path} as {who} tells {what}"
                for secret, what in site.secrets.items()
                if secret in whole and secret != f"login-{who}"
            ]
            if answer["Content-Type"].startswith("application/json"):
                told.add(answer.getvalue())
            if answer.cookies and name not in PAGES:
                wrong.append(f"{path} as {who} sets a cookie")
        if len(told) > 1 and row is not BY_KEY:  # whose key is wrong is told so
            wrong.append(f"{path} is not the same for everybody")
    assert not wrong, "\n".join(wrong)


def test_what_is_planted_would_be_found(site):
    """The secrets are such as the answers would show if they were told."""
    body = json.dumps(
        {"deck": list(log_of(PEOPLE[:2], options={"match.target": 3}, seed="hidden").decks[1])}
    )
    assert any(secret in body for secret, what in site.secrets.items() if what == "a deck")
    assert {"an e-mail", "a seed", "a session", "an invitation"} <= set(site.secrets.values())
