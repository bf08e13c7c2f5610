"""The user: a person with an account, a guest, or a program."""

from __future__ import annotations

from django.contrib.auth.models import AbstractUser
from django.core.validators import MinLengthValidator, RegexValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

validate_name = RegexValidator(
    r"^[\w.\-]+\Z", _("Use letters, digits, hyphens, dots and underscores only.")
)


class User(AbstractUser):
    """An account. Guests are users too, so that registering later keeps the same row."""

    username = models.CharField(
        _("name"),
        max_length=24,
        unique=True,
        validators=[MinLengthValidator(2), validate_name],
        error_messages={"unique": _("That name is taken.")},
    )
    email = models.EmailField(_("e-mail"), blank=True)
    is_guest = models.BooleanField(default=False)
    is_bot = models.BooleanField(default=False)
    language = models.CharField(max_length=8, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(Lower("username"), name="user_name_once")]
