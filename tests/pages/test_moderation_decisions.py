"""An exchange that was missed, in the page of its match and as an exercise; earlier analyses."""

import json
import zlib
from functools import lru_cache
from unittest import mock

import pytest
from django.test import Client
from django.utils import timezone, translation

from games.analysis import FORMAT, decisions_of, judge_decision
from games.common.card_names import card_name
from games.engine import build_ruleset
from games.models import ExerciseTry, Match, MatchAnalysis, Mistake, Player
from games.models.analyses import AnalysisState
from games.models.matches import MatchStatus
from games.pages.wording.analysis import moment_text
from games.pages.wording.review import ReviewFormatter
from games.puzzles.selectors.exercises import position_of, puzzle_candidates
from games.puzzles.services.exercises import answer
from games.services.analyses import ask_for_analysis, queue_old, take_analysis
from tests.analysis.analysed import FEW, analysed, body_of
from tests.api.support import V1
from tests.stats.support import PEOPLE, log_of, stored
from tests.support.people import signed_in

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}


@lru_cache(maxsize=1)
def missed():
    """A match of bots that never exchange, and where the first seat leaves an ace or a three."""
    with mock.patch("games.bots.players.bot.points_to_take", return_value=0):
        for number in range(100):
            log = log_of(PEOPLE[:2], seed=f"missed {number}")
            own = [one for one in decisions_of(log) if one.seat == 0]
            if not own or log.rules.points[own[0].cards[1]] < 10:
                continue
            found = judge_decision(own[0], f"{log.match_id}/{own[0].at}/beside", FEW)
            if found.weight > 4 and found.grade == "error":
                return log, own[0]
    raise AssertionError("there is no such match")


@pytest.fixture
def match():
    """A match in which Ana left what lay there, with the seven in her hand."""
    found = stored(log=missed()[0])
    with mock.patch("games.analysis.match_analysis.KEY_MOMENTS", 40):
        analysed(found)
    return found


def mistake_of(match):
    return Mistake.objects.get(match=match, at=missed()[1].at)


def names():
    """The cards to be given and taken, within a sentence."""
    return [card_name(card, "off").lower() for card in missed()[1].cards]


def test_the_page_of_a_match_tells_of_a_missed_exchange_among_its_key_moments(match):
    text = Client().get(f"/matches/{match.public_id}/", headers=ENGLISH).content.decode()
    at = mistake_of(match).at
    assert f'<a href="#{at}">' in text
    give, take = names()
    assert "The choice of Ana loses" in text
    assert f"keep {give}" in text
    assert f"Better: exchange {give} for {take}" in text


def test_a_missed_exchange_is_an_exercise_that_asks_whether_to_exchange(match):
    mistake = mistake_of(match)
    assert mistake.is_exercise
    ana = signed_in("Ana")
    text = ana.get(f"/exercises/{mistake.pk}/").content.decode()
    assert f"Do you exchange it for {names()[1]}?" in text
    assert 'value="exchange"' in text
    assert 'value="keep"' in text
    kept = ana.post(f"/exercises/{mistake.pk}/", {"card": "keep"}).content.decode()
    assert 'class="answer warn"' in kept
    made = ana.post(f"/exercises/{mistake.pk}/", {"card": "exchange"}).content.decode()
    assert 'class="answer "' in made
    row = ExerciseTry.objects.get(mistake=mistake)
    assert (row.first_card, row.first_right, row.solved, row.tries) == ("keep", False, True, 2)
    assert answer(mistake=mistake, card=missed()[1].cards[0], player=None) is None


def test_its_position_tells_what_the_seat_saw_and_no_hidden_card(match):
    told = position_of(mistake_of(match))
    give, take = missed()[1].cards
    assert told["asked"] == {"kind": "exchange", "give": give, "take": take}
    assert (len(told["hand"]), told["turned"], told["trick"]) == (2, take, [])
    shown = {give, take, *told["hand"]}
    shown |= {play["card"] for trick in told["tricks"] for play in trick["plays"]}
    text = json.dumps(told)
    deck = missed()[0].rules.deck
    assert not [card for card in deck if card not in shown and f'"{card}"' in text]


def test_a_puzzle_of_the_day_is_a_card(match):
    mistake = mistake_of(match)
    assert mistake.pk not in puzzle_candidates()


