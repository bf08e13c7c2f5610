"""What messages say of tables outside the deal, as JSON Schema."""

from __future__ import annotations

from games.live.schema import (
    HASH,
    SEAT,
    WHOLES,
    Schema,
    flag,
    listed,
    maybe,
    shape,
    text,
    told,
    whole,
)
from games.models import Table
from games.models.people import PlayerKind
from games.models.tables import TableStatus
from games.stats.rated import UNRATED


def table_shape() -> Schema:
    """A table as one viewer is told of it."""
    seat = shape(
        "A seat of the table.",
        seat=SEAT, side=whole(), player=maybe(text()),
        kind={"enum": [*map(str, PlayerKind.values), None]},
        bot=told(maybe(text()), "Level of a house bot."), connected=flag(), away=flag(),
        substitute=told(maybe(text()), "The house bot that plays for it now."), agreed=flag(),
        rating=maybe(whole(low=None)), ready=flag("For the next deal."),
    )  # fmt: skip
    you = shape(
        "What concerns the viewer.",
        seat=maybe(whole()), player=maybe(text()), host=flag(), can_sit=flag(), can_act=flag(),
        invite_links=listed(maybe(text())),
    )  # fmt: skip
    clock = shape("The clock.", turn_ms=whole(), bank_ms=whole(), increment_ms=whole())
    return shape(
        "Everything about a table outside the deal.", ("pot",),
        id=text(), name=text(), status={"enum": list(map(str, TableStatus.values))},
        quick=flag("Opened by 'play now'."), preset=text(),
        rules={"type": "object", "description": "Every option of the rules."},
        rules_hash=text(pattern=HASH), players=whole(), sides=listed(WHOLES), clock=maybe(clock),
        visibility={"enum": list(map(str, Table.Visibility.values))},
        watch={"enum": list(map(str, Table.Watch.values))},
        delay=told(
            {"enum": list(Table.Delay.values)},
            "Tricks by which who watches is behind, where at least two people play.",
        ),
        programs=told(
            {"enum": list(map(str, Table.Programs.values))},
            "Whether programs may sit down, and whether a match with them is rated.",
        ),
        boards=whole("Decks of its duplicate matches; 0: they are none."),
        seats=listed(seat), you=you, match=told(maybe(text()), "Id of the match."),
        unrated=told(
            maybe({"enum": list(UNRATED)}),
            "Why the match is not rated, as far as it is known; null: it is, or may be.",
        ),
        watchers=whole("How many look on."),
        watching=told(listed(text()), "Names of those of them who let them be seen."),
        starts_in_ms=maybe(whole()), next_in_ms=maybe(whole()),
        resumes_in_ms=told(maybe(whole()), "Until a pause ends by itself."),
        rematch=told(WHOLES, "Seats that want another match."),
        turn=told(WHOLES, "Those of them that want the seats turned."),
        pot=shape("Play money that lies at the table.", stake=whole(), pot=whole()),
    )  # fmt: skip


def lobby_table_shape() -> Schema:
    """A row of the lobby."""
    return shape(
        "A table that waits.",
        id=text(), name=text(), preset=text(), players=whole(), teams=text(),
        target=maybe(whole()), stake=whole(), changes=whole("Options unlike the preset's."),
        turn_ms=maybe(whole()), programs={"enum": list(map(str, Table.Programs.values))},
        boards=whole("Decks of its duplicate matches; 0: they are none."),
        host=maybe(text()), seated=listed(text()), free=whole(), url=text(),
    )  # fmt: skip
