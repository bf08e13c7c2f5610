"""Of a running match the API and the history tell who plays and the score, and nothing hidden.

The journal, the decks and the seeds of a real match are put into the database while it runs; the
answers must be, byte for byte, those from before.
"""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games.models import Action, DealSecret, Match
from games.record.log import MatchLog
from games.selectors.matches import record_json
from games.services.deals import finish_deal
from games.services.match_ends import finish_match
from tests.api.support import V1, ask, body_of, operations
from tests.record.family import random_match
from tests.stats.support import FIRST_DAY, log_of, running
from tests.support.path_values import PATH_VALUES
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db(transaction=True)
NAMES = ("Gala", "Hugo", "Iris", "Joel", "Kim")
CARD = re.compile(r"\b[OCEB](?:1[0-2]|[1-9])\b")


def tokenless(text: str) -> str:
    """A page without the token of its forms, which differs every time."""
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", text)


def telling(answer: Any) -> dict[str, str]:
    """The headers of an answer, without those that go by who asks, and how often."""
    return {
        name: value
        for name, value in answer.items()
        if "Policy" not in name and not name.startswith("RateLimit-")
    }


def everything(match: Match) -> dict[str, str]:
    """What a stranger is answered at every address that could tell of the match."""
    values = {
        **PATH_VALUES,
        "match": match.public_id,
        "name": "Gala",
        "rival": "Hugo",
        "hash": match.ruleset.hash,
        "table": match.table.public_id if match.table else match.public_id,
    }
    paths = [
        path.format_map(values) for path, _method, told in operations() if "security" not in told
    ]
    paths += [f"{V1}/matches/{match.public_id}/deals/{number}/tricks/" for number in (2, 3)]
    paths += [f"{V1}/matches/?player=Gala", "/api/docs/"]
    paths += ["/matches/", "/matches/?player=Gala", "/players/Gala/", "/leaderboard/"]
    told = {}
    for path in paths:
        answer = Client().get(path)
        headers = telling(answer)
        told[path] = f"{answer.status_code} {headers} {tokenless(body_of(answer).decode())}"
    return told


def journal(match: Match, log: MatchLog, upto: int) -> None:
    """Write so many entries of a log as live play does."""
    Action.objects.filter(match=match).delete()
    Action.objects.bulk_create(
        Action(
            match=match,
            seq=entry.seq,
            sub=entry.sub,
            seat=entry.seat,
            client_id=f"c{number}",
            payload=json.dumps(entry.action),
            by=entry.by,
            ms=entry.ms,
            created_at=FIRST_DAY,
        )
        for number, entry in enumerate(log.entries[:upto])
    )


def keep_secrets(match: Match, log: MatchLog, deals: int) -> None:
    DealSecret.objects.bulk_create(
        DealSecret(
            match=match,
            deal_number=deal,
            server_seed=bytes.fromhex(block["server_seed"]),
            server_commit=block["server_commit"],
            fairness=block,
        )
        for deal, block in log.fairness.items()
        if deal <= deals and not match.secrets.filter(deal_number=deal).exists()
    )


def second_deal(log: MatchLog) -> int:
    """How many entries there are before the second deal."""
    kinds = [entry.action["type"] for entry in log.entries]
    return kinds.index("next_deal")


def after_one_deal(match: Match, log: MatchLog) -> None:
    upto = second_deal(log)
    whole = MatchLog.replay(log.match_id, log.rules, log.dealer, log.entries[:upto], log.decks)
    assert whole.state.deal is not None
    finish_deal(match_id=match.pk, result=whole.state.results[0], tricks=whole.state.deal.tricks)


@pytest.fixture(params=["ludoteka", "chiamata", "rematada"])
def log(request: pytest.FixtureRequest) -> MatchLog:
    """A finished match of several deals; in some games somebody is the partner in secret."""
    if request.param == "ludoteka":
        return log_of(NAMES[:2], options={"match.target": 3})
    return random_match(request.param, 5 if request.param == "chiamata" else 3, seed="4")


