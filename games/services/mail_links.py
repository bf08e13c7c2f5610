"""Links in the mails of the site, and the one with which a person ends a kind of mail."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import reverse


def absolute(path: str) -> str:
    """Return the absolute URL of a path of this site."""
    return settings.SITE_URL.rstrip("/") + path


@dataclass(frozen=True, slots=True)
class LeaveLink:
    """The link that ends one kind of mail to a player, without signing in."""

    salt: str
    """Salt of the signature, different for each kind of mail."""
    view: str
    """Name of the view that ends the mails; its argument is the signed token."""

    def path(self, player: int) -> str:
        """Return the URL path at which a player (row id) ends the mails."""
        return reverse(self.view, args=[Signer(salt=self.salt).sign(str(player))])

    def player_of(self, token: str) -> int | None:
        """Return the player (row id) whom a link's token names; None if it is invalid."""
        try:
            return int(Signer(salt=self.salt).unsign(token))
        except (BadSignature, ValueError):
            return None

    def headers(self, player: int) -> dict[str, str]:
        """Return the headers of a mail by which one tap ends the mails (RFC 8058)."""
        return {
            "List-Unsubscribe": f"<{absolute(self.path(player))}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        }
