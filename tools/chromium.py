"""Chromium, where this machine has one: its path, and the browser under Playwright's control."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

NAMES: Final = (
    "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome",
)  # fmt: skip
"""Names of programs; the shell comes first, as it opens no windows and takes less CPU."""


def chromium_path() -> str | None:
    """Return the path of a Chromium; None where there is none."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def launch_chromium(playwright: Playwright) -> Browser:
    """Start the machine's Chromium without a window; it also starts for root, as in a container."""
    return playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox"])
