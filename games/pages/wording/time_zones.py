"""Time zones in words."""

from __future__ import annotations


def zone_name(zone: str) -> str:
    """Return the name of a time zone, with spaces for underscores.

    >>> zone_name("America/Argentina/Buenos_Aires")
    'America/Argentina/Buenos Aires'
    """
    return zone.replace("_", " ")


def zone_city(zone: str) -> str:
    """Return the city after which a time zone is named, for "21:00, Madrid time".

    >>> zone_city("Europe/Madrid"), zone_city("UTC")
    ('Madrid', 'UTC')
    """
    return zone_name(zone).rpartition("/")[2]
