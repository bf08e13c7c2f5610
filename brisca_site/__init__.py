"""Settings and what belongs to the whole site; its version."""

__version__ = "1.0.0.dev0"
