"""Programs that some campaigns need."""

from __future__ import annotations

import importlib.util
import shutil

from tools.chromium import chromium_path


class Node:
    """Runs the code of pages without a browser."""

    @staticmethod
    def there() -> bool:
        """Whether this machine has it."""
        return shutil.which("node") is not None


class Chromium:
    """A real browser, with Playwright to lead it."""

    @staticmethod
    def there() -> bool:
        """Whether this machine has it."""
        return chromium_path() is not None and importlib.util.find_spec("playwright") is not None
