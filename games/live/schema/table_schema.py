"""What messages say of tables outside the deal, as JSON Schema."""

from __future__ import annotations

from accounts.faces import FACES
from games.live.schema.words_of_schema import (
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
        face=told(
            {"enum": [*FACES, None]}, "The tile that is the player's face; no other seat has it."
        ),
        kind={"enum": [*map(str, PlayerKind.values), None]},
        bot=told(maybe(text()), "Level of a house bot."), connected=flag(), away=flag(),
        substitute=told(maybe(text()), "The house bot that plays for it now."), agreed=flag(),
        rating=maybe(whole(low=None)), ready=flag("For the next deal."),
    )  # fmt: skip
    you = shape(
        "What concerns the viewer.", ("may_follow",),
        seat=maybe(whole()), player=maybe(text()), host=flag(), can_sit=flag(), can_act=flag(),
        invite_links=listed(maybe(text())),
        may_follow=told(
            WHOLES, "Once the match is over, seats of people whom the viewer does not follow yet."
        ),
    )  # fmt: skip
    clock = shape("The clock.", turn_ms=whole(), bank_ms=whole(), increment_ms=whole())
    rated = shape(
        "How a match moved a rating.",
        pool=text("The kind of match it counts in."), before=whole(low=None), after=whole(low=None),
    )  # fmt: skip
    of_day = shape(
        "A deal of the day.",
        day=text(format="date"),
        par=told(maybe(whole()), "Points that the house's bot makes in the same seat."),
    )
    ended = shape(
        "What came of the match that has just ended, beside its score.",
        seconds=told(maybe(whole()), "How long it took; null where that is not told yet."),
        ended_by=maybe(text()),
        ratings=told(listed(maybe(rated)), "By seat; null where the match did not move it."),
        series=told(
            WHOLES, "By side, the matches won here in a row of matches by the same players."
        ),
        daily=told(maybe(of_day), "Where it was the deal of a day."),
        analysis=flag("Whether an analysis of it is made, to be read when it is there."),
    )
    return shape(
        "Everything about a table outside the deal.", ("pot", "ended"),
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
        ended=maybe(ended),
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
