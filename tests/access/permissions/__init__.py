"""Who may do what, at every address of the site: the table that tests/access holds the site to.

To add a route, add a row under its name to the file that it belongs to (`admin:` and `api:` before it where it is mounted there; its
route where it has no name). The test that fails without one says which. A row is made by one of

    page()      read by GET; all other methods are a 405
    view()      the same, of one of Django's classes: OPTIONS is answered
    form()      a form of one of Django's classes: GET and POST
    button()    POST alone
    anything()  answers each method alike
    read()      an address of the API that is open to everybody
    keyed()     an address of the API that needs a key

and says how each kind of visitor is answered, by a class of `rows.CLASSES`: one word for all, or
`who("ok", strangers="login", guest="signup")`: "ok" but for these. `gate` is what is asked before
the method counts. Where an address leads to something that can be in several states, the row is a
dict with a row for each state (`STATES`). A POST without a body is answered as such: "invalid", or
"moved" back to the form.

No row stands for several routes, so none can take in a new one unseen; a row without a route fails.
"""

from __future__ import annotations

from typing import Final

from tests.access.permissions.accounts import ACCOUNT_PAGES
from tests.access.permissions.admin import ADMIN, MODELS, model_rows
from tests.access.permissions.api import API
from tests.access.permissions.audience import STATES
from tests.access.permissions.live import LIVE_PATH, OPERATIONS, SOCKETS
from tests.access.permissions.pages import PAGES
from tests.access.rows import Row

__all__ = ["LIVE_PATH", "OPERATIONS", "PERMISSIONS", "SOCKETS", "STATES"]

PERMISSIONS: Final[dict[str, Row | dict[str, Row]]] = {
    **PAGES,
    **ACCOUNT_PAGES,
    **API,
    **ADMIN,
    **{name: row for model, may in MODELS.items() for name, row in model_rows(model, may).items()},
}
