"""Every address of the site, as the URLconf and the routing have them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RegexPattern

ADMIN_MODEL: Final = re.compile(r"admin:([a-z]+_[a-z]+)_(changelist|add|change|delete|history)\Z")
PARAMETER: Final = re.compile(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)")


def routes() -> dict[str, str]:
    """Name -> route of every address that Django answers.

    Of addresses that share a name and a route the first one counts, as for Django. An address
    without a name is called by its route.
    """
    found: dict[str, str] = {}
    for name, route in _walk(get_resolver(), "", ""):
        found.setdefault(name or route, route)
    return found


def _walk(resolver: URLResolver, prefix: str, space: str) -> Iterator[tuple[str, str]]:
    for part in resolver.url_patterns:
        route = prefix + _text(part)
        if isinstance(part, URLPattern):
            yield (f"{space}{part.name}" if part.name else ""), route
        else:
            inner = f"{space}{part.namespace}:" if part.namespace else space
            yield from _walk(part, route, inner)


def _text(part: URLPattern | URLResolver) -> str:
    route = str(part.pattern)
    if isinstance(part.pattern, RegexPattern):
        return route.removeprefix("^").removesuffix("$").removesuffix(r"\Z")
    return route


def parameters(route: str) -> list[str]:
    """The names of what varies in an address."""
    return [path or regex for path, regex in PARAMETER.findall(route)]


def address(route: str, places: dict[str, str]) -> str:
    """The route with these in the place of its parameters. KeyError where one is missing."""
    filled = PARAMETER.sub(lambda found: places[found[1] or found[2]], route)
    return "/" + filled.replace(".*", "nothing/here")
