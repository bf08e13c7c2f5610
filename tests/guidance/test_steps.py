"""The next step of each kind, chosen from finished matches, puzzles, the lesson and events."""

from __future__ import annotations

import zlib
from datetime import timedelta

import orjson
import pytest
from django.test import Client
from django.utils import timezone

from games.common.next_step import NextStep, Occasion, StepKind
from games.models import (
    Block,
    DailyTry,
    ExerciseTry,
    Follow,
    MatchAnalysis,
    Mistake,
    Player,
    PlayerFigures,
    PlayerGuidance,
    Table,
)
from games.models.figures import EVER
from games.models.people import PlayerKind
from games.models.tables import TableStatus
from games.puzzles.models import PuzzleAttempt
from games.selectors.guidance import missed_exchange, own_match, own_mistakes, person_of_user
from games.services.daily_deals import DayPlan, daily_of, day_of
from games.services.tables import sit
from games.site import step_facts
from games.site.step_facts import Situation, chosen_step, first_facts
from games.tournaments.models import Tournament
from tests.analysis.analysed import analysed
from tests.clubs.builders import club_of, member
from tests.guidance.builders import against_bot, finish_lesson
from tests.pages.reading import words
from tests.puzzles.rules.support import right_of, stored_puzzles, wrong_of
from tests.services.people import table_of
from tests.stats.support import stored
from tests.support.people import player_with_account, player_without_account, signed_in
from tests.tournaments.builders import announced

pytestmark = pytest.mark.django_db


CLASSIC, MARIAJE = DayPlan("ludoteka", 2, "learned"), DayPlan("mariaje", 2, "rules")


@pytest.fixture(autouse=True)
def classic_today(monkeypatch) -> None:
    """Make the deal of the day one of the classic game, whatever the weekday."""
    monkeypatch.setattr(step_facts, "plan_of", lambda _day: CLASSIC)


@pytest.fixture
def ana() -> Player:
    """Give Ana an account, with the lesson and today's deal behind her."""
    player = player_with_account("Ana")
    finish_lesson(player)
    return player


def played_today(player: Player) -> None:
    """Store that a player has tried the deal of the day."""
    now = timezone.now()
    daily = daily_of(day=day_of(now))
    match = stored([player.name, "Zoe"], day=90)
    DailyTry.objects.create(daily=daily, player=player, match=match, started_at=now)


def situation(player: Player, about: str = "", occasion: str = "match") -> Situation:
    """Return the situation of a player who has just finished something."""
    person = person_of_user(player.user_id or 0, day_of(timezone.now()))
    assert person is not None
    match = own_match(player, about) if occasion == "match" else None
    mistakes = tuple(own_mistakes(match)) if match is not None else ()
    return Situation(person, Occasion(occasion), match, mistakes)


def step(player: Player, about: str = "", occasion: str = "match", last: str = "") -> NextStep:
    """Return the step for a player after something, from what is stored now."""
    return chosen_step(situation(player, about, occasion), timezone.now(), last)


def ready(match) -> str:
    """Make a match old enough, and return its public id."""
    return str(match.public_id)


def test_a_followed_person_who_waits_at_a_table_comes_first(ana):
    match = against_bot()
    eva = player_with_account("Eva")
    table = table_of(eva, 4)
    assert step(ana, ready(match)).kind != StepKind.FRIEND_TABLE
    Follow.objects.create(follower=ana, followed=eva)
    proposed = step(ana, ready(match))
    assert (proposed.kind, proposed.data["player"], proposed.data["table"]) == (
        "friend_table", "Eva", table.public_id
    )  # fmt: skip


@pytest.mark.parametrize("hides", ["blocked", "private", "full", "blocked guest"])
def test_a_table_that_the_reader_may_not_know_is_never_named(ana, hides):
    match, eva = against_bot(), player_with_account("Eva")
    Follow.objects.create(follower=ana, followed=eva)
    table = table_of(eva, 4)
    if hides == "blocked":
        Block.objects.create(blocker=eva, blocked=ana)
    elif hides == "private":
        Table.objects.update(visibility=Table.Visibility.LINK)
    elif hides == "full":
        for name in ("Leo", "Mar", "Noa"):
            sit(table=table, player=player_without_account(name), seat=None)
    else:
        leo = player_without_account("Leo")
        sit(table=table, player=leo, seat=None)
        Block.objects.create(blocker=ana, blocked=leo)
    assert step(ana, ready(match)).kind != StepKind.FRIEND_TABLE


