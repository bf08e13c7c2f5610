"""Bundles the modules of a page into one script, when static files are collected.

Sources are ES modules that a browser can load one by one, and does during development. Served one
by one they would be some sixty requests, each waiting for the one that names it. So each script
that a page names becomes one file with everything that it imports; what it loads later by
`import("...")` becomes a file of its own. No name changes and nothing is reordered within a module:
each is in a block of its own and stores its exports in a registry that is passed to later files. A
name that a module imports hides a browser global of that name in all blocks that follow, so
imported names must not be those of globals.

Texts are translated in the bundle: `main.js` has a variant `main.es.js` with `_('Last trick')` as
`'Última baza'`, so that no page loads a catalogue, or texts that it does not show.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from gettext import GNUTranslations
from types import MappingProxyType
from typing import Final

from brisca_site.minify import minify
from brisca_site.script_texts import translate

REGISTRY: Final = "_$m"
VENDOR: Final = "vendor/"
_IMPORT: Final = re.compile(
    r"(?<![\w.$])import\s*(?:\{(?P<names>[^}]*)\}\s*from\s*)?(?P<q>['\"])(?P<url>\.[^'\"]+)(?P=q)\s*;?"
)
_LATER: Final = re.compile(r"(?<![\w.$])import\((['\"])(?P<url>\.[^'\"]+)\1\)")
_REEXPORT: Final = re.compile(
    r"(?<![\w.$])export\s*\{(?P<names>[^}]*)\}\s*from\s*(?P<q>['\"])(?P<url>\.[^'\"]+)(?P=q)\s*;?"
)
_LIST: Final = re.compile(r"(?<![\w.$])export\s*\{(?P<names>[^}]*)\}\s*;?")
_DECLARED: Final = re.compile(
    r"(?<![\w.$])export\s+(?P<kind>const|class|function\*?|async\s+function)\s+(?P<name>[\w$]+)"
)
_OTHER: Final = re.compile(r"(?m)(?<![\w.$'\"`])(?:^|(?<=[;}]))(?:export|import)\b(?!\()[^\n]*")


class BundleError(ValueError):
    """Error: a JavaScript module cannot be bundled; the message says which, and why."""


class Module:
    """One JavaScript module of the site: its imports, and its code as a part of a bundle."""

    def __init__(self, name: str, source: str) -> None:
        self.name = name
        self.source = minify(source)

    def _path(self, url: str) -> str:
        """Return the path of the module at a URL relative to this module."""
        return posixpath.normpath(posixpath.join(posixpath.dirname(self.name), url))

    @cached_property
    def imports(self) -> list[str]:
        """Return the paths of the modules whose code must come before this one's in a bundle."""
        urls = [match["url"] for match in _REEXPORT.finditer(self.source)]
        urls += [match["url"] for match in _IMPORT.finditer(self.source)]
        return [self._path(url) for url in dict.fromkeys(urls)]

    @cached_property
    def later(self) -> list[str]:
        """Return the paths of the modules that this one loads by `import()` when needed."""
        return [self._path(match["url"]) for match in _LATER.finditer(self.source)]

    @cached_property
    def imported(self) -> dict[str, tuple[str, str]]:
        """Return name in this module -> (path of the module that exports it, its name there)."""
        return {
            other: (self._path(match["url"]), name)
            for match in _IMPORT.finditer(self.source)
            for name, other in _names(match["names"] or "")
        }

    def block(
        self,
        number: Callable[[str], int],
        words: GNUTranslations | None,
        shared: Mapping[str, tuple[str, str]],
    ) -> str:
        """Return the module's code as a block of a bundle, which reads imports from a registry.

        `shared` holds imports, name -> (module, export), that the bundle has read from the registry
        before. `number` gives a module's registry number by path; `words` translates texts (None:
        English).

        Raises:
            BundleError: the module has an import or export that cannot be bundled.
        """
        exports: list[str] = []

        def again(match: re.Match[str]) -> str:
            place = f"{REGISTRY}[{number(self._path(match['url']))}]"
            for name, other in _names(match["names"]):
                exports.append(f"{other}:{place}.{name}")
            return ""

        def listed(match: re.Match[str]) -> str:
            exports.extend(f"{other}:{name}" for name, other in _names(match["names"]))
            return ""

        def declared(match: re.Match[str]) -> str:
            exports.append(match["name"])
            return f"{match['kind']} {match['name']}"

        def taken(match: re.Match[str]) -> str:
            path = self._path(match["url"])
            names = [
                pair
                for pair in _names(match["names"] or "")
                if shared.get(pair[1]) != (path, pair[0])
            ]
            return _taking(names, number(path)) if names else ""

        code = _REEXPORT.sub(again, self.source)
        code = _IMPORT.sub(taken, code)
        code = _LIST.sub(listed, code)
        code = _DECLARED.sub(declared, code)
        if rest := _OTHER.search(code):
            raise BundleError(f"{self.name}: {rest.group()[:60]}")
        if words is not None:
            code = translate(code, words)
        return f"{code.strip()}\n{REGISTRY}[{number(self.name)}]={{{','.join(exports)}}};"


