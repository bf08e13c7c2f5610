"""Static files: bundled, hashed and compressed when they are collected."""

from __future__ import annotations

import gettext
import io
import posixpath
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

from brisca_site.bundle import Bundler
from brisca_site.minify import minify_sheet

ENTRIES: Final = (
    "js/lib/theme.js",
    "js/site.js",
    "js/lobby/main.js",
    "js/daily/main.js",
    "js/table/main.js",
    "js/choosing/invite.js",
    "js/choosing/main.js",
    "js/house/main.js",
    "js/learn/main.js",
    "js/puzzles/puzzle.js",
    "js/puzzles/run.js",
    "js/review/main.js",
    "js/moderation/desk.js",
    "js/tournaments/main.js",
    "js/accounts/passkeys.js",
    "js/accounts/codes.js",
    "js/accounts/signup.js",
)
"""Scripts that pages name; all other modules are bundled into these."""

_PART: Final = re.compile(r'@import url\("([^"]+)"\);\n?')
FOREIGN: Final = ("admin/", "rest_framework/", "drf_spectacular")
"""Prefixes of rarely used files, which are compressed fast rather than well."""


class ModuleStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Storage of static files that bundles scripts, minifies style sheets and hashes names.

    Hashed files may be cached for ever.
    """

    support_js_module_import_aggregation = True
    keep_intermediate_files = False

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[Any]:
        """Replace JavaScript modules by their bundles, then hash and compress all files."""
        if not dry_run and all(entry in paths for entry in ENTRIES):
            paths = self._bundled(paths)
        yield from super().post_process(paths, dry_run=dry_run, **options)

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Compress files whose name has a hash, once, as their content never changes."""
        served = set(self.hashed_files.values())
        new = [name for name in paths if name in served and not self.exists(f"{name}.gz")]
        for name in new:
            compressor = self.create_compressor(quiet=True, use_brotli=not name.startswith(FOREIGN))
            if compressor.should_compress(name):
                prefix = len(self.path(name)) - len(name)
                for compressed_path in compressor.compress(self.path(name)):
                    if self.file_permissions_mode is not None:
                        Path(compressed_path).chmod(self.file_permissions_mode)
                    yield name, compressed_path[prefix:]

    def _bundled(self, paths: dict[str, Any]) -> dict[str, Any]:
        """Return the collected paths with bundles in place of modules, and served style sheets."""

        def read(name: str) -> str:
            storage, path = paths[name]
            with storage.open(path) as file:
                return str(file.read().decode())

        inner = ("js/", "vendor/", "css/table/", "css/pages/", "css/review/")
        ours = {name: place for name, place in paths.items() if not name.startswith(inner)}
        bundles = dict(Bundler(read, catalogues()).bundles(list(ENTRIES)))
        bundles |= {name: sheet(name, read) for name in ours if name.startswith("css/")}
        for name, code in bundles.items():
            if self.exists(name):
                self.delete(name)
            self.save(name, ContentFile(code.encode()))
            ours[name] = (self, name)
        return ours


def sheet(name: str, read: Callable[[str], str]) -> str:
    """Return a style sheet as it is served: imports joined, and minified.

    `name` is its path; `read` returns the source of a sheet by its path.
    """
    return minify_sheet(joined(name, read))


def joined(name: str, read: Callable[[str], str]) -> str:
    """Return a style sheet with its imports replaced by those sheets; `read` is as for `sheet`."""
    folder = posixpath.dirname(name)
    return _PART.sub(lambda found: read(posixpath.join(folder, found[1])), read(name))


def catalogues() -> dict[str, gettext.GNUTranslations]:
    """Return language (except English) -> translations of the texts in scripts."""
    translations = {}
    for language, _name in settings.LANGUAGES:
        path = Path(settings.LOCALE_PATHS[0]) / language / "LC_MESSAGES" / "djangojs.mo"
        if path.exists():
            translations[language] = gettext.GNUTranslations(io.BytesIO(path.read_bytes()))
    return translations