def test_a_rematch_that_the_other_wants_comes_before_own_cards(ana):
    eva = player_with_account("Eva")
    match = stored(["Ana", "Eva"])
    table = table_of(ana)
    sit(table=table, player=eva, seat=1)
    Table.objects.filter(pk=table.pk).update(match=match, status=TableStatus.FINISHED)
    match.table = table
    match.save(update_fields=["table"])
    table.seats.update(agreed=False)
    assert step(ana, ready(match)).kind != StepKind.REMATCH
    table.seats.filter(player=eva).update(agreed=True)
    proposed = step(ana, ready(match))
    assert (proposed.kind, proposed.data["player"]) == ("rematch", "Eva")
    assert step(eva, ready(match)).kind != StepKind.REMATCH, "Eva waits, and is asked nothing"


def test_the_club_of_the_player_plays_tonight(ana):
    match = against_bot()
    club = club_of(ana, name="Los del Siete")
    event = announced()
    now = timezone.now()
    Tournament.objects.update(club=club, starts_at=now + timedelta(hours=3))
    proposed = step(ana, ready(match))
    assert (proposed.kind, dict(proposed.data)) == (
        "club_night",
        {"club": "Los del Siete", "event": event.public_id, "partners": 0},
    )
    Tournament.objects.update(starts_at=now + timedelta(hours=20))
    assert step(ana, ready(match)).kind != StepKind.CLUB_NIGHT


def test_the_club_of_the_partner_is_told_only_where_everybody_may_know_its_members(ana):
    match = stored(["Ana", "Berta", "Carles", "David"])
    sides = next(side for side in match.sides if 0 in side)
    partner = match.seats.get(seat=next(seat for seat in sides if seat)).player
    owner = player_with_account("Olga")
    club = club_of(owner, name="La Sota")
    member(club, partner)
    announced()
    Tournament.objects.update(club=club, starts_at=timezone.now() + timedelta(hours=3))
    proposed = step(ana, ready(match))
    assert (proposed.kind, proposed.data["partners"]) == ("club_night", 1)
    club.members_visible = False
    club.save(update_fields=["members_visible"])
    assert step(ana, ready(match)).kind != StepKind.CLUB_NIGHT


def test_after_the_lesson_comes_a_first_match(ana):
    proposed = step(ana, occasion="lesson")
    assert (proposed.kind, proposed.data["level"]) == ("first_match", "greedy")
    against_bot()
    assert step(ana, occasion="lesson").kind != StepKind.FIRST_MATCH


def own_mistake(match, loss: float, at: str = "d1t2c1") -> Mistake:
    """Store a mistake of the first seat of a match, as the analysis does."""
    seat = match.seats.get(seat=0)
    return Mistake.objects.create(
        match=match, at=at, seat=0, player=seat.player, loss=loss, ahead=loss, is_exercise=True,
        finished_at=match.finished_at,
    )  # fmt: skip


def test_a_costly_card_is_to_be_tried_again_until_it_is_solved(ana):
    match = against_bot()
    mistake = own_mistake(match, 9.4)
    proposed = step(ana, ready(match))
    assert (proposed.kind, proposed.data["exercise"], proposed.data["points"]) == (
        "try_card", mistake.pk, 9.4
    )  # fmt: skip
    ExerciseTry.objects.create(
        player=ana, mistake=mistake, first_card="O1", first_right=True, solved=True
    )
    assert step(ana, ready(match)).kind != StepKind.TRY_CARD


def test_the_analysis_itself_leads_to_a_card_of_the_reader(ana):
    match = stored(["Ana", "Berta"], seed="2")
    analysed(match)
    facts = first_facts(situation(ana, match.public_id), timezone.now())
    own = Mistake.objects.filter(player=ana)
    assert facts.mistakes == own.count() > 0
    assert own.filter(is_exercise=True, pk=facts.exercise).exists()
    body = MatchAnalysis.objects.get(match=match).body
    judged = orjson.loads(zlib.decompress(body))
    lost = {
        entry["at"]: entry["judged"]["best_points"] - entry["judged"]["points"]
        for deal in judged["deals"]
        for entry in (*deal["plays"], *deal["decisions"])
        if entry["judged"]
    }
    loss_sum = sum(max(0, lost[mistake.at]) for mistake in own)
    assert facts.mistakes_loss == pytest.approx(loss_sum)


