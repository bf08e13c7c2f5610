"""Lines of finished matches with their pictures: the deciding trick, and a bar for each deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import orjson
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.pages.fragments import cached_text
from games.selectors.match_lines import DealPoints, MatchLine, match_lines

Json: TypeAlias = dict[str, Any]

MAX_BARS: Final = 14
"""Number of the latest deals of a match that a line shows."""
BAR_STEP: Final = 22
"""Distance between the bars of two deals, in units of the drawing."""
HALF_HEIGHT: Final = 24
"""Height of the highest bar above or below the middle, in units of the drawing."""
FULL_POINTS: Final = 60
"""Card points by which a deal is won whose bar is highest."""
FULL_SCORE: Final = 4
"""Points of the score by which a deal with an auction is won whose bar is highest."""
HUNDRED: Final = 100


def with_lines(rows: Sequence[Json]) -> list[Json]:
    """Return rows of matches, each with `cards`, `bars`, `bars_label` and `best_deal`.

    Up is a deal of the row's own side, or of the winners where nobody's view is taken. What is read
    of finished matches does not change, so it is cached.
    """
    ids = [row["id"] for row in rows]
    text = cached_text("match lines", ids, lambda: orjson.dumps(match_lines(ids)).decode())
    lines: dict[str, MatchLine] = orjson.loads(text)
    return [{**row, **_pictured(lines[row["id"]], row["side"])} for row in rows]


def _pictured(line: MatchLine, side: int) -> Json:
    """Return the picture of a match for a row of a list, seen from a side (its index)."""
    deals = [deal for deal in line["deals"] if len(deal["score"]) > side][-MAX_BARS:]
    margins = [_margin(deal["score"], side) for deal in deals]
    own = [deal["cards"][side] for deal in deals if not deal["bid"] and len(deal["cards"]) > side]
    return {
        "cards": line["cards"],
        "bars": [
            _bar(at, deal, side, margin)
            for at, (deal, margin) in enumerate(zip(deals, margins, strict=True))
        ],
        "bars_width": BAR_STEP * max(len(deals), MAX_BARS // 2),
        "bars_label": _label(deals, margins, side),
        "best_deal": max((points for points in own if points > HUNDRED), default=0),
    }


def _margin(points: Sequence[int], side: int) -> int:
    """Return by how many points a side is ahead of the best of the others; negative if behind."""
    others = [each for index, each in enumerate(points) if index != side]
    return points[side] - max(others, default=0)


def _bar(at: int, deal: DealPoints, side: int, margin: int) -> Json:
    """Return the bar of a deal as a dict of units: up where the side won it, flat where it is level."""
    if deal["bid"]:
        height = HALF_HEIGHT * abs(margin) // FULL_SCORE
    else:
        height = HALF_HEIGHT * abs(_margin(deal["cards"], side)) // FULL_POINTS
    height = min(max(height, 2), HALF_HEIGHT)
    own = "won" if margin > 0 else "lost" if margin < 0 else "drawn"
    return {
        "x": BAR_STEP * at + 3,
        "y": 26 - height if own == "won" else 26,
        "height": height if own != "drawn" else 1,
        "class": own,
    }


def _label(deals: Sequence[DealPoints], margins: Sequence[int], side: int) -> str:
    """Return the bars of a match in words."""
    words = []
    for deal, margin in zip(deals, margins, strict=True):
        points = abs(margin if deal["bid"] else _margin(deal["cards"], side))
        if margin > 0:
            words.append(ngettext("won by %(n)d", "won by %(n)d", points) % {"n": points})
        elif margin < 0:
            words.append(ngettext("lost by %(n)d", "lost by %(n)d", points) % {"n": points})
        else:
            words.append(_("level"))
    return _("Deals: %(deals)s") % {"deals": ", ".join(words)}
