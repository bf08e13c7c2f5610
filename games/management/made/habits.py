"""Who plays, how often, with whom, what and when: the habits of people that nobody has met.

Everything follows from a seed. Activity falls by a power law, as it does on every site: a few play
thousands of matches, most a handful.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import accumulate
from typing import Final

from accounts.guest_names import pairs
from games.engine import PRESETS

GIVEN: Final = (
    "Ana", "Berta", "Carme", "Dolors", "Elena", "Fina", "Gloria", "Helena", "Irene", "Julia",
    "Laia", "Marta", "Nuria", "Olga", "Paula", "Queralt", "Rosa", "Sara", "Teresa", "Vera",
    "Alba", "Biel", "Carlos", "Diego", "Enric", "Ferran", "Guillem", "Hugo", "Ivan", "Jordi",
    "Lluis", "Manolo", "Nacho", "Oriol", "Pepe", "Quim", "Ramon", "Sergi", "Tomas", "Xavi",
)  # fmt: skip
SURNAMES: Final = (
    "Abad", "Bosch", "Costa", "Duran", "Esteve", "Ferrer", "Gallego", "Herrero", "Ibarra", "Janer",
    "Lozano", "Molina", "Navarro", "Ortega", "Prats", "Quiroga", "Rivas", "Serra", "Torres",
    "Urbano", "Vidal", "Yuste", "Zamora", "Arnau", "Blasco", "Camps", "Delgado", "Egea", "Fuster",
    "Gil",
)  # fmt: skip
GUESTS: Final = 0.08
"""Share of the players who never registered."""
FLAT: Final = 12.0
FALL: Final = 1.05
"""Activity of the n-th most active is (n + FLAT) to the power of -FALL."""
FRIENDS: Final = 4
"""So many at most with whom somebody sits down again and again."""
TOGETHER: Final = 0.55
"""How often a seat goes to a friend of the host."""
LEVELS: Final = ("rules", "greedy", "random")

PLAYED: Final = {
    "ludoteka": 40, "briscola": 14, "doncomos": 8, "catalan": 8, "wikipedia_en": 5, "mariaje": 5,
    "muerte_al_tres": 4, "scoperta": 4, "mexican": 4, "chiamata": 1, "rematada": 3,
    "chiamata_punti": 1, "chiamata_buia": 1, "gingo": 2,
}  # fmt: skip
"""Of a hundred matches."""
SEATED: Final = {2: 6, 3: 1, 4: 5, 5: 1, 6: 1}
"""Weight of each number of players, where rules leave the choice."""
SHORT: Final = {
    "deals": ((1, 55), (2, 25), (None, 20)),
    "points": ((200, 60), (None, 40)),
}
"""Targets that people choose, by what the score counts; None: the one of the rules."""
BOT_SEATS: Final = ((0, 62), (1, 26), (2, 12))
"""Matches of people by how many seats bots fill, where there are as many."""
BOTS_ALONE: Final = 0.04
"""Share of the matches among bots."""


def weighted(rng: random.Random, choices: Sequence[tuple[object, int]]) -> object:
    """One of (value, weight)."""
    return rng.choices([value for value, _ in choices], [weight for _, weight in choices])[0]


@dataclass(frozen=True, slots=True)
class Game:
    """What a match is played by, and which seats bots have (their level, None for people)."""

    preset: str
    players: int
    changes: tuple[tuple[str, object], ...]
    bots: tuple[str | None, ...]


def any_game(rng: random.Random) -> Game:
    """A game as popular as it is."""
    preset = rng.choices(list(PLAYED), list(PLAYED.values()))[0]
    found = PRESETS[preset]
    counts = list(found.players)
    players = rng.choices(counts, [SEATED[count] for count in counts])[0]
    ways = found.players[players]
    teams = ways[0] if len(ways) == 1 or rng.random() < 0.8 else rng.choice(ways[1:])
    changes: list[tuple[str, object]] = [("teams", teams)]
    unit = str(found.changes.get("match.unit", "deals"))
    if (
        found.changes.get("match.end", "target") == "target"
        and "match.max_deals" not in found.changes
    ):
        target = weighted(rng, SHORT[unit])
        if target is not None:
            changes.append(("match.target", target))
    return Game(preset, players, tuple(changes), _bots(rng, players))


def _bots(rng: random.Random, players: int) -> tuple[str | None, ...]:
    if rng.random() < BOTS_ALONE:
        return tuple(rng.choice(LEVELS) for _ in range(players))
    count = min(int(str(weighted(rng, BOT_SEATS))), players - 1)
    taken = set(rng.sample(range(players), count))
    return tuple(rng.choice(LEVELS) if seat in taken else None for seat in range(players))


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays."""

    name: str
    kind: str
    skill: float
    """Standard deviations from the mean."""
    friends: tuple[int, ...]


