"""Every path of the site, derived from its URLconf, with objects of a world in the place of names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RegexPattern, RoutePattern

NUMBERS = ("IntConverter", "UUIDConverter")


def every_path(world: Mapping[str, str]) -> list[str]:
    """One path for each pattern of the URLconf, sorted.

    `world` names what stands for a parameter of a path; a name that it lacks becomes `1`.
    """
    return sorted({"/" + path for path in _paths(get_resolver().url_patterns, "", world)})


def _paths(patterns: list[Any], before: str, world: Mapping[str, str]) -> Iterator[str]:
    for one in patterns:
        for part in _written(one, world):
            if isinstance(one, URLResolver):
                yield from _paths(one.url_patterns, before + part, world)
            elif isinstance(one, URLPattern):
                yield before + part


def _written(one: URLPattern | URLResolver, world: Mapping[str, str]) -> list[str]:
    """What a pattern looks like in an address, through Django's own way of reversing it."""
    pattern = one.pattern
    assert isinstance(pattern, RoutePattern | RegexPattern)
    from django.utils.regex_helper import normalize

    return [
        form % {name: world.get(name, "1") for name in names}
        for form, names in normalize(pattern.regex.pattern.replace(r"\Z", ""))
    ]
