"""The style sheets keep to the tokens."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from brisca_site.minify import minify_sheet
from brisca_site.static import joined

ROOT = Path(__file__).resolve().parents[2]
CSS = ROOT / "static" / "css"
SHEETS = sorted(CSS.glob("*.css"))
"""What pages ask for."""
FILES = sorted({*CSS.rglob("*.css")} - {CSS / "table.css", CSS / "review.css"})
"""What is written: table and review have a file for each of their parts, and so have some pages."""
LATER = re.compile(r"@scope|@function|anchor\(|position-area|(?<![\w-])if\(")
"""What Firefox 125 or Safari 17.5 does not read."""
SHARED = ("components", "pages")
"""Names of the sheets that every page loads before its own sheet, and that style classes."""
STYLED = re.compile(r"^  \.(?P<name>[\w-]+) \{\n\s+[\w-]+:", re.MULTILINE)
"""Rule of a class that stands alone and begins with a declaration."""
IMPORT = re.compile(r'@import url\("(?P<folder>\w+)/(?P<part>\w+)\.css"\);\s*')


def code(path: Path) -> str:
    """Return a style sheet without its comments and without naming its parts."""
    text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.S)
    return IMPORT.sub("", text)


def test_there_are_style_sheets() -> None:
    """The glob still finds them."""
    assert {"tokens", "base", "components", "table", "pages"} <= {path.stem for path in SHEETS}
    assert {"seats", "hand"} <= {path.stem for path in FILES}


@pytest.mark.parametrize("name", ["table", "review"])
def test_what_is_in_parts_is_served_as_one_sheet(name: str) -> None:
    """Each file once, nothing beside them, and no import is left."""
    assert_whole(name)
    assert not re.sub(r"@import [^;]*;", "", code(CSS / f"{name}.css")).strip()


def test_the_pages_have_all_their_parts_in_one_sheet() -> None:
    """Each file once, and no import is left."""
    assert_whole("pages")


def assert_whole(name: str) -> None:
    """A sheet has every part in the folder of its name."""
    path = CSS / f"{name}.css"
    parts = sorted((CSS / name).glob("*.css"))
    named = IMPORT.findall(path.read_text(encoding="utf-8"))
    assert sorted(named) == [(name, part.stem) for part in parts]
    sheet = served(path).decode()
    assert "@import" not in sheet
    assert all(served(part).decode() in sheet for part in parts)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_important_has_a_reason(path: Path) -> None:
    """Every `!important` has a comment in the three lines before it."""
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines):
        if "!important" in line:
            before = "\n".join(lines[max(0, number - 3) : number + 1])
            assert "/*" in before, f"{path.name}:{number + 1}"


def test_every_property_that_is_used_is_defined() -> None:
    """No `var()` without fallback names a property that no sheet sets."""
    sheets = [code(path) for path in FILES]
    defined = {name for text in sheets for name in re.findall(r"(--[\w-]+)\s*:", text)}
    used = {name for text in sheets for name in re.findall(r"var\(\s*(--[\w-]+)\s*\)", text)}
    assert used <= defined


def test_every_token_is_used() -> None:
    """A token that nothing uses is a leftover."""
    text = "".join(map(code, FILES))
    for kind in ("js/**/*.js", "img/*.svg"):
        text += "".join(path.read_text(encoding="utf-8") for path in ROOT.glob(f"static/{kind}"))
    tokens = set(re.findall(r"(--[\w-]+)\s*:", code(ROOT / "static/css/tokens.css")))
    assert {name for name in tokens if not re.search(rf"var\(\s*{name}\b|\"{name}\"", text)} <= {
        "--m1",
        "--m3",
        "--m4",
        "--inout",
    }, "motion tokens may be used by script alone"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_colours_are_tokens(path: Path) -> None:
    """Hexadecimal colours stand in tokens.css alone."""
    if path.stem != "tokens":
        assert not re.findall(r"#[0-9a-fA-F]{3,8}\b(?=[^{}]*[;}])", code(path))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_sheet_stands_in_a_layer(path: Path) -> None:
    """Nothing is outside the layers, and no sheet loads another."""
    text = code(path)
    assert "@import" not in text
    outside = re.sub(r"^@layer[^{};]*;$|^@layer \w+ \{.*?^\}$", "", text, flags=re.S | re.M)
    assert not outside.strip()


def served(path: Path) -> bytes:
    name = path.relative_to(CSS).as_posix()
    return minify_sheet(
        joined(name, lambda part: (CSS / part).read_text(encoding="utf-8"))
    ).encode()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_is_served_is_the_sheet_without_comments(path: Path) -> None:
    """Nothing but comments and white space is gone, and no space within a line of code."""
    short = minify_sheet(IMPORT.sub("", path.read_text(encoding="utf-8")))
    assert "".join(short.split()) == "".join(code(path).split())
    lines = [" ".join(line.split()) for line in code(path).splitlines()]
    missing = [line for line in lines if line.strip("{};").strip() not in short]
    assert missing == []


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_nothing_is_newer_than_the_oldest_supported_browsers(path: Path) -> None:
    assert not LATER.search(served(path).decode())


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_properties_that_safari_prefixes_have_both_names(path: Path) -> None:
    text = served(path).decode()
    for name in ("user-select", "text-size-adjust"):
        values = re.findall(rf"(?<![\w-]){name}: ?([\w-]+)", text)
        assert values == re.findall(rf"-webkit-{name}: ?([\w-]+)", text)


def test_pages_ask_for_every_sheet() -> None:
    """No sheet is left that no template names."""
    asked = re.compile(r'static "css/([\w/]+\.css)"')
    templates = (ROOT / "templates").rglob("*.html")
    named = {name for path in templates for name in asked.findall(path.read_text("utf-8"))}
    assert named == {path.name for path in SHEETS}


@pytest.mark.parametrize("folder", ["templates", "static/js"])
def test_no_inline_style_or_script(folder: str) -> None:
    """The content policy forbids inline style, script and handlers.

    The page of a failure needs no other file, so its style is allowed by its hash.
    """
    bad = re.compile(r"""<style\b|\sstyle="|\son(click|load|change|submit|input)=|<script>""")
    found = [path for path in (ROOT / folder).rglob("*.*") if path.suffix in {".html", ".js"}]
    wrong = [path.name for path in found if bad.search(path.read_text(encoding="utf-8"))]
    assert set(wrong) <= {"_standalone.html"}


def test_the_table_asks_nothing_of_what_lies_below() -> None:
    """With `:has()` on the table, every change below it costs a frame of the mid phone."""
    assert not [path.name for path in (CSS / "table").glob("*.css") if ":has(" in code(path)]


def styled(path: Path) -> set[str]:
    """Return the classes that a sheet styles wherever they stand."""
    return set(STYLED.findall(code(path)))


@pytest.mark.parametrize("name", SHARED)
def test_no_page_styles_a_class_of_the_sheets_of_every_page(name: str) -> None:
    shared = styled(CSS / f"{name}.css")
    own = {path.name: styled(path) & shared for path in FILES if path.stem not in SHARED}
    assert {name: classes for name, classes in own.items() if classes} == {}


def test_no_variant_of_a_piece_is_the_name_of_another_piece() -> None:
    """`.outcome.lost` also takes the rules of a piece `.lost`."""
    sheets = [path for path in FILES if path.stem in SHARED or path.parent.name in SHARED]
    pieces = set.union(*map(styled, sheets))
    variants = {name for path in sheets for name in re.findall(r"&\.([\w-]+)", code(path))}
    assert variants & pieces == set()
