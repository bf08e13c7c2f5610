"""Make the two font files of the site: `python -m tools.make_fonts [--packages node_modules]`.

The sources are the variable fonts Alegreya (Juan Pablo del Peral, Huerta Tipográfica) and Figtree
(Erik Kennedy), both under the SIL Open Font License, as npm packages them:

    npm install --no-save @fontsource-variable/alegreya@5.3.0 @fontsource-variable/figtree@5.3.0

A file keeps the letters of the languages that the site speaks and the weights that it uses. Its digits
are the lining ones of one width, whatever `font-variant-numeric` says: every `font:` shorthand resets
that property, and Alegreya's own digits are old-style, with a zero like an o.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any, Final, NamedTuple

from fontTools.subset import Options, Subsetter, parse_unicodes
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

FOLDER: Final = Path(__file__).resolve().parents[1] / "static" / "fonts"
LETTERS: Final = (
    "0020-007E,00A0,00A1,00AA,00AB,00B0-00B2,00B7,00BA,00BB,00BD,00BF-00FF,0131,013F,0140,0152,0153,"
    "2010,2011,2013,2014,2018-201A,201C-201E,2022,2026,2032,2033,2039,203A,2044,20AC,2190-2193,2212,"
    "2248,2260,2264,2265"
)
"""Basic Latin, Latin-1, the other letters of the seven languages, quotes, dashes, arrows and signs."""
FEATURES: Final = ("kern", "liga", "ccmp", "mark", "locl", "pnum")
"""OpenType features that a file keeps; `pnum` gives running text digits of their own widths."""


class Cut(NamedTuple):
    """A font file of the site: its source, and the weight or range of weights that it has."""

    file: str
    source: str
    weight: float | tuple[float, float]


CUTS: Final = (
    Cut("alegreya-680.woff2", "alegreya/files/alegreya-latin-wght-normal.woff2", 680),
    Cut("figtree-400-700.woff2", "figtree/files/figtree-latin-wght-normal.woff2", (400, 700)),
)


def main() -> None:
    """Write the font files that the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tools.make_fonts", description=__doc__)
    parser.add_argument("--packages", type=Path, default=Path("node_modules"))
    parser.add_argument("--out", type=Path, default=FOLDER)
    options = parser.parse_args()
    for cut in CUTS:
        font = made_font(options.packages / "@fontsource-variable" / cut.source, cut.weight)
        path = options.out / cut.file
        font.save(path)
        sys.stdout.write(f"{path}: {path.stat().st_size} bytes\n")


def made_font(source: Path, weight: float | tuple[float, float]) -> TTFont:
    """Return a font of the site, made of the variable font in a file."""
    font = instantiateVariableFont(TTFont(source, recalcTimestamp=False), {"wght": weight})
    use_tabular_digits(font)
    options = Options()
    options.layout_features = list(FEATURES)
    options.hinting = False
    options.flavor = "woff2"
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=parse_unicodes(LETTERS))
    subsetter.subset(font)
    font.flavor = "woff2"
    return font


def use_tabular_digits(font: TTFont) -> None:
    """Map the digits of a font to its lining glyphs of one width (features `lnum`, then `tnum`)."""
    lining, tabular = (single_substitutions(font, tag) for tag in ("lnum", "tnum"))
    for table in font["cmap"].tables:
        for digit in range(ord("0"), ord("9") + 1):
            if glyph := table.cmap.get(digit):
                upright = lining.get(glyph, glyph)
                table.cmap[digit] = tabular.get(upright, upright)


def single_substitutions(font: TTFont, tag: str) -> dict[str, str]:
    """Return glyph -> glyph of the single substitutions of an OpenType feature, such as `lnum`."""
    substitutions: dict[str, str] = {}
    table: Any = font["GSUB"].table
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag == tag:
            for index in record.Feature.LookupListIndex:
                for subtable in table.LookupList.Lookup[index].SubTable:
                    plain = getattr(subtable, "ExtSubTable", subtable)
                    substitutions.update(getattr(plain, "mapping", {}))
    return substitutions


if __name__ == "__main__":
    main()
