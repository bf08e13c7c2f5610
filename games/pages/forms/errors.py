"""Say what is wrong with a form in one line."""

from __future__ import annotations

from django.core.exceptions import NON_FIELD_ERRORS
from django.forms import BaseForm


def first_error(form: BaseForm) -> str:
    """Return the first error of a form, after the label of its field; "" if there is none."""
    for name, errors in form.errors.items():
        for error in errors:
            if name == NON_FIELD_ERRORS:
                return str(error)
            return f"{form[name].label}: {error}"
    return ""
