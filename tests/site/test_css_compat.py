"""Style sheets are served so that browsers of some years ago read them too."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from brisca_site.css_compat import UnreadableSheetError, older, read, within
from brisca_site.static import sheet

CSS = Path(__file__).resolve().parents[2] / "static" / "css"
SHEETS = sorted(path.name for path in CSS.glob("*.css"))
LATER = re.compile(r"@scope|@function|anchor\(|position-area|if\(|round\(|\dlh\b|linear\(")
"""What neither Firefox 115 nor Safari 16.4 reads."""


def served(name: str) -> str:
    return sheet(f"css/{name}", lambda part: (CSS.parent / part).read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", SHEETS)
def test_no_rule_stands_within_another(name: str) -> None:
    def groups(body: list[object]) -> None:
        for one in read_rules(body):
            head, inner = one
            if not head.startswith("@"):
                assert all(isinstance(each, str) for each in inner), head
                assert "&" not in head
            groups(inner)

    groups(list(read(served(name))))


def read_rules(body: list[object]) -> list[tuple[str, list[object]]]:
    return [(one[0], one[1]) for one in body if isinstance(one, tuple)]


@pytest.mark.parametrize("name", SHEETS)
def test_nothing_is_used_that_is_newer_than_the_oldest_browser(name: str) -> None:
    assert not LATER.search(served(name))


@pytest.mark.parametrize("name", SHEETS)
def test_what_safari_only_knows_under_its_own_name_is_said_under_both(name: str) -> None:
    text = served(name)
    for one in ("user-select", "hyphens", "text-size-adjust"):
        plain = re.findall(rf"(?<![\w-]){one}: ?([\w-]+)", text)
        assert plain == re.findall(rf"-webkit-{one}: ?([\w-]+)", text)


@pytest.mark.parametrize(
    ("nested", "flat"),
    [
        (".a { b { c: d; } }", ".a b{c: d;}"),
        (".a, .b { &.c { d: e; } }", ":is(.a, .b).c{d: e;}"),
        (".a .b { .c & { d: e; } }", ".c :is(.a .b){d: e;}"),
        ("a { .c > & { d: e; } }", ".c > a{d: e;}"),
        (".a { + .a { b: c; } }", ".a + .a{b: c;}"),
        (".a { &:not(.b, .c):hover { d: e; } }", ".a:not(.b, .c):hover{d: e;}"),
        (".a { b: c; .d { e: f; } g: h; }", ".a{b: c;}.a .d{e: f;}.a{g: h;}"),
        (".a { @media (x) { b: c; .d { e: f; } } }", "@media (x){.a{b: c;}.a .d{e: f;}}"),
        ("@layer a { .b { c: d; } } @layer e, f;", "@layer a{.b{c: d;}}@layer e, f;"),
        ("@keyframes a { from { b: c; } }", "@keyframes a{from{b: c;}}"),
        (".a::after { content: '} ; {'; }", ".a::after{content: '} ; {';}"),
        ("/* { */ .a { b: url(\"x;y\"); }", '.a{b: url("x;y");}'),
    ],
)  # fmt: skip
def test_nested_rules_stand_for_themselves(nested: str, flat: str) -> None:
    assert older(nested) == flat


def test_a_token_with_two_colours_is_said_for_each_palette() -> None:
    text = older(
        "@layer t { :root { --a: light-dark(#fff, rgb(0 0 0 / 0.5)); --b: 1px; }"
        '[data-felt="x"] { --c: light-dark(red, blue); } }'
    )
    plain, _, fallback = text.partition("@supports not (color: light-dark(red, red))")
    assert "light-dark(#fff, rgb(0 0 0 / 0.5))" in plain
    assert fallback.startswith('{:root{--a: #fff;}[data-felt="x"]{--c: red;}@media')
    assert "light-dark" not in fallback
    assert "--b" not in fallback
    assert fallback.count("--a: rgb(0 0 0 / 0.5);") == fallback.count("--c: blue;") == 3


def test_only_tokens_have_two_colours() -> None:
    for path in CSS.rglob("*.css"):
        if path.name != "tokens.css":
            assert "light-dark(" not in path.read_text(encoding="utf-8"), path.name
    with pytest.raises(UnreadableSheetError, match="only a token"):
        older("@layer t { a { color: light-dark(red, blue); } }")


def test_what_is_dark_in_every_theme_has_the_dark_tokens() -> None:
    """The fallback names where `color-scheme` is set; another place has to be named there too."""
    dark = set()
    for path in CSS.rglob("*.css"):
        text = older(path.read_text(encoding="utf-8"))
        dark |= set(re.findall(r"([^{}]+)\{[^{}]*color-scheme: dark;", text))
    assert dark == {".felt", ".cloth > *", ':root[data-theme="dark"]'}


@pytest.mark.parametrize("half", [".a { b: c;", ".a { } }", ".a"])
def test_half_a_sheet_is_refused(half: str) -> None:
    with pytest.raises(UnreadableSheetError):
        older(half)


def test_a_comma_in_brackets_parts_no_selectors() -> None:
    assert within(".a", ":is(b, c), d") == ".a :is(b, c),.a d"
