"""What a window may not show: overflow, overlap, small targets, faint text."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import axe_playwright_python
from playwright.sync_api import Page

HERE: Final = Path(__file__).parent
FAULTS: Final = (HERE / "faults.js").read_text(encoding="utf-8")
AXE: Final = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(
    encoding="utf-8"
)
CONTRAST: Final = """async () => {
  // A gradient has no one colour: text is judged on its lightest.
  if (!globalThis.flat) {
    globalThis.flat = new CSSStyleSheet();
    flat.replaceSync('.mesa, .cloth { background: var(--cloth-up) !important }');
  }
  document.adoptedStyleSheets = [flat];
  const found = await axe.run(document, { runOnly: ['color-contrast'], resultTypes: ['violations'] });
  document.adoptedStyleSheets = [];
  return found.violations.flatMap(({ nodes }) =>
    nodes.map(({ html, any }) => `contrast: ${any[0]?.data?.contrastRatio} ${html.slice(0, 120)}`));
}"""


def faults(page: Page, *, contrast: bool = True) -> list[str]:
    """Everything that is wrong with what a page shows now, a line each."""
    found: list[str] = page.evaluate(FAULTS)
    if contrast:
        if not page.evaluate("'axe' in globalThis"):
            page.evaluate(AXE)
        told: Any = page.evaluate(CONTRAST)
        found += told
    return found
