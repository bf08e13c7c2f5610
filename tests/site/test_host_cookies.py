"""Cookies of the site are bound to its host where browsers allow it."""

from __future__ import annotations

import pytest

from brisca_site.base.cookies import host_cookie


@pytest.mark.parametrize(("https", "name"), [(True, "__Host-device"), (False, "device")])
def test_the_name_has_the_prefix_over_https_alone(settings, https, name):
    settings.HTTPS = https
    assert host_cookie("device") == name
