"""Owners of tables other than the host, such as clubs, in the form that opens a table."""

from __future__ import annotations

from typing import Any, Final, Protocol

from django.http import HttpRequest

from games.common.ports import Port
from games.models import Player
from games.services.tables import TableOptions


class OwnerRefusedError(Exception):
    """Refusal by the owner of a table or event (such as a club); its text is for the visitor."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class TableOwner(Protocol):
    """Interface to an owner of tables, such as a club, for which a visitor opens one."""

    def form_context(self, request: HttpRequest) -> dict[str, Any]:
        """Return the template context about the table's owner for the form."""

    def submit(
        self, request: HttpRequest, *, host: Player, chosen: TableOptions, address: str
    ) -> str:
        """Open a table for the owner by a valid form; return the URL of the page that follows.

        `address` is the visitor's network address.

        Raises:
            OwnerRefusedError: the owner does not let the visitor do that.
        """


class TableOwners:
    """Interface to a feature whose clubs or other groups own tables; the default has none."""

    def owner_of(self, request: HttpRequest) -> TableOwner | None:
        """Return the owner that the request names if the visitor belongs to it, else None."""
        return None


table_owners: Final = Port(TableOwners)
