"""The parts of a review that follow from its record and analysis alone, rendered once for each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Final, TypeAlias

import orjson
from django.utils.safestring import SafeString

from games.pages.fragments import fragment
from games.pages.review_moves import boards_of, deals_of
from games.pages.wording.analysis import analysis_context, missing_analysis
from games.pages.wording.review import ReviewFormatter
from games.selectors.matches import record_json
from games.selectors.review import ReviewTags

Json: TypeAlias = dict[str, Any]

MOVES_TEMPLATES: Final = {
    "choice": "games/_review_choice.html",
    "tabs": "games/_review_tabs.html",
    "deals": "games/_review_deals.html",
    "boards": "games/_review_boards.html",
}
"""Templates of the parts that show moves."""


@dataclass(frozen=True, slots=True)
class ReviewParts:
    """Renderer of the parts of a match's review for a viewer of this seat, language and deck."""

    match: Json
    """The match as in the API."""
    tags: ReviewTags
    names: list[str]
    """Current names of the players by seat."""
    order: list[int]
    """Sides in the order in which they are shown."""
    own: int | None
    """The viewer's seat in the match."""
    deck: str
    """The viewer's deck, a value of the preference."""

    def moves(self) -> dict[str, SafeString]:
        """Return the HTML of the parts that show the moves, by name (a key of MOVES_TEMPLATES)."""

        @cache
        def context() -> Json:
            return self._moves()

        content = (self.tags.record, self.names, self.order, self.deck)
        return {name: fragment(path, content, context) for name, path in MOVES_TEMPLATES.items()}

    def analysis(self) -> Json:
        """Return {"analysed": HTML} of a finished analysis; else {"analysis": template context}."""
        if not self.tags.analysis:
            return {"analysis": missing_analysis(self.match["id"])}
        if not self.tags.is_final:
            return {"analysis": analysis_context(self.match, self._formatter(), self.own)}
        content = (*self.tags, self.names, self.order, self.own)
        return {"analysed": fragment("games/_review_analysis.html", content, self._analysis)}

    def _moves(self) -> Json:
        """Return the template context of the parts that show the match's moves."""
        formatter = self._formatter()
        faces = "" if formatter.faces == "off" else formatter.faces
        return {
            "deals": deals_of(formatter, self.order),
            "boards": boards_of(formatter.record, self.names, self.order),
            "names": self.names,
            "faces": faces,
            "preferences": {"deck": self.deck},
        }

    def _analysis(self) -> Json:
        """Return the template context of a match's finished analysis."""
        analysis = analysis_context(self.match, self._formatter(), self.own)
        return {"analysis": analysis, "match": self.match, "data": {"seat": self.own}}

    def _formatter(self) -> ReviewFormatter:
        """Return the formatter that turns this match's record into sentences."""
        body = record_json(self.match["id"])
        assert body is not None, "records of finished matches stay"
        return ReviewFormatter(orjson.loads(body), self.names)