def test_several_mistakes_are_worth_a_look_together(ana):
    match = against_bot()
    for number, loss in enumerate((4.0, 3.0, 2.5), 1):
        own_mistake(match, loss, f"d1t{number}c1")
    proposed = step(ana, ready(match))
    assert (proposed.kind, proposed.data["times"], proposed.data["points"], proposed.data["at"]) == (
        "mistakes", 3, 9.5, "d1t1c1"
    )  # fmt: skip


def test_an_exchange_that_is_never_made_leads_to_its_chapter(ana):
    match = next(
        match
        for day in range(40)
        if missed_exchange(own_match(ana, (match := against_bot(day=day)).public_id))
    )
    figures = PlayerFigures.objects.filter(player=ana, month=EVER)
    figures.update(exchanges=0, exchange_chances=2)
    proposed = step(ana, ready(match))
    assert (proposed.kind, proposed.data["times"]) == ("exchange", 2)
    figures.update(exchanges=1)
    assert step(ana, ready(match)).kind != StepKind.EXCHANGE


def answer(player: Player, row, *, right: bool) -> None:
    """Answer a puzzle on its page."""
    card = right_of(row) if right else wrong_of(row)
    signed_in(player).post(f"/puzzles/{row.public_id}/", {"card": card})


def test_misses_in_one_theme_lead_to_its_chapter(ana):
    rows = stored_puzzles(12)
    theme = rows[0].theme
    for row in [row for row in rows if row.theme == theme][:2] or rows[:2]:
        type(row).objects.filter(pk=row.pk).update(theme="trumps")
        answer(ana, row, right=False)
    proposed = step(ana, occasion="puzzle")
    assert (proposed.kind, proposed.data["theme"], proposed.data["times"]) == ("theme", "trumps", 2)


def test_puzzles_solved_in_a_row_lead_to_a_run(ana):
    for row in stored_puzzles(5):
        answer(ana, row, right=True)
    assert PuzzleAttempt.objects.filter(player=ana, right=True).count() == 5
    proposed = step(ana, occasion="puzzle")
    assert (proposed.kind, proposed.data["times"]) == ("puzzle_run", 5)


def test_losses_in_a_row_lead_to_the_level_below(ana):
    played_today(ana)
    for day in range(2):
        match = against_bot(level="rules", won=False, day=day)
    proposed = step(ana, ready(match))
    assert (proposed.kind, proposed.data["level"], proposed.data["played"]) == (
        "easier_bot", "greedy", "rules"
    )  # fmt: skip


def test_wins_in_a_row_lead_to_the_level_above_until_one_is_lost(ana):
    played_today(ana)
    for day in range(3):
        match = against_bot(level="rules", day=day)
    proposed = step(ana, ready(match), last="path")
    assert (proposed.kind, proposed.data["level"], proposed.data["times"]) == (
        "stronger_bot",
        "learned",
        3,
    )
    match = against_bot(level="rules", won=False, day=4)
    assert step(ana, ready(match), last="path").kind != StepKind.STRONGER_BOT


def test_the_deal_of_the_day_is_proposed_until_it_is_played(ana):
    match = against_bot()
    assert step(ana, ready(match)).kind == StepKind.DAILY
    played_today(ana)
    assert step(ana, ready(match)).kind != StepKind.DAILY


def test_a_deal_of_the_day_of_a_game_that_nobody_chose_is_not_proposed(ana, monkeypatch):
    monkeypatch.setattr(step_facts, "plan_of", lambda _day: MARIAJE)
    assert step(ana, ready(against_bot())).kind != StepKind.DAILY
    chosen = stored(["Ana", "Zoe"], preset="mariaje", day=91)
    assert step(ana, ready(chosen)).kind == StepKind.DAILY


def test_a_newcomer_without_the_lesson_is_led_to_it():
    player = player_with_account("Nora")
    match = against_bot("Nora")
    assert step(player, ready(match), last="daily").kind == StepKind.LESSON
    finish_lesson(player)
    assert step(player, ready(match), last="daily").kind != StepKind.LESSON


def test_an_event_that_is_announced_follows(ana):
    match = against_bot()
    event = announced(starts_at=timezone.now() + timedelta(days=2))
    assert step(ana, event.public_id, occasion="event").kind == StepKind.DAILY
    played_today(ana)
    proposed = step(ana, ready(match), last="path")
    assert (proposed.kind, proposed.data["event"]) == ("event", event.public_id)