def begun(log: MatchLog, *, public: bool = True) -> Match:
    """A match of the same game, just begun."""
    ruleset = log.rules.ruleset
    return running(NAMES[: log.rules.players], public=public, preset=ruleset.preset)


def test_what_is_hidden_changes_no_answer(log):
    match = begun(log)
    before = everything(match)
    keep_secrets(match, log, 1)
    for upto in (1, 2, 7, second_deal(log) - 1):
        journal(match, log, upto)
        assert everything(match) == before


def test_after_a_deal_only_score_and_number_of_deals_are_told(log):
    match = begun(log)
    before = everything(match)
    detail = f"{V1}/matches/{match.public_id}/"
    after_one_deal(match, log)
    keep_secrets(match, log, 2)
    journal(match, log, second_deal(log) + 6)
    after = everything(match)
    # the list of tables to watch says how the match stands, as its own address does
    assert {path for path in after if after[path] != before[path]} == {detail, f"{V1}/watch/"}
    (watched,) = ask("/watch/")["results"]
    assert watched["score"] == list(log.state.results[0].score)
    told = ask(f"/matches/{match.public_id}/")
    assert told["deals"] == 1
    assert told["score"] == list(log.state.results[0].score)
    assert told["winners"] is told["ended_by"] is told["finished_at"] is None
    for seat in told["seats"]:
        assert seat["result"] is seat["deals_won"] is seat["points"] is None


def test_no_card_seed_or_proof_is_in_any_answer(log):
    match = begun(log)
    after_one_deal(match, log)
    keep_secrets(match, log, 2)
    journal(match, log, second_deal(log) + 6)
    answers = everything(match)
    for block in log.fairness.values():
        for secret in (block["server_seed"], block["server_commit"], *block["nonces"]):
            assert not any(secret in answer for answer in answers.values())
    for path, answer in answers.items():
        if f"/{match.public_id}/" in path:
            assert not CARD.search(answer), path
            assert "seed" not in answer


def test_a_private_match_is_as_if_it_were_not(log):
    for name in NAMES:
        player_without_account(name)
    match = begun(log, public=False)
    after_one_deal(match, log)
    private = {
        path: answer for path, answer in everything(match).items() if match.public_id in path
    }
    assert len(private) >= 7
    for path, answer in private.items():
        missing = Client().get(path.replace(match.public_id, "0" * 12))
        headers = telling(missing)
        assert answer == f"{missing.status_code} {headers} {missing.content.decode()}"
        assert answer.startswith("404")


def test_at_its_end_a_match_is_told_completely(log):
    match = begun(log)
    own = MatchLog.replay(match.public_id, log.rules, log.dealer, log.entries, log.decks)
    keep_secrets(match, log, len(log.decks))
    after_one_deal(match, log)
    finish_match(match_id=match.pk, log=own, finished_at=FIRST_DAY + timedelta(minutes=9))
    at = f"/matches/{match.public_id}/"
    record = ask(f"{at}record/")
    assert [deal["deck"] for deal in record["deals"]] == [list(d) for d in log.decks.values()]
    assert record["deals"][0]["fairness"]["server_seed"] == log.fairness[1]["server_seed"]
    assert ask(f"{at}deals/2/tricks/")["results"] == record["deals"][1]["tricks"]
    assert ask(at)["score"] == record["score"]
    assert ask("/matches/")["results"][0]["id"] == match.public_id


def test_a_record_is_not_told_before_the_match_is_over(log):
    """Should the record be written early, for whatever reason, it stays where it is."""
    match = begun(log)
    own = MatchLog.replay(match.public_id, log.rules, log.dealer, log.entries, log.decks)
    finish_match(match_id=match.pk, log=own, finished_at=FIRST_DAY)
    Match.objects.filter(pk=match.pk).update(finished_at=None, status="playing")
    assert record_json(match.public_id) is None
    assert Client().get(f"{V1}/matches/{match.public_id}/record/").status_code == 409
