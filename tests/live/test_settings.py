"""Options of the live path, as the setting `BRISCA_LIVE` overrides them."""

from __future__ import annotations

import logging

import pytest

from games.live.core import settings as live_settings


def test_the_setting_overrides_options(settings) -> None:
    settings.BRISCA_LIVE = {"pubsub_in_memory": True}
    assert live_settings.load().pubsub_in_memory


def test_an_old_name_of_an_option_works_with_a_warning(
    settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.BRISCA_LIVE = {"bell_in_memory": True}
    with caplog.at_level(logging.WARNING, logger="games.live"):
        assert live_settings.load().pubsub_in_memory
    assert "bell_in_memory is now called pubsub_in_memory" in caplog.text


def test_an_unknown_name_is_refused(settings) -> None:
    settings.BRISCA_LIVE = {"no_such_option": 1}
    with pytest.raises(ValueError, match="no_such_option"):
        live_settings.load()
