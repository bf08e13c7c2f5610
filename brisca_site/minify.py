"""Minifies scripts and style sheets: removes comments and spare white space, and changes no name.

A script is read once, as text, strings, templates and regular expressions, so that nothing within
them is touched. Within templates of lit-html (`html` and `svg`) a run of white space with a line
break in it becomes one space, which a page shows alike.
"""

from __future__ import annotations

import re
from typing import Final

_KEPT: Final = ("@license", "@preserve")
_WORD: Final = re.compile(r"[\w$]+")
_BEFORE_REGEX: Final = frozenset("(,=:[!&|?{};+-*%~^<>\n")
_KEYWORDS: Final = frozenset(
    {"return", "typeof", "case", "in", "of", "void", "delete", "do", "else"}
)
_STRING: Final = re.compile(r"'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\"", re.S)
_REGEX: Final = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/\w*")
_COMMENT: Final = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
_SPACE: Final = re.compile(r"\s+")
_TEMPLATE_TEXT: Final = re.compile(r"(?:[^`\\$]|\\.|\$(?!\{))*", re.S)
_TIGHT: Final = frozenset("(){}[];,=:?&|<>!%^*~")
_IN_SHEET: Final = re.compile(
    r"""("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|url\([^"')]*\))|(?:/\*.*?\*/|\s)+""", re.S
)
_ROUND_BRACES: Final = re.compile(r""" ?([{};]) ?|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')""", re.S)


class UnreadableScriptError(ValueError):
    """Error: a script cannot be minified, as it ends within a string, a comment or a template."""


def minify(source: str) -> str:
    """Return a JavaScript source without comments and spare white space.

    Raises:
        UnreadableScriptError: the script ends within a string, a comment or a template.
    """
    return _Reader(source).read()


def minify_sheet(source: str) -> str:
    """Return a style sheet (CSS) without comments and spare white space.

    A space may be a combinator, so only spaces around braces and semicolons are removed entirely.

    >>> minify_sheet("a > b { /* why */\\n  content: '  {'; }\\n")
    "a > b{content: '  {';}"
    """
    spaced = _IN_SHEET.sub(lambda found: found[1] or " ", source)
    return _ROUND_BRACES.sub(lambda found: found[1] or found[2], spaced).strip()


class _Reader:
    """Tokenizer of one script, which copies the parts to keep to `out`."""

    def __init__(self, source: str) -> None:
        self.source, self.at = source, 0
        self.out: list[str] = []
        self.braces: list[bool | None] = []
        """Open braces: None for one of the code, else whether it stands in a template of lit-html."""

    def read(self) -> str:
        """Return the script without comments and spare white space.

        Raises:
            UnreadableScriptError: the script ends within a string, a comment or a template.
        """
        while self.at < len(self.source):
            self._step()
        if self.braces:
            raise UnreadableScriptError("a brace or a template is open at the end")
        return "".join(self.out).strip() + "\n"

    def _step(self) -> None:
        """Read one token of the script, and copy or skip it."""
        letter = self.source[self.at]
        if letter.isspace():
            self._space()
        elif self.source.startswith(("//", "/*"), self.at):
            self._comment()
        elif letter in "'\"":
            self._take(_STRING)
        elif letter == "/" and self._regex_here():
            self._take(_REGEX)
        elif letter == "`":
            self.at += 1
            word = self._last_word()
            self.out.append("`")
            self._template(word in ("html", "svg"))
        elif letter == "}" and self.braces and (lit := self.braces.pop()) is not None:
            self.at += 1
            self.out.append("}")
            self._template(lit)
        else:
            if letter == "{":
                self.braces.append(None)
            match = _WORD.match(self.source, self.at)
            text = match.group() if match else letter
            self.out.append(text)
            self.at += len(text)

    def _take(self, pattern: re.Pattern[str]) -> None:
        """Copy the part of the script that a pattern matches at the current position."""
        match = pattern.match(self.source, self.at)
        if match is None:
            raise UnreadableScriptError(f"at {self.source[self.at : self.at + 40]!r}")
        self.out.append(match.group())
        self.at = match.end()

    def _space(self) -> None:
        """Copy white space if it separates words; keep a line break that may end a statement."""
        match = _SPACE.match(self.source, self.at)
        assert match is not None
        self.at = match.end()
        before = self.out[-1][-1:] if self.out else ""
        after = self.source[self.at : self.at + 1]
        if not before or before.isspace():
            return
        if before in _TIGHT - {")", "}", "]"} and not self.source.startswith("/", self.at):
            return
        if "\n" in match.group():
            self.out.append("\n")
        elif after not in _TIGHT and before not in _TIGHT:
            self.out.append(" ")

    def _comment(self) -> None:
        """Skip a comment in the script; copy a licence."""
        match = _COMMENT.match(self.source, self.at)
        if match is None:
            raise UnreadableScriptError("a comment is open at the end")
        self.at = match.end()
        if any(word in match.group() for word in _KEPT):
            self.out.append(match.group() + "\n")
        elif "\n" in match.group() and self.out and not self.out[-1].endswith("\n"):
            self.out.append("\n")

    def _regex_here(self) -> bool:
        """Return whether a slash at the current position begins a regular expression."""
        text = next((part for part in reversed(self.out) if not part.isspace()), "")
        return not text or text[-1] in _BEFORE_REGEX or text in _KEYWORDS

    def _last_word(self) -> str:
        """Return the last token copied, or ""."""
        return self.out[-1] if self.out else ""

    def _template(self, lit: bool) -> None:
        """Copy a template literal up to its end or its next expression."""
        match = _TEMPLATE_TEXT.match(self.source, self.at)
        assert match is not None
        text = match.group()
        self.at = match.end()
        if lit:
            text = re.sub(r"\s*\n\s*", " ", text)
        self.out.append(text)
        if self.source.startswith("`", self.at):
            self.at += 1
            self.out.append("`")
        elif self.source.startswith("${", self.at):
            self.at += 2
            self.out.append("${")
            self.braces.append(lit)
        else:
            raise UnreadableScriptError("a template is open at the end")
