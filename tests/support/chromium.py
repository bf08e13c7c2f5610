"""Chromium of this machine, if there is one: its path, and a browser that Playwright controls."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

PROGRAM_NAMES: Final = (
    "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome",
)  # fmt: skip
"""Names of Chromium's programs; the headless shell comes first, as it takes less CPU."""


def chromium_path() -> str | None:
    """Return the path of a Chromium on this machine; None if there is none."""
    return next((path for name in PROGRAM_NAMES if (path := shutil.which(name))), None)


def launch_chromium(playwright: Playwright) -> Browser:
    """Start this machine's Chromium without a window, also as root; return the browser."""
    return playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox"])