@dataclass(slots=True)
class People:
    """Everybody, the most active first."""

    everybody: list[Person]
    _sums: list[float] = field(init=False)

    def __post_init__(self) -> None:
        weights = ((place + FLAT) ** -FALL for place in range(len(self.everybody)))
        self._sums = list(accumulate(weights))

    @classmethod
    def of(cls, count: int, seed: str) -> People:
        """So many people, the same for the same seed."""
        rng = random.Random(f"{seed}/people")
        found = []
        for place in range(count):
            guest = rng.random() < GUESTS
            near = [place + round(rng.gauss(0, 12)) for _ in range(rng.randint(1, FRIENDS))]
            friends = {friend for friend in near if 0 <= friend < count and friend != place}
            found.append(
                Person(
                    name=_name(place, guest=guest),
                    kind="guest" if guest else "human",
                    skill=rng.gauss(0, 1),
                    friends=tuple(sorted(friends)),
                )
            )
        return cls(found)

    def table(self, rng: random.Random, seats: int) -> list[int]:
        """Different people for so many seats: a host, friends of theirs, and whoever comes."""
        count = len(self.everybody)
        found = [self._anybody(rng)]
        friends = self.everybody[found[0]].friends
        while len(found) < seats:
            known = friends and rng.random() < TOGETHER
            other = rng.choice(friends) if known else self._anybody(rng)
            while other in found:
                other = self._anybody(rng) if rng.random() < 0.5 else rng.randrange(count)
            found.append(other)
        return found

    def _anybody(self, rng: random.Random) -> int:
        return rng.choices(range(len(self.everybody)), cum_weights=self._sums)[0]


def _name(place: int, *, guest: bool) -> str:
    if guest:
        turn, rest = divmod(place, len(pairs("es")))
        return f"{pairs('es')[rest]}{turn + 1 if turn else ''}"
    turn, rest = divmod(place, len(GIVEN) * len(SURNAMES))
    # 7 and 1200 have no common factor, so neighbours are not called alike
    surname, given = divmod(rest * 7 % (len(GIVEN) * len(SURNAMES)), len(GIVEN))
    name = f"{GIVEN[given]}-{SURNAMES[surname]}"
    return name if turn == 0 else f"{name}-{turn + 1}"


@dataclass(frozen=True, slots=True)
class Calendar:
    """When matches end: more and more of them, and more in the evening."""

    since: datetime
    until: datetime
    count: int

    def end(self, number: int, rng: random.Random) -> datetime:
        """When the match of this number, from 0, ended; later for higher numbers."""
        share = (number + rng.random() * 0.9) / self.count
        # the density grows in a line from one to three
        grown = (math.sqrt(1 + 8 * share) - 1) / 2
        span = self.until - self.since
        day, part = divmod(grown * span.total_seconds(), 86_400)
        # less steep where there are more: in the morning steep, in the evening flat
        x = part / 86_400
        evening = (
            x + 0.13 * math.sin(2 * math.pi * (x + 0.02)) - 0.13 * math.sin(2 * math.pi * 0.02)
        )
        seconds = day * 86_400 + min(max(evening, 0.0), 1.0) * 86_400
        return self.since + timedelta(milliseconds=int(seconds * 1000))
