"""Views of a player's own chips: the balance, its entries, and the daily refill."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.functional import Promise
from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.common.errors import ChipsError, PausedError, TableError
from games.common.keyset import BadCursorError, Page
from games.models import Player
from games.models.chips import GRANT
from games.pages.visitor import ensure_player
from games.pages.wording.conduct import paused_words
from games.selectors.chips import balance_of, chip_page
from games.services.chips import REFILL, REFILL_BELOW, refill

ENTRIES_PER_PAGE: Final = 30
LATEST_ENTRIES: Final = 5
TRANSFER_NAMES: Final[dict[str, Promise]] = {
    "grant": _("Starting chips"),
    "refill": _("Daily top-up"),
    "stake": _("Stake"),
    "payout": _("Pot won"),
    "return": _("Stake returned"),
}
TABLE_REFUSALS: Final[dict[str, Promise]] = {
    "too_many_tables": _("You have as many tables as one player may. Close or leave one first."),
    "not_enough_chips": _("You do not have enough chips for the stake of this table."),
    "chips_missing": _("Somebody at the table does not have enough chips for the stake."),
    "banned": _("The host of this table does not let you sit down here."),
    "members_only": _("This table is for members of a club alone."),
    "rating_range": _("Your rating is not in the range that this table is for."),
    "bad_range": _("This table cannot have that range of ratings."),
}


def refusal_words(error: TableError, otherwise: str) -> str:
    """Return the text of a refusal to open or fill a table, or `otherwise` if its code has none."""
    if isinstance(error, PausedError):
        return paused_words(error.until)
    return str(TABLE_REFUSALS.get(error.code, otherwise))


def chips_context(
    player: Player | None, *, cursor: str | None = None, limit: int
) -> dict[str, Any]:
    """Return the template context about a player's chips (play money): balance, refill, entries.

    The page of entries begins at `cursor` (None: at the newest) and has `limit` of them.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    page = chip_page(player, cursor=cursor, limit=limit) if player else Page([], None)
    balance = balance_of(player) if player else GRANT
    return {
        "balance": balance,
        "may_ask": balance < REFILL_BELOW,
        "floor": REFILL_BELOW,
        "refill": REFILL,
        "lines": [_line(row) for row in page.rows],
        "cursor": page.next,
    }


def _line(row: dict[str, Any]) -> dict[str, Any]:
    """Return an entry of the player's balance of chips as a dict for the template."""
    is_finished = row["transfer__match__finished_at"] is not None
    return {
        "at": row["transfer__created_at"],
        "kind": TRANSFER_NAMES.get(row["transfer__kind"], row["transfer__kind"]),
        "match": row["transfer__match__public_id"] if is_finished else None,
        "amount": f"{row['amount']:+d}".replace("-", "\N{MINUS SIGN}"),
        "balance": row["balance"],
    }


@login_required
@never_cache
@require_safe
def chips(request: HttpRequest) -> HttpResponse:
    """Show the visitor's balance of chips (play money) and a page of its entries."""
    try:
        context = chips_context(
            ensure_player(request), cursor=request.GET.get("cursor"), limit=ENTRIES_PER_PAGE
        )
    except BadCursorError:
        return render(request, "errors/400.html", status=400)
    cursor = context["cursor"]
    context["next_url"] = f"{request.path}?cursor={cursor}" if cursor else ""
    return render(request, "games/chips.html", context)


@login_required
@require_POST
def chips_refill(request: HttpRequest) -> HttpResponse:
    """Refill the visitor's chips, and redirect to the page of chips with a message."""
    try:
        refilled = refill(player=ensure_player(request))
    except ChipsError as error:
        if error.code == "refilled_today":
            messages.warning(
                request, _t("You have already had your top-up today. Ask again tomorrow.")
            )
        else:
            text = _t("With %(floor)s chips or more you cannot ask for more.")
            messages.warning(request, text % {"floor": REFILL_BELOW})
    else:
        text = ngettext("You got %(n)s more chip.", "You got %(n)s more chips.", refilled)
        messages.success(request, text % {"n": refilled})
    return redirect("chips")


CHIPS_URLS: Final[list[Any]] = [
    path("chips/", chips, name="chips"),
    path("chips/refill/", chips_refill, name="chips_refill"),
]
