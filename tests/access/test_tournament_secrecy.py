"""Nobody learns anything of a deal that somebody still has to play, by any page or address.

One table of a round has finished and the other has not, with the same decks. Every address that
leads to something of the tournament, its tables and its matches is asked by everybody: those who have
finished, those who still play, the organiser, a member of the staff and strangers.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from games.models import Match
from games.models.matches import MatchStatus
from games.record.fairness import deck_of_block
from games.services.players import player_for
from games.services.rulesets import engine_ruleset
from games.tournaments.models import Tournament, TournamentDeck
from games.tournaments.services import daily, entries, ticker
from tests.tournaments.builders import NOW, START, announced, checked_in, open_games, play

pytestmark = pytest.mark.django_db(transaction=True)

OF_EVENTS = {"tournament_id", "tournament"}
OF_MATCHES = {"match", "match_id"}
OF_TABLES = {"table", "table_id"}


@dataclass
class Playing:
    """A round in which one game is over and another is not."""

    tournament: Tournament
    over: Match
    clients: dict[str, Client]
    secrets: dict[str, str]


def user(name: str, **more: object):
    return get_user_model().objects.create_user(name, **more)


def secrets_of(tournament: Tournament) -> dict[str, str]:
    """Text -> what it is, of everything that nobody may read yet."""
    found = {bytes(tournament.seed).hex(): "the seed of the tournament"}
    pack = engine_ruleset(tournament.ruleset, tournament.players).rules.deck
    for deck in TournamentDeck.objects.filter(tournament=tournament):
        block = deck.fairness
        found[block["server_seed"]] = "the seed of a deck"
        found |= {nonce: "a nonce" for nonce in block["nonces"] if nonce}
        for separator in (",", ", ", " "):
            for quote in ("", '"'):
                cards = [f"{quote}{card}{quote}" for card in deck_of_block(block, pack)[:5]]
                found[separator.join(cards)] = "a deck"
    return found


def playing(**choices: object) -> Playing:
    """Two tables of a Swiss, or two games of a daily event; one is over."""
    accounts = {f"p{number}": user(f"p{number}") for number in range(4)}
    organiser = user("organiser")
    everybody = [player_for(one) for one in accounts.values()]
    tournament = announced(creator=player_for(organiser), **choices)
    if tournament.format == "daily":
        ticker.tick(now=START)
        for one in everybody[:2]:
            daily.begin(tournament=tournament, player=one, now=START)
    else:
        for one in everybody:
            entries.enter(tournament=tournament, player=one, now=NOW)
        checked_in(tournament, everybody)
        ticker.tick(now=START)
    first = open_games(tournament)[0]
    play(first)
    tournament.refresh_from_db()
    clients = {"nobody": Client()}
    for name, account in {
        **accounts, "organiser": organiser, "staff": user("staff", is_staff=True),
        "superuser": user("root", is_superuser=True, is_staff=True),
    }.items():  # fmt: skip
        clients[name] = Client()
        clients[name].force_login(account, "django.contrib.auth.backends.ModelBackend")
    over = Match.objects.get(pk=first.match_id)
    assert over.status == MatchStatus.HELD
    return Playing(tournament, over, clients, secrets_of(tournament))


def routes(patterns: object = None, before: str = "") -> list[tuple[str, tuple[str, ...]]]:
    """Every route of the site with the names of its parts that are no constants."""
    found: list[tuple[str, tuple[str, ...]]] = []
    for one in get_resolver().url_patterns if patterns is None else patterns:  # type: ignore[attr-defined]
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            found += routes(one.url_patterns, route)
        elif isinstance(one, URLPattern) and "^" not in route and "(?P" not in route:
            names = tuple(part.split(">")[0].split(":")[-1] for part in route.split("<")[1:])
            found.append((route, names))
    return found


def addresses(made: Playing) -> list[str]:
    """Every address that leads to the tournament, its tables, its matches or its players."""
    tournament = made.tournament
    matches = Match.objects.filter(tournament_game__round__tournament=tournament)
    tables = [match.table.public_id for match in matches.select_related("table") if match.table]
    values = {
        **{key: [tournament.public_id] for key in OF_EVENTS},
        **{key: [match.public_id for match in matches] for key in OF_MATCHES},
        **dict.fromkeys(OF_TABLES, tables),
        "name": ["p0", "p3"],
        "rival": ["p1"],
        "number": ["1", "2"],
        "round": ["1"],
        "deal": ["1", "2"],
        "pool": ["2"],
        "hash": [tournament.ruleset.hash],
        "ruleset_id": [tournament.ruleset.hash[7:19]],
    }
    found = []
    for route, names in routes():
        if not set(names) <= set(values) or route.startswith(("admin/", "accounts/")):
            continue
        some = [route]
        for name in names:
            pieces = {f"<{name}>", f"<str:{name}>", f"<slug:{name}>", f"<int:{name}>"}
            some = [
                one.replace(piece, value)
                for one in some
                for piece in pieces
                if piece in one
                for value in values[name]
            ]
        found += [f"/{one}" for one in some]
    return found


@pytest.mark.parametrize(
    "choices", [{"format": "swiss"}, {"format": "daily", "bots": "greedy", "deals": 2}]
)
def test_no_address_tells_a_card_a_seed_or_a_result_of_a_deal_that_is_still_played(choices):
    made = playing(**choices)
    asked = addresses(made)
    assert any(f"/tournaments/{made.tournament.public_id}/" == one for one in asked)
    assert any(f"/api/v1/matches/{made.over.public_id}/record/" == one for one in asked)
    wrong = []
    for who, client in made.clients.items():
        for address in asked:
            cache.clear()
            ask = client.head if address.endswith(".ndjson") else client.get
            answer = ask(address, headers={"accept-language": "en"})
            if answer.status_code >= 500:
                wrong.append(f"{address} as {who}: {answer.status_code}")
            text = "" if answer.streaming else answer.content.decode(errors="replace")
            text += json.dumps(dict(answer.items()))
            wrong += [
                f"{address} as {who} tells {what}"
                for secret, what in made.secrets.items()
                if secret in text
            ]
    assert not wrong, "\n".join(wrong[:20])


def test_what_is_hidden_is_told_once_the_round_is_over():
    """So the test above would find it."""
    made = playing(format="swiss")
    for game in open_games(made.tournament):
        play(game)
    ticker.tick(now=START)
    ticker.tick(now=START)
    url = f"/api/v1/tournaments/{made.tournament.public_id}/deals/"
    text = Client().get(url).content.decode()
    told = {what for secret, what in made.secrets.items() if secret in text}
    assert {"the seed of a deck", "a nonce"} <= told
    record = Client().get(f"/api/v1/matches/{made.over.public_id}/record/")
    assert record.status_code in (200, 404)  # 404: it is published a moment later


def test_a_match_that_is_held_back_has_no_review_record_or_analysis_for_anybody():
    made = playing(format="swiss")
    match = made.over.public_id
    event = f"/tournaments/{made.tournament.public_id}/"
    for client in made.clients.values():
        for path in (f"/api/v1/matches/{match}/record/", f"/api/v1/matches/{match}/analysis/",
                     f"/api/v1/matches/{match}/deals/", f"/matches/{match}/"):  # fmt: skip
            cache.clear()
            answer = client.get(path)
            # the page of the match leads to the tournament
            assert answer.status_code in (302, 404, 409), path
            assert answer.get("Location", event) == event


def test_lists_and_figures_do_not_change_before_the_match_is_shown():
    """No figure of a player who has finished moves while others still play the same cards."""
    made = playing(format="swiss")
    watcher = made.clients["p3"]
    for name in ("p0", "p1", "p2", "p3"):
        found = watcher.get(f"/api/v1/players/{name}/stats/").content.decode()
        assert not re.search(r'"(matches|deals|points)":[1-9]', found)
    assert watcher.get("/api/v1/matches/").json()["results"] == []