def test_a_guest_with_several_matches_is_asked_to_keep_them(ana):
    Player.objects.filter(pk=ana.pk).update(kind=PlayerKind.GUEST)
    ana.refresh_from_db()
    played_today(ana)
    for day in range(2):
        match = against_bot(day=day, won=day == 1)
    proposed = step(ana, ready(match), last="path")
    assert (proposed.kind, proposed.data["times"]) == ("account", 3)


def test_exercises_wait_then_another_match_and_a_puzzle_are_always_there(ana):
    played_today(ana)
    old = against_bot(day=0)
    own_mistake(old, 4.0)
    match = against_bot(day=1, won=False)
    assert step(ana, ready(match), last="path").kind == StepKind.EXERCISES
    Mistake.objects.all().delete()
    assert step(ana, ready(match), last="path").kind == StepKind.AGAIN
    ana.path_steps.all().delete()
    assert step(ana, ready(match), last="again").kind == StepKind.PUZZLE
    assert step(ana, occasion="puzzle", last="puzzle").kind == StepKind.PLAY


def test_an_exercise_that_was_missed_today_waits_for_its_day(ana):
    played_today(ana)
    mistake = own_mistake(against_bot(), 4.0)
    match = against_bot(day=1, won=False)
    client = signed_in(ana)
    assert step(ana, ready(match), last="path").kind == StepKind.EXERCISES
    assert "1 card of yours comes back today" in words(client.get("/learn/").content.decode())
    ExerciseTry.objects.create(
        player=ana, mistake=mistake, first_card="O1", first_right=False, solved=False
    )
    assert step(ana, ready(match), last="path").kind != StepKind.EXERCISES
    assert "Your own cards come back" in words(client.get("/learn/").content.decode())


def test_the_pages_show_another_kind_after_each_match_and_the_same_one_when_loaded_again(ana):
    matches = [against_bot(day=day, won=day != 1) for day in range(3)]
    client, kinds = signed_in(ana), []
    for match in matches:
        page = client.get(f"/matches/{match.public_id}/").content.decode()
        assert 'id="h-next-step"' in page
        kinds.append(PlayerGuidance.objects.get(player=ana).step_kind)
        client.get(f"/matches/{match.public_id}/")
        assert PlayerGuidance.objects.get(player=ana).step_kind == kinds[-1]
    assert kinds[0] != kinds[1] != kinds[2]


def test_nobody_is_told_what_to_do_after_the_match_of_others(ana):
    match = stored(["Berta", "Carles"])
    assert (
        'id="h-next-step"'
        not in signed_in(ana).get(f"/matches/{match.public_id}/").content.decode()
    )
    assert 'id="h-next-step"' not in Client().get(f"/matches/{match.public_id}/").content.decode()
    assert own_match(ana, match.public_id) is None


def test_the_steps_of_a_guest_who_solves_puzzles_alternate():
    rows, client = stored_puzzles(3), Client(headers={"accept-language": "en"})
    shown = []
    for row in rows:
        client.post(f"/puzzles/{row.public_id}/", {"card": right_of(row)})
        shown.append(PlayerGuidance.objects.get().step_kind)
    assert shown[0] == "daily"
    assert shown[0] != shown[1] != shown[2]


def test_a_finished_event_proposes_a_step_to_those_who_played_it(ana):
    event = announced()
    from games.tournaments.services import entries
    from tests.tournaments.builders import NOW

    entries.enter(tournament=event, player=ana, now=NOW)
    Tournament.objects.update(status="finished", finished_at=NOW)
    page = signed_in(ana).get(f"/tournaments/{event.public_id}/").content.decode()
    assert 'id="h-next-step"' in page
    stranger = Client().get(f"/tournaments/{event.public_id}/").content.decode()
    assert 'id="h-next-step"' not in stranger


def test_who_follows_the_path_of_learning_is_led_to_its_next_step(ana):
    match = against_bot()
    played_today(ana)
    proposed = step(ana, ready(match))
    assert (proposed.kind, proposed.data["url"]) == ("path", "/learn/cards/")
    assert step(ana, ready(match), last="path").kind != StepKind.PATH
    ana.path_steps.all().delete()
    assert step(ana, ready(match), last="lesson").kind != StepKind.PATH
