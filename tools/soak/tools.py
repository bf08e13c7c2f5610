"""Programs that some campaigns need."""

from __future__ import annotations

import importlib.util
import shutil


class Node:
    """Runs the code of pages without a browser."""

    @staticmethod
    def there() -> bool:
        """Whether this machine has it."""
        return shutil.which("node") is not None


class Chromium:
    """A real browser, with Playwright to lead it."""

    @staticmethod
    def path() -> str | None:
        """Where it is."""
        names = ("chromium", "chromium-browser", "google-chrome", "chrome")
        return next((path for name in names if (path := shutil.which(name))), None)

    @classmethod
    def there(cls) -> bool:
        """Whether this machine has it."""
        return cls.path() is not None and importlib.util.find_spec("playwright") is not None
