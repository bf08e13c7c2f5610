"""Texts of scripts are found, and put into a language, by the same reading of their calls."""

from __future__ import annotations

from gettext import NullTranslations

from hypothesis import example, given
from hypothesis import strategies as st

from brisca_site.script_texts import (
    ScriptText,
    calls_without_literal,
    find_texts,
    quote,
    translate,
    unquote,
)

SOURCE = """
_('Last trick'); gettext("You \\"win\\"", { n });
ngettext('%(n)s card', '%(n)s cards', n);
pgettext('a game', 'Pairs');
my_('no'), a.gettext('no'), $_('no');
"""


class Marked(NullTranslations):
    """Every text, marked as translated."""

    def gettext(self, message: str) -> str:
        """Return the text marked."""
        return f"<{message}>"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the form for a number marked."""
        return f"<{msgid1 if n == 1 else msgid2}>"

    def pgettext(self, context: str, message: str) -> str:
        """Return the text marked."""
        return f"<{message}>"


def test_texts_are_found_by_their_calls() -> None:
    assert [found[1:] for found in find_texts(SOURCE)] == [
        ("Last trick", None),
        ('You "win"', None),
        ("Pairs", "a game"),
        (("%(n)s card", "%(n)s cards"), None),
    ]
    first = next(find_texts(SOURCE))
    assert first == ScriptText(SOURCE.index("_('Last"), "Last trick")


def test_what_is_found_is_what_is_translated() -> None:
    made = translate(SOURCE, Marked())  # type: ignore[arg-type]
    assert made.count("<") == 5
    assert made.endswith("\n")
    assert "my_('no'), a.gettext('no'), $_('no');" in made


def test_a_text_that_is_no_literal_is_named() -> None:
    assert calls_without_literal(SOURCE) == []
    assert calls_without_literal("_(text); x") == ["_(text); x"]
    assert calls_without_literal("pgettext(where, 'a')") == ["pgettext(where, 'a')"]


@given(st.text())
@example("\\'")
@example('\\"')
def test_a_text_survives_being_quoted(text: str) -> None:
    assert unquote(quote(text)) == text


def test_a_literal_is_read_as_javascript_reads_it() -> None:
    assert unquote("'it\\'s \"so\"'") == 'it\'s "so"'
