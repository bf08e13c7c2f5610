"""Signs by which the processes of a site tell each other what works for them."""

from __future__ import annotations

from typing import Final

from django.core.cache import cache

SIGN_S: Final = 10
"""Seconds for which a process's sign that a part works there is believed."""


class Peers:
    """Signs by which processes tell each other, through the shared cache, which parts work for them."""

    def __init__(self, own_id: str) -> None:
        self._own_id = own_id
        self._failing: set[str] = set()

    def works_elsewhere(self, part: str, *, works_here: bool) -> bool:
        """Store whether a part works here; return True if it fails here but works elsewhere.

        The first failure deletes the shared sign: a sign that is set later comes from a process for
        which the part works at the same time.
        """
        sign = f"health:{part}"
        if works_here:
            self._failing.discard(part)
            cache.set(sign, self._own_id, SIGN_S)
            return False
        if part not in self._failing:
            self._failing.add(part)
            cache.delete(sign)
            return False
        return cache.get(sign) not in (None, self._own_id)
