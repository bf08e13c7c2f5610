"""Ports: interfaces of the platform that a feature fills in when the app starts.

The platform knows no feature. Where it needs one, it declares a class whose methods say what holds
without the feature, and a `Port` of it; the feature has a subclass. `games.site.ports` fills every
port. A port is filled with a dotted name, as a setting such as LIVE_GATEWAY is, so that a command
that needs no feature imports none.
"""

from __future__ import annotations

from typing import Any, Generic, TypeVar, cast

from django.utils.module_loading import import_string

T = TypeVar("T")


class Port(Generic[T]):
    """Holder of an interface's only implementation; until one is set, a default serves.

    >>> port = Port(dict)
    >>> port()
    {}
    >>> port.fill("collections.OrderedDict")
    >>> port()
    OrderedDict()
    """

    def __init__(self, default: type[T]) -> None:
        self.interface = default
        self._implementation: T | None = None
        self._name = ""

    def fill(self, name: str) -> None:
        """Set the dotted name of the class that implements the interface."""
        self._name = name
        self._implementation = None

    def __call__(self) -> T:
        """Return the implementation, which is imported and made at the first call.

        Raises:
            ImportError: there is no class of that name.
        """
        if self._implementation is None:
            factory: Any = import_string(self._name) if self._name else self.interface
            self._implementation = cast("T", factory())
        return self._implementation
