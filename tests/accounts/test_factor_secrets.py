"""What a copied database holds of second factors computes no code."""

from __future__ import annotations

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import (
    TOTP,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)
from hypothesis import given
from hypothesis import strategies as st

from accounts.factor_secrets import ENCRYPTED_PREFIX, decrypt_secret, encrypt_secret
from tests.accounts.support import member

KEYS = [f"{letter}-a key of fifty characters and more that nobody knows" for letter in "abc"]


def code_of(secret: str) -> str:
    counter = next(iter(yield_hotp_counters_from_time()))
    return f"{hotp_value(secret, counter):06d}"


@given(st.text(min_size=1, max_size=80))
def test_a_secret_comes_back_and_is_stored_differently_each_time(text):
    first, second = encrypt_secret(text), encrypt_secret(text)
    assert first != second
    assert text not in (first, second)
    assert decrypt_secret(first) == decrypt_secret(second) == text


@pytest.mark.django_db
def test_the_database_holds_neither_the_secret_of_an_app_nor_the_seed_of_codes():
    user = member()
    secret = generate_totp_secret()
    TOTP.activate(user, secret)
    codes = RecoveryCodes.activate(user)
    stored = {row.type: row.data for row in Authenticator.objects.filter(user=user)}
    assert stored["totp"]["secret"].startswith(ENCRYPTED_PREFIX)
    assert stored["recovery_codes"]["seed"].startswith(ENCRYPTED_PREFIX)
    assert secret not in str(stored)
    factor = Authenticator.objects.get(user=user, type="totp").wrap()
    assert factor.validate_code(code_of(secret))
    assert codes.validate_code(codes.get_unused_codes()[0])


@pytest.mark.django_db
def test_a_factor_from_before_still_works():
    user, secret = member(), generate_totp_secret()
    row = Authenticator.objects.create(user=user, type="totp", data={"secret": secret})
    assert row.wrap().validate_code(code_of(secret))


def test_a_secret_outlives_a_change_of_key_where_the_old_one_is_named(settings):
    settings.SECRET_KEY = KEYS[0]
    stored = encrypt_secret("a secret")
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = KEYS[1], [KEYS[2], KEYS[0]]
    assert decrypt_secret(stored) == "a secret"


def test_a_secret_under_a_lost_key_becomes_one_that_nobody_knows(settings, caplog):
    settings.SECRET_KEY = KEYS[0]
    stored = encrypt_secret("ABCDEFGH")
    settings.SECRET_KEY = KEYS[1]
    found = {decrypt_secret(stored) for _ in range(3)}
    assert len(found) == 3
    assert "ABCDEFGH" not in found
    assert min(map(len, found)) >= 32
    assert "SECRET_KEY" in caplog.text
