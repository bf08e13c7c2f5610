"""Clubs over time: owners who go, seasons, talk, events of clubs and challenges."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest

from accounts.services import set_account_preferences
from accounts.signals import account_closing
from games.clubs.models import Club, ClubChallenge, ClubFigures, ClubMember, ClubPost, ClubResult
from games.clubs.rules.rights import Right
from games.clubs.rules.seasons import season_at
from games.clubs.selectors import events as known
from games.clubs.selectors.people import posts_page
from games.clubs.selectors.season import season_page
from games.clubs.services import announcing, challenges, events, leaving, posts, rules, succession
from games.clubs.services.season_figures import rebuild_club_figures
from games.common.errors import ClubError, TournamentError
from games.models import Match, Notification, Player, Rating
from games.services import social
from games.services.notifications import run_batches
from games.services.tables import TableOptions, sit
from games.tournaments.models import Tournament, TournamentEntrant
from games.tournaments.services import entries
from games.tournaments.services.creating import TournamentOptions
from tests.clubs.builders import NOW, OLD, club_of, longtime_player, member
from tests.services.test_matches import finish, played
from tests.support.people import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> Player:
    return longtime_player("Ana")


@pytest.fixture
def eva() -> Player:
    return longtime_player("Eva")


def refused(act) -> str | None:
    """The code of a refusal; None where it is done."""
    try:
        act()
    except (ClubError, TournamentError) as error:
        return error.code
    return None


def owner_of(club: Club) -> str:
    return ClubMember.objects.get(club=club, role="owner").player.name


def closed(player: Player) -> None:
    """Delete an account as its owner does."""
    user = player.user
    account_closing.send(sender=type(user), user=user)
    user.delete()


@pytest.mark.parametrize(
    ("people", "heir"),
    [
        ([("m", "member", 1), ("o", "officer", 2), ("a", "admin", 3)], "a"),
        ([("m", "member", 1), ("o", "officer", 2)], "o"),
        ([("m", "member", 2), ("older", "member", 9)], "older"),
    ],
)
def test_the_club_of_a_deleted_account_goes_to_the_next_by_rule(ana, people, heir):
    club = club_of(ana)
    for name, role, days in people:
        member(club, longtime_player(name), role, joined_at=NOW - timedelta(days=days))
    ClubPost.objects.create(club=club, author=ana, text="adiós")
    closed(ana)
    assert owner_of(club) == heir
    club.refresh_from_db()
    assert club.member_count == len(people)
    assert not ClubPost.objects.exists()


def test_who_is_idle_does_not_inherit_where_another_is_active(ana):
    club = club_of(ana)
    idle = NOW - timedelta(days=400)
    member(club, longtime_player("admin"), "admin", last_active=idle)
    member(club, longtime_player("active"), last_active=NOW)
    with_now = partial(leaving.leave_all_clubs, user_id=ana.user_id, now=NOW)
    with_now()
    assert owner_of(club) == "active"


def test_the_club_of_the_last_member_dissolves(ana):
    club = club_of(ana)
    closed(ana)
    club.refresh_from_db()
    assert club.dissolved_at is not None


def test_an_idle_owner_is_replaced_and_stays_a_member(ana, eva):
    club = club_of(ana)
    member(club, eva)
    ClubMember.objects.filter(player=ana).update(last_active=NOW - timedelta(days=61))
    assert succession.pass_idle_owners(now=NOW) == 1
    assert owner_of(club) == "Eva"
    assert ClubMember.objects.get(player=ana).role == "member"
    assert succession.pass_idle_owners(now=NOW) == 0, "running again changes nothing"


def test_nobody_replaces_an_idle_owner_where_all_are_idle(ana, eva):
    club = club_of(ana)
    member(club, eva, last_active=OLD)
    ClubMember.objects.filter(player=ana).update(last_active=OLD)
    assert succession.pass_idle_owners(now=NOW) == 0
    assert owner_of(club) == "Ana"


def club_match(club: Club, *people: Player) -> Match:
    """A match that has just begun at a table of a club."""
    chosen = TableOptions(preset="ludoteka", players=len(people), options={"match.target": 1})
    table = rules.open_club_table(club=club, host=people[0], chosen=chosen)
    for one in people[1:]:
        sit(table=table, player=one, seat=None, agreed=True)
    table.refresh_from_db()
    assert table.match is not None
    return table.match


def test_a_match_at_a_table_of_the_club_counts_for_its_season(ana, eva):
    club = club_of(ana)
    member(club, eva)
    for number in range(4):
        match = club_match(club, ana, eva)
        finish(match, played(match, seed=str(number)))
    rows = ClubFigures.objects.filter(club=club)
    assert {row.matches for row in rows} == {4}
    points = list(ClubResult.objects.order_by("pk").values_list("points", flat=True))
    assert all(points[:6])
    assert points[6:] == [0, 0], "the fourth match of a day brings nothing"
    ClubFigures.objects.filter(player=ana).update(points=999)
    ClubFigures.objects.filter(player=eva).delete()
    assert rebuild_club_figures() == 2
    assert rebuild_club_figures() == 0
    sums = ClubFigures.objects.order_by("player").values_list("points", flat=True)
    assert sum(sums) == sum(points)


def test_an_evening_of_a_club_at_one_address_counts_for_its_season_and_for_no_rating(client, ana):
    club = club_of(ana)
    friends = [longtime_player(name) for name in ("Eva", "Leo", "Mar", "Pau")]
    for friend in friends:
        member(club, friend)
    chosen = TableOptions(preset="chiamata", players=5, options={"match.target": 1})
    bar = "198.51.100.7"
    table = rules.open_club_table(club=club, host=ana, chosen=chosen, address=bar)
    for friend in friends:
        sit(table=table, player=friend, seat=None, agreed=True, address=bar)
    table.refresh_from_db()
    match = table.match
    assert match is not None
    assert (match.rated, match.unrated_reason) == (False, "same_address")
    finish(match, played(match))
    rows = ClubFigures.objects.filter(club=club)
    assert sorted(row.matches for row in rows) == [1] * 5
    assert sum(row.points for row in rows) > 0
    assert not Rating.objects.exists()
    client.force_login(ana.user)
    english = {"accept-language": "en"}
    page = client.get(f"/clubs/{club.handle}/season/", headers=english).content.decode()
    assert "Ratings leave out matches between people at one internet address" in page
    assert all(friend.name in page for friend in friends)
    review = client.get(f"/matches/{match.public_id}/", headers=english).content.decode()
    assert "Not rated. Opponents played from the same internet address." in " ".join(review.split())


def test_strangers_and_other_tables_bring_no_points(ana, eva):
    club = club_of(ana, tables_closed=False)
    match = club_match(club, ana, eva)
    finish(match, played(match))
    assert not ClubFigures.objects.exists()


def test_who_is_banned_while_seated_plays_on_and_is_in_no_ranking(ana, eva):
    club, leo = club_of(ana), longtime_player("Leo")
    member(club, eva)
    member(club, leo)
    match = club_match(club, ana, eva)
    leaving.ban(club=club, officer=ana, player=eva)
    assert match.table.seats.filter(player=eva).exists(), "the seat is kept"
    finish(match, played(match))
    match.refresh_from_db()
    assert match.status == "finished"
    assert not ClubFigures.objects.exists()


def test_who_leaves_is_not_in_the_ranking_until_they_come_back(ana, eva):
    club = club_of(ana)
    member(club, eva)
    season = season_at(NOW)
    ClubFigures.objects.create(club=club, season=season, player=eva, matches=1, points=10)
    ClubFigures.objects.create(club=club, season=season, player=ana, matches=1, points=2)
    Player.objects.filter(pk=ana.pk).update(figures_private=True)
    assert [row.player.name for row in season_page(club, season).rows] == ["Eva"]
    leaving.leave_club(club=club, player=eva)
    assert season_page(club, season).rows == []
    assert [row.player.name for row in season_page(club, season, viewer=ana).rows] == ["Ana"]


def test_posts_are_written_quoted_and_hidden(ana, eva):
    club = club_of(ana)
    member(club, eva)
    write = partial(posts.write_post, club=club, author=eva)
    post = write(text="¿Quién juega hoy?")
    assert refused(partial(write, text="¿Quién juega hoy?")) == "said_again"
    assert refused(partial(write, text="hijo de puta")) == "bad_words"
    assert refused(partial(write, text="   ")) == "bad_post"
    assert refused(partial(write, text="x" * 1001)) == "bad_post"
    assert refused(partial(write, text="A las nueve", reply_to=10**12)) == "no_post"
    answer = posts.write_post(club=club, author=ana, text="Yo", reply_to=post.pk)
    assert answer.reply_to == post
    assert refused(partial(posts.hide_post, club=club, player=eva, post=answer.pk)) == "no_right"
    posts.hide_post(club=club, player=ana, post=post.pk)
    post.refresh_from_db()
    assert post.hidden_by == ana
    social.block(player=eva, other=ana)
    assert [one.author.name for one in posts_page(club, eva).rows] == ["Eva"]


def test_news_reach_all_members_three_times_a_day(ana, eva):
    club = club_of(ana)
    member(club, eva)
    for number in range(3):
        at = NOW + timedelta(minutes=number)
        announcing.announce_news(club=club, player=ana, text=f"Noticia {number}", now=at)
    run_batches(now=NOW + timedelta(minutes=3))
    told = Notification.objects.filter(kind="club_news")
    assert [one.recipient for one in told] == [eva] * 3
    more = partial(announcing.announce_news, club=club, player=ana, text="Otra más")
    assert refused(partial(more, now=NOW + timedelta(minutes=4))) == "too_much_news"


def event(club: Club, creator: Player, **more: object) -> Tournament:
    chosen = TournamentOptions(
        name="Miércoles", format="swiss", preset="ludoteka", players=2,
        starts_at=NOW + timedelta(hours=3), **more,
    )  # fmt: skip
    return events.create_club_tournament(
        club=club, creator=creator, chosen=chosen, members_only=True, now=NOW
    )


def test_an_event_of_the_club_is_for_its_members(ana, eva):
    club, leo = club_of(ana), longtime_player("Leo")
    member(club, eva)
    made = event(club, ana)
    enter = partial(entries.enter, tournament=made, invite=made.invite, now=NOW)
    assert refused(partial(enter, player=leo)) == "members_only"
    entries.enter(tournament=made, player=eva, now=NOW)
    assert known.club_events(club, member=True) == [made]
    assert known.club_events(club, member=False) == []
    assert known.ClubsOfEvents().is_member(made, eva)
    assert not known.ClubsOfEvents().is_member(made, leo)
    assert refused(partial(event, club, eva)) == "no_right"


def test_real_clubs_are_kept_apart(ana, eva):
    club = club_of(ana)
    member(club, eva)
    made = event(club, ana, clubs_apart=True)
    entries.enter(tournament=made, player=ana, now=NOW)
    entries.enter(tournament=made, player=eva, now=NOW)
    assert set(made.entrants.values_list("club", flat=True)) == {club.pk}


def challenged(ana: Player, eva: Player, kind: str = "players") -> tuple[Club, Club, ClubChallenge]:
    club, rival = club_of(ana), club_of(eva, "la-sota", name="La Sota")
    found = challenges.challenge(
        club=club, player=ana, rival=rival, kind=kind, starts_at=NOW + timedelta(days=1), now=NOW
    )
    return club, rival, found


@pytest.mark.parametrize("kind", ["players", "pairs"])
def test_a_challenge_becomes_a_tournament_of_both_clubs(ana, eva, kind):
    club, rival, found = challenged(ana, eva, kind)
    assert Notification.objects.get(recipient=eva).text == "club_challenge"
    answer = partial(challenges.answer_challenge, challenge=found, agree=True, now=NOW)
    assert refused(partial(answer, player=ana)) == "not_member", "who asks does not answer"
    made = answer(player=eva)
    assert made is not None
    assert (made.club, made.club_only, made.visibility) == (club, True, "link")
    assert refused(partial(answer, player=eva)) == "challenge_over"
    for one in (club, rival):
        assert known.club_events(one, member=True) == [made]
    assert known.ClubsOfEvents().common_club(made, [eva.pk]) == rival.pk
    assert refused(partial(entries.enter, tournament=made, player=longtime_player("Leo"))) in (
        "members_only",
    )


def test_the_best_four_of_each_club_count(ana, eva):
    club, rival, found = challenged(ana, eva)
    made = challenges.answer_challenge(challenge=found, player=eva, agree=True, now=NOW)
    assert made is not None
    scores = [(club, score) for score in (10, 8, 6, 4, 2)] + [(rival, 9), (rival, 3)]
    TournamentEntrant.objects.bulk_create(
        TournamentEntrant(tournament=made, number=number, club=of.pk, score=score, place=number)
        for number, (of, score) in enumerate(scores, start=1)
    )
    Tournament.objects.filter(pk=made.pk).update(status="finished", finished_at=NOW)
    own, other = known.club_matches(club)[0], known.club_matches(rival)[0]
    assert (own.own, own.other, own.won) == (28, 12, True)
    assert (other.own, other.other, other.won) == (12, 28, False)


def test_matches_with_other_clubs_take_as_many_queries_however_many(
    ana, eva, django_assert_num_queries
):
    club, rival = club_of(ana), club_of(eva, "norte")
    for number in range(3):
        found = challenges.challenge(
            club=club,
            player=ana,
            rival=rival,
            kind="players",
            starts_at=NOW + timedelta(days=1),
            now=NOW,
        )
        made = challenges.answer_challenge(challenge=found, player=eva, agree=True, now=NOW)
        for place, (one, score) in enumerate([(club, 3.0 + number), (rival, 4.0)], start=1):
            TournamentEntrant.objects.create(
                tournament=made, number=place, club=one.pk, score=score
            )
        Tournament.objects.filter(pk=made.pk).update(status="finished", finished_at=NOW)
    with django_assert_num_queries(2):
        matches = known.club_matches(club)
    assert [one.won for one in matches] == [True, None, False]


def test_challenges_are_refused_withdrawn_and_limited(ana, eva):
    club, rival, found = challenged(ana, eva)
    again = partial(
        challenges.challenge,
        club=club,
        player=ana,
        rival=rival,
        kind="players",
        starts_at=NOW + timedelta(days=1),
        now=NOW,
    )
    assert refused(again) == "already_challenged"
    challenges.withdraw_challenge(challenge=found, player=ana)
    assert refused(again) is None
    assert refused(partial(again, rival=club)) == "own_club"
    assert refused(partial(again, starts_at=NOW)) == "bad_start"
    assert refused(partial(again, kind="money")) == "bad_kind"
    ClubMember.objects.filter(player=ana).update(rights=int(Right.TABLES))
    assert refused(again) == "no_right"


def test_who_has_turned_the_chat_off_neither_reads_nor_writes_posts(ana, eva):
    club = club_of(ana)
    member(club, eva)
    posts.write_post(club=club, author=ana, text="¿Quién juega hoy?")
    set_account_preferences(user=eva.user, preferences={"chat": "off"})
    assert refused(partial(posts.write_post, club=club, author=eva, text="Yo")) == "chat_off"
    page = signed_in(eva).get(f"/clubs/{club.handle}/talk/").content.decode()
    front = signed_in(eva).get(f"/clubs/{club.handle}/").content.decode()
    assert "¿Quién juega hoy?" not in page + front
    assert "turned the chat off" in page
