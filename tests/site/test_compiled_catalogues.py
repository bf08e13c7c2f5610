"""Catalogues are compiled when their sources change."""

from __future__ import annotations

import gettext
import os
from pathlib import Path

import pytest

from brisca_site.compiled_catalogues import compile_catalogues


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    folder = tmp_path / "locale"
    (folder / "it" / "LC_MESSAGES").mkdir(parents=True)
    write(folder, "Carta")
    return folder


def write(sources: Path, word: str) -> None:
    """Write the only catalogue, with a translation of 'Card' and one that is still missing."""
    (sources / "it" / "LC_MESSAGES" / "django.po").write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
        f'msgid "Card"\nmsgstr "{word}"\n\nmsgid "Trick"\nmsgstr ""\n'
    )


def read(compiled: Path, text: str) -> str:
    """Translate from the compiled file as it is now: `gettext.translation` remembers files."""
    with (compiled / "it" / "LC_MESSAGES" / "django.mo").open("rb") as file:
        return gettext.GNUTranslations(file).gettext(text)


def test_a_source_is_compiled_into_the_folder_that_gettext_reads(
    sources: Path, tmp_path: Path
) -> None:
    compiled = compile_catalogues(sources, tmp_path / "var" / "locale")
    assert compiled == tmp_path / "var" / "locale"
    assert read(compiled, "Card") == "Carta"
    assert read(compiled, "Trick") == "Trick"


def test_what_did_not_change_is_not_compiled_again(sources: Path, tmp_path: Path) -> None:
    file = compile_catalogues(sources, tmp_path / "var") / "it" / "LC_MESSAGES" / "django.mo"
    before = file.stat().st_ino
    compile_catalogues(sources, tmp_path / "var")
    assert file.stat().st_ino == before


def test_a_source_of_an_older_release_replaces_a_newer_one(sources: Path, tmp_path: Path) -> None:
    compiled = compile_catalogues(sources, tmp_path / "var")
    source = sources / "it" / "LC_MESSAGES" / "django.po"
    write(sources, "Foglio")
    os.utime(source, (1_000_000_000, 1_000_000_000))
    compile_catalogues(sources, compiled)
    assert read(compiled, "Card") == "Foglio"


def test_a_broken_source_is_named_and_leaves_what_was_compiled(
    sources: Path, tmp_path: Path
) -> None:
    compiled = compile_catalogues(sources, tmp_path / "var")
    (sources / "it" / "LC_MESSAGES" / "django.po").write_text('msgid "Card"\nmsgstr "Car\nx')
    with pytest.raises(ValueError, match=r"it/LC_MESSAGES/django\.po is no valid catalogue"):
        compile_catalogues(sources, compiled)
    assert read(compiled, "Card") == "Carta"
