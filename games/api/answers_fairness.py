"""What the address of the shuffle's figures gives, described field by field for the schema."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers as drf

from games.api.answers import text, whole


class FairnessSerializer(drf.Serializer[Any]):
    """How the shuffles of the site have gone, over all deals; at most a minute old."""

    scheme = text("How decks are made and proven.")
    dealt = whole("Deals whose deck was made.")
    shown = whole("Of them, those that are over, so that their proof is public.")
    verified = whole("Computed again by the server as the deal was over: the same deck.")
    failed = whole("Computed again by the server: another deck. Anything but 0 is a fault.")
    dropped = whole(
        "Sealed and never dealt: the match ended before the cards. Their seed is public."
    )
    clock_cuts = whole("Deals that the clock cut, as the player did not in time.")
    incomplete = whole("Deals without the nonce of at least one seat.")
    nonces_missing = whole("Nonces that seats did not give, or not as they had committed.")
    reported_bad = whole(
        "Seats whose browser says that a proof does not hold, once a deal, where the server's own "
        "check found a fault, too. Anything but 0 is a fault."
    )
    reported_withheld = whole(
        "Seats whose browser says that it gave a nonce, where the proof goes without it. Whether "
        "the nonce came in time nobody can check afterwards."
    )
    reported_unfounded = whole(
        "Reports of either kind that the server's own check contradicts: the proof holds, and "
        "leaves out nothing that the seat had committed to."
    )
