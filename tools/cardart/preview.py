"""Preview sheets: HTML pages, and PNG pictures of them where a Chromium is at hand."""

from __future__ import annotations

import struct
import subprocess
import tempfile
import zlib
from math import ceil
from pathlib import Path

from tools.chromium import chromium_path

from . import brand, signs
from .layout import HEIGHT, WIDTH
from .sprite import VARIANTS, sprite, symbol_id

FELT = "#15523b"
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--hide-scrollbars",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


class Page:
    """A sheet under construction: rows of drawings on felt."""

    def __init__(self, width: int) -> None:
        """Start an empty sheet of this width."""
        self.width, self.height = width, 8
        self.parts: list[str] = []
        self.sprites: dict[str, str] = {}

    def row(self, ids: list[str], width: int, height: int, columns: int, paper: str = "") -> None:
        """Add a grid of symbols."""
        cells = "".join(
            f'<svg width="{width}" height="{height}"><use href="#{name}"/></svg>' for name in ids
        )
        shade = f"background:{paper};" if paper else ""
        self.parts.append(
            f'<div style="display:grid;grid-template-columns:repeat({columns},{width}px);'
            f'gap:6px;padding:4px 8px;{shade}">{cells}</div>'
        )
        self.height += ceil(len(ids) / columns) * (height + 6) + 2

    def cards(
        self, variant: str, codes: list[str], width: int, columns: int, paper: str = ""
    ) -> None:
        """Add cards of a variant."""
        self.sprites.setdefault(variant, sprite(variant))
        self.row(
            [symbol_id(variant, code) for code in codes],
            width,
            round(width * HEIGHT / WIDTH),
            columns,
            paper,
        )

    def html(self) -> str:
        """The whole page."""
        sprites = "".join(self.sprites.values())
        hidden = f'<div style="position:absolute;width:0;height:0;overflow:hidden">{sprites}</div>'
        return (
            '<!doctype html><meta charset="utf-8">'
            f'<body style="margin:0;padding:4px 0;background:{FELT};color:#fff">'
            f"{hidden}{''.join(self.parts)}"
        )


def _codes(variant: str) -> list[str]:
    """All codes of a variant, in order."""
    return [item.code for item in VARIANTS[variant]()]


def _pack(variant: str, codes: list[str], width: int, columns: int) -> Page:
    """A sheet of one grid."""
    page = Page(columns * (width + 6) + 10)
    page.cards(variant, codes, width, columns)
    return page


def _large() -> Page:
    """The large variant at the three sizes it is made for."""
    page = Page(13 * 102 + 10)
    sample = ["O1", "O3", "O12", "C1", "C7", "C11", "E2", "E10", "E12", "B3", "B9", "B10", "B11"]
    for width in (44, 64, 96):
        page.cards("large", sample, width, 13)
    page.cards("classic", sample, 44, 13)
    return page


def _signs() -> Page:
    """The faces at 128 and 64 pixels, on felt and on paper."""
    page = Page(10 * 134 + 10)
    page.sprites["signs"] = signs.symbols()
    ids = [f"sign-{code}" for code in signs.SIGNS]
    page.row(ids, 128, 128, 10)
    page.row(ids, 64, 64, 10)
    page.row(ids, 64, 64, 10, "#fff")
    return page


def _brand() -> Page:
    """Back and empty place on dark and light, icon, favicon and wordmark."""
    page = Page(800)
    for paper in ("", "#fff;color:#222"):
        page.cards("classic", ["back", "empty"], 120, 2, paper)
        page.cards("classic", ["back", "empty"], 60, 2, paper)
    mark, fav, word = brand.icon(), brand.favicon(), brand.wordmark()
    icons = "".join(
        f'<div style="width:{w}px;height:{w}px;border-radius:{r};overflow:hidden;'
        f'display:inline-block;margin:6px">{mark}</div>'
        for w, r in ((160, "22%"), (96, "50%"), (48, "22%"))
    )
    favs = "".join(
        f'<span style="display:inline-block;width:{w}px;margin:6px">{fav}</span>'
        for w in (48, 32, 16)
    )
    words = "".join(
        f'<div style="display:inline-block;background:{p};color:{c};padding:10px">'
        f'<div style="width:300px">{word}</div></div>'
        for p, c in (("#fff", "#1b1a26"), ("#1b1a26", "#fdfaf0"))
    )
    page.parts.append(
        f'<div style="padding:4px;background:#ddd8c8">{icons}{favs}</div>'
        f'<div style="padding:4px">{words}</div>'
    )
    page.height += 320
    return page


def pages() -> dict[str, Page]:
    """Every sheet by file name."""
    classic = _codes("classic")
    return {
        "classic-oros-copas": _pack("classic", classic[:24], 106, 12),
        "classic-espadas-bastos": _pack("classic", classic[24:48], 106, 12),
        "courts": _pack("classic", [f"{s}{r}" for s in "OCEB" for r in (1, 10, 11, 12)], 140, 8),
        "large": _large(),
        "contrast": _pack("contrast", _codes("contrast")[:48], 104, 12),
        "french": _pack("french", _codes("french")[:52], 104, 13),
        "signs": _signs(),
        "back-icon": _brand(),
    }


def repack(png: bytes) -> bytes:
    """The same picture with its data compressed as well as zlib can."""
    out, data, place = [png[:8]], b"", 8
    while place < len(png):
        (length,) = struct.unpack(">I", png[place : place + 4])
        kind, body = png[place + 4 : place + 8], png[place + 8 : place + 8 + length]
        place += length + 12
        if kind == b"IDAT":
            data += body
            continue
        if kind == b"IEND":
            out.append(_chunk(b"IDAT", zlib.compress(zlib.decompress(data), 9)))
        out.append(_chunk(kind, body))
    return b"".join(out)


def _chunk(kind: bytes, body: bytes) -> bytes:
    """One chunk of a PNG file."""
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def photograph(page: Page, target: Path, browser: str) -> None:
    """Render a sheet to PNG."""
    with tempfile.TemporaryDirectory() as folder:
        source, shot = Path(folder) / "page.html", Path(folder) / "page.png"
        source.write_text(page.html(), encoding="utf-8")
        size = f"--window-size={page.width},{page.height}"
        command = [
            browser,
            *FLAGS,
            f"--user-data-dir={folder}/profile",
            size,
            f"--screenshot={shot}",
            source.as_uri(),
        ]
        subprocess.run(command, check=True, timeout=120, capture_output=True)  # noqa: S603
        target.write_bytes(repack(shot.read_bytes()))


def write_previews(folder: Path) -> list[Path]:
    """Write every sheet as PNG; empty where no browser is found."""
    if (browser := chromium_path()) is None:
        return []
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, page in pages().items():
        written.append(folder / f"{name}.png")
        photograph(page, written[-1], browser)
    return written
