"""What a window may not show: overflow, overlap, small targets, text that leaves its plate or is faint."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, Literal

import axe_playwright_python
from playwright.sync_api import Page

HERE: Final = Path(__file__).parent
FAULTS: Final = (HERE / "faults.js").read_text(encoding="utf-8")
TEXTS: Final = (HERE / "texts.js").read_text(encoding="utf-8")
AXE: Final = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(
    encoding="utf-8"
)
Rules = Literal["none", "contrast", "all"]
"""What axe is asked for: nothing, the contrast of text, or all it knows."""
JUDGE: Final = """async (rules) => {
  // A gradient has no one colour: text is judged on its lightest.
  if (!globalThis.flat) {
    globalThis.flat = new CSSStyleSheet();
    flat.replaceSync('.mesa, .cloth { background: var(--cloth-up) !important }');
  }
  document.adoptedStyleSheets = [flat];
  const only = rules === 'all' ? {} : { runOnly: ['color-contrast'] };
  const found = await axe.run(document, { ...only, resultTypes: ['violations'] });
  document.adoptedStyleSheets = [];
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) =>
      id === 'color-contrast'
        ? `contrast: ${any[0]?.data?.contrastRatio} ${html.slice(0, 120)}`
        : `axe ${id}: ${html.slice(0, 120)}`));
}"""


def faults(page: Page, *, axe: Rules = "contrast") -> list[str]:
    """Everything that is wrong with what a page shows now, a line each."""
    found: list[str] = page.evaluate(FAULTS) + page.evaluate(TEXTS)
    if axe != "none":
        if not page.evaluate("'axe' in globalThis"):
            page.evaluate(AXE)
        told: Any = page.evaluate(JUDGE, axe)
        found += told
    return found
