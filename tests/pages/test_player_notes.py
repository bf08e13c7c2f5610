"""Private notes on players: kept, changed, gone; read by nobody but their author."""

from __future__ import annotations

import pytest
from django.contrib.admin.sites import all_sites
from django.test import Client

from games.models import Player, PlayerNote
from games.selectors.player_notes import noted_seats, notes_on
from games.selectors.tables import tables_for
from games.services.player_notes import MAX_NOTES, PlayerNoteError, write_player_note
from games.services.players import forget_player
from games.services.tables import sit
from games.site.personal_data import personal_data
from tests.api.support import ask
from tests.pages.reading import page, words
from tests.services.people import table_of
from tests.stats.support import PEOPLE, stored
from tests.support.people import player_without_account, signed_in

pytestmark = pytest.mark.django_db
TEXT = "Leads the ace when in doubt."


def test_a_note_is_kept_changed_and_emptied_on_the_page_of_the_player():
    nora, _ = signed_in("Nora"), signed_in("Olga")
    for text in ("First.", TEXT):
        done = nora.post(
            "/players/Olga/note/", {"text": text}, follow=True, headers={"accept-language": "en"}
        )
        assert "Your note is saved." in done.content.decode()
        assert text in page("/players/Olga/", nora)
    assert PlayerNote.objects.count() == 1
    nora.post("/players/Olga/note/", {"text": "  "})
    assert not PlayerNote.objects.exists()


def test_nobody_but_the_author_reads_a_note():
    stored(PEOPLE[:2], day=0)
    nora, berta = signed_in("Nora"), signed_in("Berta")
    nora.post("/players/Ana/note/", {"text": TEXT})
    ana = signed_in("Ana")
    assert TEXT in page("/players/Ana/", nora)
    for reader in (Client(), berta, ana):
        assert TEXT not in page("/players/Ana/", reader)
    assert TEXT not in str(ask("/players/Ana/", include="stats,teams"))
    assert TEXT not in str(personal_data(player_without_account("Ana").user_id))
    assert not any(site.is_registered(PlayerNote) for site in all_sites)


def test_the_form_is_for_players_on_pages_of_others():
    signed_in("Olga")
    nora = signed_in("Nora")
    assert "Your note on this player" in words(page("/players/Olga/", nora))
    assert "Your note on this player" not in words(page("/players/Nora/", nora))
    assert "Your note on this player" not in words(page("/players/Olga/"))


def test_a_note_stands_on_the_page_of_a_player_who_keeps_figures_private():
    nora = signed_in("Nora")
    stored(PEOPLE[:2], day=0)
    Player.objects.filter(name="Ana").update(figures_private=True)
    nora.post("/players/Ana/note/", {"text": TEXT})
    assert TEXT in page("/players/Ana/", nora)


def test_notes_have_limits():
    nora, olga = player_without_account("nora"), player_without_account("olga")
    with pytest.raises(PlayerNoteError, match="oneself"):
        write_player_note(author=nora, subject=nora, text=TEXT)
    with pytest.raises(PlayerNoteError, match="too_long"):
        write_player_note(author=nora, subject=olga, text="x" * 501)
    write_player_note(author=nora, subject=olga, text="x\r\n" * 250)
    others = Player.objects.bulk_create(Player(name=f"p{number}") for number in range(MAX_NOTES))
    PlayerNote.objects.bulk_create(
        PlayerNote(author=nora, subject=other, text="x") for other in others[1:]
    )
    with pytest.raises(PlayerNoteError, match="too_many"):
        write_player_note(author=nora, subject=others[0], text=TEXT)
    write_player_note(author=nora, subject=olga, text=TEXT)
    assert notes_on(nora.pk, [olga.pk, others[0].pk]) == {olga.pk: TEXT}


def test_the_page_says_why_a_note_is_refused():
    nora, _ = signed_in("Nora"), signed_in("Olga")
    told = nora.post(
        "/players/Olga/note/", {"text": "x" * 501}, follow=True, headers={"accept-language": "en"}
    )
    assert "Notes have 500 characters at most." in told.content.decode()
    assert not PlayerNote.objects.exists()
    assert nora.post("/players/nobody/note/", {"text": TEXT}).status_code == 404


def test_the_own_download_has_the_notes_and_deletion_takes_them_and_those_on_the_deleted():
    signed_in("Nora"), signed_in("Olga")
    nora, olga = player_without_account("Nora"), player_without_account("Olga")
    write_player_note(author=nora, subject=olga, text=TEXT)
    write_player_note(author=olga, subject=nora, text="Late every time.")
    assert (personal_data(nora.user_id) or {})["player_notes"] == [{"player": "Olga", "text": TEXT}]
    forget_player(user_id=nora.user_id)
    assert not PlayerNote.objects.exists()


def test_a_table_tells_the_author_alone_on_whom_there_is_a_note():
    ana, eva, leo = (
        player_without_account("ana"),
        player_without_account("eva"),
        player_without_account("leo"),
    )
    table = table_of(ana, 3)
    for one in (eva, leo):
        sit(table=table, player=one, seat=None)
    write_player_note(author=ana, subject=leo, text=TEXT)
    write_player_note(author=player_without_account("outsider"), subject=ana, text=TEXT)
    viewers = [ana, eva, leo, Player.objects.get(name="outsider"), None]
    shown = list(tables_for(table.public_id, viewers).values())
    assert [one["you"]["noted"] for one in shown] == [[2], [], [], [0], []]
    assert TEXT not in str(shown)
    shared = [{**one, "you": None} for one in shown]
    assert all(one == shared[0] for one in shared)


def test_a_table_reads_all_notes_at_once(django_assert_num_queries):
    ana, eva = player_without_account("ana"), player_without_account("eva")
    write_player_note(author=ana, subject=eva, text=TEXT)
    with django_assert_num_queries(1):
        assert noted_seats([ana, eva, None], {0: ana.pk, 1: eva.pk}) == {ana.pk: [1]}
    with django_assert_num_queries(0):
        assert noted_seats([None], {0: ana.pk}) == {}
