"""What the addresses for programs that play give, described for the schema.

Tables, messages and lines are those of the live table's own protocol.
"""

from __future__ import annotations

from typing import Any, Final

from rest_framework import serializers as drf

from accounts.models import Scope
from games.api.answers import KINDS, moment, text

SCOPES: Final = list(map(str, Scope.values))


class KeySerializer(drf.Serializer[Any]):
    """A key for programs."""

    name = text()
    scopes = drf.ListField(child=drf.ChoiceField(choices=SCOPES), help_text="Asked for.")
    good_for = drf.ListField(
        child=drf.ChoiceField(choices=SCOPES),
        help_text="Of them, those that an account of this kind may use.",
    )
    expires_at = moment(null=True)


class AccountSerializer(drf.Serializer[Any]):
    """Whose key it is."""

    name = text()
    kind = drf.ChoiceField(choices=KINDS)
    program = drf.BooleanField(help_text="Whether the account is a program's.")
    key = KeySerializer()


class OpenedSerializer(drf.Serializer[Any]):
    """A table that was opened."""

    table = text("Its id.")
