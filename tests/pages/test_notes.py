"""Private notes on a match: kept, changed, gone; read by nobody else."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games.models import Match, ReviewNote
from games.models.matches import MatchStatus
from games.services.notes import MAX_NOTES, NoteError, write_note
from games.services.players import forget_player, player_for
from games.site.personal_data import personal_data
from tests.stats.support import PEOPLE, stored

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    return stored(PEOPLE[:2])


def reader(name: str) -> tuple[User, Client]:
    user = User.objects.create_user(name)
    client = Client()
    client.force_login(user)
    return user, client


def test_a_note_is_kept_changed_and_gone_and_nobody_else_reads_it(match):
    user, mine = reader("Nora")
    _, other = reader("Olga")
    address, page = f"/matches/{match.public_id}/note/", f"/matches/{match.public_id}/"
    for text in ("Too early, this ace.", "Keep it for the last tricks."):
        answer = mine.post(address, {"place": "d1t3c2", "text": text})
        assert answer.status_code == 204
        assert text in mine.get(page).content.decode()
    assert ReviewNote.objects.count() == 1
    for stranger in (other, Client()):
        assert "last tricks" not in stranger.get(page).content.decode()
    assert "last tricks" not in Client().get(f"/api/v1{page}").content.decode()
    assert personal_data(user.pk)["notes"] == [
        {"match": match.public_id, "place": "d1t3c2", "text": "Keep it for the last tricks."}
    ]
    assert mine.post(address, {"place": "d1t3c2", "text": "  "}).status_code == 204
    assert not ReviewNote.objects.exists()


def test_what_is_no_note_is_refused(match):
    _, mine = reader("Nora")
    address = f"/matches/{match.public_id}/note/"
    assert Client().post(address, {"place": "d1", "text": "x"}).status_code == 403
    assert mine.get(address).status_code == 405
    for place, text in (("", "x"), ("d1<b>", "x"), ("d1t1c1" * 3, "x"), ("d1", "x" * 501)):
        assert mine.post(address, {"place": place, "text": text}).status_code == 400
    Match.objects.update(status=MatchStatus.PLAYING)
    assert mine.post(address, {"place": "d1", "text": "x"}).status_code == 404
    assert not ReviewNote.objects.exists()


def test_there_is_an_end_to_notes_on_one_match_and_they_go_with_their_player(match):
    user, _ = reader("Nora")
    player = player_for(user)
    ReviewNote.objects.bulk_create(
        ReviewNote(player=player, match=match, place=f"d1t{number}", text="x")
        for number in range(MAX_NOTES)
    )
    with pytest.raises(NoteError, match="too_many"):
        write_note(player=player, match_id=match.public_id, place="d1", text="x")
    write_note(player=player, match_id=match.public_id, place="d1t1", text="changed")
    forget_player(user_id=user.pk)
    assert not ReviewNote.objects.filter(player=player).exists()
