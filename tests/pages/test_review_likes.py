"""The review of a match offers to like one's partners of it as partners."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Match, PartnerLike, Player
from games.services.social import block
from tests.pages.test_teams import page
from tests.services.test_matches import begun_by, finish, played
from tests.support.people import client_and_player, player_with_account

pytestmark = pytest.mark.django_db


def reviewed() -> tuple[Client, Player, Match]:
    """A browser of Ana's, her partner Leo, and a match of theirs against Eva and Mar."""
    client, ana = client_and_player("Ana")
    eva, leo, mar = (player_with_account(name) for name in ("Eva", "Leo", "Mar"))
    match = begun_by(ana, eva, leo, mar)
    finish(match, played(match))
    return client, leo, match


def test_the_partner_is_liked_from_the_review_and_the_like_is_taken_back_there():
    client, leo, match = reviewed()
    place = reverse("match", args=[match.public_id])
    shown = page(client, place)
    assert shown.count("Play together again") == 1, "opponents are no partners"
    liked = client.post(reverse("like", args=["Leo"]), {"next": place})
    assert liked["Location"] == place
    assert PartnerLike.objects.get().partner == leo
    assert "Liked as partner" in page(client, place)
    client.post(reverse("unlike", args=["Leo"]), {"next": place})
    assert not PartnerLike.objects.exists()


def test_who_did_not_play_is_offered_nothing():
    _client, _leo, match = reviewed()
    place = reverse("match", args=[match.public_id])
    for client in (Client(headers={"accept-language": "en"}), client_and_player("Pau")[0]):
        assert "Play together again" not in page(client, place)


@pytest.mark.parametrize("by_me", [True, False])
def test_nobody_is_offered_to_like_somebody_apart(by_me):
    client, leo, match = reviewed()
    ana = Player.objects.get(name="Ana")
    block(player=ana if by_me else leo, other=leo if by_me else ana)
    assert "Play together again" not in page(client, reverse("match", args=[match.public_id]))
