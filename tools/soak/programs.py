"""Programs that some campaigns need."""

from __future__ import annotations

import importlib.util
import shutil

from tests.support.chromium import chromium_path


class Node:
    """Requirement of a campaign: Node, which runs the pages' code without a browser."""

    @staticmethod
    def is_installed() -> bool:
        """Return True if Node is installed."""
        return shutil.which("node") is not None


class Chromium:
    """Requirement of a campaign: Chromium, controlled by Playwright."""

    @staticmethod
    def is_installed() -> bool:
        """Return True if Chromium and Playwright are installed."""
        return chromium_path() is not None and importlib.util.find_spec("playwright") is not None