class Bundler:
    """Maker of bundles: for each script that a page names, one file in each language.

    `read` returns the source of a module by its path; `words` maps languages but English to
    translations.
    """

    def __init__(self, read: Callable[[str], str], words: Mapping[str, GNUTranslations]) -> None:
        self._read, self._words = read, words
        self._modules: dict[str, Module] = {}
        self._numbers: dict[str, int] = {}

    def module(self, name: str) -> Module:
        """Return the module with this path; its source is read once."""
        if name not in self._modules:
            self._modules[name] = Module(name, self._read(name))
        return self._modules[name]

    def _number(self, name: str) -> int:
        """Return the number that stands for a module in the bundle's registry."""
        return self._numbers.setdefault(name, len(self._numbers))

    def order(self, name: str) -> list[str]:
        """Return the paths of a module and all that it imports, each after those that it needs.

        Raises:
            BundleError: modules import each other in a circle.
        """
        done: dict[str, None] = {}

        def visit(name: str, way: tuple[str, ...]) -> None:
            if name in way:
                raise BundleError(" imports ".join((*way, name)))
            if name in done:
                return
            for other in self.module(name).imports:
                visit(other, (*way, name))
            done[name] = None

        visit(name, ())
        return list(done)

    def bundles(self, entries: list[str]) -> Iterator[tuple[str, str]]:
        """Yield (path, code) of each file: entries, and modules loaded later, in each language.

        Raises:
            BundleError: a module cannot be bundled.
        """
        for language, words in ((None, None), *self._words.items()):
            have: dict[str, set[str]] = {}
            for entry in entries:
                names = self.order(entry)
                code = self._entry(entry, names, words, language)
                yield in_language(entry, language), f"const {REGISTRY}={{}};\n{code}"
                for name in names:
                    for chunk in self.module(name).later:
                        have[chunk] = have.get(chunk, set(names)) & set(names)
            waiting = list(have)
            for chunk in waiting:  # grows while it is walked through
                names = [name for name in self.order(chunk) if name not in have[chunk]]
                code = "".join(
                    f"if(!{REGISTRY}[{self._number(name)}]){{\n"
                    f"{self._block(name, chunk, words, language)}\n}}\n"
                    for name in names
                )
                result = f"return {REGISTRY}[{self._number(chunk)}];"
                yield (
                    in_language(chunk, language),
                    f"export function load({REGISTRY}){{\n{code}{result}\n}}\n",
                )
                for name in names:
                    for other in self.module(name).later:
                        if other not in have:
                            have[other] = have[chunk] | set(names)
                            waiting.append(other)

    def _entry(
        self, entry: str, names: list[str], words: GNUTranslations | None, language: str | None
    ) -> str:
        """Return the code of an entry's bundle: all its modules, in order.

        Imported names are taken from the registry once, behind the module that exports them, for
        all modules that follow. A name that means different things to different modules is so taken
        for the first only, and hidden within each other module by its own.
        """
        shared: dict[str, tuple[str, str]] = {}
        for name in names:
            if not name.startswith(VENDOR):  # their `var` names reach beyond a block
                shared = self.module(name).imported | shared
        code = ""
        for name in names:
            code += f"{{\n{self._block(name, entry, words, language, shared)}\n}}\n"
            imports = [(exported, own) for own, (path, exported) in shared.items() if path == name]
            code += f"{_taking(imports, self._number(name))}\n" if imports else ""
        return code

    def _block(
        self,
        name: str,
        home: str,
        words: GNUTranslations | None,
        language: str | None,
        shared: Mapping[str, tuple[str, str]] = MappingProxyType({}),
    ) -> str:
        """Return a module's code within the bundle `home`, from which later modules are loaded."""

        def later(found: re.Match[str]) -> str:
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), found["url"]))
            url = posixpath.relpath(in_language(target, language), posixpath.dirname(home))
            url = url if url.startswith(".") else f"./{url}"
            return f'import("{url}").then(_$l=>_$l.load({REGISTRY}))'

        return _LATER.sub(later, self.module(name).block(self._number, words, shared))


def in_language(name: str, language: str | None) -> str:
    """Return the file name of a bundle in a language: for "es" `main.es.js` of `main.js`.

    For None (English) the name is unchanged.
    """
    return name if language is None else name.removesuffix(".js") + f".{language}.js"


def _taking(names: list[tuple[str, str]], number: int) -> str:
    """Return the JavaScript that takes a module's exports (name, local name) from the registry."""
    pairs = (name if name == other else f"{name}:{other}" for name, other in names)
    return f"const {{{','.join(pairs)}}}={REGISTRY}[{number}];"


def _names(text: str) -> Iterator[tuple[str, str]]:
    """Yield (name, local name) of the items in a JavaScript list of imports or exports."""
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _, other = part.partition(" as ")
        yield name.strip(), (other or name).strip()