@pytest.mark.parametrize("status", [MatchStatus.HELD, MatchStatus.PLAYING, MatchStatus.ABANDONED])
def test_of_a_match_that_is_not_shown_no_decision_is_told(match, status):
    mistake = mistake_of(match)
    Match.objects.filter(pk=match.pk).update(status=status, finished_at=None)
    ana = signed_in("Ana")
    for address in (
        f"{V1}/matches/{match.public_id}/analysis/",
        f"/matches/{match.public_id}/",
        f"/exercises/{mistake.pk}/",
    ):
        text = ana.get(address).content.decode()
        assert mistake.at not in text
        assert "exchange" not in text.lower() or "decisions" not in text
    assert ana.get(f"/exercises/{mistake.pk}/").status_code == 404


@pytest.fixture
def earlier(match):
    """An analysis as the first version made it."""
    row = MatchAnalysis.objects.get(match=match)
    body = json.loads(zlib.decompress(row.body))
    body["format"] = "brisca-analysis/1"
    for deal in body["deals"]:
        del deal["decisions"]
    row.body, row.version = zlib.compress(json.dumps(body).encode()), 1
    row.save()
    return match


def test_an_earlier_analysis_stays_and_says_so_until_it_is_made_again(earlier):
    address = f"/matches/{earlier.public_id}/"
    text = Client().get(address, headers=ENGLISH).content.decode()
    assert "an earlier version" in text
    assert "Analyse it again" in text
    assert Client().post(f"{address}analyse/").status_code == 302
    assert MatchAnalysis.objects.get().state == AnalysisState.WAITING
    text = Client().get(address, headers=ENGLISH).content.decode()
    assert "an earlier version" in text
    assert "Analyse it again" not in text
    taken = take_analysis(worker="w", now=timezone.now())
    assert Client().get(f"{V1}{address}analysis/").json()["format"] == "brisca-analysis/1"
    assert taken is not None


def test_made_again_it_replaces_what_was_stored_and_keeps_the_answers(earlier):
    mistake = mistake_of(earlier)
    gone = Mistake.objects.filter(match=earlier).exclude(pk=mistake.pk).first()
    Mistake.objects.filter(pk=gone.pk).update(at="d1t1c9", loss=9)
    player = Player.objects.get(name=PEOPLE[0])
    ExerciseTry.objects.create(
        player=player, mistake=mistake, first_card="keep", first_right=False, solved=False
    )
    Mistake.objects.filter(pk=mistake.pk).update(loss=99)
    analysed(earlier)
    assert MatchAnalysis.objects.get().version == int(FORMAT[-1])
    assert not Mistake.objects.filter(at="d1t1c9").exists()
    again = mistake_of(earlier)
    assert again.pk == mistake.pk
    assert again.loss < 99
    assert ExerciseTry.objects.get().mistake_id == mistake.pk
    text = Client().get(f"/matches/{earlier.public_id}/", headers=ENGLISH).content.decode()
    assert "an earlier version" not in text


def test_analyses_of_an_earlier_version_are_queued_with_those_that_failed(earlier):
    assert queue_old() == 0
    assert queue_old(again=True) == 1
    assert body_of(take_analysis(worker="w", now=timezone.now()))["format"] == FORMAT
    assert not ask_for_analysis(match_id="nothing")


@translation.override("en")
def test_marriages_claims_and_signs_are_told_in_words():
    rules = dict(build_ruleset("senas", 4).options)
    record = {"preset": "senas", "rules": rules, "seats": [0, 1, 2, 3]}
    formatter = ReviewFormatter(record, PEOPLE)
    said = {
        ("marriage", "show"): "show king and knight of cups",
        ("marriage", "keep"): "show nothing",
        ("claim", "claim"): "claim the rest",
        ("claim", "play"): "play on",
        ("sign", "trump_three"): "the sign “three of trumps”",
        ("sign", "silent"): "make no sign",
    }
    for (kind, code), words in said.items():
        made = {"kind": kind, "cards": ["C12", "C11"], "chosen": code}
        assert formatter.decision(made) == words
    judged = {
        "grade": "error", "loss": 4, "points": 50, "win": 0.5, "best": "C1", "best_points": 54,
        "best_win": 0.5, "why": {"code": "partner_signed", "points": 0, "sign": "trump_ace"},
    }  # fmt: skip
    made = {"seat": 0, "card": "C2", "judged": judged}
    told = moment_text(made, formatter, "cards", own=True)
    assert told.endswith("Better: ace of cups; the partner had signed: ace of trumps.")
