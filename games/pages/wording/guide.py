"""The chapters of the guide, in the order in which they are read.

`%(name)s` in a text of theirs is a figure of `quotes`, so that what is said is what was measured.
"""

from __future__ import annotations

from typing import Final

from games.pages.wording.guide_cards import BRISCAS, COUNTING, EXCHANGE, TRUMPS
from games.pages.wording.guide_tactics import AUCTIONS, LAST, PARTNERS

CHAPTERS: Final = (COUNTING, BRISCAS, EXCHANGE, TRUMPS, LAST, PARTNERS, AUCTIONS)
