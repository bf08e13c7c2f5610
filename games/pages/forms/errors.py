"""One-line messages of forms with several steps, while they are being filled in."""

from __future__ import annotations

from django.core.exceptions import NON_FIELD_ERRORS
from django.forms import BaseForm
from django.http import QueryDict


def with_some_name(data: QueryDict) -> QueryDict:
    """Return the form's data with a placeholder name if none was typed yet.

    The other fields can then be checked and summed up.
    """
    named = data.copy()
    if not named.get("name", "").strip():
        named["name"] = "Brisca"
    return named


def first_error(form: BaseForm) -> str:
    """Return the first error of a form, after the label of its field; "" without errors."""
    for name, errors in form.errors.items():
        for error in errors:
            if name == NON_FIELD_ERRORS:
                return str(error)
            return f"{form[name].label}: {error}"
    return ""
