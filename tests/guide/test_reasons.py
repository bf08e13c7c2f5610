"""Every reason of a hint or a review leads to a chapter, on the page and in its script alike."""

from __future__ import annotations

import re
from pathlib import Path

from games.answers.analyses import DECISION_REASONS
from games.bots.evaluation.advice import REASONS
from games.guide.reasons import CHAPTER_OF
from games.pages.wording.guide import CHAPTERS

SCRIPT = Path(__file__).resolve().parents[2] / "static" / "js" / "review" / "guide.js"


def test_every_reason_but_the_only_card_has_a_chapter() -> None:
    assert set(CHAPTER_OF) == {*REASONS, *DECISION_REASONS} - {"only"}
    assert set(CHAPTER_OF.values()) <= {one.slug for one in CHAPTERS}


def test_the_script_has_the_same_chapters() -> None:
    found = re.search(r"CHAPTER_OF = \{(.*?)\}", SCRIPT.read_text(), re.S)
    assert found
    assert dict(re.findall(r"(\w+): '([\w-]+)'", found[1])) == CHAPTER_OF
