"""Rewrites style sheets for browsers a few years old: Firefox 115, Safari 16.4.

Sources nest rules and give both colours of a token by `light-dark()`. In the output no rule is
nested, and browsers without `light-dark()` get the tokens once for each palette. Neither order nor
specificity changes: `&` for a list of selectors is `:is()`, as in the standard.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

_COMMENT: Final = re.compile(r"/\*.*?\*/", re.S)
_MARK: Final = re.compile(r"""[{};]|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'""", re.S)
_GROUPS: Final = ("@media", "@container", "@supports", "@layer", "@starting-style")
"""At-rules that may be around rules, and within a rule."""
_COMBINED: Final = re.compile(r"[\s>+~]")
_PAIR: Final = "light-dark("
_TOKEN: Final = re.compile(r"(--[\w-]+)\s*:\s*(.+)", re.S)

DARK_PAGE: Final = ':root[data-theme="dark"]'
ON_CLOTH: Final = ":is(.felt, .cloth > :not(dialog))"
"""Selector of what is dark in every theme, where the sheets set `color-scheme: dark`."""


class UnreadableSheetError(ValueError):
    """Error: a style sheet cannot be parsed, for instance as it ends within a rule."""


class Rule(NamedTuple):
    """A rule of a style sheet: the text before its brace, and what is within the braces."""

    head: str
    body: list[str | Rule]


def older(source: str) -> str:
    """Return a style sheet rewritten for older browsers: without nested rules and `light-dark()`.

    >>> older(".a { color: red; .b & { color: blue; } &:hover, > i { color: green; } }")
    '.a{color: red;}.b .a{color: blue;}.a:hover,.a > i{color: green;}'

    Raises:
        UnreadableSheetError: the style sheet cannot be parsed.
    """
    return "".join(_flat(_with_palettes(read(source)), None))


def read(source: str) -> list[str | Rule]:
    """Parse a style sheet; return its rules, nested as they are, and texts between them.

    Raises:
        UnreadableSheetError: a brace is missing or left over.
    """
    text = _COMMENT.sub("", source)
    open_: list[Rule] = [Rule("", [])]
    begin = 0
    for found in _MARK.finditer(text):
        mark = found.group()
        if mark not in "{};":
            continue
        piece = text[begin : found.start()].strip()
        begin = found.end()
        if mark == "{":
            open_.append(Rule(piece, []))
            continue
        if piece:
            open_[-1].body.append(piece)
        if mark == "}":
            if len(open_) == 1:
                raise UnreadableSheetError(text[found.start() - 40 : begin])
            ended = open_.pop()
            open_[-1].body.append(ended)
    if len(open_) > 1 or text[begin:].strip():
        raise UnreadableSheetError(open_[-1].head or text[begin:].strip())
    return open_[0].body


def _flat(body: list[str | Rule], parent: str | None) -> Iterator[str]:
    """Yield the rules one after another; declarations between them belong to the parent."""
    declared: list[str] = []

    def own() -> Iterator[str]:
        if declared:
            text = "".join(f"{one};" for one in declared)
            yield f"{parent}{{{text}}}" if parent else text
            declared.clear()

    for one in body:
        if isinstance(one, str):
            declared.append(one)
            continue
        yield from own()
        if one.head.startswith(_GROUPS):
            yield f"{one.head}{{{''.join(_flat(one.body, parent))}}}"
        elif one.head.startswith("@"):
            yield f"{one.head}{{{''.join(_flat(one.body, None))}}}"
        else:
            yield from _flat(one.body, within(parent, one.head))
    yield from own()


def within(parent: str | None, selectors: str) -> str:
    """Return the selectors that a rule nested in `parent` has when it is written outside.

    >>> within(".a, .b", ".c &, > p")
    '.c :is(.a, .b),:is(.a, .b) > p'
    """
    if parent is None:
        return selectors
    return ",".join(_joined(parent, one.strip()) for one in _parts(selectors))


def _joined(parent: str, selector: str) -> str:
    """Return one selector of a nested rule, joined with its parent."""
    whole = f":is({parent})"
    listed = len(list(_parts(parent))) > 1
    if "&" not in selector:
        return f"{whole if listed else parent} {selector}"
    if listed:
        return selector.replace("&", whole)
    if selector.startswith("&") and "&" not in selector[1:]:
        return parent + selector[1:]
    simple = not _COMBINED.search(parent) and not re.search(r"[^\s(,]&", selector)
    return selector.replace("&", parent if simple else whole)


def _parts(text: str) -> Iterator[str]:
    """Yield the parts of a text between commas outside brackets."""
    depth, begin = 0, 0
    for at, letter in enumerate(text):
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and not depth:
            yield text[begin:at]
            begin = at + 1
    yield text[begin:]


def _with_palettes(body: list[str | Rule]) -> list[str | Rule]:
    """Return the rules, each layer followed by its tokens for browsers without `light-dark()`."""
    made: list[str | Rule] = []
    for one in body:
        if isinstance(one, Rule) and one.head.startswith("@layer"):
            made.append(Rule(one.head, [*one.body, *_palettes(one.body)]))
        else:
            made.append(one)
    return made


def _palettes(body: list[str | Rule]) -> Iterator[Rule]:
    """Yield the rule with the light and dark tokens of a layer; nothing without such tokens."""
    light: list[str | Rule] = []
    by_system: list[str | Rule] = []
    chosen: list[str | Rule] = []
    cloth: list[str | Rule] = []
    for rule in body:
        if not isinstance(rule, Rule):
            continue
        paired = [one for one in rule.body if isinstance(one, str) and _PAIR in one]
        if not paired:
            continue
        dark: list[str | Rule] = [_side(one, 1) for one in paired]
        head = rule.head
        light.append(Rule(head, [_side(one, 0) for one in paired]))
        if head == ":root":
            by_system.append(Rule(":root:where(:not([data-theme]))", dark))
            chosen.append(Rule(f":root:where({DARK_PAGE})", dark))
            cloth.append(Rule(ON_CLOTH, dark))
        else:
            for rules, page in ((by_system, ":root:not([data-theme])"), (chosen, DARK_PAGE)):
                rules.append(Rule(f"{head}:where({page}, {page} *)", dark))
            cloth.append(Rule(f"{head} {ON_CLOTH}", dark))
    if light:
        system = Rule("@media (prefers-color-scheme: dark)", by_system)
        yield Rule("@supports not (color: light-dark(red, red))", [*light, system, *chosen, *cloth])


def _side(declaration: str, side: int) -> str:
    """Return a token with only its light colours (0) or its dark colours (1).

    Raises:
        UnreadableSheetError: the declaration is not a token.
    """
    found = _TOKEN.fullmatch(declaration)
    if found is None:
        raise UnreadableSheetError(f"only a token has two colours: {declaration}")
    name, value = found.groups()
    while (at := value.find(_PAIR)) >= 0:
        rest = value[at + len(_PAIR) :]
        depth, end = 1, 0
        while depth:
            depth += (rest[end] == "(") - (rest[end] == ")")
            end += 1
        colours = [one.strip() for one in _parts(rest[: end - 1])]
        value = value[:at] + colours[side] + rest[end:]
    return f"{name}: {value}"
