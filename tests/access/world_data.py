"""The site of which permissions are tested: its people, keys, objects and secrets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from accounts.models import User
from games.models import Player


@dataclass(frozen=True, slots=True)
class Secret:
    """A text that stands in no answer but to `owners`, and on the admin's pages to `staff`."""

    what: str
    owners: frozenset[str] = frozenset()
    staff: frozenset[str] = frozenset()


@dataclass
class World:
    """A site with people, tables and matches in every state."""

    users: dict[str, User] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)
    cookies: dict[str, dict[str, str]] = field(default_factory=dict)
    """Viewer -> cookies of their browser."""
    secrets: dict[str, Secret] = field(default_factory=dict)
    objects: dict[str, dict[str, str]] = field(default_factory=dict)
    """State of a table or match -> the ids to put into an address."""
    places: dict[str, str] = field(default_factory=dict)
    """Parameter of a route -> what stands there in addresses of which the state does not matter."""
    rows: dict[str, str] = field(default_factory=dict)
    """Model, as the admin's addresses have it -> the id of a row."""
    dealt: bool = True
    """True where cards lie in the journals of the running matches."""

    def hide(
        self,
        text: str,
        what: str,
        owners: Iterable[str] = (),
        staff: Iterable[str] = (),
    ) -> None:
        """Have every answer searched for a text."""
        assert len(text) >= 5, f"{what} is too short to be looked for"
        self.secrets[text] = Secret(what, frozenset(owners), frozenset(staff))

    def player(self, who: str) -> Player:
        """The player of somebody."""
        return Player.objects.get(user=self.users[who])
