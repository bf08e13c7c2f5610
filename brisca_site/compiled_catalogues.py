"""Catalogues of translations, compiled from their sources where gettext reads them."""

from __future__ import annotations

import os
from pathlib import Path

import polib


def compile_catalogues(sources: Path, target: Path) -> Path:
    """Compile every translation catalogue that changed since its last compilation; return `target`.

    Each process calls this when it starts; it takes a millisecond when nothing changed, and 0.2 s
    otherwise. Several processes may do so at once.

    Args:
        sources: A folder like `locale/`, with `<language>/LC_MESSAGES/<domain>.po`.
        target: The folder for the compiled files, with the same folders in it.

    Raises:
        OSError: a catalogue cannot be read, or `target` cannot be written to.
        ValueError: a catalogue is no valid PO file.
    """
    for source in sorted(sources.glob("*/LC_MESSAGES/*.po")):
        compiled = (target / source.relative_to(sources)).with_suffix(".mo")
        changed_ns = source.stat().st_mtime_ns
        if not compiled.exists() or compiled.stat().st_mtime_ns != changed_ns:
            _compile(source, compiled, changed_ns)
    return target


def _compile(source: Path, compiled: Path, changed_ns: int) -> None:
    """Compile one catalogue into a file with its source's time, written whole or not at all."""
    text = source.read_text(encoding="utf-8")
    try:
        content = polib.pofile(text).to_binary()
    except OSError as error:  # how polib tells where the syntax is wrong
        raise ValueError(f"{source} is no valid catalogue: {error}") from error
    compiled.parent.mkdir(parents=True, exist_ok=True)
    partial = compiled.with_name(f"{compiled.name}.{os.getpid()}")
    partial.write_bytes(content)
    os.utime(partial, ns=(changed_ns, changed_ns))
    partial.replace(compiled)
